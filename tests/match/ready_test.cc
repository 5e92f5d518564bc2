// The ready phase, and matches that end before or without play (docs/rules.md R11.7, R11.8).
#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

using rules::SeatEnd;

class ReadyTest : public MatchTest {};

TEST_F(ReadyTest, MatchStartsWhenAllAreReady) {
  GivenMatch(3);
  Begin();
  for (int seat = 0; seat < 3; ++seat) Join(seat);
  BeReady(2);
  BeReady(0);
  EXPECT_EQ(match().state(), Match::State::kAssigned);
  BeReady(1);
  EXPECT_EQ(match().state(), Match::State::kRunning);
  ASSERT_EQ(records_.size(), 1u);
  EXPECT_EQ(records_[0].kind, Record::Kind::kStart);
  EXPECT_EQ(records_[0].ready, rules::SeatSet::FirstN(3));
}

TEST_F(ReadyTest, EachSeatIsToldItsHandBeforeTheFirstDecision) {
  GivenMatch(2);
  Start();
  const auto first = ReceivedBy(0), second = ReceivedBy(1);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_TRUE(first[0].starts_with("started: "));
  EXPECT_TRUE(first[1].starts_with("decision 1 "));
  ASSERT_EQ(second.size(), 1u);
  EXPECT_NE(second[0], first[0]);
  EXPECT_TRUE(ReceivedBy(std::nullopt).empty());
}

TEST_F(ReadyTest, WhoJoinsIsToldOfTheMatch) {
  GivenMatch(2);
  Begin();
  Join(1);
  EXPECT_EQ(ReceivedBy(1), std::vector<std::string>{"assigned"});
  EXPECT_TRUE(ReceivedBy(0).empty());
}

TEST_F(ReadyTest, EntropyOfEachSeatIsInTheDealAndTheRecord) {  // R2.5
  GivenMatch(3);
  entropy_ = {"ab", "", std::string(32, '\xff')};
  Start();
  EXPECT_EQ(records_[0].entropy, entropy_);
  EXPECT_EQ(match().entropy(), entropy_);
  const auto with = match().position().hands;

  entropy_.clear();
  Start();
  EXPECT_TRUE(match().entropy().empty());
  EXPECT_NE(match().position().hands, with);
}

TEST_F(ReadyTest, ReadyAgainChangesNothing) {
  GivenMatch(2);
  Begin();
  BeReady(0, "first", "1");
  BeReady(0, "second", "2");
  BeReady(1);
  EXPECT_EQ(match().entropy(), (std::vector<std::string>{"first", ""}));
  EXPECT_EQ(match().versions(), (std::vector<std::string>{"1", "1"}));
  BeReady(0, "late", "3");
  EXPECT_TRUE(step_.records.empty());
}

TEST_F(ReadyTest, WhoIsReadyAndAwayHasItsClockRunning) {  // R11.6
  GivenMatch(2);
  config_.clock.reconnect_grace_ms = 0;
  Begin();
  Join(0);
  Join(1);
  BeReady(0);
  Leave(0);
  BeReady(1);
  EXPECT_EQ(match().state(), Match::State::kRunning);
  Pass(61'001);
  ExpectSeatEnd(0, SeatEnd::kDisconnected);
}

TEST_F(ReadyTest, ReadyTimeEndsAfterItsLastInstant) {  // R11.7, T4
  GivenMatch(2);
  Begin();
  const Instant deadline = now_ + Milliseconds(config_.clock.ready_time_ms);
  EXPECT_EQ(match().NextDeadline(), deadline + Duration{1});
  PassUnseen(Milliseconds(config_.clock.ready_time_ms));
  Step(TimeUp{});
  EXPECT_EQ(match().state(), Match::State::kAssigned);
  PassUnseen(Duration{1});
  Step(TimeUp{});
  EXPECT_EQ(match().state(), Match::State::kOver);
}

TEST_F(ReadyTest, WhoIsNotReadyForfeitsBeforeTheFirstTurnInSeatOrder) {  // R11.7
  GivenMatch(4);
  Begin();
  for (int seat : {1, 3}) Join(seat);
  for (int seat : {1, 3}) BeReady(seat);
  Pass(30'001);
  ExpectLines("0 forfeit NO_SHOW 0; 2 forfeit NO_SHOW 0");
  EXPECT_TRUE(IsAsked(1));
  EXPECT_EQ(match().position().turn, rules::Seat(1));
  EXPECT_EQ(match().versions(), (std::vector<std::string>{"-", "1", "-", "1"}));
}

TEST_F(ReadyTest, CardsDoNotDependOnWhoCame) {  // R11.7, R2.5
  GivenMatch(3);
  Start();
  const auto all = match().position().hands;
  Begin();
  for (int seat : {0, 1}) BeReady(seat);
  Pass(30'001);
  EXPECT_EQ(match().position().hands[0], all[0]);
  EXPECT_EQ(match().position().hands[1], all[1]);
  EXPECT_TRUE(match().position().hands[2].empty());
}

TEST_F(ReadyTest, FewerThanTwoReadyIsVoid) {  // R11.7, R11.8
  GivenMatch(3);
  Begin();
  Join(1);
  BeReady(1);
  Pass(30'001);
  ExpectVoid("NOT_ENOUGH_READY");
  EXPECT_TRUE(lines_.empty());
  EXPECT_EQ(result_->position_hash, 0u);
  EXPECT_EQ(result_->seats[1].place, 0);
  EXPECT_EQ(result_->seats[0].end, rules::SeatEnd::kNoShow);
  EXPECT_EQ(result_->seats[1].end, rules::SeatEnd::kCompleted);
  EXPECT_EQ(result_->seats[2].end, rules::SeatEnd::kNoShow);
  EXPECT_EQ(ReceivedBy(1), std::vector<std::string>{"finished"});
  const Verification verified = VerifyRecord(RecordText());
  EXPECT_TRUE(verified.ok) << verified.difference;
}

TEST_F(ReadyTest, WhoResignsBeforeTheStartForfeitsForThatReason) {  // R11.7
  GivenMatch(4);
  Begin();
  for (int seat = 0; seat < 4; ++seat) Join(seat);
  BeReady(0);
  BeReady(2);
  GiveUp(2);
  Step(Disqualify{rules::Seat(3)});
  EXPECT_EQ(match().state(), Match::State::kAssigned);
  BeReady(1);
  ExpectLines("2 forfeit RESIGNED 0; 3 forfeit DISQUALIFIED 0");
  BeReady(2);
  EXPECT_TRUE(step_.records.empty());
}

TEST_F(ReadyTest, NobodyWaitsWhenTwoCannotComeTogether) {  // R11.7
  GivenMatch(2);
  Begin();
  GiveUp(1);
  ExpectVoid("NOT_ENOUGH_READY");
  EXPECT_EQ(result_->seats[0].end, rules::SeatEnd::kCompleted);  // it had time left
  EXPECT_EQ(result_->seats[1].end, rules::SeatEnd::kNoShow);
}

TEST_F(ReadyTest, RepliesBeforeTheDealAreStale) {  // N11
  GivenMatch(2);
  Begin();
  Join(0);
  Reply(0, 1, "draw");
  ExpectVerdict(0, VerdictKind::kStale);
  Reply(0, 0, "draw");
  ExpectVerdict(0, VerdictKind::kStale);
}

TEST_F(ReadyTest, StoppedMatchIsVoidAndHasNoPlacing) {  // R11.8
  GivenMatch(3);
  Start();
  Answer(0, AnyLegal(0));
  Step(Abort{"STOPPED_BY_ORGANISER"});
  ExpectVoid("STOPPED_BY_ORGANISER");
  for (const SeatResult& seat : result_->seats) EXPECT_EQ(seat.place, 0);
  const Verification verified = VerifyRecord(RecordText());
  EXPECT_TRUE(verified.ok) << verified.difference;
}

TEST_F(ReadyTest, MatchCanBeStoppedBeforeItStarts) {  // R11.8
  GivenMatch(2);
  Begin();
  Step(Abort{"not a name"});
  ExpectVoid("ABORTED");
  EXPECT_FALSE(match().NextDeadline());
}

TEST_F(ReadyTest, NothingButRepliesIsAnsweredWhenTheMatchIsOver) {  // G8
  GivenMatch(2);
  Start();
  Step(Abort{"STOPPED"});
  for (const Input& input : {Input(TimeUp{}), Input(Resign{rules::Seat(0)}), Input(Abort{"AGAIN"}),
                             Input(Disqualify{rules::Seat(1)}), Input(Left{rules::Seat(1)}),
                             Input(Ready{rules::Seat(1), "", "1"})}) {
    Step(input);
    EXPECT_TRUE(step_.records.empty() && step_.messages.empty() && !step_.result);
  }
  Reply(0, 1, "draw");
  ExpectVerdict(0, VerdictKind::kMatchOver);
  Join(1);
  ASSERT_EQ(ReceivedBy(1).size(), 1u);
  EXPECT_TRUE(ReceivedBy(1)[0].starts_with("snapshot "));
}

}  // namespace
}  // namespace taki::match::test
