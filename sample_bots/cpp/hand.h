// What most bots want to know of the hand they are asked with. Pure functions of the decision.
#pragma once

#include <string>
#include <vector>

#include "taki/v1/play_service.pb.h"

namespace taki::bot_kit {

// How many cards of `color` are in the hand.
int Held(const v1::Decision& decision, v1::Color color);

// The colour of which most cards are in the hand; red before green before blue before yellow.
v1::Color MostHeld(const v1::Decision& decision);

// `first`, and behind it the rest of the run if it opens or continues one (R6): every other card of
// the run's colour with a Stop or +2 last, what else can go with it, "last card" where it is due,
// and `close` or `end`. Each action is legal when its turn comes, whatever the ruleset.
// Requires: `first` is one of the decision's legal actions.
std::vector<std::string> WithRun(const v1::Decision& decision, const v1::Action& first);

}  // namespace taki::bot_kit
