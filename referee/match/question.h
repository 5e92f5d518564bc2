// What a seat is asked. Internal to this room.
#pragma once

#include "referee/match/effect.h"
#include "referee/match/match_state.h"

namespace taki::match {

// The open decision of `seat` as it is asked for the first time, with its whole time. Written where
// it stays: it is half a kilobyte, and the most frequent message of all. Requires: one is open.
void PutQuestion(const MatchState& state, rules::Seat seat, Decision& out);

}  // namespace taki::match
