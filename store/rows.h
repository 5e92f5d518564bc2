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
  std::int64_t started_ms = 0;   // 0: not yet
  std::int64_t finished_ms = 0;  // 0: not yet
  // The public sees a live match only when it is so old; never changes. 0 to 3,600,000.
  std::int32_t public_delay_ms = 0;
  // Numbers the matches that are FINISHED or VOID from 1, in the order of the commits of their
  // results. 0: it is neither.
  std::int64_t result_no = 0;
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

// When an input of a match happened, for people to read: nothing is decided by it, and a match
// re-plays without it.
struct InputTiming {
  std::uint32_t input_no = 0;
  // By the wall clock, milliseconds since the match's started_ms, below 0 if that clock was set
  // back: when its decision was (last) handed to the transport, and when its answer was read or its
  // time was up. Of an input without a decision both are when it took effect.
  std::int32_t sent_after_ms = 0;
  std::int32_t read_after_ms = 0;
  std::int32_t lag_ms = 0;          // between them the loop stood still so long (docs/adr/0005)
  std::int32_t round_trip_us = -1;  // of the last Ping of the bot's stream; -1: not known
  friend bool operator==(const InputTiming&, const InputTiming&) = default;
};

// All that is stored of one match, for who reads many: its memory is used again.
struct WholeMatch {
  MatchRow row;
  std::vector<match::Record> records;  // by input_no
  std::vector<match::Line> lines;      // by ply
  std::string seal_difference;         // as History::CheckSeal says
};

// What is counted for each bot as matches end, so that nobody has to count a million matches.
struct BotTally {
  // FINISHED matches in which it sat, also those that do not count for ratings any more.
  struct Results {
    std::string version;  // "-": its bot never came
    bool rated = false;
    std::int32_t seats = 0;
    std::int32_t seat = 0;
    std::int32_t place = 0;  // from 1
    rules::SeatEnd end = rules::SeatEnd::kCompleted;
    std::int64_t matches = 0;
    friend bool operator==(const Results&, const Results&) = default;
  };
  // ... and another bot too.
  struct Meetings {
    std::string version;  // its own
    bool rated = false;
    match::BotId opponent;
    std::int64_t matches = 0;
    std::int64_t ahead = 0;  // it stood before the opponent
    std::int64_t level = 0;  // both shared a place
    friend bool operator==(const Meetings&, const Meetings&) = default;
  };
  // Inputs kReply, kRefusal and kTimeout of its seats, of FINISHED and VOID matches.
  struct Decisions {
    std::string version;
    match::Record::Kind kind = match::Record::Kind::kReply;
    std::int32_t bucket = 0;  // of charged_ms (store/time_buckets.h)
    std::int64_t count = 0;
    std::int64_t strikes = 0;  // of these cost one
    friend bool operator==(const Decisions&, const Decisions&) = default;
  };
  std::vector<Results> results;      // ordered by their fields, as stand above
  std::vector<Meetings> meetings;    // likewise
  std::vector<Decisions> decisions;  // likewise
  friend bool operator==(const BotTally&, const BotTally&) = default;
};

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
