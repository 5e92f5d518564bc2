// Leagues for a history: some at a time, of every format, each a real league::League whose log is
// written as the host would write it. One that is over is followed by another.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "referee/league/league.h"
#include "store/journal.h"
#include "tests/support/splitmix.h"

namespace taki::bench {

class MadeLeagues {
 public:
  // For bots 1 to `bots`, 12 or more.
  MadeLeagues(int bots, std::vector<int> stages, std::uint64_t seed);

  struct Filed {
    match::MatchId match;
    store::LeagueMatch of;
    std::vector<match::BotId> bots;  // by seat
    league::LeagueConfig config;
  };
  // Files what leagues want, at most `count` matches, under the ids from `first` on; entries go
  // into `batch`. Fewer if the leagues wait for their matches.
  std::vector<Filed> File(match::MatchId first, int count, std::int64_t now_ms,
                          store::Batch& batch);
  // A match of File is over with `batch`; `row` as it is then.
  void Finish(const store::MatchRow& row, std::int64_t now_ms, store::Batch& batch);

 private:
  struct Live {
    league::League machine;
    store::LeagueRow row;
  };
  Live& Begin(std::int64_t now_ms, store::Batch& batch);
  void FileOf(Live& live, match::MatchId& next, std::size_t count, std::int64_t now_ms,
              store::Batch& batch, std::vector<Filed>& filed);
  static std::vector<league::Wanted> WantedOf(const Live& live, std::size_t count);
  league::LeagueConfig ConfigOf(int number, int& bots);
  static void Append(Live& live, league::LogEntry entry, std::int64_t now_ms, store::Batch& batch);

  const int bots_;
  const std::vector<int> stages_;
  test::SplitMix random_;
  int begun_ = 0;
  std::vector<std::unique_ptr<Live>> live_;
};

}  // namespace taki::bench
