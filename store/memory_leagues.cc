// The part of MemoryStore that knows leagues and what counts for ratings.
#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/memory_store.h"

namespace taki::store {
namespace {

absl::Status Contradicts(league::LeagueId id, const char* what) {
  return absl::FailedPreconditionError(absl::StrCat(league::ToString(id), ": ", what));
}

}  // namespace

absl::Status MemoryStore::CheckLeagues(const std::vector<LeagueRow>& leagues) const {
  if (leagues.empty()) return absl::OkStatus();
  std::map<std::int64_t, KeptLeague> all = leagues_;  // leagues are created seldom
  for (const LeagueRow& row : leagues) {
    if (const auto known = all.find(row.id.number); known != all.end()) {
      if (SameBeginning(known->second.row, row)) continue;
      return Contradicts(row.id, "is there already, and is another league");
    }
    for (const auto& [number, other] : all) {
      if (other.row.config.name == row.config.name) {
        return absl::AlreadyExistsError(absl::StrCat("there is a league named ", row.config.name));
      }
      if (!row.request_id.empty() && other.row.request_id == row.request_id) {
        return absl::AlreadyExistsError(absl::StrCat("request id ", row.request_id, " is taken"));
      }
    }
    all.emplace(row.id.number, KeptLeague{row, {}});
  }
  return absl::OkStatus();
}

absl::Status MemoryStore::CheckLeagueChanges(const Batch& batch) const {
  static const KeptLeague empty;
  std::map<std::int64_t, std::int32_t> last_seq;  // with the changes that were looked at
  for (const LeagueChange& change : batch.league_changes) {
    if (!KnowsLeague(batch, change.league)) return Contradicts(change.league, "is unknown");
    const auto known = leagues_.find(change.league.number);
    const KeptLeague& league = known == leagues_.end() ? empty : known->second;
    std::int32_t& last = last_seq.emplace(change.league.number, league.row.last_seq).first->second;
    for (const league::LogEntry& entry : change.entries) {
      if (entry.seq >= 1 && entry.seq <= league.row.last_seq) {
        if (SameEntry(league.log[static_cast<std::size_t>(entry.seq) - 1], entry)) continue;
        return Contradicts(change.league, "has another entry of this number");
      }
      if (entry.seq != last + 1) {
        return Contradicts(change.league, "its log does not go on where it stopped");
      }
      last = entry.seq;
      if (absl::Status status = CheckEntry(batch, change.league, entry); !status.ok()) {
        return status;
      }
    }
  }
  return absl::OkStatus();
}

absl::Status MemoryStore::CheckEntry(const Batch& batch, league::LeagueId id,
                                     const league::LogEntry& entry) const {
  if (entry.bot.number != 0 && !KnowsBot(batch, entry.bot)) {
    return Contradicts(id, "an entry names an unknown bot");
  }
  if (entry.match.number == 0) return absl::OkStatus();
  const MatchRow* match = FindMatch(batch, entry.match);
  if (match == nullptr || !match->league.has_value() || match->league->league != id) {
    return Contradicts(id, "an entry names a match that is not of this league");
  }
  if (entry.kind != league::LogEntry::Kind::kFinished || IsOver(match->state)) {
    return absl::OkStatus();
  }
  const bool ends =
      std::any_of(batch.changes.begin(), batch.changes.end(), [&entry](const MatchChange& change) {
        return change.match == entry.match &&
               (change.result != nullptr || change.state == MatchState::kQuarantined);
      });
  return ends ? absl::OkStatus() : Contradicts(id, "an entry says that a live match is over");
}

absl::Status MemoryStore::CheckRatingChanges(const Batch& batch) const {
  for (const RatingChange& change : batch.rating_changes) {
    if (FindMatch(batch, change.match) == nullptr) {
      return absl::FailedPreconditionError(
          absl::StrCat(match::ToString(change.match), ": is unknown"));
    }
  }
  return absl::OkStatus();
}

void MemoryStore::ApplyLeagueChange(const LeagueChange& change, std::int64_t now_ms) {
  KeptLeague& league = leagues_.at(change.league.number);
  LeagueRow& row = league.row;
  for (const league::LogEntry& entry : change.entries) {
    if (entry.seq <= row.last_seq) continue;
    league.log.push_back(entry);
    league.log.back().outcome = {};
    row.last_seq = entry.seq;
    if (entry.kind == league::LogEntry::Kind::kStarted) row.started_ms = now_ms;
  }
  row.state = change.state;
  if (!IsOver(row.state)) {
    row.ended_ms = 0;
  } else if (row.ended_ms == 0) {
    row.ended_ms = now_ms;
  }
}

void MemoryStore::NoteResult(const MatchRow& row) {
  if (!row.config.rated || row.state != MatchState::kFinished) return;
  if (!counts_now_.emplace(row.config.id.number, true).second) return;  // committed again (P6)
  rating_log_.push_back({row.config.id, true});
}

void MemoryStore::NoteRatingChanges(const std::vector<RatingChange>& changes) {
  std::map<std::int64_t, bool> last;
  for (const RatingChange& change : changes) last[change.match.number] = change.counts;
  for (const auto& [match, counts] : last) {
    const auto now = counts_now_.find(match);
    if (now == counts_now_.end() || now->second == counts) continue;
    now->second = counts;
    rating_log_.push_back({match::MatchId{match}, counts});
  }
}

bool MemoryStore::KnowsLeague(const Batch& batch, league::LeagueId id) const {
  return leagues_.contains(id.number) ||
         std::any_of(batch.leagues.begin(), batch.leagues.end(),
                     [id](const LeagueRow& row) { return row.id == id; });
}

absl::StatusOr<std::vector<LeagueRow>> MemoryStore::Leagues() {
  const std::lock_guard lock(mutex_);
  std::vector<LeagueRow> rows;
  for (const auto& [number, league] : leagues_) rows.push_back(league.row);
  return rows;
}

absl::StatusOr<std::vector<league::LogEntry>> MemoryStore::LeagueLog(league::LeagueId id) {
  const std::lock_guard lock(mutex_);
  return Entries(id, 0, std::numeric_limits<std::size_t>::max());
}

absl::StatusOr<LeagueRow> MemoryStore::GetLeague(league::LeagueId id) {
  const std::lock_guard lock(mutex_);
  const auto found = leagues_.find(id.number);
  if (found == leagues_.end()) {
    return absl::NotFoundError(absl::StrCat("there is no league ", league::ToString(id)));
  }
  return found->second.row;
}

absl::StatusOr<LeagueRow> MemoryStore::LeagueByName(const std::string& name) {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, league] : leagues_) {
    if (league.row.config.name == name) return league.row;
  }
  return absl::NotFoundError("there is no league of this name");
}

absl::StatusOr<std::vector<LeagueRow>> MemoryStore::ListLeagues(
    std::optional<league::LeagueState> state, league::LeagueId before, int limit) {
  const std::lock_guard lock(mutex_);
  std::vector<LeagueRow> rows;
  auto next = before.number == 0 ? leagues_.end() : leagues_.lower_bound(before.number);
  while (next != leagues_.begin() && std::cmp_less(rows.size(), limit)) {
    --next;
    if (!state.has_value() || next->second.row.state == *state) rows.push_back(next->second.row);
  }
  return rows;
}

absl::StatusOr<std::vector<league::LogEntry>> MemoryStore::LeagueLog(league::LeagueId id,
                                                                     std::int32_t after,
                                                                     int limit) {
  const std::lock_guard lock(mutex_);
  return Entries(id, static_cast<std::size_t>(std::max(after, 0)), static_cast<std::size_t>(limit));
}

std::vector<league::LogEntry> MemoryStore::Entries(league::LeagueId id, std::size_t after,
                                                   std::size_t limit) const {
  std::vector<league::LogEntry> entries;
  const auto found = leagues_.find(id.number);
  if (found == leagues_.end()) return entries;
  const std::vector<league::LogEntry>& log = found->second.log;
  for (std::size_t at = after; at < log.size() && entries.size() < limit; ++at) {
    entries.push_back(log[at]);
    if (log[at].kind != league::LogEntry::Kind::kFinished) continue;
    entries.back().outcome = OutcomeOf(matches_.at(log[at].match.number).row);
  }
  return entries;
}

absl::StatusOr<std::vector<RatedResult>> MemoryStore::RatedResults(std::int64_t after, int limit) {
  const std::lock_guard lock(mutex_);
  std::vector<RatedResult> results;
  for (auto at = static_cast<std::size_t>(std::max<std::int64_t>(after, 0));
       at < rating_log_.size() && std::cmp_less(results.size(), limit); ++at) {
    const MatchRow& row = matches_.at(rating_log_[at].match.number).row;
    RatedResult& result = results.emplace_back();
    result.as_of = static_cast<std::int64_t>(at) + 1;
    result.match = row.config.id;
    result.counts = rating_log_[at].counts;
    result.finished_ms = row.finished_ms;
    for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat) {
      const match::SeatResult& of = row.result->seats[seat];
      result.seats.push_back({row.config.seats[seat].bot,
                              seat < row.versions.size() ? row.versions[seat] : "", of.place,
                              of.end, of.stages_completed});
    }
  }
  return results;
}

}  // namespace taki::store
