// Leaderboards, head-to-head and rating history, as HistoryService shows them (docs/ratings.md).
//
// Everything is made of the rated results that are committed, read as they come; nothing here
// touches the loop. The same `as_of` has the same numbers in every view.
//
// A fit of a million matches takes seconds, and no reader waits for one: work that is little a
// reader does himself, so that he sees the last match counted; the rest is left to a thread in the
// background (ratings_thread.h), and readers get the newest board that is ready. Without such a
// thread whoever asks does all of it. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/league/league.h"
#include "referee/service/board.h"
#include "referee/service/duel.h"
#include "referee/service/rated_log.h"
#include "referee/service/rating_past.h"
#include "store/history.h"

namespace taki::service {

struct RatingPoint {
  RatedChange last;  // the last change that it counts
  std::string version;
  rating::Standing standing;  // without its ranks
  std::int64_t matches = 0;
};

struct RatingLimits {
  // How long a reader waits for a board that was never made, since the referee has just begun...
  std::chrono::milliseconds first_wait{1'000};
  // ... and a command for one that counts all that was committed when it came.
  std::chrono::milliseconds command_wait{10'000};
  std::int64_t little_work = 200'000;  // of Boards::work
  std::int64_t little_news = 1'000;    // changes that the board does not count yet
  std::size_t leagues_kept = 64;
};

class Ratings {
 public:
  // `history` must outlive this.
  explicit Ratings(store::History& history, const RatingLimits& limits = {})
      : history_(history), limits_(limits) {}

  // Errors of all: UNAVAILABLE if the store cannot be read, or there is no board yet.

  // A row for each version that has played a rated match that counts; or for each bot one, of its
  // current version. Counts everything if that is little work, else as much as the newest board.
  absl::StatusOr<std::shared_ptr<const Board>> Leaderboard(bool all_versions);
  // The same of the matches of one league. `matches` tells them all and how much work they are at
  // most (Boards::work); it is called after the log was read, and perhaps again in the background.
  struct LeagueMatches {
    WantedMatches wanted;
    std::int64_t work = 0;
  };
  using MatchesOf = std::function<absl::StatusOr<LeagueMatches>()>;
  absl::StatusOr<std::shared_ptr<const Board>> LeaderboardOf(league::LeagueId league,
                                                             const MatchesOf& matches,
                                                             bool all_versions);
  // The ratings of `bots` as the leaderboard shows them, as a league's log takes them: "3:1523.2
  // 5:-12.5", Elo by bot id. Bots without one are left out. Counts everything that is committed
  // now; UNAVAILABLE if that takes too long.
  absl::StatusOr<std::string> TextOf(const std::vector<match::BotId>& bots);
  // Counts everything. Requires: CheckSprtConfig(sprt).
  absl::StatusOr<Duel> HeadToHead(const RatedSide& first, const RatedSide& second,
                                  const rating::SprtConfig& sprt);
  // What the leaderboard showed for it in the past (RatingPast) and shows now. Of these points at
  // most `points_max`, evenly chosen, with the last one. Those of the past may still be missing
  // when the referee has just begun. Requires: points_max > 0.
  absl::StatusOr<std::vector<RatingPoint>> HistoryOf(const RatedSide& side, std::size_t points_max);

  // --- the background

  // From now on more than a little work is left to one thread that calls Work, again whenever
  // `wake` was called, at once if it was `urgent`. Before anybody reads. `wake` is thread-safe.
  using Wake = std::function<void(bool urgent)>;
  void LeaveWorkTo(Wake wake) { wake_ = std::move(wake); }
  // Makes what is behind: the board, one league's, one point of the past. True: there is more.
  bool Work();
  // Work comes back soon, and nobody waits any more. Any thread.
  void Stop();

 private:
  using SharedBoards = std::shared_ptr<const Boards>;
  using Stopped = std::function<bool()>;
  struct KeptLeague {
    std::mutex making;  // guards `maker`; held while a fit is made
    BoardMaker maker;
    // What follows is guarded by Ratings::mutex_.
    SharedBoards boards;
    MatchesOf wanted;  // in the background
    bool is_much = false;
  };

  absl::StatusOr<RatedLog> CaughtUp(const Stopped& stop);
  absl::Status AwaitFirst();
  absl::StatusOr<RatedLog> Now();
  SharedBoards Newest();
  bool IsLittle(const Boards& boards, const RatedLog& log, std::int64_t news_max) const;
  absl::StatusOr<SharedBoards> MakeBoards(const Stopped& stop);
  absl::StatusOr<SharedBoards> BoardsFor(const RatedLog& log);

  std::shared_ptr<KeptLeague> Keep(league::LeagueId league);
  absl::StatusOr<SharedBoards> MakeLeague(KeptLeague& kept, const MatchesOf& matches,
                                          const Stopped& stop, bool in_background);
  absl::StatusOr<SharedBoards> LeagueFromBackground(const std::shared_ptr<KeptLeague>& kept,
                                                    const MatchesOf& matches);
  void WorkOnLeague();

  bool MakePoint(const RatedLog& log, const Boards& until, const Stopped& stop);
  void MakeLittlePast(const RatedLog& log, const Boards& boards);
  std::vector<RatingPoint> PointsOf(const RatedSide& side, const RatedLog& log,
                                    const Boards& boards);

  store::History& history_;
  const RatingLimits limits_;
  Wake wake_;
  std::atomic<bool> stopped_{false};

  std::mutex log_mutex_;  // guards what follows; held while the store is read
  RatedLogReader reader_;

  std::mutex board_mutex_;  // guards what follows; held while a fit is made
  BoardMaker maker_;

  std::mutex past_mutex_;  // guards what follows; held while a fit is made
  RatingPast past_;

  std::mutex mutex_;  // guards what follows; held for a moment
  std::condition_variable changed_;
  SharedBoards boards_;   // the newest; null: none yet
  absl::Status failure_;  // of Work
  Pasts points_;          // those of past_
  std::map<std::int64_t, std::shared_ptr<KeptLeague>> leagues_;
  std::list<std::int64_t> recent_;                  // the keys of leagues_, the last one in front
  std::list<std::shared_ptr<KeptLeague>> waiting_;  // for Work
};

}  // namespace taki::service
