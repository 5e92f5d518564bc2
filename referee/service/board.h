// The leaderboard as of one change of the rated log: its figures beside what people call the bots
// (docs/ratings.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/rating/leaderboard.h"
#include "referee/service/rated_log.h"
#include "referee/service/rated_tally.h"
#include "store/history.h"

namespace taki::service {

struct Board {
  struct Row {
    store::Bot bot;
    std::string version;
    bool current = false;
    rating::LeaderboardRow figures;
  };
  RatedChange last;       // the last change that it counts
  std::vector<Row> rows;  // in order
};

// Both boards of one fit.
struct Boards {
  Board current;       // a row for each bot, of its current version (RatedTally::IsCurrent)
  Board all_versions;  // a row for each version that has played
  const Board& Of(bool all) const { return all ? all_versions : current; }
  const RatedChange& last() const { return current.last; }
  // About how much work the fit was: 200,000 are some 10 ms.
  std::int64_t work = 0;
};
// The part of that work that comes from the number of players alone; the rest is the square of the
// seats of each ranking.
inline std::int64_t WorkOf(std::int64_t players) { return players * players * players / 20; }

// Makes boards of a log that grows. Belongs to one thread at a time.
class BoardMaker {
 public:
  // As of the end of `log`, of the matches `wanted`; both as RatedTally::Follow wants them.
  // CANCELLED if `stop` said so; else as History says.
  absl::StatusOr<std::shared_ptr<const Boards>> Make(
      store::History& history, const RatedLog& log, const WantedMatches& wanted = {},
      const std::function<bool()>& stop = [] { return false; });

 private:
  RatedTally tally_;
  std::shared_ptr<const rating::Rankings> fitted_;  // what `fit_` was made of
  rating::Fit fit_;
};

}  // namespace taki::service
