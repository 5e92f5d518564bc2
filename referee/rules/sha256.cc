#include "referee/rules/sha256.h"

// The EVP interface allocates and looks its algorithm up by name for every digest; a shuffle needs
// thirty blocks. The low-level one is plain arithmetic on a caller's struct. It is deprecated in
// OpenSSL 3 but stays in all of 3.x (docs/adr/0002-sha256.md).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace taki::rules {
namespace {

static_assert(sizeof(SHA256_CTX) == 112 && alignof(SHA256_CTX) <= 8);

// `state` holds the bytes of a SHA256_CTX; copied out and in so that no object is accessed through
// a foreign type.
template <class Use>
void WithContext(std::array<std::uint8_t, 112>& state, Use use) {
  auto context = std::bit_cast<SHA256_CTX>(state);
  use(&context);
  state = std::bit_cast<std::array<std::uint8_t, 112>>(context);
}

std::array<std::uint8_t, 64> Pad(const Bytes32& key, std::uint8_t with) {
  std::array<std::uint8_t, 64> pad;
  pad.fill(with);
  for (std::size_t i = 0; i < key.size(); ++i) pad[i] ^= key[i];
  return pad;
}

// Compilers make one byte swap of this form.
void PutBigEndian(std::uint32_t word, std::uint8_t* out) {
  out[0] = static_cast<std::uint8_t>(word >> 24);
  out[1] = static_cast<std::uint8_t>(word >> 16);
  out[2] = static_cast<std::uint8_t>(word >> 8);
  out[3] = static_cast<std::uint8_t>(word);
}

// What fits beside the padding into one block.
constexpr std::size_t kLastBlockBytesMax = 64 - 9;

// Finishes a hash that has taken one whole block, with a message that fits into the last: one call
// of the block function instead of the buffering of Update and Final. The words of a shuffle are
// made of these (docs/fair-deal.md).
Bytes32 LastBlock(const std::array<std::uint8_t, 112>& state,
                  std::span<const std::uint8_t> message) {
  std::array<std::uint8_t, 64> block{};
  std::copy(message.begin(), message.end(), block.begin());
  block[message.size()] = 0x80;
  const std::size_t bits = 8 * (64 + message.size());
  block[62] = static_cast<std::uint8_t>(bits >> 8);
  block[63] = static_cast<std::uint8_t>(bits);

  auto context = std::bit_cast<SHA256_CTX>(state);
  SHA256_Transform(&context, block.data());
  Bytes32 digest;
  for (std::size_t i = 0; i < 8; ++i) PutBigEndian(context.h[i], digest.data() + 4 * i);
  return digest;
}

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

Sha256::Sha256() {
  state_.fill(0);
  WithContext(state_, [](SHA256_CTX* c) { SHA256_Init(c); });
}

Sha256& Sha256::Update(std::span<const std::uint8_t> bytes) {
  WithContext(state_, [&](SHA256_CTX* c) { SHA256_Update(c, bytes.data(), bytes.size()); });
  return *this;
}

Bytes32 Sha256::Finish() {
  Bytes32 digest;
  WithContext(state_, [&](SHA256_CTX* c) { SHA256_Final(digest.data(), c); });
  return digest;
}

HmacSha256::HmacSha256(const Bytes32& key) {
  inner_.Update(Pad(key, 0x36));
  outer_.Update(Pad(key, 0x5c));
}

Bytes32 HmacSha256::Of(std::span<const std::uint8_t> message) const {
  if (message.size() <= kLastBlockBytesMax)
    return LastBlock(outer_.state_, LastBlock(inner_.state_, message));
  Sha256 inner = inner_;
  Sha256 outer = outer_;
  return outer.Update(inner.Update(message).Finish()).Finish();
}

std::string Hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool ParseHex(std::string_view hex, std::span<std::uint8_t> out) {
  if (hex.size() != out.size() * 2) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto high = kDigits.find(hex[2 * i]);
    const auto low = kDigits.find(hex[2 * i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return false;
    out[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return true;
}

}  // namespace taki::rules
