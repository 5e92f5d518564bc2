// What becomes of replies (docs/protocol.md; docs/rules.md R11.2, R11.4).
#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

class ReplyTest : public MatchTest {
 protected:
  void GivenKingAndTwoCards(int seats = 3) {
    GivenDeal(seats, "0: K R5 G7");
    Start();
  }
};

TEST_F(ReplyTest, AcceptedReplyIsRecordedAndAsksTheNext) {
  GivenKingAndTwoCards();
  Pass(250);
  const std::string token = AnyLegal(0);
  Answer(0, token);
  ExpectVerdict(0, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict(0).applied, 1);
  EXPECT_EQ(LastVerdict(0).charged_ms, 250);
  EXPECT_EQ(LastVerdict(0).bank_left_ms, 60'000);
  ASSERT_EQ(step_.records.size(), 1u);
  EXPECT_EQ(step_.records[0].kind, Record::Kind::kReply);
  EXPECT_EQ(step_.records[0].decision.number, 1u);
  ExpectLines("0 " + token + " 250");
}

TEST_F(ReplyTest, VerdictComesFirstThenEventsThenTheDecision) {
  GivenMatch(2);
  Start();
  Answer(0, AnyLegal(0));
  const auto first = ReceivedBy(0), second = ReceivedBy(1);
  ASSERT_GE(first.size(), 2u);
  EXPECT_TRUE(first[0].starts_with("verdict 1 ACCEPTED"));
  EXPECT_TRUE(first[1].starts_with("event 1: "));
  EXPECT_TRUE(second.back().starts_with("decision 2 ") || first.back().starts_with("decision 2 "));
}

TEST_F(ReplyTest, TimeBeyondMoveTimeComesOutOfTheBank) {  // R11.1
  GivenKingAndTwoCards();
  Pass(1500);
  Answer(0, "K");
  EXPECT_EQ(LastVerdict(0).charged_ms, 1500);
  EXPECT_EQ(LastVerdict(0).bank_left_ms, 59'500);
  const Decision next = Asked(0);
  EXPECT_EQ(next.bank_left_ms, 59'500);
  EXPECT_EQ(next.time_left_ms, 60'500);
  EXPECT_EQ(next.previous_charged_ms, 1500);
}

TEST_F(ReplyTest, ArrivalAloneDecidesWhetherItIsInTime) {  // R11.2, T3, T4
  for (const int late_ns : {-1, 0, 1}) {
    GivenKingAndTwoCards();
    const Instant deadline = now_ + Milliseconds(61'000);
    PassUnseen(Milliseconds(70'000));  // the loop was busy
    Step(match::Reply{rules::Seat(0), {1}, Sent("K"), deadline + Duration{late_ns}});
    ExpectVerdict(0, late_ns > 0 ? VerdictKind::kExpired : VerdictKind::kAccepted);
  }
}

TEST_F(ReplyTest, LateReplyFindsTheTimeoutPlayed) {  // G5, R11.3
  GivenMatch(2);
  Start();
  PassUnseen(Milliseconds(61'001));
  Reply(0, 1, AnyLegal(0));
  ExpectVerdict(0, VerdictKind::kExpired);
  EXPECT_EQ(LastVerdict(0).strikes, 1);
  ExpectLines("0 timeout 61000");
  Reply(0, 1, "draw");
  ExpectVerdict(0, VerdictKind::kExpired);
  EXPECT_EQ(LastVerdict(0).strikes, 1);
}

TEST_F(ReplyTest, ActionsAreAppliedUntilTheTurnEnds) {
  GivenKingAndTwoCards();
  Pass(30);
  Answer(0, "K R5 G7 pass");
  ExpectVerdict(0, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict(0).applied, 2);
  EXPECT_EQ(Strikes(0), 0);
  ExpectLines("0 K 30; 0 R5 0");
  EXPECT_EQ(step_.records[0].rest, "G7 pass");
  EXPECT_EQ(step_.records[0].rule, "");
}

TEST_F(ReplyTest, RestIsIgnoredEvenIfTheSameSeatMovesAgain) {  // R5.1
  GivenDeal(2, "0: K RS G7");
  Start();
  Answer(0, "K RS G7");
  ExpectVerdict(0, VerdictKind::kAccepted);
  ExpectLines("0 K 0; 0 RS 0");
  EXPECT_EQ(Asked(0).id.number, 2u);
  EXPECT_EQ(Asked(0).kind, DecisionKind::kTurn);
}

TEST_F(ReplyTest, RestIsIgnoredWhenAWindowOpens) {  // R7.4
  GivenDeal(3, "0: +3 R5");
  Start();
  Answer(0, "+3 R5");
  ExpectVerdict(0, VerdictKind::kAccepted);
  EXPECT_EQ(step_.records[0].rest, "R5");
  EXPECT_EQ(Asked(1).kind, DecisionKind::kWindow);
  EXPECT_EQ(Asked(1).id.number, 2u);
  EXPECT_EQ(Asked(2).id.number, 3u);
}

TEST_F(ReplyTest, FirstIllegalActionStopsAReplyAndTheRestOfTheTurnIsNew) {  // R11.4
  GivenKingAndTwoCards();
  Pass(1500);
  Answer(0, "K pass R5");
  ExpectIllegal(0, "R7.4");
  EXPECT_EQ(LastVerdict(0).applied, 1);
  EXPECT_EQ(LastVerdict(0).refused_index, 1);
  EXPECT_EQ(LastVerdict(0).strikes, 1);
  EXPECT_EQ(step_.records[0].rest, "pass R5");
  EXPECT_EQ(step_.records[0].rule, "R7.4");
  ExpectLines("0 K 1500");
  ExpectStrikeEvents("seat 0 struck (1)");
  EXPECT_EQ(Asked(0).id.number, 2u);
  EXPECT_EQ(Asked(0).kind, DecisionKind::kAfterKing);
  EXPECT_EQ(Asked(0).time_left_ms, 60'500);  // a clock of its own
}

TEST_F(ReplyTest, IllegalActionChangesNothingAndLeavesTheDecisionOpen) {  // R11.4, G1, I8
  GivenMatch(2);
  Start();
  const std::uint64_t before = rules::PositionHash(match().position());
  Pass(400);
  Answer(0, "pass");
  ExpectIllegal(0, "R7.4");
  EXPECT_EQ(LastVerdict(0).applied, 0);
  EXPECT_EQ(LastVerdict(0).refused_index, 0);
  EXPECT_EQ(LastVerdict(0).charged_ms, 0);
  EXPECT_EQ(rules::PositionHash(match().position()), before);
  EXPECT_EQ(match().decisions(), 1u);
  EXPECT_EQ(step_.records[0].kind, Record::Kind::kRefusal);
  ExpectLines("");
  Pass(100);
  const std::string token = AnyLegal(0);
  Answer(0, token);
  EXPECT_EQ(LastVerdict(0).charged_ms, 500);  // the same clock
}

TEST_F(ReplyTest, EmptyReplyIsIllegalAndNamesTheField) {  // R11.4
  GivenMatch(2);
  Start();
  Answer(0, "");
  ExpectIllegal(0, "R11.4");
  EXPECT_EQ(LastVerdict(0).refused_index, -1);
  EXPECT_NE(LastVerdict(0).text.find("`actions`"), std::string::npos);
  EXPECT_EQ(Strikes(0), 1);
}

TEST_F(ReplyTest, UnreadableActionIsIllegalAndNamesTheField) {  // R11.4, N17, N18
  GivenMatch(2);
  Start();
  Answer(0, "? draw");
  ExpectIllegal(0, "R11.4");
  EXPECT_EQ(LastVerdict(0).text, "actions[].card is not a card");
  EXPECT_EQ(step_.records[0].rest, "? draw");
}

TEST_F(ReplyTest, TooManyActionsAreOneIllegalAction) {  // R11.4, N15
  GivenMatch(2);
  Start();
  std::string tokens;
  for (int i = 0; i < 129; ++i) tokens += "draw ";
  Answer(0, tokens);
  ExpectIllegal(0, "R11.4");
  EXPECT_EQ(step_.records[0].rest, "?");
}

TEST_F(ReplyTest, MeaninglessMembersOfAnActionDoNotCount) {
  GivenKingAndTwoCards();
  rules::Action king = rules::Action::Play(rules::kKingCard);
  king.color = rules::Color::kBlue;
  Step(match::Reply{rules::Seat(0), {1}, {{king, ""}}, now_});
  ExpectVerdict(0, VerdictKind::kAccepted);
  EXPECT_EQ(records_.back().actions[0], rules::Action::Play(rules::kKingCard));
}

TEST_F(ReplyTest, WrongIdsAreStaleAndNoStrike) {  // N11, G2
  GivenMatch(3);
  Start();
  const auto deadline = match().NextDeadline();
  for (const std::uint32_t id : {0u, 2u, 3u, 4'000'000'000u}) {
    Reply(0, id, "draw");
    ExpectVerdict(0, VerdictKind::kStale);
  }
  Reply(1, 1, "draw");  // the decision of another seat
  ExpectVerdict(1, VerdictKind::kStale);
  EXPECT_TRUE(step_.records.empty());
  EXPECT_EQ(match().NextDeadline(), deadline);  // R11.2
}

TEST_F(ReplyTest, RepeatOfAnAcceptedReplyGetsItsVerdictAgain) {  // N9, D4
  GivenKingAndTwoCards();
  Pass(1700);
  Answer(0, "K R5 G7");
  const Verdict first = LastVerdict(0);
  const auto records = records_.size();
  Pass(100);
  Reply(0, 1, "K R5 G7");
  ExpectVerdict(0, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict(0).applied, first.applied);
  EXPECT_EQ(LastVerdict(0).charged_ms, 1700);
  EXPECT_EQ(LastVerdict(0).bank_left_ms, first.bank_left_ms);
  EXPECT_EQ(records_.size(), records);
}

TEST_F(ReplyTest, RepeatOfAPartlyAppliedReplyIsNoFurtherStrike) {  // N9, R11.4
  GivenKingAndTwoCards();
  Answer(0, "K pass");
  const std::string first = ReceivedBy(0)[0];
  Reply(0, 1, "K pass");
  EXPECT_EQ(ReceivedBy(0), std::vector<std::string>{first});
  EXPECT_EQ(Strikes(0), 1);
}

TEST_F(ReplyTest, OtherAnswerToTheSameDecisionIsAConflictAndTheFirstStands) {  // N10
  GivenKingAndTwoCards();
  Answer(0, "K R5 G7");
  const std::uint64_t before = rules::PositionHash(match().position());
  for (const char* other : {"K G7", "K R5", "K R5 G7 G7", "", "?", "draw"}) {
    Reply(0, 1, other);
    ExpectVerdict(0, VerdictKind::kDuplicateConflict);
    EXPECT_EQ(Tokens(LastVerdict(0).recorded), "K R5");
    EXPECT_TRUE(step_.records.empty());
  }
  EXPECT_EQ(Strikes(0), 0);
  EXPECT_EQ(rules::PositionHash(match().position()), before);
}

TEST_F(ReplyTest, ForfeitedSeatIsToldThatItsMatchIsOver) {  // G8
  GivenKingAndTwoCards();
  Answer(0, "K");
  GiveUp(0);
  Reply(0, 2, "end");
  ExpectVerdict(0, VerdictKind::kMatchOver);
  Reply(0, 1, "draw");
  ExpectVerdict(0, VerdictKind::kMatchOver);
  Reply(0, 1, "K");  // but what it was accepted stays accepted
  ExpectVerdict(0, VerdictKind::kAccepted);
}

TEST_F(ReplyTest, NobodyIsToldWhoIsNotThere) {
  GivenMatch(2);
  Start();
  Leave(0);
  Reply(0, 1, AnyLegal(0));
  EXPECT_EQ(step_.records.size(), 1u);
  for (const std::string& line : ReceivedBy(0)) EXPECT_TRUE(line.starts_with("event ")) << line;
}

}  // namespace
}  // namespace taki::match::test
