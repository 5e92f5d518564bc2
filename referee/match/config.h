// What is fixed about a match before it begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "referee/rules/deal.h"
#include "referee/rules/ruleset.h"
#include "referee/rules/seat.h"

namespace taki::match {

// Numbers matches from 1; printed as "m-000042", longer if needed. At most 2^42, so that `match <<
// 20 | input_no` fits a rowid.
struct MatchId {
  std::int64_t number = 0;
  friend constexpr auto operator<=>(MatchId, MatchId) = default;
};
std::string ToString(MatchId id);
// Accepts exactly what ToString prints of a match.
std::optional<MatchId> ParseMatchId(std::string_view text);
// The same of a record, which may come from elsewhere and be numbered from 0.
std::optional<MatchId> ParseRecordId(std::string_view text);

// The count of decisions that this match has asked, from 1 (invariant I2).
struct DecisionId {
  std::uint32_t number = 0;
  friend constexpr auto operator<=>(DecisionId, DecisionId) = default;
};

// Numbers bots from 1 in the order of their registration.
struct BotId {
  std::int64_t number = 0;
  friend constexpr auto operator<=>(BotId, BotId) = default;
};

// R11.1, R11.5 to R11.7. Milliseconds.
struct TimeControl {
  std::int32_t move_time_ms = 1'000;               // 0 to 600,000; 0: a chess clock
  std::int32_t time_bank_ms = 60'000;              // 0 to 3,600,000; 0: a plain limit per move
  std::int32_t strike_limit = 3;                   // 1 to 1,000
  std::int32_t ready_time_ms = 30'000;             // 100 to 600,000
  std::int32_t reconnect_grace_ms = 10'000;        // a decision, 0 to 600,000
  std::int32_t reconnect_grace_match_ms = 30'000;  // a match, 0 to 3,600,000
  std::int32_t restart_grace_ms = 30'000;          // 0 to 600,000
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};
// INVALID_ARGUMENT naming the field and its range; also if move_time_ms and time_bank_ms are both
// 0.
absl::Status Validate(const TimeControl& clock);

// The public sees a match at most so much later; milliseconds.
inline constexpr std::int32_t kMaxPublicDelayMs = 3'600'000;

struct SeatConfig {
  BotId bot;
  std::string name{};  // [a-z0-9][a-z0-9._-]{1,31}
};

struct MatchConfig {
  MatchId id;  // also the deal id
  rules::Ruleset ruleset{};
  TimeControl clock;
  rules::Seed seed{};               // secret until the match is over
  std::vector<SeatConfig> seats{};  // 2 to 10
  bool rated = false;
};
// The public promise: rules::Commitment of the id, the ruleset's canonical text and the seed.
rules::Bytes32 CommitmentOf(const MatchConfig& config);

}  // namespace taki::match
