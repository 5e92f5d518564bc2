#include "referee/rules/sha256.h"

// The EVP interface allocates and looks its algorithm up by name for every digest; a shuffle needs
// thirty blocks. The low-level one is plain arithmetic on a caller's struct. It is deprecated in
// OpenSSL 3 but stays in all of 3.x (docs/adr/0002-sha256.md).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "referee/rules/big_endian.h"
#include "referee/rules/check.h"

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

// The initial state (FIPS 180-4, 5.3.3).
constexpr Sha256Words kStart{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// The first block of an inner or outer hash of HMAC: the key, then zeros, each byte xor `with`.
Sha256Block Pad(const Bytes32& key, std::uint32_t with) {
  Sha256Block pad;
  pad.fill(with);
  for (std::size_t i = 0; i < key.size() / 4; ++i) pad[i] ^= GetBigEndian(key.data() + 4 * i);
  return pad;
}

// The second and last block of a hash: `size` bytes still to be written, then the end mark and the
// length.
constexpr Sha256Block LastBlock(std::size_t size) {
  Sha256Block block{};
  block[size / 4] = 0x80000000u >> (8 * (size % 4));
  block[15] = static_cast<std::uint32_t>(8 * (64 + size));
  return block;
}

Sha256Block LastBlock(std::span<const std::uint8_t> message) {
  Sha256Block block = LastBlock(message.size());
  const std::size_t whole = message.size() / 4;
  for (std::size_t i = 0; i < whole; ++i) block[i] = GetBigEndian(message.data() + 4 * i);
  for (std::size_t i = 4 * whole; i < message.size(); ++i)
    block[whole] |= static_cast<std::uint32_t>(message[i]) << (24 - 8 * (i % 4));
  return block;
}

Sha256Block LastBlock(const Sha256Words& digest) {
  Sha256Block block = LastBlock(sizeof digest);
  std::copy(digest.begin(), digest.end(), block.begin());
  return block;
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

Sha256 Sha256::AfterOneBlock(const Sha256Words& state) {
  Sha256 hash;
  WithContext(hash.state_, [&](SHA256_CTX* c) {
    std::copy(state.begin(), state.end(), std::begin(c->h));
    c->Nl = 8 * 64;
  });
  return hash;
}

HmacSha256::HmacSha256(const Bytes32& key) : states_{kStart, kStart} {
  CompressPair(states_, {Pad(key, 0x36363636), Pad(key, 0x5c5c5c5c)});
}

Bytes32 HmacSha256::Of(std::span<const std::uint8_t> message) const {
  const Bytes32 inner = Sha256::AfterOneBlock(states_[0]).Update(message).Finish();
  return Sha256::AfterOneBlock(states_[1]).Update(inner).Finish();
}

std::array<Sha256Words, 2> HmacSha256::OfPair(std::span<const std::uint8_t> first,
                                              std::span<const std::uint8_t> second) const {
  TAKI_CHECK(first.size() <= kPairBytesMax && second.size() <= kPairBytesMax);
  std::array inner{states_[0], states_[0]};
  CompressPair(inner, {LastBlock(first), LastBlock(second)});
  std::array outer{states_[1], states_[1]};
  CompressPair(outer, {LastBlock(inner[0]), LastBlock(inner[1])});
  return outer;
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
