// Messages of the match machine as lines: what a test expects, and what two worlds are compared by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/effect.h"

namespace taki::match::test {

std::string_view Name(VerdictKind kind);  // "ACCEPTED", "ILLEGAL", ...

// "seat 1 timed out (1)", "seat 1 struck (2)", else the event of the rules (event_text.h).
std::string Text(const MatchEvent& event);

// The token of each action, a space between.
std::string Tokens(const std::vector<rules::Action>& actions);

// Everything that `viewer` (nullopt: a watcher) receives of `messages`, one line each, every field
// that it may see.
std::vector<std::string> Received(const std::vector<Message>& messages,
                                  std::optional<rules::Seat> viewer);

}  // namespace taki::match::test
