// The inside of League: the book, its schedule, and where in its life the league is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/league/book.h"
#include "referee/league/ladder.h"
#include "referee/league/league.h"
#include "referee/league/schedule.h"

namespace taki::league {

class League::Impl {
 public:
  Impl(LeagueId id, LeagueConfig config, const rules::Bytes32& event_seed);

  absl::Status Apply(const LogEntry& entry);

  // --- commands: league_commands.cc
  absl::Status CanEnter(match::BotId bot) const;
  absl::Status CanWithdraw(match::BotId bot) const;
  absl::Status CanStart() const;
  absl::Status CanPause() const;
  absl::Status CanResume() const;
  absl::Status CanDrain() const;
  absl::Status CanAbort() const;
  absl::Status CanAnnul(match::MatchId match) const;
  absl::Status CanRequeue(FixtureId fixture) const;
  absl::Status CanDisqualify(match::BotId bot) const;
  absl::Status CanReinstate(match::BotId bot) const;
  absl::Status CanFile(const LogEntry& entry) const;
  absl::Status CanFinish(const LogEntry& entry) const;

  LeagueState State() const;
  Progress GetProgress() const;
  std::vector<match::MatchId> Unrated() const;

  Book book;
  std::unique_ptr<const Schedule> schedule;
  Ladder ladder;
  std::int32_t last_seq = 0;
  bool started = false;
  bool paused = false;
  bool drained = false;
  bool aborted = false;

 private:
  absl::Status CanApply(const LogEntry& entry) const;
  void Take(const LogEntry& entry);
  void Start(const std::string& ratings);
  void Withdraw(Entrant entrant, std::int32_t seq);
  void File(const LogEntry& entry);
  void Finish(const LogEntry& entry);
  void DeriveAll();
};

// "3:1523.25 5:-12.5": Elo by bot id. INVALID_ARGUMENT if it is not that.
absl::StatusOr<std::vector<std::pair<match::BotId, double>>> ParseRatings(std::string_view text);

}  // namespace taki::league
