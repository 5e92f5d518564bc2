// What the store keeps, as values: bots, their versions, matches. Times are Unix milliseconds for
// display only; nothing is ever ordered by them (fault T1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

// A match as GetMatch shows it; `config.seed` is there from the start and must not leave before
// IsRevealed(state).
struct MatchRow {
  match::MatchConfig config;
  MatchState state = MatchState::kQueued;
  std::string request_id;  // of RequestMatch, may be empty; unique where not
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

}  // namespace taki::store
