// The options of a match and their canonical text (docs/rules.md R3.5, R6.1, R9.5, R10.5).
#include "referee/rules/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace taki::rules {
namespace {

constexpr std::string_view kDefault =
    "taki/1 stages=8,7,6,5,4,3,2,1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10000";

absl::StatusOr<Ruleset> WithStages(const std::vector<int>& stages) {
  return MakeRuleset(stages, DrawRule::kWhenStuck, TakiRule::kPlayAll, 10'000);
}
absl::StatusOr<Ruleset> WithMaxTurns(int max_turns) {
  return MakeRuleset(std::vector<int>{8}, DrawRule::kWhenStuck, TakiRule::kPlayAll, max_turns);
}
std::string Message(const absl::StatusOr<Ruleset>& result) {
  return std::string(result.status().message());
}

TEST(RulesetTest, DefaultIsThePublishedTournament) {  // R9.5, R3.5, R6.1, R10.5
  EXPECT_EQ(CanonicalText(Ruleset()), kDefault);
  EXPECT_EQ(*ParseRuleset(kDefault), Ruleset());
}

TEST(RulesetTest, EveryTextReadsBack) {
  for (const std::vector<int>& stages :
       std::vector<std::vector<int>>{{1}, {8}, {10, 1, 10}, std::vector<int>(16, 10)})
    for (const DrawRule draw : {DrawRule::kWhenStuck, DrawRule::kAnyTime})
      for (const TakiRule taki : {TakiRule::kPlayAll, TakiRule::kPlayAny})
        for (const int max_turns : {1, 9, 10, 10'000}) {
          const Ruleset ruleset = *MakeRuleset(stages, draw, taki, max_turns);
          const auto read = ParseRuleset(CanonicalText(ruleset));
          ASSERT_TRUE(read.ok()) << read.status();
          EXPECT_EQ(*read, ruleset) << CanonicalText(ruleset);
        }
}

TEST(RulesetTest, StagesAreOneToSixteenHandsOfOneToTen) {  // R9.5
  EXPECT_TRUE(WithStages({1}).ok());
  EXPECT_TRUE(WithStages(std::vector<int>(16, 10)).ok());
  for (const std::vector<int>& stages : std::vector<std::vector<int>>{
           {}, std::vector<int>(17, 1), {0}, {11}, {8, -1}, {1'000'000}}) {
    const auto result = WithStages(stages);
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(Message(result), ::testing::StartsWith("stages:"));
  }
}

TEST(RulesetTest, MaxTurnsIsOneToTenThousand) {  // R10.5
  EXPECT_EQ(WithMaxTurns(1)->max_turns, 1);
  EXPECT_EQ(WithMaxTurns(10'000)->max_turns, 10'000);
  for (const int max_turns : {0, -1, 10'001, 65'536 + 5, INT32_MIN, INT32_MAX}) {
    const auto result = WithMaxTurns(max_turns);
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument) << max_turns;
    EXPECT_THAT(Message(result), ::testing::StartsWith("max_turns:"));
  }
}

TEST(RulesetTest, RefusesEveryOtherText) {
  for (const std::string text :
       {"",
        " ",
        "taki",
        "taki/2 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages= draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8, draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=08 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=+8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=-8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=0 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=11 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=99999999999999999999 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8 draw=SOMETIMES taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8 draw= taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8 draw=when_stuck taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8 taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY max_turns=1",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=0",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=01",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10001",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1 ",
        "taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1x",
        "taki/1  stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        " taki/1 stages=8 draw=WHEN_STUCK taki=PLAY_ALL max_turns=1",
        "taki/1 stages=8 taki=PLAY_ALL draw=WHEN_STUCK max_turns=1"}) {
    const auto result = ParseRuleset(text);
    EXPECT_FALSE(result.ok()) << "'" << text << "'";
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_FALSE(result.status().message().empty());
  }
}

TEST(RulesetTest, AnyPrefixOfATextIsRefused) {
  for (std::size_t size = 0; size < kDefault.size() - 4;
       ++size)  // "max_turns=1" is a text of its own
    EXPECT_FALSE(ParseRuleset(kDefault.substr(0, size)).ok()) << kDefault.substr(0, size);
}

}  // namespace
}  // namespace taki::rules
