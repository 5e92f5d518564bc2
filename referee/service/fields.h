// What the readers of requests share: each adds what is wrong with one field to `errors` and never
// throws a request away at its first fault. Internal to this room; pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "referee/league/config.h"
#include "referee/match/config.h"
#include "referee/service/error.h"

namespace taki::service {

// Text for people: see TextFault (text.h).
void RequireText(FieldErrors& errors, std::string_view field, const std::string& text,
                 std::size_t bytes_max, std::size_t characters_max);
// The name of a bot.
void RequireBot(FieldErrors& errors, std::string_view field, const std::string& name);
// The same, or empty.
void RequireBotOrNone(FieldErrors& errors, std::string_view field, const std::string& name);
// A version of a bot, or empty.
void RequireVersionOrNone(FieldErrors& errors, std::string_view field, const std::string& version);
// Names of bots, each once.
void RequireBots(FieldErrors& errors, std::string_view field,
                 const std::vector<std::string>& names);
// What "field: sentence" says, without the field.
std::string Sentence(const absl::Status& status);
void RequireRequestId(FieldErrors& errors, const std::string& id);

// Takes `value` into `out` if it is in range.
void TakeInt(FieldErrors& errors, std::string_view field, std::int32_t value, std::int32_t low,
             std::int32_t high, std::int32_t& out);
// The same, but 0 leaves `out` as it is: the default.
void TakeIntOrDefault(FieldErrors& errors, std::string_view field, std::int32_t value,
                      std::int32_t low, std::int32_t high, std::int32_t& out);

// The enum's value that `in` stands for, nothing for UNSPECIFIED; `all` stand in the order of the
// contract's values from 1.
template <class Domain, std::size_t kCount>
std::optional<Domain> KnownOrNone(FieldErrors& errors, std::string_view field, int in,
                                  const std::array<Domain, kCount>& all) {
  if (in == 0) return std::nullopt;
  if (in > 0 && in <= static_cast<int>(kCount)) return all[static_cast<std::size_t>(in - 1)];
  errors.push_back({std::string(field), "must be a known value, or left out"});
  return std::nullopt;
}

// The id, or a field error.
match::MatchId MatchIdOf(FieldErrors& errors, std::string_view field, const std::string& text);
league::LeagueId LeagueIdOf(FieldErrors& errors, std::string_view field, const std::string& text);

}  // namespace taki::service
