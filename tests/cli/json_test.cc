// Messages as JSON: the shape that docs/cli.md promises.
#include "referee/cli/json.h"

#include <gtest/gtest.h>

#include <sstream>

#include "taki/v1/history_service.pb.h"
#include "taki/v1/play_service.pb.h"

namespace taki::cli {
namespace {

TEST(JsonTest, WritesNumbersBytesAndNamesForPrograms) {
  v1::Match match;
  match.set_match_id("m-000042");
  match.set_state(v1::MATCH_STATE_RUNNING);
  match.mutable_deal()->set_commitment("\x01\xab");
  match.set_created_ms(1'764'547'200'000);
  const Json json = ToJson(match);
  EXPECT_EQ(json["match_id"], "m-000042");
  EXPECT_EQ(json["state"], "RUNNING");
  EXPECT_EQ(json["deal"]["commitment"], "01ab");
  EXPECT_EQ(json["created_ms"], 1'764'547'200'000);
}

TEST(JsonTest, WritesWhatIsEmptyAndLeavesOutWhatIsUnset) {
  const Json json = ToJson(v1::Match());
  EXPECT_EQ(json["ending"], nullptr);  // UNSPECIFIED
  EXPECT_EQ(json["turns"], 0);
  EXPECT_EQ(json["seats"], Json::array());
  EXPECT_FALSE(json.contains("ruleset"));
  v1::TimeControl clock;
  clock.set_time_bank_ms(0);
  EXPECT_EQ(ToJson(clock), Json({{"time_bank_ms", 0}}));
}

TEST(JsonTest, KeepsAnEnumValueThatThisProgramDoesNotKnow) {
  v1::Match match;
  match.set_state(static_cast<v1::MatchState>(77));
  EXPECT_EQ(ToJson(match)["state"], "77");
}

TEST(JsonTest, EscapesEverythingButPrintableAscii) {  // N24
  std::ostringstream out;
  PrintJsonLine({{"name", "\x1b\x7f\u202eé\xff"}}, out);
  EXPECT_EQ(out.str(), "{\"name\":\"\\u001b\\u007f\\u202e\\u00e9\\ufffd\"}\n");
}

TEST(EnumNameTest, IsReadInAnyCaseAndRefusesOthers) {
  const auto* type = v1::MatchEnding_descriptor();
  EXPECT_EQ(ParseShortName(type, "turn_limit"), v1::MATCH_ENDING_TURN_LIMIT);
  EXPECT_EQ(ParseShortName(type, "VOID"), v1::MATCH_ENDING_VOID);
  EXPECT_EQ(ParseShortName(type, "UNSPECIFIED"), 0);
  EXPECT_EQ(ParseShortName(type, "lost"), 0);
  EXPECT_EQ(ShortNames(type), "COMPLETED, WALKOVER, DEADLOCK, TURN_LIMIT, VOID");
}

}  // namespace
}  // namespace taki::cli
