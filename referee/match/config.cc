#include "referee/match/config.h"

#include <string>

#include "referee/match/text.h"

namespace taki::match {
namespace {

constexpr std::int64_t kMaxMatchNumber = std::int64_t{1} << 42;
constexpr std::string_view kIdPrefix = "m-";
constexpr std::size_t kDigitsMin = 6;
constexpr std::size_t kDigitsMax = 13;  // of kMaxMatchNumber

absl::Status CheckRange(const char* field, std::int32_t value, std::int32_t min, std::int32_t max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(
      Concat(std::string_view(field), " is ", value, "; it must be from ", min, " to ", max));
}

}  // namespace

std::string ToString(MatchId id) {
  std::string digits = Concat(id.number);
  if (digits.size() < kDigitsMin) digits.insert(0, kDigitsMin - digits.size(), '0');
  return Concat(kIdPrefix, digits);
}

std::optional<MatchId> ParseMatchId(std::string_view text) {
  const std::optional<MatchId> id = ParseRecordId(text);
  return id && id->number >= 1 ? id : std::nullopt;
}

std::optional<MatchId> ParseRecordId(std::string_view text) {
  if (!text.starts_with(kIdPrefix)) return std::nullopt;
  text.remove_prefix(kIdPrefix.size());
  if (text.size() < kDigitsMin || text.size() > kDigitsMax) return std::nullopt;
  if (text.size() > kDigitsMin && text.front() == '0') return std::nullopt;
  MatchId id;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    id.number = id.number * 10 + (digit - '0');
  }
  if (id.number > kMaxMatchNumber) return std::nullopt;
  return id;
}

absl::Status Validate(const TimeControl& clock) {
  const struct {
    const char* field;
    std::int32_t value, min, max;
  } kRanges[] = {
      {"move_time_ms", clock.move_time_ms, 0, 600'000},
      {"time_bank_ms", clock.time_bank_ms, 0, 3'600'000},
      {"strike_limit", clock.strike_limit, 1, 1'000},
      {"ready_time_ms", clock.ready_time_ms, 100, 600'000},
      {"reconnect_grace_ms", clock.reconnect_grace_ms, 0, 600'000},
      {"reconnect_grace_match_ms", clock.reconnect_grace_match_ms, 0, 3'600'000},
      {"restart_grace_ms", clock.restart_grace_ms, 0, 600'000},
  };
  for (const auto& range : kRanges) {
    const absl::Status status = CheckRange(range.field, range.value, range.min, range.max);
    if (!status.ok()) return status;
  }
  if (clock.move_time_ms == 0 && clock.time_bank_ms == 0)
    return absl::InvalidArgumentError(
        "move_time_ms and time_bank_ms are both 0; nobody could answer in time");
  return absl::OkStatus();
}

rules::Bytes32 CommitmentOf(const MatchConfig& config) {
  return rules::Commitment(ToString(config.id), rules::CanonicalText(config.ruleset), config.seed);
}

}  // namespace taki::match
