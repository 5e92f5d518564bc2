// The cards of TAKI: 57 kinds, 116 cards (docs/rules.md R1).
//
// Two copies of one card are the same card to every rule (R1.5), so a `Card` is a kind. It is a
// value of one byte, numbered in the canonical order of the deck (docs/fair-deal.md): red, green,
// blue, yellow, each 1 3 4 5 6 7 8 9 S +2 D + T, then Change Colour, Super TAKI, King, +3, +3
// Breaker. Nothing here allocates.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace taki::rules {

enum class Color : std::uint8_t { kRed, kGreen, kBlue, kYellow };
inline constexpr int kColors = 4;

// What stands on a card. The first thirteen have a colour and are their card's symbol (R3.3).
enum class Face : std::uint8_t {
  kOne,
  kThree,
  kFour,
  kFive,
  kSix,
  kSeven,
  kEight,
  kNine,
  kStop,
  kPlusTwo,
  kChangeDirection,
  kPlus,
  kTaki,
  kChangeColor,
  kSuperTaki,
  kKing,
  kPlusThree,
  kBreaker,
};
inline constexpr int kColoredFaces = 13;
inline constexpr int kFaces = 18;
inline constexpr int kCardKinds = 57;

class Card {
 public:
  constexpr Card() = default;
  // Requires: face < kChangeColor.
  constexpr Card(Color color, Face face)
      : index_(static_cast<std::uint8_t>(static_cast<int>(color) * kColoredFaces +
                                         static_cast<int>(face))) {}
  // Requires: face >= kChangeColor.
  constexpr explicit Card(Face face)
      : index_(static_cast<std::uint8_t>(kColors * kColoredFaces + static_cast<int>(face) -
                                         kColoredFaces)) {}
  // Requires: 0 <= index < kCardKinds.
  static constexpr Card FromIndex(int index) {
    Card card;
    card.index_ = static_cast<std::uint8_t>(index);
    return card;
  }

  constexpr int index() const { return index_; }
  constexpr bool has_color() const { return index_ < kColors * kColoredFaces; }
  // Requires: has_color().
  constexpr Color color() const { return static_cast<Color>(index_ / kColoredFaces); }
  constexpr Face face() const { return kFaceOfKind[index_]; }
  // How many of this kind the deck holds: 2, Change Colour 4 (R1.2 to R1.4).
  constexpr int copies() const { return face() == Face::kChangeColor ? 4 : 2; }

  friend constexpr auto operator<=>(Card, Card) = default;

 private:
  // A table: the remainder of a division by thirteen costs more.
  static constexpr auto kFaceOfKind = [] {
    std::array<Face, kCardKinds> faces{};
    for (int kind = 0; kind < kCardKinds; ++kind)
      faces[static_cast<std::size_t>(kind)] =
          static_cast<Face>(kind < kColors * kColoredFaces ? kind % kColoredFaces
                                                           : kind - (kColors - 1) * kColoredFaces);
    return faces;
  }();

  std::uint8_t index_ = 0;
};

inline constexpr int kDeckSize = 116;

inline constexpr Card kChangeColorCard{Face::kChangeColor};
inline constexpr Card kSuperTakiCard{Face::kSuperTaki};
inline constexpr Card kKingCard{Face::kKing};
inline constexpr Card kPlusThreeCard{Face::kPlusThree};
inline constexpr Card kBreakerCard{Face::kBreaker};

// All 116 cards in canonical order: what the first shuffle starts from.
constexpr std::array<Card, kDeckSize> CanonicalDeck() {
  std::array<Card, kDeckSize> deck{};
  std::size_t n = 0;
  for (int kind = 0; kind < kCardKinds; ++kind)
    for (int copy = 0; copy < Card::FromIndex(kind).copies(); ++copy)
      deck[n++] = Card::FromIndex(kind);
  return deck;
}

}  // namespace taki::rules
