#include "referee/match/config.h"

#include <gtest/gtest.h>

#include "referee/match/record.h"
#include "tests/match/match_fixture.h"

namespace taki::match {
namespace {

TEST(MatchIdTest, HasSixDigitsOrMore) {
  EXPECT_EQ(ToString(MatchId{42}), "m-000042");
  EXPECT_EQ(ToString(MatchId{999'999}), "m-999999");
  EXPECT_EQ(ToString(MatchId{1'000'000}), "m-1000000");
}

TEST(MatchIdTest, IsReadExactlyAsItIsPrinted) {
  for (const std::int64_t number : {1LL, 42LL, 999'999LL, 1'000'000LL, 1LL << 42})
    EXPECT_EQ(ParseMatchId(ToString(MatchId{number})), MatchId{number});
  for (const char* wrong :
       {"", "m-", "m-42", "m-0000042", "m-00004x", "M-000042", " m-000042", "m-000042 ", "m--00042",
        "m-+00042", "m-4398046511105", "m-99999999999999999999", "n-000042"})
    EXPECT_FALSE(ParseMatchId(wrong)) << wrong;
}

TEST(MatchIdTest, ZeroNumbersARecordFromElsewhereButNoMatch) {
  EXPECT_FALSE(ParseMatchId("m-000000"));
  EXPECT_EQ(ParseRecordId("m-000000"), MatchId{0});
  EXPECT_EQ(ParseRecordId("m-000042"), MatchId{42});
  EXPECT_FALSE(ParseRecordId("m-0000000"));
}

// T6
TEST(TimeControlTest, IsRefusedOutOfRangeByTheNameOfTheField) {
  EXPECT_TRUE(Validate(TimeControl{}).ok());
  const struct {
    std::int32_t TimeControl::*field;
    std::string name;
    std::int32_t min, max;
  } kFields[] = {
      {&TimeControl::move_time_ms, "move_time_ms", 0, 600'000},
      {&TimeControl::time_bank_ms, "time_bank_ms", 0, 3'600'000},
      {&TimeControl::strike_limit, "strike_limit", 1, 1'000},
      {&TimeControl::ready_time_ms, "ready_time_ms", 100, 600'000},
      {&TimeControl::reconnect_grace_ms, "reconnect_grace_ms", 0, 600'000},
      {&TimeControl::reconnect_grace_match_ms, "reconnect_grace_match_ms", 0, 3'600'000},
      {&TimeControl::restart_grace_ms, "restart_grace_ms", 0, 600'000},
  };
  for (const auto& field : kFields) {
    TimeControl clock;
    clock.*field.field = field.min;
    EXPECT_TRUE(Validate(clock).ok()) << field.name;
    clock.*field.field = field.max;
    EXPECT_TRUE(Validate(clock).ok()) << field.name;
    for (const std::int32_t wrong : {field.min - 1, field.max + 1}) {
      clock.*field.field = wrong;
      const absl::Status status = Validate(clock);
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_NE(std::string(status.message()).find(field.name), std::string::npos) << status;
    }
  }
}

TEST(TimeControlTest, NeedsSomeTime) {  // R11.1
  TimeControl clock;
  clock.move_time_ms = clock.time_bank_ms = 0;
  EXPECT_EQ(Validate(clock).code(), absl::StatusCode::kInvalidArgument);
}

TEST(CommitmentTest, IsThatOfTheMatchIdAndTheCanonicalRuleset) {
  const MatchConfig config = test::PlainConfig(3);
  EXPECT_EQ(CommitmentOf(config),
            rules::Commitment("m-000042",
                              "taki/1 stages=8,7,6,5,4,3,2,1 draw=WHEN_STUCK taki=PLAY_ALL "
                              "max_turns=10000",
                              config.seed));
}

TEST(NamesTest, OfEndingsAreReadAsTheyArePrinted) {
  for (int i = 0; i <= static_cast<int>(MatchEnding::kVoid); ++i) {
    const auto ending = static_cast<MatchEnding>(i);
    EXPECT_EQ(ParseMatchEnding(Name(ending)), ending);
  }
  for (int i = 0; i <= static_cast<int>(rules::SeatEnd::kDisqualified); ++i) {
    const auto end = static_cast<rules::SeatEnd>(i);
    EXPECT_EQ(ParseSeatEnd(Name(end)), end);
  }
  EXPECT_FALSE(ParseMatchEnding("void"));
  EXPECT_FALSE(ParseSeatEnd(""));
}

}  // namespace
}  // namespace taki::match
