#include "referee/service/fields.h"

#include <algorithm>
#include <set>

#include "referee/service/text.h"

namespace taki::service {
namespace {

constexpr char kBotName[] = "must be the name of a bot, [a-z0-9][a-z0-9._-]{1,31}";

}  // namespace

void RequireText(FieldErrors& errors, std::string_view field, const std::string& text,
                 std::size_t bytes_max, std::size_t characters_max) {
  const std::string_view fault = TextFault(text, bytes_max, characters_max);
  if (!fault.empty()) errors.push_back({std::string(field), std::string(fault)});
}

void RequireBot(FieldErrors& errors, std::string_view field, const std::string& name) {
  if (!IsBotName(name)) errors.push_back({std::string(field), kBotName});
}

void RequireBotOrNone(FieldErrors& errors, std::string_view field, const std::string& name) {
  if (!name.empty()) RequireBot(errors, field, name);
}

void RequireVersionOrNone(FieldErrors& errors, std::string_view field, const std::string& version) {
  if (!version.empty() && !IsBotVersion(version))
    errors.push_back({std::string(field), "must be a version, [A-Za-z0-9._-]{1,32}"});
}

void RequireBots(FieldErrors& errors, std::string_view field,
                 const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string path = std::string(field) + "[" + std::to_string(i) + "]";
    if (!IsBotName(names[i]))
      errors.push_back({path, kBotName});
    else if (!seen.insert(names[i]).second)
      errors.push_back({path, "must name another bot: each can be in it only once"});
  }
}

std::string Sentence(const absl::Status& status) {
  const std::string message(status.message());
  const std::size_t colon = message.find(": ");
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

void RequireRequestId(FieldErrors& errors, const std::string& id) {
  if (id.size() > 64 ||
      !std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c <= '~'; }))
    errors.push_back({"request_id", "must be at most 64 printable ASCII characters"});
}

void TakeInt(FieldErrors& errors, std::string_view field, std::int32_t value, std::int32_t low,
             std::int32_t high, std::int32_t& out) {
  if (value >= low && value <= high) {
    out = value;
    return;
  }
  errors.push_back(
      {std::string(field), "must be " + std::to_string(low) + " to " + std::to_string(high)});
}

void TakeIntOrDefault(FieldErrors& errors, std::string_view field, std::int32_t value,
                      std::int32_t low, std::int32_t high, std::int32_t& out) {
  if (value != 0) TakeInt(errors, field, value, low, high, out);
}

match::MatchId MatchIdOf(FieldErrors& errors, std::string_view field, const std::string& text) {
  const std::optional<match::MatchId> id = match::ParseMatchId(text);
  if (id) return *id;
  errors.push_back({std::string(field), "must be the id of a match, for example m-000042"});
  return {};
}

league::LeagueId LeagueIdOf(FieldErrors& errors, std::string_view field, const std::string& text) {
  const std::optional<league::LeagueId> id = league::ParseLeagueId(text);
  if (id) return *id;
  errors.push_back({std::string(field), "must be the id of a league, for example l-000007"});
  return {};
}

}  // namespace taki::service
