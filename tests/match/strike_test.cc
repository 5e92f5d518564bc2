// Timeouts, strikes, forfeits (docs/rules.md R11.3, R11.5, R10.2).
#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

using rules::SeatEnd;

class StrikeTest : public MatchTest {
 protected:
  // A plain limit of one second, so that time is easy to count.
  void StartWithSeconds(int strike_limit = 3) {
    config_.clock.time_bank_ms = 0;
    config_.clock.strike_limit = strike_limit;
    Start();
  }
  // Silence of whoever is asked.
  void TimeOut() { Pass(Milliseconds(1000) + Duration{1}); }
};

TEST_F(StrikeTest, TimeoutIsPlayedByTheReferee) {  // R11.3
  GivenMatch(2);
  StartWithSeconds();
  Pass(1000);
  ExpectLines("");
  Pass(Duration{1});
  ExpectLines("0 timeout 1000");
  ExpectStrikeEvents("seat 0 timed out (1)");
  ASSERT_EQ(step_.records.size(), 1u);
  EXPECT_EQ(step_.records[0].kind, Record::Kind::kTimeout);
  EXPECT_EQ(step_.records[0].actions[0], rules::Action::Draw());
  EXPECT_EQ(match().position().hands[0].size(), 9);
  EXPECT_TRUE(IsAsked(1));
}

TEST_F(StrikeTest, TimeoutUsesUpTheWholeBank) {  // R11.1
  GivenMatch(2);
  Start();
  Pass(61'001);
  ExpectLines("0 timeout 61000");
  EXPECT_EQ(records_.back().charged_ms, 61'000);
  Answer(1, AnyLegal(1));
}

TEST_F(StrikeTest, TimeoutAfterAKingEndsTheTurn) {  // R11.3
  GivenDeal(2, "0: K");
  StartWithSeconds();
  Answer(0, "K");
  TimeOut();
  ExpectLines("0 K 0; 0 timeout 1000");
  EXPECT_EQ(records_.back().actions[0], rules::Action::End());
  EXPECT_TRUE(IsAsked(1));
}

TEST_F(StrikeTest, TimeoutInARunEndsIt) {  // R11.3, G13
  GivenDeal(2, "0: ST");
  StartWithSeconds();
  Answer(0, "ST");
  EXPECT_EQ(Asked(0).kind, DecisionKind::kRun);
  TimeOut();
  ExpectLines("0 ST 0; 0 timeout 1000");
  EXPECT_EQ(records_.back().actions[0], rules::Action::End());
  EXPECT_TRUE(match().position().taki_open);
}

TEST_F(StrikeTest, TimeoutInAWindowPasses) {  // R11.3
  GivenDeal(2, "0: +3 | 1: X");
  StartWithSeconds();
  Answer(0, "+3");
  TimeOut();
  ExpectLines("0 +3 0; 1 timeout 1000");
  EXPECT_EQ(records_.back().actions[0], rules::Action::Pass());
  EXPECT_EQ(match().position().hands[1].size(), 11);
}

TEST_F(StrikeTest, StrikeThatReachesTheLimitForfeitsInsteadOfPlaying) {  // R11.5
  GivenMatch(2);
  StartWithSeconds();
  for (int i = 0; i < 5; ++i) TimeOut();
  ExpectLines(
      "0 timeout 1000; 1 timeout 1000; 0 timeout 1000; 1 timeout 1000; 0 forfeit TIMEOUT 0");
  ExpectSeatEnd(0, SeatEnd::kTimeout);
  ExpectSeatEnd(1, SeatEnd::kCompleted);
  EXPECT_EQ(result_->ending, MatchEnding::kWalkover);  // R10.3
  EXPECT_EQ(result_->seats[0].strikes, 3);
  EXPECT_EQ(result_->seats[0].place, 2);
  EXPECT_EQ(result_->seats[1].place, 1);
}

TEST_F(StrikeTest, LimitOfOneForgivesNothing) {  // R11.5
  GivenMatch(2);
  StartWithSeconds(1);
  TimeOut();
  ExpectLines("0 forfeit TIMEOUT 0");
}

TEST_F(StrikeTest, TimeoutsAndIllegalActionsCountTogetherAndTheLastGivesTheReason) {  // R11.5
  GivenMatch(3);
  StartWithSeconds();
  Answer(0, "pass");
  TimeOut();
  while (!rules::Asked(match().position()).Contains(rules::Seat(0))) AnswerAnyhow();
  ExpectStrikeEvents("seat 0 struck (1); seat 0 timed out (2)");
  Answer(0, AnyIllegal());
  ExpectVerdict(0, VerdictKind::kIllegal);
  EXPECT_EQ(LastVerdict(0).strikes, 3);
  ASSERT_EQ(step_.records.size(), 2u);
  EXPECT_EQ(step_.records[0].kind, Record::Kind::kRefusal);
  EXPECT_EQ(step_.records[1].kind, Record::Kind::kForfeit);
  EXPECT_EQ(step_.records[1].end, SeatEnd::kIllegalAction);
}

TEST_F(StrikeTest, IllegalActionBehindAppliedOnesCanForfeitToo) {  // R11.5, R10.2
  GivenDeal(3, "0: K");
  StartWithSeconds(1);
  Answer(0, "K pass");
  ExpectIllegal(0, "R7.4");
  ExpectLines("0 K 0; 0 forfeit ILLEGAL_ACTION 0");
  EXPECT_EQ(match().position().turn, rules::Seat(1));
  EXPECT_EQ(match().position().turns_ended, 0);
}

TEST_F(StrikeTest, StaleAndConflictingRepliesAreNoStrikes) {
  GivenDeal(2, "0: K");
  StartWithSeconds(1);
  Answer(0, "K");
  Reply(0, 1, "draw");
  Reply(0, 9, "draw");
  Reply(1, 2, "draw");
  EXPECT_EQ(match().state(), Match::State::kRunning);
}

TEST_F(StrikeTest, ResigningTakesEffectAtOnceAlsoOffTurn) {  // R10.2
  GivenMatch(3);
  Start();
  GiveUp(2);
  ExpectLines("2 forfeit RESIGNED 0");
  EXPECT_EQ(records_.back().decision.number, 0u);
  EXPECT_TRUE(IsAsked(0));
  GiveUp(0);
  ExpectLines("0 forfeit RESIGNED 0");
  EXPECT_EQ(records_.back().decision.number, 1u);
  EXPECT_EQ(result_->ending, MatchEnding::kWalkover);
  EXPECT_EQ(result_->seats[0].place, 2);  // later forfeits above earlier ones
  EXPECT_EQ(result_->seats[2].place, 3);
}

TEST_F(StrikeTest, DisqualifiedSeatLeaves) {
  GivenMatch(2);
  Start();
  Step(Disqualify{rules::Seat(1)});
  ExpectLines("1 forfeit DISQUALIFIED 0");
  ExpectSeatEnd(1, SeatEnd::kDisqualified);
  Step(Disqualify{rules::Seat(1)});
  EXPECT_TRUE(step_.records.empty());
}

TEST_F(StrikeTest, BotsThatNeverAnswerStillEndTheMatch) {  // I7, G9, R10.5
  GivenMatch(4);
  config_.ruleset.max_turns = 25;
  StartWithSeconds(1000);
  for (int i = 0; i < 25; ++i) TimeOut();
  EXPECT_EQ(result_->ending, MatchEnding::kTurnLimit);
  EXPECT_EQ(result_->turns, 25u);
  EXPECT_FALSE(match().NextDeadline());
  const Verification verified = VerifyRecord(RecordText());
  EXPECT_TRUE(verified.ok) << verified.difference;
}

}  // namespace
}  // namespace taki::match::test
