// How far a bracket (bracket.h) has got: which fixtures can be played by whom, which are decided
// and how, who is out, and the final placing.
//
// A pure function of the plan and of what happened, in order: the league engine derives the same
// step by step, and is held to this. Who has withdrawn loses to whoever is there, and comes after
// those who played. In particular, in a fixture that was not played:
//   - as soon as all its slots are settled and just one entrant is there who has not withdrawn,
//   this
//     one wins without a match; the others drop or go out as after a defeat, and lose again where
//     they drop to;
//   - if nobody is there, or only entrants who have withdrawn, these are out, and the slot that the
//     winner would take stays empty: a bye for the one opposite.
// A win without a match is open to change, by a reinstatement, until a fixture that rests on it is
// begun. So withdrawing and reinstating without a match begun in between leaves no trace.
#pragma once

#include <span>
#include <vector>

#include "referee/league/bracket.h"

namespace taki::league::pairing {

struct BracketEvent {
  enum class Kind {
    kBegun,       // fixture: a match of it was started
    kResult,      // fixture, order: who took part in its matches, the best first
    kWithdrawn,   // entrant; or disqualified
    kReinstated,  // entrant
  };
  Kind kind = Kind::kBegun;
  int fixture = -1;
  std::vector<int> order;
  int entrant = -1;
};

enum class FixtureStatus {
  kPending,    // not all slots are settled
  kReady,      // to be played by `players`
  kPlayed,     // decided by a result
  kBye,        // won without a match: nobody else ever came
  kWalkover,   // won without a match: the others have withdrawn
  kEmpty,      // nobody was left for it
  kNotNeeded,  // the second grand final, if the winners' champion won the first
};

struct FixtureProgress {
  FixtureStatus status = FixtureStatus::kPending;
  std::vector<int> slots;    // one a slot: an entrant, kUnknown or kNobody
  std::vector<int> players;  // kReady: at least two, in the order of the slots
  std::vector<int> order;    // decided: best first, those who had withdrawn last; empty if kEmpty
};

struct BracketProgress {
  std::vector<FixtureProgress> fixtures;  // as those of the bracket
  bool done = false;                      // nothing is pending or ready
  // All entrants, the best first. Those in one element have the same placing, in the order of
  // seeds. Until it is done, those who are still in stand first, together.
  std::vector<std::vector<int>> ranking;
};

// Requires: events fit what came before. A result is of a fixture that is ready, or was begun when
// it was ready and whose players may have withdrawn since, and names only its entrants, at least
// two, each once; it comes before any fixture that rests on it is begun, and once. To strike a
// result, leave it out, unless a fixture that Rests on it was begun.
BracketProgress Progress(const Bracket& bracket, std::span<const BracketEvent> events);

}  // namespace taki::league::pairing
