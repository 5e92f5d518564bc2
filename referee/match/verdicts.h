// What bots are told about their replies. Internal to this room.
//
// Pure functions of what the records say, so that a verdict is the same live, repeated after a
// restart (promise D4), and told again years later (story.h).
#pragma once

#include "referee/match/effect.h"
#include "referee/match/input.h"
#include "referee/match/match_state.h"
#include "referee/match/reply_reader.h"

namespace taki::match {

// On a reply that has just been applied, or of which nothing was. `state` is the one after it.
Verdict VerdictOnAnswer(const MatchState& state, DecisionId id, rules::Seat seat,
                        const ReplyReading& reading);
// On a reply to anything but the seat's open decision.
Verdict VerdictOnClosed(const MatchState& state, const Reply& reply);
// The same for the reply itself and for every repeat of it. Requires: it answered `id`.
Verdict RecordedVerdict(const MatchState& state, DecisionId id, rules::Seat seat);
// Without what only a reply knows.
Verdict NewVerdict(const MatchState& state, DecisionId id, rules::Seat seat, VerdictKind kind);

}  // namespace taki::match
