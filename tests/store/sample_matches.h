// Bots, and whole matches between them: played by the real match machine with random legal actions,
// a few timeouts, illegal actions and resignations, all from a seed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "referee/match/match.h"
#include "store/journal.h"
#include "tests/support/splitmix.h"

namespace taki::store::test {

inline constexpr std::int64_t kNow = 1'790'000'000'000;  // Unix milliseconds in 2026

// Number i from 1: bot-01 and so on, all different.
Bot SampleBot(int number);
std::vector<Bot> SampleBots(int count);
// A match between bots first, first + 1, ... with a seed of its own; QUEUED.
MatchRow SampleRow(std::int64_t number, int seats, int first_bot = 1,
                   std::vector<int> stages = {8, 7, 6, 5, 4, 3, 2, 1});

// League `number` from 1: league-01 and so on, all different.
LeagueRow SampleLeague(int number);

// The start of a match whose last seat never came; with entropy of seat 0.
match::Record SampleStart(int seats);
// Seat 0 is first, seat 1 second, ...; `last_end` is the last seat's.
match::Result SampleResult(int seats, match::MatchEnding ending = match::MatchEnding::kCompleted,
                           rules::SeatEnd last_end = rules::SeatEnd::kCompleted);

// A match that is played turn by turn. The effects of the last turn stay valid until the next.
class SampleMatch {
 public:
  SampleMatch(MatchRow row, std::uint64_t seed);

  const MatchRow& row() const { return row_; }
  bool over() const { return machine_.state() == match::Match::State::kOver; }
  // Plays on until something is to be recorded, and adds it to `batch`. Requires: !over().
  void Play(Batch& batch);
  const match::Effects& effects() const { return effects_; }

 private:
  void GetReady();
  void Answer();
  void Note(const match::Effects& effects);

  MatchRow row_;
  taki::test::SplitMix random_;
  match::Instant now_{};
  match::Match machine_;
  match::Effects effects_;
  std::vector<match::Decision> open_;
};

// Plays `count` matches with numbers from `first` on, `at_once` side by side, and commits each turn
// of all of them as one batch, the way the loop does. The bots must be there. Returns the actions.
std::int64_t PlayMatches(Journal& journal, std::int64_t first, int count, int at_once, int seats,
                         const std::vector<int>& stages, int bots);

}  // namespace taki::store::test
