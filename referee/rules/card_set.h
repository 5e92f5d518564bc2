// A multiset of cards in two 64-bit planes: a hand, or the discarded cards (docs/rules.md R1.5).
//
// Plane `once` has a bit for each kind of which at least one card is held, plane `twice` for each
// of which two are; Change Colour, of which there are four, stands in unary in four bits of `once`.
// So "which plays are legal" is one AND with a mask, and "is this card held" one bit. A value;
// nothing allocates; order of insertion leaves no trace.
#pragma once

#include <bit>
#include <cstdint>

#include "referee/rules/card.h"

namespace taki::rules {

class CardSet {
 public:
  constexpr CardSet() = default;

  // The bit of a kind in `once`; for Change Colour the lowest of its four.
  static constexpr std::uint64_t Bit(Card card) {
    return std::uint64_t{1} << kBitOfKind[card.index()];
  }
  // The kind that a bit number (0 to 59, below 56 for a unary Change Colour bit) stands for.
  static constexpr Card KindOfBit(int bit) { return Card::FromIndex(kKindOfBit[bit]); }

  // Requires: fewer than `card.copies()` are in the set.
  constexpr void Add(Card card) {
    const std::uint64_t bit = Bit(card);
    if (card == kChangeColorCard) {
      once_ |= ((once_ & kChangeColorBits) << 1 | bit) & kChangeColorBits;
    } else {
      twice_ |= once_ & bit;
      once_ |= bit;
    }
  }
  // Requires: Contains(card).
  constexpr void Remove(Card card) {
    const std::uint64_t bit = Bit(card);
    if (card == kChangeColorCard) {
      once_ = (once_ & ~kChangeColorBits) | ((once_ & kChangeColorBits) >> 1 & kChangeColorBits);
    } else {
      once_ = (once_ & ~bit) | (twice_ & bit);
      twice_ &= ~bit;
    }
  }
  // Requires: together no kind exceeds its copies.
  constexpr void AddAll(const CardSet& other) {
    const int colors = CountChangeColor() + other.CountChangeColor();
    twice_ |= other.twice_ | (once_ & other.once_ & ~kChangeColorBits);
    once_ |= other.once_;
    once_ = (once_ & ~kChangeColorBits) | (((std::uint64_t{1} << colors) - 1) << kChangeColorShift);
  }
  constexpr void Clear() { once_ = twice_ = 0; }

  constexpr bool Contains(Card card) const { return (once_ & Bit(card)) != 0; }
  constexpr int Count(Card card) const {
    if (card == kChangeColorCard) return CountChangeColor();
    return ((once_ & Bit(card)) != 0 ? 1 : 0) + ((twice_ & Bit(card)) != 0 ? 1 : 0);
  }
  constexpr int size() const { return std::popcount(once_) + std::popcount(twice_); }
  constexpr bool empty() const { return once_ == 0; }
  // size() == 1 and size() == 2, without counting: popcount is a function call on a plain x86-64.
  constexpr bool has_one() const { return once_ != 0 && WithoutLowest(once_) == 0 && twice_ == 0; }
  constexpr bool has_two() const {
    const std::uint64_t second = WithoutLowest(once_);
    return twice_ == 0 ? second != 0 && WithoutLowest(second) == 0 : second == 0;
  }
  // One bit a kind held (Change Colour: the lowest of its four only).
  constexpr std::uint64_t kinds() const {
    return once_ & ~(kChangeColorBits & (kChangeColorBits << 1));
  }
  constexpr std::uint64_t once() const { return once_; }
  constexpr std::uint64_t twice() const { return twice_; }

  // Calls `visit(card)` for every card in canonical order, copies one after another.
  template <class Visit>
  constexpr void ForEach(Visit visit) const {
    for (std::uint64_t left = kinds(); left != 0; left &= left - 1) {
      const Card card = KindOfBit(std::countr_zero(left));
      for (int copy = Count(card); copy > 0; --copy) visit(card);
    }
  }

  // Writes all cards from `out` on, in the same order, and returns the end of what it wrote.
  // Without branches: which kinds are held twice is hard to foresee. Requires: room for size() + 1
  // cards.
  constexpr Card* CopyTo(Card* out) const {
    for (std::uint64_t left = once_; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      out[0] = out[1] = KindOfBit(bit);
      out += 1 + (twice_ >> bit & 1);
    }
    return out;
  }

  friend constexpr bool operator==(const CardSet&, const CardSet&) = default;

 private:
  // Bits 0 to 51 the coloured kinds, 52 to 55 Change Colour in unary, 56 to 59 Super TAKI, King,
  // +3, Breaker: the order of bits is the canonical order of the cards.
  static constexpr int kChangeColorShift = 52;
  static constexpr std::uint64_t kChangeColorBits = std::uint64_t{15} << kChangeColorShift;
  static constexpr auto kBitOfKind = [] {
    std::array<std::uint8_t, kCardKinds> bits{};
    for (int kind = 0; kind < kCardKinds; ++kind)
      bits[static_cast<std::size_t>(kind)] =
          static_cast<std::uint8_t>(kind <= kChangeColorShift ? kind : kind + 3);
    return bits;
  }();
  static constexpr auto kKindOfBit = [] {
    std::array<std::uint8_t, 60> kinds{};
    for (int bit = 0; bit < 60; ++bit) {
      const int kind = bit <= kChangeColorShift      ? bit
                       : bit < kChangeColorShift + 4 ? kChangeColorShift
                                                     : bit - 3;
      kinds[static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(kind);
    }
    return kinds;
  }();
  static constexpr std::uint64_t WithoutLowest(std::uint64_t bits) { return bits & (bits - 1); }
  constexpr int CountChangeColor() const {
    return std::countr_one((once_ & kChangeColorBits) >> kChangeColorShift);
  }

  std::uint64_t once_ = 0;
  std::uint64_t twice_ = 0;
};

}  // namespace taki::rules
