// Plays a league without a referee: files what is wanted, ends matches with results drawn from a
// seed, and keeps the log, so that it can be read again.
//
// Bot n is entrant n - 1 and seed n. How a match ends depends on the seed and on which match it is,
// not on when it is played: two drivers of one seed and different `order` play the same results in
// another order.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "referee/league/league.h"
#include "tests/support/splitmix.h"

namespace taki::league {

// Everything that a league shows but the number of its last entry, as text: equal exactly if both
// look the same.
std::string Dump(const League& league);

// A configuration of a format that Validate accepts, for as many bots.
LeagueConfig ConfigOf(Format format, std::int32_t seats = 2);

// How matches end, in percent; the rest ends with a full placing.
struct Luck {
  unsigned tie = 0;         // all places shared
  unsigned no_show = 0;     // of each bot
  unsigned void_match = 0;  // the referee's fault
};

class LeagueDriver {
 public:
  explicit LeagueDriver(LeagueConfig config, std::uint64_t seed = 1, std::uint64_t order = 1);

  // Bots 1 to n, and the start.
  void Enter(std::int32_t bots);
  void Start();
  // Applies an entry, which must fit, and keeps it.
  void Apply(LogEntry entry);
  void Apply(LogEntry::Kind kind, std::int64_t bot = 0) { Apply({.kind = kind, .bot = {bot}}); }

  // --- by luck
  // Files at most `limit` of what is wanted, at most `per_bot` at once for a bot; returns how many.
  int File(int limit = 1'000'000, int per_bot = 64);
  // Ends the `which`-th running match. Requires: there is one.
  void FinishOne(std::size_t which, const Luck& luck = {});
  // Until it is over or nothing can be filed any more. True if it is over.
  bool PlayOn(const Luck& luck = {}, int at_once = 8);

  // --- as told
  // Files the next match of a fixture, which must be wanted.
  match::MatchId FileFixture(std::int32_t fixture);
  // ... and ends it with these bots on places 1, 2, ...; those of its seats that are not there did
  // not show up.
  match::MatchId Play(std::int32_t fixture, const std::vector<std::int64_t>& bots);
  void Finish(match::MatchId match, const std::vector<std::int64_t>& bots);
  // By seat; 0: did not show up. The first has completed `stages` stages, each other one less.
  void FinishPlaces(match::MatchId match, const std::vector<std::int32_t>& places, int stages = 8);
  void FinishVoid(match::MatchId match, const std::string& reason = "REFEREE_FAULT");

  const League& league() const { return league_; }
  const Fixture& fixture(std::int32_t number) const {
    return league_.fixtures()[static_cast<std::size_t>(number - 1)];
  }
  // The row of a bot in the table, of group `group`.
  Standing Row(std::int64_t bot, std::int32_t group = 0) const;
  const std::vector<LogEntry>& log() const { return log_; }
  const rules::Bytes32& event_seed() const { return event_seed_; }
  const std::vector<match::MatchId>& running() const { return running_; }
  test::SplitMix& order() { return order_; }
  bool IsOver() const {
    return league_.state() == LeagueState::kFinished || league_.state() == LeagueState::kAborted;
  }

  // A league that has read this log up to `entries` of it.
  League Replay(std::size_t entries) const;
  League Replay() const { return Replay(log_.size()); }

  // Called after each entry; may apply more.
  std::function<void()> after_each;

 private:
  match::MatchId FileOne(const Wanted& wanted);
  const LogEntry& Filed(match::MatchId match) const { return log_[filed_.at(match)]; }
  void Over(match::MatchId match, Outcome outcome);
  void FinishNotReady(match::MatchId match, const std::vector<std::size_t>& ready);

  LeagueConfig config_;
  rules::Bytes32 event_seed_{};
  League league_;
  std::vector<LogEntry> log_;
  std::map<match::MatchId, std::size_t> filed_;  // index in log_
  std::vector<match::MatchId> running_;
  std::int64_t last_match_ = 0;
  std::uint64_t seed_;
  test::SplitMix order_;
};

}  // namespace taki::league
