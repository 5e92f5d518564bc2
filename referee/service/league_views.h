// Leagues as readers see them: replayed from what is committed, never asked of the loop.
//
// A view is the pure league::League of a league's log (referee/league/league.h). Views are kept,
// and a read applies only the entries that came since the last one. Thread-safe: reads of one
// league wait for each other, those of different leagues do not.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "referee/league/league.h"
#include "store/history.h"

namespace taki::service {

// A league as of entry league.last_seq() == row.last_seq of its log; valid during the read.
struct LeagueView {
  const store::LeagueRow& row;
  const league::League& league;
  // The bot of an entrant or of a seat. Requires: it was entered.
  const store::Bot& BotOf(match::BotId id) const { return bots.at(id.number); }
  const std::map<std::int64_t, store::Bot>& bots;
};

class LeagueViews {
 public:
  // `history` must outlive this. At most `kept_max` leagues stay in memory: those read last.
  explicit LeagueViews(store::History& history, std::size_t kept_max = 64)
      : history_(history), kept_max_(kept_max) {}

  // Calls `read` with the league as it is now. NOT_FOUND for an unknown one; UNAVAILABLE if the
  // store cannot be read; INTERNAL if its log does not replay.
  absl::Status Read(league::LeagueId id, const std::function<void(const LeagueView&)>& read);

 private:
  struct Kept {
    std::mutex mutex;  // guards what follows
    std::optional<league::League> league;
    std::map<std::int64_t, store::Bot> bots;  // of all who were ever entered, by id
  };
  std::shared_ptr<Kept> Keep(league::LeagueId id);
  // Up to exactly `row.last_seq`.
  absl::Status CatchUp(const store::LeagueRow& row, Kept& kept);
  absl::Status LearnBots(const std::vector<league::LogEntry>& entries, Kept& kept);

  store::History& history_;
  const std::size_t kept_max_;
  std::mutex mutex_;  // guards what follows; never held while a league is read
  std::map<std::int64_t, std::shared_ptr<Kept>> kept_;
  std::list<std::int64_t> recent_;  // the keys of kept_, the one read last in front
};

}  // namespace taki::service
