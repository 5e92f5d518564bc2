// What a bot may answer when it is asked (docs/rules.md, Notation).
#pragma once

#include <array>
#include <cstdint>

#include "referee/rules/card.h"
#include "referee/rules/check.h"

namespace taki::rules {

// A value of four bytes. `color` is meaningful only for a played Change Colour (R5.4), `last_card`
// only for kPlay (R4.1).
struct Action {
  enum class Kind : std::uint8_t {
    kPlay,   // play `card`
    kDraw,   // R3.1, R5.2, R5.3
    kClose,  // "closed TAKI", R6.3
    kEnd,    // end a run leaving the TAKI open (R6.3), or play nothing after a King (R7.1)
    kPass,   // in a +3 window (R7.4)
  };
  Kind kind = Kind::kPass;
  Card card{};
  Color color = Color::kRed;
  bool last_card = false;

  static constexpr Action Play(Card card, bool last_card = false) {
    return {Kind::kPlay, card, Color::kRed, last_card};
  }
  static constexpr Action PlayChangeColor(Color color, bool last_card = false) {
    return {Kind::kPlay, kChangeColorCard, color, last_card};
  }
  static constexpr Action Draw() { return {Kind::kDraw, {}, {}, false}; }
  static constexpr Action Close() { return {Kind::kClose, {}, {}, false}; }
  static constexpr Action End() { return {Kind::kEnd, {}, {}, false}; }
  static constexpr Action Pass() { return {Kind::kPass, {}, {}, false}; }

  friend constexpr bool operator==(const Action&, const Action&) = default;
};

// The legal actions of one seat at one position, in canonical order; no heap. A hand of two cards
// offers each play with and without "last card", so 2 x 2 kinds x 4 colours + 2 bounds those;
// otherwise 56 kinds + 4 colours + draw + close + end.
class ActionList {
 public:
  static constexpr int kCapacity = 64;
  constexpr void push_back(Action action) {
    TAKI_CHECK(size_ < kCapacity);
    actions_[size_++] = action;
  }
  constexpr const Action* begin() const { return actions_.data(); }
  constexpr const Action* end() const { return actions_.data() + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const Action& operator[](std::size_t i) const { return actions_[i]; }

 private:
  std::array<Action, kCapacity> actions_;
  std::size_t size_ = 0;
};

}  // namespace taki::rules
