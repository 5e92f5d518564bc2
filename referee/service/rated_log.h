// The rated results of the store, in memory, in a form that a thread can keep while others go on.
//
// A RatedLog is a value that never changes; a copy costs a pointer for each thousand results. It
// holds what ratings are made of (referee/rating), about 50 bytes a two-seat match. A
// RatedLogReader belongs to one thread at a time.
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
struct RatedSeat {
  std::uint32_t version = 0;  // an index of RatedLog::versions()
  std::uint8_t place = 0;
  rules::SeatEnd end = rules::SeatEnd::kCompleted;
  bool showed_up() const { return end != rules::SeatEnd::kNoShow; }
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

 private:
  friend class RatedLogReader;
  struct Piece {
    std::vector<RatedChange> changes;
    std::vector<RatedSeat> seats;     // of all changes, one after another
    std::vector<std::uint32_t> ends;  // in seats, one a change
  };
  RatedChange last_;
  std::vector<std::shared_ptr<const Piece>> pieces_;
  std::shared_ptr<const std::vector<RatedVersion>> versions_ =
      std::make_shared<std::vector<RatedVersion>>();
};

class RatedLogReader {
 public:
  // Appends what the store has beyond the log. On an error what came before it is kept.
  absl::Status CatchUp(store::History& history);
  const RatedLog& log() const { return log_; }

 private:
  void Append(const std::vector<store::RatedResult>& results);
  std::uint32_t IndexOf(RatedVersion version, std::vector<RatedVersion>& versions);

  RatedLog log_;
  std::map<RatedVersion, std::uint32_t> indexes_;  // in versions()
};

}  // namespace taki::service
