#include "referee/rules/ruleset.h"

#include <charconv>
#include <optional>
#include <vector>

namespace taki::rules {
namespace {

constexpr std::string_view kForm =
    "taki/1 stages=8,7,6,5,4,3,2,1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10000";

absl::Status NotARuleset(std::string_view what) {
  return absl::InvalidArgumentError("ruleset text: " + std::string(what) + "; the form is \"" +
                                    std::string(kForm) + "\"");
}

// Takes `prefix` off the front of `text`, or says no.
bool Take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// A number without sign or leading zero, as CanonicalText prints it.
std::optional<int> TakeNumber(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || text[0] == '-' || (text[0] == '0' && end != text.data() + 1))
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

absl::StatusOr<Ruleset> MakeRuleset(std::span<const int> stages, DrawRule draw_rule,
                                    TakiRule taki_rule, int max_turns) {
  if (stages.empty() || stages.size() > kMaxStages)
    return absl::InvalidArgumentError("stages: give 1 to 16 hand sizes, not " +
                                      std::to_string(stages.size()));
  Ruleset ruleset;
  ruleset.stages.fill(0);
  ruleset.stage_count = static_cast<std::uint8_t>(stages.size());
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (stages[i] < 1 || stages[i] > kMaxStageHand)
      return absl::InvalidArgumentError("stages: each hand size is 1 to 10, not " +
                                        std::to_string(stages[i]));
    ruleset.stages[i] = static_cast<std::uint8_t>(stages[i]);
  }
  if (max_turns < 1 || max_turns > kMaxTurns)
    return absl::InvalidArgumentError("max_turns: 1 to 10000, not " + std::to_string(max_turns));
  ruleset.draw_rule = draw_rule;
  ruleset.taki_rule = taki_rule;
  ruleset.max_turns = static_cast<std::uint16_t>(max_turns);
  return ruleset;
}

std::string CanonicalText(const Ruleset& ruleset) {
  std::string text = "taki/" + std::to_string(kRulesVersion) + " stages=";
  for (std::size_t i = 0; i < ruleset.stage_count; ++i) {
    if (i > 0) text += ',';
    text += std::to_string(ruleset.stages[i]);
  }
  text += " draw=";
  text += Name(ruleset.draw_rule);
  text += " taki=";
  text += Name(ruleset.taki_rule);
  return text + " max_turns=" + std::to_string(ruleset.max_turns);
}

absl::StatusOr<Ruleset> ParseRuleset(std::string_view text) {
  if (!Take(text, "taki/1 stages=")) return NotARuleset("it must begin with \"taki/1 stages=\"");
  std::vector<int> stages;
  do {
    const auto hand = TakeNumber(text);
    if (!hand) return NotARuleset("stages must be numbers");
    stages.push_back(*hand);
  } while (stages.size() <= kMaxStages && Take(text, ","));
  if (!Take(text, " draw=")) return NotARuleset("\" draw=\" must follow the stages");
  DrawRule draw_rule = DrawRule::kWhenStuck;
  if (Take(text, Name(DrawRule::kAnyTime)))
    draw_rule = DrawRule::kAnyTime;
  else if (!Take(text, Name(DrawRule::kWhenStuck)))
    return NotARuleset("draw is WHEN_STUCK or ANY_TIME");
  if (!Take(text, " taki=")) return NotARuleset("\" taki=\" must follow the draw rule");
  TakiRule taki_rule = TakiRule::kPlayAll;
  if (Take(text, Name(TakiRule::kPlayAny)))
    taki_rule = TakiRule::kPlayAny;
  else if (!Take(text, Name(TakiRule::kPlayAll)))
    return NotARuleset("taki is PLAY_ALL or PLAY_ANY");
  if (!Take(text, " max_turns=")) return NotARuleset("\" max_turns=\" must follow the TAKI rule");
  const auto max_turns = TakeNumber(text);
  if (!max_turns || !text.empty()) return NotARuleset("it must end with the number of max_turns");
  return MakeRuleset(stages, draw_rule, taki_rule, *max_turns);
}

std::string_view Name(DrawRule rule) {
  return rule == DrawRule::kWhenStuck ? "WHEN_STUCK" : "ANY_TIME";
}
std::string_view Name(TakiRule rule) {
  return rule == TakiRule::kPlayAll ? "PLAY_ALL" : "PLAY_ANY";
}

}  // namespace taki::rules
