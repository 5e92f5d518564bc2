// Public events as lines that people read while a match goes on. Pure functions.
#pragma once

#include <string>

#include "taki/v1/match.pb.h"

namespace taki::cli {

// "1 bob plays R5!", "0 alice draws 4 (the stack)", escaped. `match` names the seats. Empty for a
// kind of event that this program does not know.
std::string EventText(const v1::Match& match, const v1::PublicEvent& event);

// "leading R5, draw pile 99, hands 8 8 8": the position in one line.
std::string PositionText(const v1::PublicState& state);

// Why cards are drawn, "the +2 stack"; empty for the usual card in place of a play.
std::string ReasonText(v1::DrawReason reason);

// "R5!", "C>G", "draw", escaped: an action as a bot said it, in notation or in fields. "?" where
// those say nothing.
std::string ActionText(const v1::Action& action);

// "2 carol".
std::string SeatText(const v1::Match& match, int seat);

}  // namespace taki::cli
