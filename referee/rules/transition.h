// How a position changes: the deal, an action, a forfeit (docs/rules.md R2, R5 to R10).
//
// Values in, values out: no heap, no clock, no randomness but the deal key. Effects happen in the
// order of R8.1, each reported to the sink when it has happened.
#pragma once

#include "referee/rules/action.h"
#include "referee/rules/event.h"
#include "referee/rules/position.h"

namespace taki::rules {

struct Setup {
  Ruleset ruleset;
  int seats = 2;  // 2 to 10
  DealKey key{};
};

// R2: shuffles, deals, turns the leading card; seat 0 is on turn.
Position Deal(const Setup& setup);

// Requires: Check(position, seat, action) finds nothing, or action == DefaultAction(position,
// seat).
void Apply(Position& position, Seat seat, Action action, EventSink& sink);

// R10.2: `seat` leaves the match. In a +3 window its cards leave, and events come, when the window
// closes. Requires: seat remains, has not already forfeited in this window; !position.over().
void Forfeit(Position& position, Seat seat, SeatEnd reason, EventSink& sink);

}  // namespace taki::rules
