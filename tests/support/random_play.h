// Plays random matches and holds the rules core to what it promises, at every position on the way.
//
// At each position: those who are not asked have no legal action, and those who are asked have one;
// Check agrees with LegalActions over every action that can be written (all 57 kinds, colours,
// "last card", and the four others) for every seat; the list is in canonical order; notation
// round-trips; 116 cards (I6); Observe is blind to hidden cards (I5); a refused action changes
// nothing (I8); the hash changes with each step; and the same steps from the same deal give the
// same events and hash (I4). The match ends (I7) and its placing is what R10.1 says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/rules/transition.h"
#include "tests/support/splitmix.h"

namespace taki::test {

// One step of a match: an action, a default action or a forfeit.
struct Step {
  enum class Kind : std::uint8_t { kAction, kTimeout, kForfeit };
  Kind kind = Kind::kAction;
  rules::Seat seat;
  rules::Action action;
  rules::SeatEnd reason = rules::SeatEnd::kCompleted;
};

struct RandomMatch {
  rules::Setup setup;
  unsigned timeout_percent = 0;   // of steps
  unsigned forfeit_permille = 0;  // of steps
};

// A match of any size and ruleset, from a seed: 2 to 10 seats, both options, stages of all kinds,
// with or without faults.
RandomMatch AnyMatch(std::uint64_t seed);

// What happened, for tests that want to know that they met it.
struct PlayedMatch {
  rules::Position end{};
  std::vector<Step> steps;
  std::vector<std::string> faults;  // broken promises, at most a few; empty is the result hoped for
  int short_draws = 0;              // R3.8
  int reshuffles = 0;               // R3.7
  int windows = 0;                  // R7.4
  int answered_windows = 0;
  int stages_completed = 0;  // R9.1
};

// Chooses a step for someone who is asked. Requires: !position.over().
Step RandomStep(const rules::Position& position, const RandomMatch& match, SplitMix& random);

void Apply(rules::Position& position, const Step& step, rules::EventSink& sink);

// Plays to the end. With `check` every promise is tested at every position, else only at the end.
PlayedMatch PlayRandomMatch(const RandomMatch& match, std::uint64_t seed, bool check = true);

// Every action that can be written: 124 of them.
const std::vector<rules::Action>& AllActions();

// The same table to `viewer`, but other cards in hidden places: the hands of the others and the
// draw pile are mixed among each other. `public_view` mixes the viewer's hand too.
rules::Position WithHiddenCardsMixed(const rules::Position& position, rules::Seat viewer,
                                     bool public_view, SplitMix& random);

}  // namespace taki::test
