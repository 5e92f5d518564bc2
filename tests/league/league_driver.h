// Plays a league without a referee: files what is wanted, ends matches with results drawn from a
// seed, and keeps the log, so that it can be read again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "referee/league/league.h"
#include "tests/support/splitmix.h"

namespace taki::league {

// Everything that a league shows, as text: equal exactly if both look the same. `with_seq`: the
// number of the last entry too.
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
  explicit LeagueDriver(LeagueConfig config, std::uint64_t seed = 1);

  // Bots 1 to n, and the start.
  void Enter(std::int32_t bots);
  void Start();
  // Applies an entry, which must fit, and keeps it.
  void Apply(LogEntry entry);
  void Apply(LogEntry::Kind kind, std::int64_t bot = 0) { Apply({.kind = kind, .bot = {bot}}); }

  // Files at most `limit` of what is wanted, at most `per_bot` at once for a bot; returns how many.
  int File(int limit = 1'000'000, int per_bot = 64);
  // Ends the `which`-th running match by luck. Requires: there is one.
  void FinishOne(std::size_t which, const Luck& luck = {});
  // ... as told: who of its seats is on which place; 0: did not show up.
  void Finish(match::MatchId match, const std::vector<std::int32_t>& places);
  void FinishVoid(match::MatchId match, const std::string& reason = "REFEREE_FAULT");
  // Nobody but `ready` (seats) was ready.
  void FinishNotReady(match::MatchId match, const std::vector<std::size_t>& ready);

  // Until it is over or nothing can be filed any more. True if it is over. `each` is called after
  // each entry; it may apply more.
  bool PlayOn(const Luck& luck = {}, int at_once = 8);

  const League& league() const { return league_; }
  const std::vector<LogEntry>& log() const { return log_; }
  const std::vector<match::MatchId>& running() const { return running_; }
  test::SplitMix& chance() { return chance_; }
  // The last attempt of a fixture.
  const Attempt& LastAttempt(std::int32_t fixture) const;
  match::MatchId LastMatch() const { return {last_match_}; }
  bool IsOver() const {
    return league_.state() == LeagueState::kFinished || league_.state() == LeagueState::kAborted;
  }

  // A league that has read this log up to `entries` of it.
  League Replay(std::size_t entries) const;
  League Replay() const { return Replay(log_.size()); }

  // Called after each entry.
  std::function<void()> after_each;

 private:
  void FileOne(const Wanted& wanted);
  const Attempt& Find(match::MatchId match) const;
  void Over(match::MatchId match, Outcome outcome);

  LeagueConfig config_;
  rules::Bytes32 event_seed_{};
  League league_;
  std::vector<LogEntry> log_;
  std::vector<match::MatchId> running_;
  std::int64_t last_match_ = 0;
  test::SplitMix chance_;
};

}  // namespace taki::league
