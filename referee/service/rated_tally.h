// What a leaderboard is counted from, as of any change of a RatedLog: the rankings for the fit
// (referee/rating), how matches ended for each version, and which version of a bot is the current
// one.
//
// It follows the log forwards, in steps as small as the news. Players are numbered by bot and
// version, not by who came first, so that a result which was taken back leaves no trace, not even
// in the last bit of a rating. Belongs to one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "referee/rating/leaderboard.h"
#include "referee/rating/results.h"
#include "referee/service/rated_log.h"

namespace taki::service {

// Matches that a board counts: no other than those from `from` to `to`, and of these all without
// `has`.
struct WantedMatches {
  match::MatchId from{1}, to{std::int64_t{1} << 62};
  std::function<bool(match::MatchId)> has;
};

class RatedTally {
 public:
  // As of change `until`. Requires: `log` goes on from the one of the call before, `until` is not
  // before its, and `wanted` still names the same of the matches before it.
  void Follow(const RatedLog& log, std::int64_t until, const WantedMatches& wanted = {});

  std::int64_t as_of() const { return as_of_; }
  std::shared_ptr<const rating::Rankings> Rankings() { return results_.Snapshot(); }
  // The number of a version in Rankings; by its index in the log's versions.
  rating::PlayerId PlayerOf(std::uint32_t version) const { return players_[version]; }
  // Matches that it played.
  std::int64_t Played(std::uint32_t version) const { return versions_[version].played; }
  // Whether it is what its bot sat with in the newest of the matches that count, by id, that it
  // came to: a result that was taken back and given again leaves no trace.
  bool IsCurrent(std::uint32_t version, match::BotId bot) const;
  // The bots that sat in any such match, present or not, ascending.
  std::vector<match::BotId> Bots() const;
  // Of a version and its bot: no-shows are the bot's, whatever its version.
  rating::FaultTable Faults(std::uint32_t version, match::BotId bot) const;

 private:
  struct VersionCounts {
    std::int64_t played = 0;
    std::array<std::int64_t, 8> ends{};  // by rules::SeatEnd
  };
  // A match and the version that the bot came to it with.
  struct Newest {
    match::MatchId match;
    std::uint32_t version = 0;
  };
  struct BotCounts {
    std::int64_t sat = 0, no_shows = 0;
    Newest newest;  // match 0: it never came
  };
  void Renumber(const RatedLog& log);
  void Count(const RatedLog& log, const RatedChange& change, std::span<const RatedSeat> seats);
  void CountBot(match::BotId bot, const RatedChange& change, const RatedSeat& seat);
  void FindNewest(const RatedLog& log, match::BotId bot, const WantedMatches& wanted);

  std::int64_t as_of_ = 0;
  std::vector<rating::PlayerId> players_;  // by version
  std::vector<VersionCounts> versions_;
  std::map<match::BotId, BotCounts> bots_;
  std::set<match::BotId> lost_newest_;  // their newest match does not count any more
  rating::Results results_;
};

}  // namespace taki::service
