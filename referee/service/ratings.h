// Leaderboard, head-to-head and rating history, as HistoryService shows them (docs/ratings.md).
//
// Everything is made of the rated results that are committed, read as they come; nothing here
// touches the loop. What is asked for is computed in the caller's thread and kept, so that the same
// `as_of` has the same numbers in every view. Thread-safe: who asks for a fit waits for the one
// that is being made.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/rating/head_to_head.h"
#include "referee/rating/leaderboard.h"
#include "referee/rating/sprt.h"
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

// The matches of two bots against each other, by who stood before the other.
struct Duel {
  rating::HeadToHead matches;
  rating::SprtVerdict verdict = rating::SprtVerdict::kContinue;
  double llr = 0, lower = 0, upper = 0;
  RatedChange last;  // the last change that it counts
};

struct RatingPoint {
  RatedChange last;  // the last change that it counts
  std::string version;
  rating::Standing standing;  // without its ranks
  std::int64_t matches = 0;
};

// A bot, or one version of it.
struct RatedSide {
  match::BotId bot;
  std::string version;  // empty: all
};

class Ratings {
 public:
  // `history` must outlive this.
  explicit Ratings(store::History& history) : history_(history) {}

  // Errors of all: UNAVAILABLE if the store cannot be read.

  // A row for each version that has played a rated match that counts; or for each bot one, of its
  // current version: the one of its newest such match, so that equal `as_of` have equal rows.
  absl::StatusOr<std::shared_ptr<const Board>> Leaderboard(bool all_versions);
  // The same of those matches alone that `wanted` names. Nothing of it is kept.
  absl::StatusOr<Board> LeaderboardOf(const RatedTally::Wanted& wanted, bool all_versions);
  // The ratings of `bots` as the leaderboard shows them, as a league's log takes them: "3:1523.2
  // 5:-12.5", Elo by bot id. Bots without one are left out.
  absl::StatusOr<std::string> TextOf(const std::vector<match::BotId>& bots);
  // Matches are taken in the order in which they were asked for. Requires: CheckSprtConfig(sprt).
  absl::StatusOr<Duel> HeadToHead(const RatedSide& first, const RatedSide& second,
                                  const rating::SprtConfig& sprt);
  // What the leaderboard showed for it in the past: at changes that are spread evenly over all, the
  // same for every bot, and at the last one. Of them at most `points_max`, evenly chosen, with the
  // last one. Requires: points_max > 0.
  absl::StatusOr<std::vector<RatingPoint>> HistoryOf(const RatedSide& side, std::size_t points_max);

 private:
  struct Figures {
    rating::Standing standing;
    std::int64_t matches = 0;
  };
  // What was so at a change of the log.
  struct Past {
    RatedChange last;
    std::map<std::uint32_t, Figures> by_version;  // by its index in the log
  };

  absl::StatusOr<RatedLog> Now();
  static Past PastOf(const RatedLog& log, RatedTally& tally, const RatedChange& change);
  void KeepPast(const RatedLog& log);

  store::History& history_;

  std::mutex log_mutex_;  // guards what follows; held while the store is read
  RatedLogReader reader_;

  std::mutex board_mutex_;  // guards what follows; held while a fit is made
  RatedTally tally_;
  std::shared_ptr<const rating::Rankings> fitted_;  // what `fit_` was made of
  rating::Fit fit_;
  std::shared_ptr<const Board> boards_[2];  // the last ones, by all_versions

  std::mutex past_mutex_;  // guards what follows; held while fits are made
  RatedTally past_tally_;
  std::int64_t past_step_ = 1;         // kept is each change whose number it divides
  std::map<std::int64_t, Past> past_;  // by as_of
};

}  // namespace taki::service
