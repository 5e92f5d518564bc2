// The fair deal TAKI-DEAL-1: every card of a match from one secret seed (docs/fair-deal.md; R2.5).
//
// Pure functions, no heap but where a string is returned. The order of cards depends only on the
// deal id, the ruleset text, the seed and the bots' entropy: the same on every compiler and
// machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "referee/rules/card.h"
#include "referee/rules/check.h"
#include "referee/rules/sha256.h"

namespace taki::rules {

using Seed =
    Bytes32;  // 32 bytes of the operating system's generator; secret until the match is over
using DealKey = Bytes32;  // derived from it; as secret

inline constexpr std::size_t kMaxEntropyBytes = 32;  // what one bot may add in Ready

// Public before the first card is dealt.
Bytes32 Commitment(std::string_view deal_id, std::string_view ruleset_text, const Seed& seed);

// `entropy` is empty if no bot gave any, else one entry a seat, empty where a seat gave none.
DealKey DeriveKey(std::string_view deal_id, std::string_view ruleset_text, const Seed& seed,
                  std::span<const std::string> entropy);

// Unbiased, 0 to bound - 1, from 32-bit words: calls `next_word()` as often as needed. Requires:
// bound >= 1.
template <class NextWord>
std::uint32_t BelowFrom(NextWord next_word, std::uint32_t bound) {
  TAKI_CHECK(bound >= 1);
  for (;;) {
    const std::uint64_t product = std::uint64_t{next_word()} * bound;
    const auto low = static_cast<std::uint32_t>(product);
    // The threshold is 2^32 mod bound, below bound: a low half that reaches bound needs no
    // division.
    if (low >= bound || low >= (0u - bound) % bound)
      return static_cast<std::uint32_t>(product >> 32);
  }
}

// The stream of 32-bit words for one purpose ("deck", "reshuffle", "seats") and index.
class WordStream {
 public:
  WordStream(const DealKey& key, std::string_view purpose,
             std::uint32_t index);  // purpose: at most 16 bytes
  std::uint32_t Next() {
    if (used_ == words_.size()) NextWords();
    return words_[used_++];
  }
  std::uint32_t Below(std::uint32_t bound) {
    return BelowFrom([this] { return Next(); }, bound);
  }

 private:
  void NextWords();

  HmacSha256 hmac_;
  std::array<std::uint8_t, 28> message_{};  // LP(purpose) || BE32(index) || BE32(counter)
  std::size_t message_size_ = 0;
  std::uint32_t counter_ = 0;
  std::array<std::uint32_t, 16> words_{};  // of two blocks, made side by side
  std::size_t used_ = 16;
};

// Fisher-Yates from the last to the second element, as TAKI-DEAL-1 defines it. a[0] is the top
// card.
template <class T>
void Shuffle(WordStream& words, std::span<T> a) {
  for (std::size_t i = a.size(); i-- > 1;) {
    const std::size_t j = words.Below(static_cast<std::uint32_t>(i + 1));
    const T moved = a[i];
    a[i] = a[j];
    a[j] = moved;
  }
}

// A random seating of `seats` entrants (purpose "seats"): element s is the entrant who sits on seat
// s. Made from the key without the bots' entropy, since seats are known before any bot gives some.
std::array<std::uint8_t, 10> RandomSeating(const DealKey& key_without_entropy, int seats);

}  // namespace taki::rules
