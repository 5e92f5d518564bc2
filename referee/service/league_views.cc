#include "referee/service/league_views.h"

#include <utility>
#include <vector>

namespace taki::service {
namespace {

constexpr int kEntriesPerQuery = 1'000;

}  // namespace

absl::Status LeagueViews::Read(league::LeagueId id,
                               const std::function<void(const LeagueView&)>& read) {
  // An unknown id takes no place.
  if (const auto known = history_.GetLeague(id); !known.ok()) return known.status();
  const std::shared_ptr<Kept> kept = Keep(id);
  std::lock_guard lock(kept->mutex);
  // Under the lock, so that it is never older than what was applied.
  const auto row = history_.GetLeague(id);
  if (!row.ok()) return row.status();
  if (absl::Status status = CatchUp(*row, *kept); !status.ok()) {
    kept->league.reset();  // begin anew next time
    return status;
  }
  read({*row, *kept->league, kept->bots});
  return absl::OkStatus();
}

std::shared_ptr<LeagueViews::Kept> LeagueViews::Keep(league::LeagueId id) {
  std::lock_guard lock(mutex_);
  recent_.remove(id.number);
  recent_.push_front(id.number);
  std::shared_ptr<Kept>& kept = kept_[id.number];
  if (!kept) kept = std::make_shared<Kept>();
  std::shared_ptr<Kept> wanted = kept;
  if (recent_.size() > kept_max_) {
    kept_.erase(recent_.back());  // whoever reads it now still holds it
    recent_.pop_back();
  }
  return wanted;
}

absl::Status LeagueViews::CatchUp(const store::LeagueRow& row, Kept& kept) {
  if (!kept.league) kept.league.emplace(row.id, row.config, row.event_seed);
  league::League& league = *kept.league;
  while (league.last_seq() < row.last_seq) {
    auto entries = history_.LeagueLog(row.id, league.last_seq(), kEntriesPerQuery);
    if (!entries.ok()) return entries.status();
    while (!entries->empty() && entries->back().seq > row.last_seq) entries->pop_back();
    if (entries->empty()) return absl::InternalError("the log of the league has a gap");
    if (absl::Status status = LearnBots(*entries, kept); !status.ok()) return status;
    for (const league::LogEntry& entry : *entries)
      if (absl::Status status = league.Apply(entry); !status.ok())
        return absl::InternalError("the log of the league does not replay: " +
                                   std::string(status.message()));
  }
  return absl::OkStatus();
}

absl::Status LeagueViews::LearnBots(const std::vector<league::LogEntry>& entries, Kept& kept) {
  std::vector<match::BotId> unknown;
  for (const league::LogEntry& entry : entries)
    if (entry.kind == league::LogEntry::Kind::kEntered && !kept.bots.contains(entry.bot.number))
      unknown.push_back(entry.bot);
  if (unknown.empty()) return absl::OkStatus();
  auto bots = history_.BotsById(unknown);
  if (!bots.ok()) return bots.status();
  for (store::Bot& bot : *bots) kept.bots.emplace(bot.id.number, std::move(bot));
  for (const match::BotId id : unknown)
    if (!kept.bots.contains(id.number)) return absl::InternalError("an entrant is no bot");
  return absl::OkStatus();
}

}  // namespace taki::service
