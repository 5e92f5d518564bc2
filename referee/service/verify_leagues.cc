#include "referee/service/verify_leagues.h"

#include <vector>

#include "referee/league/league.h"

namespace taki::service {
namespace {

constexpr int kLeaguesAtOnce = 100;
constexpr int kEntriesAtOnce = 1'000;

// What differs first, or nothing.
absl::StatusOr<std::string> Difference(store::History& history, const store::LeagueRow& row) {
  if (const absl::Status config = league::Validate(row.config); !config.ok())
    return "its configuration is impossible: " + std::string(config.message());
  league::League league(row.id, row.config, row.event_seed);
  for (;;) {
    const auto entries = history.LeagueLog(row.id, league.last_seq(), kEntriesAtOnce);
    if (!entries.ok()) return entries.status();
    if (entries->empty()) break;
    for (const league::LogEntry& entry : *entries)
      if (const absl::Status status = league.Apply(entry); !status.ok())
        return "entry " + std::to_string(entry.seq) +
               " of league_log does not follow: " + std::string(status.message());
  }
  if (league.last_seq() != row.last_seq)
    return "last_seq is stored as " + std::to_string(row.last_seq) + ", its log has " +
           std::to_string(league.last_seq()) + " entries";
  if (league.state() != row.state)
    return "state is stored as " + std::string(league::Name(row.state)) + ", its log gives " +
           std::string(league::Name(league.state()));
  if ((row.ended_ms != 0) != store::IsOver(row.state))
    return "ended_ms is stored as " + std::to_string(row.ended_ms) + " of a league that is " +
           std::string(league::Name(row.state));
  return std::string();
}

}  // namespace

absl::StatusOr<std::int64_t> VerifyLeagues(store::History& history, LeagueDiffers differs) {
  std::int64_t count = 0;
  for (league::LeagueId before{};;) {
    const auto rows = history.ListLeagues(std::nullopt, before, kLeaguesAtOnce);
    if (!rows.ok()) return rows.status();
    if (rows->empty()) return count;
    for (const store::LeagueRow& row : *rows) {
      const auto difference = Difference(history, row);
      if (!difference.ok()) return difference.status();
      if (!difference->empty()) differs(row.id, *difference);
      ++count;
    }
    before = rows->back().id;
  }
}

}  // namespace taki::service
