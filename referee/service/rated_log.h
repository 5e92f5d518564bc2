// The rated results of the store, in memory, in a form that a thread can keep while others go on.
//
// A RatedLog is a value that never changes; a copy costs a pointer for each 4,096 results. It holds
// what ratings are made of (referee/rating), 34 bytes a two-seat match. A RatedLogReader belongs to
// one thread at a time.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "referee/match/config.h"
#include "referee/rules/position.h"
#include "store/history.h"

namespace taki::service {

// What is rated.
struct RatedVersion {
  match::BotId bot;
  std::string version;  // of a bot that was never ready: whatever the store says in its place
  friend auto operator<=>(const RatedVersion&, const RatedVersion&) = default;
};

// A result came to count, or does not count any more (store::RatedResult).
struct RatedChange {
  std::int64_t as_of = 0;
  match::MatchId match;
  std::int64_t finished_ms = 0;
  bool counts = true;
};

class RatedSeat {
 public:
  // Requires: version < 2^24, place from 1 to 15.
  RatedSeat(std::uint32_t version, std::int32_t place, rules::SeatEnd end)
      : word_(version << 8 | static_cast<std::uint32_t>(place) << 4 |
              static_cast<std::uint32_t>(end)) {}
  std::uint32_t version() const { return word_ >> 8; }  // an index of RatedLog::versions()
  int place() const { return static_cast<int>(word_ >> 4 & 15); }
  rules::SeatEnd end() const { return static_cast<rules::SeatEnd>(word_ & 15); }
  bool showed_up() const { return end() != rules::SeatEnd::kNoShow; }

 private:
  std::uint32_t word_;
};

class RatedLog {
 public:
  using Take = std::function<void(const RatedChange&, std::span<const RatedSeat>)>;

  std::int64_t as_of() const { return last_.as_of; }  // of the last change; 0: none yet
  const RatedChange& last() const { return last_; }
  // In the order in which they first sat.
  const std::vector<RatedVersion>& versions() const { return *versions_; }
  // Changes with after < as_of <= until, in order.
  void ForEach(std::int64_t after, std::int64_t until, const Take& take) const;
  // The same, less any number of those whose match is not from `from` to `to`.
  void ForEachWithin(std::int64_t after, std::int64_t until, match::MatchId from, match::MatchId to,
                     const Take& take) const;
  // Changes with after < as_of of matches in which the bot sat, in order. Cost: a step for each of
  // them, and a few for each 4,096 of the log.
  void ForEachOf(match::BotId bot, std::int64_t after, const Take& take) const;
  // ... in which both bots sat, from the beginning. Cost: as of the bot that sat less often.
  void ForEachOfBoth(match::BotId bot, match::BotId other, const Take& take) const {
    ForEachOf(bot, other, 0, take);
  }

 private:
  friend class RatedLogReader;
  struct Piece;
  template <class Pass>
  void ForEachIn(std::int64_t after, std::int64_t until, const Pass& pass, const Take& take) const;
  void ForEachOf(match::BotId bot, match::BotId other, std::int64_t after, const Take& take) const;

  RatedChange last_;
  std::vector<std::shared_ptr<const Piece>> pieces_;
  std::shared_ptr<const std::vector<RatedVersion>> versions_ =
      std::make_shared<std::vector<RatedVersion>>();
};

class RatedLogReader {
 public:
  // Appends what the store has beyond the log, until `stop` says so: it is asked before each
  // thousand. On an error what came before it is kept.
  absl::Status CatchUp(
      store::History& history, const std::function<bool()>& stop = [] { return false; });
  const RatedLog& log() const { return log_; }

 private:
  void Append(const std::vector<store::RatedResult>& results);
  std::uint32_t IndexOf(RatedVersion version, std::vector<RatedVersion>& versions);

  RatedLog log_;
  std::map<RatedVersion, std::uint32_t> indexes_;  // in versions()
};

}  // namespace taki::service
