#include "referee/rules/deal.h"

#include <algorithm>
#include <numeric>

#include "referee/rules/big_endian.h"
#include "referee/rules/check.h"

namespace taki::rules {
namespace {

std::array<std::uint8_t, 4> BigEndian(std::uint32_t x) {
  std::array<std::uint8_t, 4> bytes;
  PutBigEndian(x, bytes.data());
  return bytes;
}

std::array<std::uint8_t, 4> Length(std::string_view text) {
  return BigEndian(static_cast<std::uint32_t>(text.size()));
}

}  // namespace

Bytes32 Commitment(std::string_view deal_id, std::string_view ruleset_text, const Seed& seed) {
  return Sha256()
      .Update("TAKI-DEAL-1/commit")
      .Update(Length(deal_id))
      .Update(deal_id)
      .Update(Length(ruleset_text))
      .Update(ruleset_text)
      .Update(seed)
      .Finish();
}

DealKey DeriveKey(std::string_view deal_id, std::string_view ruleset_text, const Seed& seed,
                  std::span<const std::string> entropy) {
  // HMAC by hand over a message in pieces: HmacSha256 takes it in one.
  std::string message = "TAKI-DEAL-1/key";
  const auto append = [&](std::span<const std::uint8_t> bytes) {
    message.append(bytes.begin(), bytes.end());
  };
  const auto append_text = [&](std::string_view text) {
    append(Length(text));
    message += text;
  };
  append_text(deal_id);
  append_text(ruleset_text);
  append(BigEndian(static_cast<std::uint32_t>(entropy.size())));
  for (const std::string& entry : entropy) append_text(entry);
  return HmacSha256(seed).Of(AsBytes(message));
}

WordStream::WordStream(const DealKey& key, std::string_view purpose, std::uint32_t index)
    : hmac_(key) {
  TAKI_CHECK(purpose.size() <= 16);
  const auto append = [&](std::span<const std::uint8_t> bytes) {
    std::copy(bytes.begin(), bytes.end(),
              message_.begin() + static_cast<std::ptrdiff_t>(message_size_));
    message_size_ += bytes.size();
  };
  append(Length(purpose));
  append(AsBytes(purpose));
  append(BigEndian(index));
}

void WordStream::NextWords() {
  auto second = message_;
  PutBigEndian(counter_++, message_.data() + message_size_);
  PutBigEndian(counter_++, second.data() + message_size_);
  const std::size_t size = message_size_ + sizeof counter_;
  const auto blocks = hmac_.OfPair({message_.data(), size}, {second.data(), size});
  std::copy(blocks[0].begin(), blocks[0].end(), words_.begin());
  std::copy(blocks[1].begin(), blocks[1].end(), words_.begin() + 8);
  used_ = 0;
}

std::array<std::uint8_t, 10> RandomSeating(const DealKey& key_without_entropy, int seats) {
  TAKI_CHECK(seats >= 1 && seats <= 10);
  std::array<std::uint8_t, 10> order{};
  std::iota(order.begin(), order.begin() + seats, std::uint8_t{0});
  WordStream words(key_without_entropy, "seats", 0);
  Shuffle(words, std::span(order.data(), static_cast<std::size_t>(seats)));
  return order;
}

}  // namespace taki::rules
