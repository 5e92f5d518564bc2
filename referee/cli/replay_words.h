// What happened in a step of a replay, in the words of `taki match watch` and with the cards that
// are known by then. Pure functions; escaped.
#pragma once

#include <string>

#include "referee/rules/event.h"
#include "referee/rules/position.h"
#include "taki/v1/match.pb.h"

namespace taki::cli {

// "1 bob plays R5!", "3 dave draws 3: BT R+ R8 (for the +3)"; `faces`: the drawn cards are known.
// Empty for the beginning of a turn, which a position shows.
std::string StepText(const v1::Match& match, const rules::Event& event, bool faces);

// The answers to an open +3 so far: "the +3 of 1 bob: 2 carol pass, 3 dave ..."; with `answers`
// false, those who are asked are all that is told. Requires: phase kWindow.
std::string WindowText(const v1::Match& match, const rules::Position& position, bool answers);

// "red".
std::string ColorName(rules::Color color);

}  // namespace taki::cli
