// Bots that come back, and a referee that comes back: nothing is asked anew, nothing is lost.
#include "referee/rules/notation.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using match::VerdictKind;

class ReconnectTest : public HostTest {};

TEST_F(ReconnectTest, DecisionIsAskedAgainWithTheSameId) {
  const auto match = StartMatch({"alice", "bob"});
  const auto asked = Asked("alice");
  Run(400);
  Leave("alice");
  Run(200);
  Join("alice");
  EXPECT_EQ(LastFrame("alice"), "welcome ping snapshot decision");
  const auto again = Asked("alice");
  EXPECT_EQ(again.id, asked.id);
  EXPECT_TRUE(again.asked_again);
  EXPECT_EQ(again.time_left_ms, asked.time_left_ms - 600) << "its clock has run on (R11.6)";
  EXPECT_EQ(again.view, asked.view);
  Reply("alice", match, again.id.number, rules::Token(again.legal[0]));
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
}

TEST_F(ReconnectTest, WhoIsNotAskedGetsASnapshotOnly) {
  StartMatch({"alice", "bob"});
  Leave("bob");
  Join("bob");
  EXPECT_EQ(LastFrame("bob"), "welcome ping snapshot");
}

TEST_F(ReconnectTest, AssignmentIsToldAgainWhileReadyIsAwaited) {
  Join("alice");
  Join("bob");
  const auto id = Request(Between({"alice", "bob"}))->config.id;
  Ready("alice", id);
  Leave("bob");
  Run(1'000);
  Join("bob");
  EXPECT_EQ(LastFrame("bob"), "welcome ping assigned");
  EXPECT_EQ(All<host::MatchAssigned>("bob")[0].ready_time_left_ms, clock_.ready_time_ms - 1'000);
  Ready("bob", id);
  EXPECT_EQ(Row(id).state, store::MatchState::kRunning);
}

TEST_F(ReconnectTest, EventsGoOnFromTheSnapshot) {  // D5
  const auto match = StartMatch({"alice", "bob", "carol"});
  Leave("carol");
  Play("alice");
  Run(150);
  Stream& carol = Join("carol");
  const auto last_seq = All<host::GiveSnapshot>(carol)[0].snapshot.last_seq;
  EXPECT_GT(last_seq, 0u);
  EXPECT_TRUE(All<host::SeatEvent>(carol).empty()) << "never missed events";
  Play("bob");
  Run(150);
  const auto events = All<host::SeatEvent>(carol);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].seq, last_seq + 1);
  EXPECT_EQ(TheHost().FindLive(match)->last_seq(), last_seq + events.size());
}

// What happened in the same turn, but before it joined, is in its snapshot already.
TEST_F(ReconnectTest, StreamsStoryBeginsWithItsSnapshot) {  // D5
  const auto match = StartMatch({"alice", "bob", "carol"});
  Stream& carol = Connect("carol");
  const auto asked = Asked("alice");
  SayLater(StreamOf("alice"),
           host::ReplySaid{match::ToString(match), asked.id.number, {{asked.legal[0], ""}}}, 0);
  SayLater(carol, host::HelloSaid{"1", "", 0}, 0);
  Run(200);
  int snapshots = 0;
  for (const SentItem& sent : carol.items) {
    if (std::holds_alternative<host::GiveSnapshot>(sent.item)) ++snapshots;
    if (const auto* event = std::get_if<host::SeatEvent>(&sent.item)) {
      EXPECT_EQ(snapshots, 1) << "event " << event->seq << " before the snapshot";
    }
  }
  EXPECT_EQ(snapshots, 1);
}

TEST_F(ReconnectTest, VerdictOfASupersededStreamIsNotTheNewStreams) {
  const auto match = StartMatch({"alice", "bob"});
  const auto asked = Asked("alice");
  Stream& old = StreamOf("alice");
  Stream& fresh = Connect("alice");
  SayLater(old, host::ReplySaid{match::ToString(match), asked.id.number, {{asked.legal[0], ""}}},
           0);
  SayLater(fresh, host::HelloSaid{"1", "", 0}, 0);
  Run(200);
  EXPECT_EQ(store_.Records(match)->size(), 2u) << "the reply counts";
  EXPECT_TRUE(All<host::GiveVerdict>(fresh).empty());
  EXPECT_TRUE(LastFrame(fresh).starts_with("welcome ping snapshot")) << LastFrame(fresh);
}

TEST_F(ReconnectTest, DisconnectedSeatForfeitsWhenItsGraceIsGone) {  // R11.6
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  clock_.reconnect_grace_ms = 500;
  const auto match = StartMatch({"alice", "bob"});
  Leave("alice");
  Run(600);
  EXPECT_EQ(Row(match).state, store::MatchState::kRunning);
  Run(1);
  EXPECT_EQ(Row(match).result->seats[0].end, rules::SeatEnd::kDisconnected);
}

TEST_F(ReconnectTest, WhoComesBackWithinTheGraceMayAnswer) {  // R11.6
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  clock_.reconnect_grace_ms = 500;
  const auto match = StartMatch({"alice", "bob"});
  Leave("alice");
  Run(400);
  Join("alice");
  EXPECT_EQ(Asked("alice").time_left_ms, 200);
  Play("alice");
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_EQ(store_.Records(match)->back().grace_ms, 300);
}

// --- the referee was away

class RestartTest : public HostTest {};

TEST_F(RestartTest, DecisionIsAskedAgainWithItsIdAndAFreshMoveTime) {  // D2, T8
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 2'000;
  const auto match = StartMatch({"alice", "bob"});
  Run(1'500);
  Play("alice");  // 500 ms of her bank
  Run(2'500);     // bob thinks
  const auto asked = Asked("bob");
  Restart();
  fake_clock_.Advance(3'600'000 * kMs);  // an outage of an hour
  Join("alice");
  Join("bob");
  const auto again = Asked("bob");
  EXPECT_EQ(again.id, asked.id);
  EXPECT_TRUE(again.asked_again);
  EXPECT_EQ(again.view, asked.view);
  EXPECT_EQ(again.time_left_ms, 3'000) << "nothing of the outage, and a fresh move time";
  Play("bob");
  Run(100);
  EXPECT_EQ(LastVerdict("bob").kind, VerdictKind::kAccepted);
  EXPECT_EQ(TheHost().FindLive(match)->decisions(), 3u);
}

TEST_F(RestartTest, SeatThatDoesNotComeBackIsWaitedForAsLongAsTheGraceSays) {  // T8
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  clock_.restart_grace_ms = 5'000;
  clock_.reconnect_grace_ms = 0;
  const auto match = StartMatch({"alice", "bob"});
  Restart();
  Join("bob");
  Run(5'100);
  EXPECT_EQ(Row(match).state, store::MatchState::kRunning);
  Run(1);
  EXPECT_EQ(Row(match).result->seats[0].end, rules::SeatEnd::kDisconnected);
}

TEST_F(RestartTest, ReplySentAgainGetsItsVerdictAndAnotherOneAConflict) {  // N9, N10, D4
  const auto match = StartMatch({"alice", "bob"});
  const rules::Action played = Asked("alice").legal[0];
  Run(7);
  Reply("alice", match, 1, rules::Token(played));
  Restart();
  Join("alice");
  Join("bob");
  Reply("alice", match, 1, rules::Token(played));
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict("alice").charged_ms, 7);
  Reply("alice", match, 1, "pass");
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kDuplicateConflict);
  EXPECT_EQ(LastVerdict("alice").recorded, std::vector{played});
  EXPECT_EQ(store_.Records(match)->size(), 2u);
}

TEST_F(RestartTest, ReplyThatWasNotCommittedIsAskedForAgain) {  // D1, I1
  const auto match = StartMatch({"alice", "bob"});
  journal_.on_commit = [](const store::Batch&) { return FaultJournal::Fate::kCrashBefore; };
  EXPECT_THROW(Play("alice"), FaultJournal::Crash);
  journal_.on_commit = nullptr;
  Restart();
  Join("alice");
  EXPECT_EQ(Asked("alice").id.number, 1u);
  EXPECT_EQ(store_.Records(match)->size(), 1u);
}

TEST_F(RestartTest, ReplyThatWasCommittedStandsThoughNobodyWasTold) {  // D1, D4
  const auto match = StartMatch({"alice", "bob"});
  const std::string token = rules::Token(Asked("alice").legal[0]);
  journal_.on_commit = [](const store::Batch&) { return FaultJournal::Fate::kCrashAfter; };
  EXPECT_THROW(Reply("alice", match, 1, token), FaultJournal::Crash);
  journal_.on_commit = nullptr;
  Restart();
  Join("alice");
  Reply("alice", match, 1, token);
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_EQ(store_.Records(match)->size(), 2u);
}

TEST_F(RestartTest, MatchThatAwaitedReadyAwaitsItAnew) {
  Join("alice");
  Join("bob");
  const auto id = Request(Between({"alice", "bob"}))->config.id;
  Ready("alice", id);
  Run(10'000);
  Restart();
  Join("alice");
  Join("bob");
  EXPECT_EQ(LastFrame("alice"), "welcome ping assigned");
  EXPECT_EQ(All<host::MatchAssigned>("alice")[0].ready_time_left_ms, clock_.ready_time_ms);
  Ready("bob", id);
  EXPECT_EQ(Row(id).state, store::MatchState::kAssigned) << "alice's Ready was not durable";
  Ready("alice", id);
  EXPECT_EQ(Row(id).state, store::MatchState::kRunning);
}

TEST_F(RestartTest, BotsTokensAndVersionsAreKnownAgain) {
  Join("alice", "7");
  Restart();
  EXPECT_FALSE(Join("alice", "7").closed);
  EXPECT_EQ(store_.VersionsOf({1})->size(), 1u);
}

TEST_F(RestartTest, WindowIsResumedWithTheAnswersThatCame) {  // D2, R7.4
  auto request = Between({"alice", "bob", "carol"});
  request.seed = SeedWhere({}, 3, [](const rules::Position& position) {
    return position.hands[0].Contains(rules::kPlusThreeCard);
  });
  const auto match = StartMatch(request);
  Reply("alice", match, 1, "+3");
  Reply("carol", match, Asked("carol").id.number, "pass");
  const auto bobs = Asked("bob").id;
  Restart();
  for (const char* name : {"alice", "bob", "carol"}) Join(name);
  EXPECT_EQ(LastFrame("carol"), "welcome ping snapshot") << "her answer is in";
  EXPECT_EQ(Asked("bob").id, bobs);
  Reply("bob", match, bobs.number, "pass");
  EXPECT_EQ(store_.Lines(match, 0, 10)->size(), 3u);
}

TEST_F(RestartTest, MatchIsPlayedToTheEndAcrossManyRestarts) {  // D2, D4
  const auto match = StartMatch({"alice", "bob"});
  Autoplay();
  int restarts = 0;
  for (; !store::IsOver(Row(match).state) && restarts < 1'000; ++restarts) {
    int commits = 0;
    journal_.on_commit = [&](const store::Batch& batch) {
      return !batch.changes.empty() && ++commits == 5 ? FaultJournal::Fate::kCrashAfter
                                                      : FaultJournal::Fate::kDone;
    };
    try {
      Restart();
      Join("alice");
      Join("bob");
      Run(10);
    } catch (const FaultJournal::Crash&) {
    }
  }
  EXPECT_GT(restarts, 5);
  const auto row = Row(match);
  ASSERT_TRUE(store::IsOver(row.state));
  mirror_.CheckFinished(match, row, *store_.Lines(match, 0, 1'000'000));
}

TEST_F(RestartTest, MatchThatDoesNotReplayIsQuarantinedAndTheOthersGoOn) {  // D9, P8
  const auto damaged = StartMatch({"alice", "bob"});
  Play("alice");
  const auto sound = StartMatch({"alice", "bob"});
  journal_.on_records = [&](match::MatchId id, std::vector<match::Record>& records) {
    if (id == damaged) records[1].actions[0] = rules::Action::Pass();
  };
  Restart();
  journal_.on_records = nullptr;
  EXPECT_EQ(Row(damaged).state, store::MatchState::kQuarantined);
  EXPECT_FALSE(Row(damaged).quarantine_reason.empty());
  EXPECT_EQ(store_.Records(damaged)->size(), 2u) << "the evidence is kept";
  Join("alice");
  Join("bob");
  EXPECT_EQ(CountOf<host::GiveSnapshot>("alice"), 1);
  Autoplay();
  Play("alice");
  PlayToTheEnd(sound);
  const Stream& watcher = Watch(match::ToString(damaged));
  EXPECT_EQ(watcher.closed, host::CloseReason::kMatchQuarantined);
  EXPECT_EQ(watcher.detail.find("record 2"), std::string::npos) << "why may tell of hidden cards";
  Restart();
  EXPECT_EQ(Row(damaged).state, store::MatchState::kQuarantined);
}

// It comes back in the very turn in which its time has run out.
TEST_F(ReconnectTest, StoryBeginsWithTheSnapshotAlsoForOneThatComesTooLate) {  // D5, R11.6
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = clock_.reconnect_grace_ms = 0;
  const auto match = StartMatch({"alice", "bob", "carol"});
  const std::int64_t too_late_ns = 1'000 * kMs + 1;
  Leave("alice");
  Stream& back = Connect("alice");
  SayLater(back, host::HelloSaid{"1", "test 1", 0}, too_late_ns);
  RunNs(too_late_ns);
  EXPECT_EQ(LastFrame(back), "welcome ping snapshot");
  EXPECT_EQ(store_.Records(match)->back().kind, match::Record::Kind::kForfeit);
}

}  // namespace
}  // namespace taki::test
