// A planned stop: matches go on for a while, then are parked where they stand (P13).
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using host::CloseReason;
using host::Notice;

class DrainTest : public HostTest {
 protected:
  void Drain() {
    TheHost().Drain();
    Run();
  }
};

TEST_F(DrainTest, IdleRefereeEndsAtOnce) {
  Stream& alice = Join("alice");
  Drain();
  EXPECT_TRUE(ended_);
  EXPECT_TRUE(run_status_.ok());
  EXPECT_EQ(alice.closed, CloseReason::kDraining);
  EXPECT_GT(alice.retry_after_ms, 0);
  EXPECT_EQ(LastFrame(alice), "notice");
  EXPECT_EQ(All<Notice>(alice)[0].kind, Notice::Kind::kDraining);
}

TEST_F(DrainTest, RunningMatchGoesOnAndIsFinished) {
  const auto match = StartMatch({"alice", "bob"});
  Drain();
  EXPECT_FALSE(ended_);
  EXPECT_FALSE(transport_.serving());
  Autoplay();
  Play("alice");
  Run(1);
  EXPECT_TRUE(ended_) << "with the last match, not with the limit";
  EXPECT_EQ(Row(match).state, store::MatchState::kFinished);
}

TEST_F(DrainTest, NoNewMatchesAndNoNewBots) {
  StartMatch({"alice", "bob"});
  Register("carol");
  Drain();
  EXPECT_EQ(Request(Between({"alice", "bob"})).status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(Connect("carol").closed, CloseReason::kDraining);
}

TEST_F(DrainTest, QueuedMatchStaysQueued) {
  options_.max_live_matches = 1;
  StartMatch({"alice", "bob"});
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Drain();
  Say(StreamOf("alice"), host::ResignSaid{"m-000001"});
  EXPECT_TRUE(ended_);
  EXPECT_EQ(Row({2}).state, store::MatchState::kQueued);
}

// Or it would lose the match for a fault that is not its own.
TEST_F(DrainTest, BotWithARunningMatchMayComeBack) {
  const auto match = StartMatch({"alice", "bob"});
  Drain();
  Leave("alice");
  Stream& back = Join("alice");
  EXPECT_FALSE(back.closed);
  EXPECT_EQ(LastFrame(back), "welcome ping snapshot decision");
  Autoplay();
  Play("alice");
  Run(29'000);
  EXPECT_EQ(Row(match).state, store::MatchState::kFinished);
}

TEST_F(DrainTest, MatchIsParkedAtTheLimitAndGoesOnAfterTheRestart) {  // D2
  clock_.move_time_ms = 60'000;
  const auto match = StartMatch({"alice", "bob"});
  Drain();
  Run(29'999);
  EXPECT_FALSE(ended_);
  Run(1);
  EXPECT_TRUE(ended_);
  EXPECT_EQ(StreamOf("alice").closed, CloseReason::kDraining);
  EXPECT_EQ(All<Notice>("bob").back().kind, Notice::Kind::kDraining);
  EXPECT_GT(All<Notice>("bob").back().retry_after_ms, 0);
  EXPECT_EQ(Row(match).state, store::MatchState::kRunning);
  EXPECT_EQ(CountOf<host::MatchFinished>("alice"), 0);
  Restart();
  Join("alice");
  Join("bob");
  EXPECT_EQ(Asked("alice").id.number, 1u);
  Autoplay();
  Play("alice");
  PlayToTheEnd(match);
}

TEST_F(DrainTest, SecondSignalParksAtOnce) {
  const auto match = StartMatch({"alice", "bob"});
  Drain();
  Drain();
  EXPECT_TRUE(ended_);
  EXPECT_EQ(Row(match).state, store::MatchState::kRunning);
}

TEST_F(DrainTest, WatchersAreToldToComeBack) {
  const auto match = StartMatch({"alice", "bob"});
  Stream& watcher = Watch(match::ToString(match));
  Drain();
  Drain();
  EXPECT_EQ(watcher.closed, CloseReason::kDraining);
}

TEST_F(DrainTest, CommandAfterTheEndIsRefused) {
  Drain();
  ASSERT_TRUE(ended_);
  auto future = TheHost().RequestMatch(Between({"alice", "bob"}));
  ASSERT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  EXPECT_EQ(future.get().status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace taki::test
