// When things happened, as it is noted beside the records for people to read: by the wall clock, in
// milliseconds since the match's start.
#include <map>

#include "referee/rules/notation.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using store::InputTiming;

class TimingTest : public HostTest {
 protected:
  TimingTest() {
    journal_.on_committed = [this](const store::Batch& batch) {
      mirror_.OnCommitted(batch);
      for (const store::MatchChange& change : batch.changes)
        for (const InputTiming& timing : change.timings)
          timings_[change.match][timing.input_no] = timing;
    };
  }
  // Of the record with this number; input_no 0: none was noted.
  InputTiming Of(match::MatchId match, std::uint32_t input_no) { return timings_[match][input_no]; }
  InputTiming Last(match::MatchId match) {
    return Of(match, static_cast<std::uint32_t>(store_.Records(match)->size()));
  }
  // Alice opens a +3 window for bob and carol, 100 ms after the start.
  match::MatchId OpenWindow() {
    auto request = Between({"alice", "bob", "carol"});
    request.seed = SeedWhere({}, 3, [](const rules::Position& position) {
      return position.hands[0].Contains(rules::kPlusThreeCard);
    });
    const auto match = StartMatch(request);
    Run(100);
    Reply("alice", match, 1, "+3");
    return match;
  }
  // Every commit from now on takes so long.
  void SlowCommits(std::int64_t ms) {
    journal_.on_commit = [this, ms](const store::Batch&) {
      fake_clock_.Advance(ms * kMs);
      return FaultJournal::Fate::kDone;
    };
  }

  std::map<match::MatchId, std::map<std::uint32_t, InputTiming>> timings_;
};

TEST_F(TimingTest, EveryRecordOfAMatchHasOne) {
  Autoplay();
  const auto match = StartMatch({"alice", "bob", "carol"});
  PlayToTheEnd(match);
  const auto records = *store_.Records(match);
  EXPECT_GT(records.size(), 10u);
  EXPECT_EQ(timings_[match].size(), records.size());
}

TEST_F(TimingTest, AnswerSaysWhenItWasAskedAndWhenItWasRead) {
  const auto match = StartMatch({"alice", "bob"});
  EXPECT_EQ(Of(match, 1), (InputTiming{1, 0, 0, 0, -1})) << "the start";
  Run(70);
  Play("alice");
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, 70, 0, -1}));
  Run(5);
  Play("bob");
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 70, 75, 0, -1}));
}

TEST_F(TimingTest, RefusedReplyAndTheNextOneBelongToOneQuestion) {  // R11.4
  const auto match = StartMatch({"alice", "bob"});
  Run(20);
  Reply("alice", match, 1, "pass");
  Run(30);
  Play("alice");
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, 20, 0, -1}));
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 0, 50, 0, -1}));
}

TEST_F(TimingTest, TimeoutIsReadWhenTheTimeIsUp) {  // R11.3
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 50;
  const auto match = StartMatch({"alice", "bob"});
  Run(1'000);
  EXPECT_EQ(store_.Records(match)->at(1).kind, match::Record::Kind::kTimeout);
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, 150, 0, -1}));
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 150, 300, 0, -1})) << "bob's";
}

TEST_F(TimingTest, WindowAnswersHaveEachTheirOwn) {  // R7.4
  const auto match = OpenWindow();
  Run(20);
  Reply("carol", match, Asked("carol").id.number, "pass");
  Run(30);
  Reply("bob", match, Asked("bob").id.number, "pass");
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 100, 120, 0, -1}));
  EXPECT_EQ(Of(match, 4), (InputTiming{4, 100, 150, 0, -1}));
}

// The refused rest of a reply is answered by a new question, which counts from then on.
TEST_F(TimingTest, ReplyOfSeveralActionsHasOneTime) {
  auto request = Between({"alice", "bob"});
  request.seed = SeedWhere({}, 2, [](const rules::Position& position) {
    const rules::Card taki(position.leading.color(), rules::Face::kTaki);
    return position.leading.face() <= rules::Face::kNine && position.hands[0].Contains(taki);
  });
  const auto match = StartMatch(request);
  const rules::Card taki(Asked("alice").view.state.leading_color, rules::Face::kTaki);
  Run(10);
  Reply("alice", match, 1, rules::Token(rules::Action::Play(taki)) + " pass close");
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, 10, 0, -1}));
  Run(15);
  Reply("alice", match, 2, "close");
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 10, 25, 0, -1}));
}

TEST_F(TimingTest, QuestionThatIsAskedAgainCountsFromThen) {
  const auto match = StartMatch({"alice", "bob"});
  Run(400);
  Leave("alice");
  Run(200);
  Join("alice");
  Run(50);
  Play("alice");
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 600, 650, 0, -1}));
}

// A reply to the first asking is on its way while the new stream is asked again.
TEST_F(TimingTest, AnswerIsNeverReadBeforeItWasAskedFor) {
  const auto match = StartMatch({"alice", "bob"});
  Run(10);
  const auto asked = Asked("alice");
  Stream& fresh = Connect("alice");
  int commits = 0;
  journal_.on_commit = [&](const store::Batch&) {  // of the turn in which she comes back
    if (++commits == 1) return FaultJournal::Fate::kFails;
    return FaultJournal::Fate::kDone;
  };
  SayLater(fresh, host::HelloSaid{"2", "test 1", 0}, 0);
  SayLater(fresh, host::ReplySaid{match::ToString(match), asked.id.number, {{asked.legal[0], ""}}},
           100 * kMs);
  Run(500);
  const InputTiming timing = Of(match, 2);
  EXPECT_EQ(timing.sent_after_ms, 110) << "not 260, when she was asked again";
  EXPECT_EQ(timing.read_after_ms, 110);
  EXPECT_EQ(timing.lag_ms, 0);
}

TEST_F(TimingTest, DecisionThatWasNeverSentHasOneTime) {  // R11.6
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  clock_.reconnect_grace_ms = 0;
  const auto match = StartMatch({"alice", "bob"});
  Leave("bob");
  Run(40);
  Play("alice");
  Run(101);
  ASSERT_EQ(store_.Records(match)->back().end, rules::SeatEnd::kDisconnected);
  EXPECT_EQ(Last(match), (InputTiming{3, 140, 140, 0, -1}));
}

TEST_F(TimingTest, ResigningOutOfTurnIsNoAnswer) {
  const auto match = StartMatch({"alice", "bob", "carol"});
  Run(30);
  Say(StreamOf("bob"), host::ResignSaid{match::ToString(match)});
  EXPECT_EQ(Last(match), (InputTiming{2, 30, 30, 0, -1}));
}

TEST_F(TimingTest, MatchThatNeverStartedHasNone) {
  Join("alice");
  Register("bob");
  const auto match = Request(Between({"alice", "bob"}))->config.id;
  Run(clock_.ready_time_ms + 1);
  ASSERT_EQ(Row(match).state, store::MatchState::kVoid);
  EXPECT_TRUE(timings_[match].empty());
}

// --- the referee stands still

TEST_F(TimingTest, StallBetweenQuestionAndAnswerIsTold) {  // D6, T3
  const auto match = StartMatch({"alice", "bob"});
  const auto asked = Asked("alice");
  journal_.on_maintain = [this] {
    journal_.on_maintain = nullptr;
    fake_clock_.Advance(300 * kMs);
  };
  Run();
  Run(20);
  Reply("alice", match, 1, rules::Token(asked.legal[0]));
  EXPECT_EQ(store_.Records(match)->back().charged_ms, 20);
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, 320, 300, -1}));
}

TEST_F(TimingTest, ShortDelayOfTheLoopIsNone) {
  const auto match = StartMatch({"alice", "bob"});
  journal_.on_maintain = [this] {
    journal_.on_maintain = nullptr;
    fake_clock_.Advance(9 * kMs);
  };
  Run();
  Play("alice");
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, 9, 0, -1}));
}

// What was charged is what lies between, less the lag, whichever way the loop was slow.
TEST_F(TimingTest, StallBeforeTheQuestionWentOutIsNotBetween) {
  const auto match = StartMatch({"alice", "bob"});
  SlowCommits(50);
  Run(10);
  Play("alice");  // bob is asked when this is durable, at 60
  journal_.on_commit = nullptr;
  Run(30);
  Play("bob");
  EXPECT_EQ(store_.Records(match)->back().charged_ms, 30);
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 60, 90, 0, -1}));
}

TEST_F(TimingTest, WaitingForTheStoreIsAStall) {  // P3, P4
  const auto match = StartMatch({"alice", "bob"});
  int fails = 4;
  journal_.on_commit = [&](const store::Batch&) {
    return fails-- > 0 ? FaultJournal::Fate::kFails : FaultJournal::Fate::kDone;
  };
  Run(10);
  host::NewBot carol;
  carol.name = "carol";
  auto made = TheHost().RegisterBot(carol);  // something to commit, while alice thinks
  Run();
  const std::int64_t waited_ms = 4 * options_.commit_retry_ms;
  Run(5);
  Play("alice");
  EXPECT_EQ(store_.Records(match)->back().charged_ms, 15);
  EXPECT_EQ(Of(match, 2), (InputTiming{2, 0, static_cast<std::int32_t>(waited_ms + 15),
                                       static_cast<std::int32_t>(waited_ms), -1}));
}

// --- round trips

TEST_F(TimingTest, RoundTripIsThatOfTheLastPing) {
  Stream& stream = Join("alice");
  SayLater(stream, host::PongSaid{1}, 3 * kMs + 400'000);
  Run(10);
  const auto match = StartMatch({"alice", "bob"});
  Play("alice");
  Play("bob");
  EXPECT_EQ(Of(match, 2).round_trip_us, 3'400);
  EXPECT_EQ(Of(match, 3).round_trip_us, -1) << "bob does not answer";
  Run(9'990);
  ASSERT_EQ(All<host::Ping>(stream).size(), 2u);
  SayLater(stream, host::PongSaid{2}, 7'000);
  Run(1);
  Play("alice");
  EXPECT_EQ(Of(match, 4).round_trip_us, 7);
}

TEST_F(TimingTest, PongThatIsLateRepeatedOrUnknownTellsNothing) {
  Stream& stream = Join("alice");
  Say(stream, host::PongSaid{0});
  Say(stream, host::PongSaid{2});
  Say(stream, host::PongSaid{-1});
  SayLater(stream, host::PongSaid{1}, 2 * kMs);
  SayLater(stream, host::PongSaid{1}, 9 * kMs);
  Run(10'000);
  ASSERT_EQ(All<host::Ping>(stream).size(), 2u);
  Say(stream, host::PongSaid{1});
  const auto match = StartMatch({"alice", "bob"});
  Play("alice");
  EXPECT_EQ(Of(match, 2).round_trip_us, 2'000);
}

TEST_F(TimingTest, NewStreamIsMeasuredAnew) {
  Say(Join("alice"), host::PongSaid{1});
  const auto match = StartMatch({"alice", "bob"});
  Leave("alice");
  Join("alice");
  Play("alice");
  EXPECT_EQ(Of(match, 2).round_trip_us, -1);
}

// The Ping goes out when the turn is durable; what that took is not its way.
TEST_F(TimingTest, SlowCommitIsNoRoundTrip) {
  Stream& stream = Connect("alice");
  SlowCommits(50);
  Hello(stream);
  journal_.on_commit = nullptr;
  SayLater(stream, host::PongSaid{1}, 4 * kMs);
  Run(10);
  const auto match = StartMatch({"alice", "bob"});
  Play("alice");
  EXPECT_EQ(Of(match, 2).round_trip_us, 4'000);
}

// --- a restart

TEST_F(TimingTest, GoesOnFromTheSameStartAfterARestart) {  // D2
  const auto match = StartMatch({"alice", "bob"});
  Run(100);
  Play("alice");
  Restart();
  fake_clock_.Advance(60'000 * kMs);
  Join("alice");
  Join("bob");
  Run(25);
  Play("bob");
  EXPECT_EQ(Of(match, 3), (InputTiming{3, 60'100, 60'125, 0, -1}));
}

TEST_F(TimingTest, BotThatDoesNotComeBackWasNotAskedByThisProcess) {
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  clock_.restart_grace_ms = 5'000;
  clock_.reconnect_grace_ms = 0;
  const auto match = StartMatch({"alice", "bob"});
  Restart();
  Run(5'101);
  EXPECT_EQ(Last(match), (InputTiming{2, 5'100, 5'100, 0, -1}));
}

}  // namespace
}  // namespace taki::test
