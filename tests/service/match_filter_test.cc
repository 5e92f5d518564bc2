// Filters of matches: each condition is read, and what cannot be is named.
#include "referee/service/match_filter.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "store/memory_store.h"

namespace taki::service {
namespace {

class MatchFilterTest : public testing::Test {
 protected:
  static v1::ListMatchesRequest Request(const std::string& text) {
    v1::ListMatchesRequest request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &request)) << text;
    return request;
  }
  // The fields that are wrong, each behind a space.
  std::string Wrong(const std::string& text) {
    FieldErrors errors;
    (void)FilterFrom(Request(text), leagues_, errors);
    return FieldsOf(errors);
  }
  std::string WrongOfResults(const std::string& text) {
    FieldErrors errors;
    (void)FilterOfResultsFrom(Request(text), leagues_, errors);
    return FieldsOf(errors);
  }
  static std::string FieldsOf(const FieldErrors& errors) {
    std::string fields;
    for (const FieldError& error : errors) fields += " " + error.field;
    return fields;
  }

  store::MemoryStore store_;
  LeagueViews leagues_{store_};
};

TEST_F(MatchFilterTest, WhatIsNotSetIsNoCondition) {
  FieldErrors errors;
  const store::MatchFilter filter = FilterFrom({}, leagues_, errors).value();
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(filter.bot + filter.bot_version + filter.opponent, "");
  EXPECT_FALSE(filter.state || filter.ending || filter.seat_end || filter.rated);
  EXPECT_FALSE(filter.league || filter.fixture || filter.fixtures || filter.place || filter.seats);
  EXPECT_FALSE(filter.created_from_ms || filter.created_to_ms);
}

TEST_F(MatchFilterTest, EachConditionIsRead) {
  FieldErrors errors;
  const store::MatchFilter filter =
      FilterFrom(Request("bot: 'alice' bot_version: '2' opponent: 'bob' state: MATCH_STATE_FINISHED"
                         " ending: MATCH_ENDING_TURN_LIMIT seat_end: SEAT_END_TIMEOUT seats: 3"
                         " place: 3 rated: false created_from_ms: 5 created_before_ms: 6"
                         " league_id: 'l-000007' fixture_id: 9"),
                 leagues_, errors)
          .value();
  EXPECT_EQ(FieldsOf(errors), "");
  EXPECT_EQ(filter.bot, "alice");
  EXPECT_EQ(filter.bot_version, "2");
  EXPECT_EQ(filter.opponent, "bob");
  EXPECT_EQ(filter.state, store::MatchState::kFinished);
  EXPECT_EQ(filter.ending, match::MatchEnding::kTurnLimit);
  EXPECT_EQ(filter.seat_end, rules::SeatEnd::kTimeout);
  EXPECT_EQ(filter.seats, 3);
  EXPECT_EQ(filter.place, 3);
  EXPECT_EQ(filter.rated, false);
  EXPECT_EQ(filter.created_from_ms, 5);
  EXPECT_EQ(filter.created_to_ms, 6);
  EXPECT_EQ(filter.league, league::LeagueId{7});
  EXPECT_EQ(filter.fixture, league::FixtureId{9});
}

TEST_F(MatchFilterTest, WhatNoValueCanBeIsNamed) {
  EXPECT_EQ(Wrong("bot: 'A' bot_version: 'a b' opponent: '-'"), " bot opponent bot_version");
  EXPECT_EQ(Wrong("bot: 'alice' place: 11 seats: 1"), " seats place");
  EXPECT_EQ(Wrong("bot: 'alice' place: -1 seats: 11"), " seats place");
  EXPECT_EQ(Wrong("created_from_ms: -1 created_before_ms: -1"),
            " created_from_ms created_before_ms");
  EXPECT_EQ(Wrong("league_id: 'cup' fixture_id: -1"), " league_id fixture_id");
  EXPECT_EQ(Wrong("league_id: 'l-000001' round: -1"), " round");
  v1::ListMatchesRequest unknown;
  unknown.set_state(static_cast<v1::MatchState>(7));
  unknown.set_ending(static_cast<v1::MatchEnding>(-1));
  unknown.set_seat_end(static_cast<v1::SeatEnd>(99));
  FieldErrors errors;
  (void)FilterFrom(unknown, leagues_, errors);
  EXPECT_EQ(FieldsOf(errors), " state ending seat_end");
}

TEST_F(MatchFilterTest, AConditionWithoutTheOneThatItBelongsToIsNamed) {
  EXPECT_EQ(Wrong("bot_version: '1' opponent: 'bob' place: 1"), " bot_version opponent place");
  EXPECT_EQ(Wrong("fixture_id: 1 round: 1"), " fixture_id round");
}

TEST_F(MatchFilterTest, WhatContradictsItselfIsNamed) {
  EXPECT_EQ(Wrong("bot: 'alice' opponent: 'alice'"), " opponent");
  EXPECT_EQ(Wrong("bot: 'alice' seats: 3 place: 4"), " place");
  EXPECT_EQ(Wrong("created_from_ms: 6 created_before_ms: 6"), " created_before_ms");
  EXPECT_EQ(Wrong("league_id: 'l-000001' fixture_id: 1 round: 1"), " round");
  for (const char* state : {"QUEUED", "ASSIGNED", "RUNNING", "QUARANTINED"}) {
    EXPECT_EQ(Wrong("bot: 'alice' place: 1 ending: MATCH_ENDING_VOID seat_end: SEAT_END_TIMEOUT"
                    " state: MATCH_STATE_" +
                    std::string(state)),
              " ending seat_end place");
  }
  EXPECT_EQ(Wrong("state: MATCH_STATE_FINISHED ending: MATCH_ENDING_VOID"), " ending");
  EXPECT_EQ(Wrong("state: MATCH_STATE_VOID ending: MATCH_ENDING_WALKOVER"), " ending");
  EXPECT_EQ(Wrong("state: MATCH_STATE_VOID bot: 'alice' place: 1"), " place");
  EXPECT_EQ(Wrong("ending: MATCH_ENDING_VOID bot: 'alice' place: 1"), " place");
}

TEST_F(MatchFilterTest, WhatCanBeIsNoContradiction) {
  EXPECT_EQ(Wrong("state: MATCH_STATE_VOID ending: MATCH_ENDING_VOID seat_end: SEAT_END_NO_SHOW"),
            "");
  EXPECT_EQ(Wrong("ending: MATCH_ENDING_COMPLETED seat_end: SEAT_END_TIMEOUT"), "");
  EXPECT_EQ(Wrong("bot: 'alice' seats: 4 place: 4 created_from_ms: 1 created_before_ms: 2"), "");
}

TEST_F(MatchFilterTest, TheRoundOfAnUnknownLeagueIsNotFound) {
  FieldErrors errors;
  EXPECT_TRUE(absl::IsNotFound(
      FilterFrom(Request("league_id: 'l-000001' round: 1"), leagues_, errors).status()));
  EXPECT_TRUE(FilterFrom(Request("league_id: 'l-000001'"), leagues_, errors).ok());
  EXPECT_TRUE(errors.empty());
}

TEST_F(MatchFilterTest, OfResultsHasNoPagesAndNoStateButOver) {
  EXPECT_EQ(WrongOfResults("state: MATCH_STATE_RUNNING"), " filter.state");
  EXPECT_EQ(WrongOfResults("seats: 1 page_size: 5 page_token: 'x'"),
            " filter.seats filter.page_size filter.page_token");
  EXPECT_EQ(WrongOfResults("state: MATCH_STATE_VOID"), "");
  EXPECT_EQ(WrongOfResults("state: MATCH_STATE_FINISHED bot: 'alice' place: 1"), "");
}

}  // namespace
}  // namespace taki::service
