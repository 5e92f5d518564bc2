// What a bot may answer when it is asked (docs/rules.md, Notation).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

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
  static constexpr std::size_t kCapacity = 64;

  ActionList() = default;
  // `fill(Action* out)` writes up to kCapacity actions from `out` on and returns the end of what it
  // wrote.
  template <class Fill>
  explicit ActionList(Fill fill) : size_(static_cast<std::size_t>(fill(data()) - data())) {
    TAKI_CHECK(size_ <= kCapacity);
  }
  ActionList(const ActionList& other) { *this = other; }
  ActionList& operator=(const ActionList& other) {
    std::copy(other.begin(), other.end(), data());
    size_ = other.size_;
    return *this;
  }

  const Action* begin() const { return data(); }
  const Action* end() const { return data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Action& operator[](std::size_t i) const { return data()[i]; }
  friend bool operator==(const ActionList& a, const ActionList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  Action* data() { return std::launder(reinterpret_cast<Action*>(storage_.data())); }
  const Action* data() const {
    return std::launder(reinterpret_cast<const Action*>(storage_.data()));
  }

  // Bytes, so that listing five actions does not first write sixty-four.
  alignas(Action) std::array<std::byte, kCapacity * sizeof(Action)> storage_;
  std::size_t size_ = 0;
};
static_assert(std::is_trivially_copyable_v<Action>);

}  // namespace taki::rules
