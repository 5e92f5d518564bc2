// Plays whole matches through the match machine with bots of every kind: legal, illegal, silent,
// late, stale, repeating, leaving, coming back, resigning; and with a referee that is killed and
// resumes now and then. All from one seed.
//
// At every step it is checked that numbers go on without a gap, that each reply has exactly one
// verdict, that nothing is told to who is not there, and that an open window stays silent.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/match/match.h"

namespace taki::match::test {

// Where the live match stood after a step: what a replay of the first `inputs` records must give.
struct Milestone {
  std::uint32_t inputs = 0;
  std::uint32_t plies = 0;
  std::uint32_t last_seq = 0;
  std::uint32_t decisions = 0;
  std::uint64_t position_hash = 0;
};

// A verdict as it was told of a reply that had an effect.
struct ToldVerdict {
  std::uint32_t input_no = 0;  // of the reply's record
  rules::Seat seat{};
  std::vector<SentAction> actions;
  Verdict verdict;
};

struct PlayedMatch {
  MatchConfig config;
  std::vector<Record> records;
  std::vector<Line> lines;
  std::vector<MatchEvent> events;
  Result result;
  std::string text;  // the match record
  std::vector<Milestone> milestones;
  std::vector<Decision> asked;  // as they were sent, each when it was asked first
  std::vector<ToldVerdict> told;
  std::array<int, 6> verdicts{};  // by VerdictKind
  int restarts = 0;
  std::vector<std::string> faults;  // broken promises, at most a few; empty is the result hoped for
};

PlayedMatch PlayMatch(std::uint64_t seed);

}  // namespace taki::match::test
