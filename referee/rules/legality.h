// Which actions a seat may take, and which rule forbids the others (docs/rules.md R3 to R7).
//
// Pure functions of a Position: no allocation, no clock. Check and LegalActions agree: an action is
// listed exactly when Check accepts it (tests/rules/random_play_test.cc holds them to it).
#pragma once

#include <optional>
#include <string_view>

#include "referee/rules/action.h"
#include "referee/rules/position.h"

namespace taki::rules {

// Why an action is refused. Both texts have static storage; `text` is a sentence for a bot's
// author.
struct Violation {
  std::string_view rule;  // "R3.3"
  std::string_view text;
};

// Who must answer now: the seat on turn, or in a +3 window all others who have not answered; empty
// when the match is over.
inline SeatSet Asked(const Position& position) {
  if (position.phase == Phase::kOver) return SeatSet();
  return position.phase == Phase::kWindow ? position.unanswered : SeatSet::Of(position.turn);
}

// The first rule that `action` by `seat` breaks, or nothing if it is legal. A seat that is not
// asked breaks R3.1 (or R7.4).
std::optional<Violation> Check(const Position& position, Seat seat, Action action);

// All that Check accepts, in canonical order: plays by card (Change Colour by colour; without, then
// with "last card"), then draw, close, end, pass. Empty exactly for seats that are not asked.
ActionList LegalActions(const Position& position, Seat seat);

// What silence means (R11.3). May be an action that Check would refuse (drawing although a card
// fits). Requires: seat is asked.
Action DefaultAction(const Position& position, Seat seat);

}  // namespace taki::rules
