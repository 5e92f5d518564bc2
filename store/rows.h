// What the store keeps, as values: bots, their versions, matches, leagues. Times are Unix
// milliseconds for display only; nothing is ever ordered by them (fault T1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/league/league.h"
#include "referee/match/config.h"
#include "referee/match/record.h"

namespace taki::store {

struct Bot {
  match::BotId id;
  std::string name;  // unique, [a-z0-9][a-z0-9._-]{1,31}
  std::string display_name, owner, description, author, language, homepage;
  rules::Bytes32 token_hash{};  // SHA-256 of the token; the token itself is nowhere
  std::int64_t registered_ms = 0;
  friend bool operator==(const Bot&, const Bot&) = default;
};

struct BotVersion {
  match::BotId bot;
  std::string version;  // [A-Za-z0-9._-]{1,32}
  std::int64_t first_seen_ms = 0;
  friend bool operator==(const BotVersion&, const BotVersion&) = default;
};

enum class MatchState : std::uint8_t {
  kQueued,
  kAssigned,
  kRunning,
  kFinished,
  kVoid,
  kQuarantined
};
std::string_view Name(MatchState state);  // "QUEUED", ...
std::optional<MatchState> ParseMatchState(std::string_view name);
inline bool IsOver(MatchState state) { return state >= MatchState::kFinished; }
// Whether the match's secrets may leave: seed, entropy, sealed answers, drawn cards. Not those of a
// quarantined match, ever: its result is open, and it may be restored and played on.
inline bool IsRevealed(MatchState state) {
  return state == MatchState::kFinished || state == MatchState::kVoid;
}

// Which match of which league.
struct LeagueMatch {
  league::LeagueId league;
  league::MatchSlot slot;
  friend bool operator==(const LeagueMatch&, const LeagueMatch&) = default;
};

// A match as GetMatch shows it; `config.seed` is there from the start and must not leave before
// IsRevealed(state).
struct MatchRow {
  match::MatchConfig config;
  MatchState state = MatchState::kQueued;
  std::string request_id;             // of RequestMatch, may be empty; unique where not
  std::optional<LeagueMatch> league;  // of a league
  std::int32_t rules_version = 0;
  std::string server_version;
  std::int64_t created_ms = 0;
  std::int64_t started_ms = 0;          // 0: not yet
  std::int64_t finished_ms = 0;         // 0: not yet
  std::vector<std::string> versions;    // one a seat once started, else empty
  std::vector<std::string> entropy;     // as in match::Record of the start; secret like the seed
  std::optional<match::Result> result;  // kFinished, kVoid
  std::string quarantine_reason;        // kQuarantined
};
// Whether both are the same match as it was begun: all that never changes.
bool SameBeginning(const MatchRow& a, const MatchRow& b);
// The void_reason of a match's outcome for its league if it is QUARANTINED.
inline constexpr std::string_view kQuarantined = "QUARANTINED";
// What a league needs to know of a match. Requires: IsOver(row.state). A QUARANTINED one counts as
// VOID for that reason; who is to blame is not known, so all its seats are COMPLETED and ready.
league::Outcome OutcomeOf(const MatchRow& row);

// A league as it was created, and how far it has come; the rest is its log.
struct LeagueRow {
  league::LeagueId id;
  league::LeagueConfig config;  // config.name is unique
  rules::Bytes32 event_seed{};  // secret before the start
  league::LeagueState state = league::LeagueState::kOpen;
  std::string request_id;  // of CreateLeague, may be empty; unique where not
  std::int64_t created_ms = 0;
  std::int64_t started_ms = 0;  // 0: not yet
  std::int64_t ended_ms = 0;    // kFinished, kAborted; else 0
  std::int32_t last_seq = 0;    // of its log
};
// Whether both are the same league as it was created: all that never changes.
bool SameBeginning(const LeagueRow& a, const LeagueRow& b);
// Whether both are the same entry as it is kept: all but the outcome.
bool SameEntry(const league::LogEntry& a, const league::LogEntry& b);
inline bool IsOver(league::LeagueState state) { return state >= league::LeagueState::kFinished; }

// A change of what counts for ratings: the result of a rated match, or that it does not count any
// more, or again (annulled, disqualified, reinstated).
struct RatedResult {
  struct Seat {
    match::BotId bot;
    std::string version;
    std::int32_t place = 0;  // from 1
    rules::SeatEnd end = rules::SeatEnd::kCompleted;
    std::int32_t stages_completed = 0;
    friend bool operator==(const Seat&, const Seat&) = default;
  };
  std::int64_t as_of = 0;  // numbers these changes from 1, in the order of the commits
  match::MatchId match;
  bool counts = true;
  std::vector<Seat> seats;  // in order; a NO_SHOW among them
  std::int64_t finished_ms = 0;
};

}  // namespace taki::store
