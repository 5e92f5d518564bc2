// The options of a match that the rules know, and their canonical text (docs/rules.md R3.5, R6.1,
// R9.5, R10.5).
//
// The canonical text is what the commitment of a fair deal covers (docs/fair-deal.md), so it never
// changes its form:
//   taki/1 stages=8,7,6,5,4,3,2,1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10000
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace taki::rules {

// Goes up whenever the same deal and the same replies could lead to another result.
inline constexpr int kRulesVersion = 1;

enum class DrawRule : std::uint8_t { kWhenStuck, kAnyTime };  // R3.5
enum class TakiRule : std::uint8_t { kPlayAll, kPlayAny };    // R6.1

inline constexpr int kMaxStages = 16;
inline constexpr int kMaxStageHand = 10;
inline constexpr int kMaxTurns = 10'000;  // the default of `max_turns` and its upper bound

// A value type. Valid by construction through MakeRuleset or ParseRuleset; the default is the
// published tournament.
struct Ruleset {
  std::array<std::uint8_t, kMaxStages> stages{8, 7, 6, 5, 4, 3, 2, 1};  // hand sizes, each 1 to 10
  std::uint8_t stage_count = 8;                                         // 1 to 16
  DrawRule draw_rule = DrawRule::kWhenStuck;
  TakiRule taki_rule = TakiRule::kPlayAll;
  std::uint16_t max_turns = kMaxTurns;  // 1 to 10,000

  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

// INVALID_ARGUMENT naming the field (`stages`, `max_turns`) and its range if a value is out of
// range.
absl::StatusOr<Ruleset> MakeRuleset(std::span<const int> stages, DrawRule draw_rule,
                                    TakiRule taki_rule, int max_turns);

std::string CanonicalText(const Ruleset& ruleset);

// The inverse of CanonicalText: accepts exactly what it prints. INVALID_ARGUMENT says what was
// expected.
absl::StatusOr<Ruleset> ParseRuleset(std::string_view text);

std::string_view Name(DrawRule rule);  // "WHEN_STUCK", "ANY_TIME"
std::string_view Name(TakiRule rule);  // "PLAY_ALL", "PLAY_ANY"

}  // namespace taki::rules
