// What a seat, or everyone, may know of a position (docs/rules.md R7.4; fault S6).
//
// PublicState has no member for a hidden card, so it cannot tell one: two positions that differ
// only in hidden cards give equal PublicStates (invariant I5).
#pragma once

#include <array>
#include <cstdint>

#include "referee/rules/card_set.h"
#include "referee/rules/position.h"

namespace taki::rules {

struct PublicSeat {
  std::uint8_t cards = 0;  // in hand
  std::uint8_t stages_completed = 0;
  std::uint8_t stage_hand =
      0;  // the number of the stage it plays (8, 7, ... 1); 0 when it has completed all
  bool forfeited = false;
  friend bool operator==(const PublicSeat&, const PublicSeat&) = default;
};

struct PublicState {
  std::uint8_t seats = 0;
  Phase phase = Phase::kOver;
  Seat turn;  // in a window the +3's player
  std::int8_t direction = 1;
  Card leading;
  Color leading_color = Color::kRed;
  Card top;
  bool taki_open = false;
  std::uint8_t stack = 0;
  std::uint8_t draw_pile = 0;  // cards in it
  std::uint16_t turns_ended = 0;
  std::array<PublicSeat, kMaxSeats> seat{};
  friend bool operator==(const PublicState&, const PublicState&) = default;
};

struct View {
  PublicState state;
  Seat seat;
  CardSet hand;
  friend bool operator==(const View&, const View&) = default;
};

PublicState ObservePublic(const Position& position);
View Observe(const Position& position, Seat seat);

}  // namespace taki::rules
