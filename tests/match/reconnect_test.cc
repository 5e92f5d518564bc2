// Bots that go away and come back (docs/rules.md R11.6, docs/protocol.md).
#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

using rules::SeatEnd;

class ReconnectTest : public MatchTest {
 protected:
  // One second a move, two in the bank, five of grace a decision and eight a match.
  void GivenClock(int seats = 3) {
    GivenMatch(seats);
    config_.clock.move_time_ms = 1000;
    config_.clock.time_bank_ms = 2000;
    config_.clock.reconnect_grace_ms = 5000;
    config_.clock.reconnect_grace_match_ms = 8000;
    Start();
  }
};

TEST_F(ReconnectTest, SameDecisionIsAskedAgainWithTheRemainingTime) {  // R11.6
  GivenClock();
  Pass(300);
  Leave(0);
  Pass(1200);
  Join(0);
  const auto received = ReceivedBy(0);
  ASSERT_EQ(received.size(), 2u);
  EXPECT_TRUE(received[0].starts_with("snapshot 0 bank 2000 strikes 0"));
  EXPECT_EQ(Asked(0).id.number, 1u);
  EXPECT_TRUE(Asked(0).asked_again);
  EXPECT_EQ(Asked(0).time_left_ms, 1500);
  Pass(500);
  Answer(0, AnyLegal(0));
  EXPECT_EQ(LastVerdict(0).charged_ms, 2000);
  EXPECT_EQ(records_.back().grace_ms, 0);
}

TEST_F(ReconnectTest, LeavingChangesNothingOfThePosition) {
  GivenClock();
  const std::uint64_t before = rules::PositionHash(match().position());
  Leave(0);
  Leave(2);
  Join(2);
  EXPECT_EQ(rules::PositionHash(match().position()), before);
  EXPECT_EQ(records_.size(), 1u);
  for (const std::string& line : ReceivedBy(1)) ADD_FAILURE() << line;
}

TEST_F(ReconnectTest, WhoComesBackInGraceMayStillAnswer) {  // R11.6
  GivenClock();
  Leave(0);
  Pass(6000);
  Join(0);
  EXPECT_EQ(Asked(0).time_left_ms, 2000);
  Pass(1000);
  Answer(0, AnyLegal(0));
  ExpectVerdict(0, VerdictKind::kAccepted);
  EXPECT_EQ(records_.back().charged_ms, 3000);
  EXPECT_EQ(records_.back().grace_ms, 4000);
  EXPECT_EQ(LastVerdict(0).bank_left_ms, 0);
}

TEST_F(ReconnectTest, WhoComesBackInGraceAndIsSilentTimesOut) {  // R11.6, R11.3
  GivenClock();
  Leave(0);
  Pass(6000);
  Join(0);
  Pass(2000);
  ExpectLines("");
  Pass(Duration{1});
  ExpectLines("0 timeout 3000");
  EXPECT_EQ(records_.back().grace_ms, 5000);
}

TEST_F(ReconnectTest, WhoIsAwayWithoutGraceForfeits) {  // R11.6
  GivenClock();
  Leave(0);
  Pass(8000);
  ExpectLines("");
  Pass(Duration{1});
  ExpectLines("0 forfeit DISCONNECTED 0");
  EXPECT_EQ(Strikes(0), 0);
  EXPECT_TRUE(IsAsked(1));
}

TEST_F(ReconnectTest, GraceOfTheMatchIsUsedUp) {  // R11.6
  GivenClock(2);
  Leave(0);
  Pass(3000 + 4500);
  Join(0);
  Answer(0, AnyLegal(0));
  EXPECT_EQ(records_.back().grace_ms, 4500);
  while (match().position().turn != rules::Seat(0) || match().position().turns_ended == 0 ||
         match().position().phase != rules::Phase::kTurn)
    AnswerAnyhow();
  Leave(0);
  Pass(1000 + 3500);  // move time, no bank, the rest of the match's grace
  EXPECT_EQ(match().state(), Match::State::kRunning);
  Pass(Duration{1});
  ExpectSeatEnd(0, SeatEnd::kDisconnected);
}

TEST_F(ReconnectTest, WhoComesTooLateIsLate) {  // T4
  GivenClock();
  Leave(0);
  PassUnseen(Milliseconds(8000) + Duration{1});
  Join(0);
  ExpectLines("0 forfeit DISCONNECTED 0");
  EXPECT_TRUE(ReceivedBy(0).back().starts_with("snapshot "));
}

TEST_F(ReconnectTest, LeavingAfterTheDeadlineIsATimeout) {  // T4, R11.6
  GivenClock();
  PassUnseen(Milliseconds(3000) + Duration{1});
  Leave(0);
  ExpectLines("0 timeout 3000");
}

TEST_F(ReconnectTest, WhoIsAwayWhenAskedHasItsClockRunning) {  // R11.6
  GivenClock(2);
  Leave(1);
  Answer(0, AnyLegal(0));
  if (match().position().turn == rules::Seat(1)) {
    EXPECT_FALSE(IsAsked(1));
    Pass(2500);
    Join(1);
    EXPECT_EQ(Asked(1).time_left_ms, 500);
    EXPECT_TRUE(Asked(1).asked_again);
  }
}

TEST_F(ReconnectTest, NewSessionOfABotTakesOver) {  // N7
  GivenClock();
  Pass(100);
  Join(0);
  ASSERT_EQ(ReceivedBy(0).size(), 2u);
  EXPECT_EQ(Asked(0).id.number, 1u);
  EXPECT_EQ(Asked(0).time_left_ms, 2900);
}

TEST_F(ReconnectTest, TakeoverDoesNotCutOffAReplyThatArrivedInTime) {  // N7, T3
  GivenClock();
  const Instant in_time = now_ + Milliseconds(3000);
  PassUnseen(Milliseconds(4000));
  Join(0);
  EXPECT_EQ(Asked(0).time_left_ms, 0);
  Step(match::Reply{rules::Seat(0), {1}, Sent(AnyLegal(0)), in_time});
  ExpectVerdict(0, VerdictKind::kAccepted);
}

TEST_F(ReconnectTest, SnapshotTellsTheLastEvent) {  // D5
  GivenClock();
  Answer(0, AnyLegal(0));
  const std::uint32_t seq = match().last_seq();
  EXPECT_GT(seq, 0u);
  Leave(2);
  Join(2);
  EXPECT_TRUE(ReceivedBy(2)[0].starts_with("snapshot " + std::to_string(seq) + " "));
}

TEST_F(ReconnectTest, ForfeitedSeatMayComeBackToWatch) {
  GivenClock();
  GiveUp(0);
  Leave(0);
  Join(0);
  ASSERT_EQ(ReceivedBy(0).size(), 1u);
  EXPECT_TRUE(ReceivedBy(0)[0].starts_with("snapshot "));
}

TEST_F(ReconnectTest, SeveralWhoAreAwayForfeitInAnswerOrder) {  // R11.7
  GivenDeal(4, "0: +3");
  config_.clock.time_bank_ms = 0;
  config_.clock.reconnect_grace_ms = 0;
  Start();
  for (int seat : {3, 1}) Leave(seat);
  Answer(0, "+3");
  Answer(2, "pass");
  Pass(1001);
  ExpectLines("0 +3 0; 1 forfeit DISCONNECTED 0; 2 pass 0; 3 forfeit DISCONNECTED 0");
  EXPECT_EQ(match().position().remaining.size(), 2);
}

}  // namespace
}  // namespace taki::match::test
