// What a leaderboard is counted from, as of any change of a RatedLog: the rankings for the fit
// (referee/rating), and how matches ended for each version.
//
// It follows the log forwards. Players are numbered by bot and version, not by who came first, so
// that a result which was taken back leaves no trace, not even in the last bit of a rating. Belongs
// to one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "referee/rating/leaderboard.h"
#include "referee/rating/results.h"
#include "referee/service/rated_log.h"

namespace taki::service {

class RatedTally {
 public:
  // Which matches are counted; all without it.
  using Wanted = std::function<bool(match::MatchId)>;
  explicit RatedTally(Wanted wanted = {}) : wanted_(std::move(wanted)) {}

  // As of change `until`. Requires: `log` goes on from the one of the call before, and `until` is
  // not before its.
  void Follow(const RatedLog& log, std::int64_t until);

  std::int64_t as_of() const { return as_of_; }
  std::shared_ptr<const rating::Rankings> Rankings() { return results_.Snapshot(); }
  // The number of a version in Rankings; by its index in the log's versions.
  rating::PlayerId PlayerOf(std::uint32_t version) const { return players_[version]; }
  // Matches that it played.
  std::int64_t Played(std::uint32_t version) const { return versions_[version].played; }
  // Whether its bot sat in any rated match, present or not.
  bool HasSat(match::BotId bot) const { return bots_.contains(bot.number); }
  // Of a version and its bot: no-shows are the bot's, whatever its version.
  rating::FaultTable Faults(std::uint32_t version, match::BotId bot) const;

 private:
  struct VersionCounts {
    std::int64_t played = 0;
    std::array<std::int64_t, 8> ends{};  // by rules::SeatEnd
  };
  struct BotCounts {
    std::int64_t sat = 0, no_shows = 0;
  };
  void Restart(const RatedLog& log);
  void Count(const RatedLog& log, const RatedChange& change, std::span<const RatedSeat> seats);

  const Wanted wanted_;
  std::int64_t as_of_ = 0;
  std::vector<rating::PlayerId> players_;  // by version
  std::vector<VersionCounts> versions_;
  std::map<std::int64_t, BotCounts> bots_;  // by id
  rating::Results results_;
};

}  // namespace taki::service
