#include "store/rows.h"

#include <array>

#include "referee/rules/check.h"

namespace taki::store {
namespace {

constexpr std::array<std::string_view, 6> kStates = {"QUEUED",   "ASSIGNED", "RUNNING",
                                                     "FINISHED", "VOID",     "QUARANTINED"};

bool SameSeats(const std::vector<match::SeatConfig>& a, const std::vector<match::SeatConfig>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].bot != b[i].bot) return false;
  }
  return true;
}

}  // namespace

std::string_view Name(MatchState state) { return kStates.at(static_cast<std::size_t>(state)); }

std::optional<MatchState> ParseMatchState(std::string_view name) {
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    if (kStates[i] == name) return static_cast<MatchState>(i);
  }
  return std::nullopt;
}

bool SameBeginning(const MatchRow& a, const MatchRow& b) {
  return a.config.id == b.config.id && a.config.ruleset == b.config.ruleset &&
         a.config.clock == b.config.clock && a.config.seed == b.config.seed &&
         a.config.rated == b.config.rated && SameSeats(a.config.seats, b.config.seats) &&
         a.request_id == b.request_id && a.league == b.league &&
         a.rules_version == b.rules_version && a.server_version == b.server_version &&
         a.created_ms == b.created_ms && a.public_delay_ms == b.public_delay_ms;
}

league::Outcome OutcomeOf(const MatchRow& row) {
  TAKI_CHECK(IsOver(row.state));
  league::Outcome outcome;
  for (const match::SeatConfig& seat : row.config.seats) outcome.seats.push_back({.bot = seat.bot});
  if (row.state == MatchState::kQuarantined) {
    outcome.void_reason = kQuarantined;
    return outcome;
  }
  outcome.ending = row.result->ending;
  outcome.void_reason = row.result->void_reason;
  for (std::size_t seat = 0; seat < outcome.seats.size(); ++seat) {
    const match::SeatResult& result = row.result->seats[seat];
    outcome.seats[seat].place = result.place;
    outcome.seats[seat].end = result.end;
    outcome.seats[seat].ready = result.end != rules::SeatEnd::kNoShow;
    outcome.seats[seat].stages_completed = result.stages_completed;
  }
  return outcome;
}

bool SameBeginning(const LeagueRow& a, const LeagueRow& b) {
  return a.id == b.id && a.config == b.config && a.event_seed == b.event_seed &&
         a.request_id == b.request_id && a.created_ms == b.created_ms;
}

bool SameEntry(const league::LogEntry& a, const league::LogEntry& b) {
  return a.seq == b.seq && a.kind == b.kind && a.bot == b.bot && a.match == b.match &&
         a.slot == b.slot && a.bots == b.bots && a.text == b.text && a.at_ms == b.at_ms;
}

}  // namespace taki::store
