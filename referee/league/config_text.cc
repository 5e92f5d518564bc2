// CanonicalText and ParseConfig: one table of the fields, in the order of config.h.
#include <array>
#include <charconv>
#include <functional>
#include <string>
#include <string_view>

#include "referee/league/config.h"
#include "referee/match/text.h"

namespace taki::league {
namespace {

using match::Concat;

// A number without sign "+", leading zeros or anything around it.
bool ParseNumber(std::string_view text, std::int32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && Concat(value) == text;
}

template <class Enum>
bool Take(const std::optional<Enum>& parsed, Enum& value) {
  if (parsed) value = *parsed;
  return parsed.has_value();
}

std::string JoinTieBreaks(const std::vector<TieBreak>& tie_breaks) {
  std::string text;
  for (const TieBreak tie_break : tie_breaks) {
    if (!text.empty()) text += ',';
    text += Name(tie_break);
  }
  return text;
}

bool SplitTieBreaks(std::string_view text, std::vector<TieBreak>& tie_breaks) {
  tie_breaks.clear();
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const auto tie_break = ParseTieBreak(text.substr(0, comma));
    if (!tie_break || comma + 1 == text.size()) return false;
    tie_breaks.push_back(*tie_break);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return true;
}

struct Field {
  std::string_view key;
  std::function<std::string(const LeagueConfig&)> print;
  std::function<bool(std::string_view, LeagueConfig&)> parse;  // false: not a value of this field
};

Field Number(std::string_view key, std::int32_t LeagueConfig::*member) {
  return {
      key, [member](const LeagueConfig& c) { return Concat(c.*member); },
      [member](std::string_view text, LeagueConfig& c) { return ParseNumber(text, c.*member); }};
}

Field Flag(std::string_view key, bool LeagueConfig::*member) {
  return {key,
          [member](const LeagueConfig& c) { return std::string(c.*member ? "true" : "false"); },
          [member](std::string_view text, LeagueConfig& c) {
            c.*member = text == "true";
            return text == "true" || text == "false";
          }};
}

Field Text(std::string_view key, std::string LeagueConfig::*member) {
  return {key, [member](const LeagueConfig& c) { return c.*member; },
          [member](std::string_view text, LeagueConfig& c) {
            c.*member = text;
            return true;
          }};
}

Field Clock(std::string_view key, std::int32_t match::TimeControl::*member) {
  return {key, [member](const LeagueConfig& c) { return Concat(c.clock.*member); },
          [member](std::string_view text, LeagueConfig& c) {
            return ParseNumber(text, c.clock.*member);
          }};
}

Field Of(std::string_view key, std::function<std::string(const LeagueConfig&)> print,
         std::function<bool(std::string_view, LeagueConfig&)> parse) {
  return {key, std::move(print), std::move(parse)};
}

const std::vector<Field>& Fields() {
  using C = LeagueConfig;
  using T = match::TimeControl;
  static const std::vector<Field>& fields = *new std::vector<Field>{
      Text("name", &C::name),
      Text("title", &C::title),
      Of(
          "format", [](const C& c) { return std::string(Name(c.format)); },
          [](std::string_view text, C& c) { return Take(ParseFormat(text), c.format); }),
      Number("seats", &C::seats),
      Number("rounds", &C::rounds),
      Number("matches_per_fixture", &C::matches_per_fixture),
      Number("tie_break_matches", &C::tie_break_matches),
      Number("advance", &C::advance),
      Flag("third_place", &C::third_place),
      Number("groups", &C::groups),
      Number("advance_per_group", &C::advance_per_group),
      Number("challengers", &C::challengers),
      Of(
          "seeding", [](const C& c) { return std::string(Name(c.seeding)); },
          [](std::string_view text, C& c) { return Take(ParseSeeding(text), c.seeding); }),
      Of(
          "tie_breaks", [](const C& c) { return JoinTieBreaks(c.tie_breaks); },
          [](std::string_view text, C& c) { return SplitTieBreaks(text, c.tie_breaks); }),
      Of(
          "ruleset", [](const C& c) { return rules::CanonicalText(c.ruleset); },
          [](std::string_view text, C& c) {
            const auto ruleset = rules::ParseRuleset(text);
            if (ruleset.ok()) c.ruleset = *ruleset;
            return ruleset.ok();
          }),
      Clock("clock.move_time_ms", &T::move_time_ms),
      Clock("clock.time_bank_ms", &T::time_bank_ms),
      Clock("clock.strike_limit", &T::strike_limit),
      Clock("clock.ready_time_ms", &T::ready_time_ms),
      Clock("clock.reconnect_grace_ms", &T::reconnect_grace_ms),
      Clock("clock.reconnect_grace_match_ms", &T::reconnect_grace_match_ms),
      Clock("clock.restart_grace_ms", &T::restart_grace_ms),
      Flag("rated", &C::rated),
      Number("max_matches", &C::max_matches),
      Number("max_matches_per_bot", &C::max_matches_per_bot),
      Number("no_show_grace_ms", &C::no_show_grace_ms),
      Number("no_show_limit", &C::no_show_limit),
      Number("void_limit", &C::void_limit),
      Number("public_delay_ms", &C::public_delay_ms),
  };
  return fields;
}

}  // namespace

std::string CanonicalText(const LeagueConfig& config) {
  std::string text;
  for (const Field& field : Fields()) text += Concat(field.key, "=", field.print(config), "\n");
  return text;
}

absl::StatusOr<LeagueConfig> ParseConfig(std::string_view text) {
  LeagueConfig config;
  std::size_t next = 0;  // the first field that may still come
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return absl::InvalidArgumentError("config: its last line has no end; each ends in a newline");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const std::string_view key = line.substr(0, line.find('='));
    while (next < Fields().size() && Fields()[next].key != key) ++next;
    if (next == Fields().size() || key.size() == line.size())
      return absl::InvalidArgumentError(
          Concat("config: the line \"", line, "\" is not one of key=value in the known order"));
    if (!Fields()[next].parse(line.substr(key.size() + 1), config))
      return absl::InvalidArgumentError(
          Concat(key, ": \"", line.substr(key.size() + 1), "\" is not a value of this field"));
    ++next;
  }
  return config;
}

}  // namespace taki::league
