// Commits that fail and loops that stand still: nobody is told anything, and nobody pays for it.
#include "referee/rules/notation.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using match::VerdictKind;
using Fate = FaultJournal::Fate;

class StoreFaultTest : public HostTest {
 protected:
  // Every commit fails for `ms` from now on.
  void DiskFullFor(std::int64_t ms) {
    const std::int64_t until_ns = fake_clock_.now_ns() + ms * kMs;
    journal_.on_commit = [this, until_ns](const store::Batch&) {
      return fake_clock_.now_ns() < until_ns ? Fate::kFails : Fate::kDone;
    };
  }
};

TEST_F(StoreFaultTest, NothingIsSentWhileNothingCanBeWritten) {  // P3, P4, I1
  const auto match = StartMatch({"alice", "bob"});
  const std::size_t before = StreamOf("bob").items.size();
  transport_.At(fake_clock_.now_ns() + 4'000 * kMs, [&] {
    EXPECT_EQ(StreamOf("bob").items.size(), before);
    EXPECT_FALSE(transport_.serving());
  });
  DiskFullFor(5'000);
  SayLater(StreamOf("alice"),
           host::ReplySaid{match::ToString(match), 1, {{Asked("alice").legal[0], ""}}}, 0);
  Run(5'500);
  EXPECT_TRUE(transport_.serving()) << "it goes on by itself";
  EXPECT_EQ(Asked("bob").id.number, 2u);
  EXPECT_EQ(store_.Records(match)->size(), 2u);
}

TEST_F(StoreFaultTest, ClocksStopWhileNothingCanBeWritten) {  // P4, D6
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 0;
  const auto waiting = StartMatch({"alice", "bob"});
  const auto stalling = StartMatch({"carol", "dave"});
  Run(500);
  DiskFullFor(60'000);
  SayLater(StreamOf("carol"),
           host::ReplySaid{match::ToString(stalling), 1, {{Asked("carol").legal[0], ""}}}, 0);
  Run(60'000);
  Run(300);
  Play("alice");
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_GE(LastVerdict("alice").charged_ms, 500);
  EXPECT_LE(LastVerdict("alice").charged_ms, 1'000);
  EXPECT_EQ(store_.Lines(waiting, 0, 9)->size(), 1u);
}

TEST_F(StoreFaultTest, ReplyThatCameWhileNothingCouldBeWrittenCounts) {  // D6
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 0;
  const auto waiting = StartMatch({"alice", "bob"});
  const auto stalling = StartMatch({"carol", "dave"});
  Run(500);
  DiskFullFor(60'000);
  SayLater(StreamOf("alice"),
           host::ReplySaid{match::ToString(waiting), 1, {{Asked("alice").legal[0], ""}}},
           30'000 * kMs);
  SayLater(StreamOf("carol"),
           host::ReplySaid{match::ToString(stalling), 1, {{Asked("carol").legal[0], ""}}}, 0);
  Run(60'500);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict("alice").charged_ms, 500);
}

TEST_F(StoreFaultTest, CommitThatWasDoneButDeniedIsNotDoneTwice) {  // P6, D4
  const auto match = StartMatch({"alice", "bob"});
  int commits = 0;
  journal_.on_commit = [&](const store::Batch&) {
    return ++commits == 1 ? Fate::kDoneButDenied : Fate::kDone;
  };
  Play("alice");
  Run(1'000);
  EXPECT_GE(commits, 2);
  EXPECT_EQ(store_.Records(match)->size(), 2u);
  EXPECT_EQ(Asked("bob").id.number, 2u);
}

TEST_F(StoreFaultTest, FloodWhileNothingCanBeWrittenEndsItsStreamOnly) {  // D8, S12
  options_.misuse_per_second = 20;
  Stream& flooding = Join("mallory");
  StartMatch({"alice", "bob"});
  for (std::int64_t i = 0; i < 20'000; ++i) SayLater(flooding, host::PongSaid{1}, i * 500'000);
  DiskFullFor(10'000);
  Play("alice");
  Run(1'000);
  EXPECT_EQ(flooding.closed, host::CloseReason::kRateLimited);
  EXPECT_EQ(Asked("bob").id.number, 2u);
}

TEST_F(StoreFaultTest, CommandsAreRefusedAtOnceWhileNothingCanBeWritten) {  // P4
  StartMatch({"alice", "bob"});
  DiskFullFor(10'000);
  host::NewBot bot;
  bot.name = "carol";
  auto waiting = TheHost().RegisterBot(bot);  // its turn is the one that cannot be committed
  const auto refused = [](auto& future) {
    ASSERT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    const absl::Status status = future.get().status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
    EXPECT_NE(status.message().find("nothing was changed"), std::string::npos) << status;
  };
  const std::int64_t now_ns = fake_clock_.now_ns();
  std::future<absl::StatusOr<host::NewBotToken>> registered, rotated;
  std::future<absl::StatusOr<store::MatchRow>> requested;
  std::future<std::vector<host::BotPresence>> presence;
  transport_.At(now_ns + 5'000 * kMs, [&] {
    bot.name = "dora";
    registered = TheHost().RegisterBot(bot);
    rotated = TheHost().RotateToken("alice");
    requested = TheHost().RequestMatch(Between({"alice", "bob"}));
    presence = TheHost().PresenceOf({"alice", "dora"});
  });
  transport_.At(now_ns + 5'001 * kMs, [&] {
    refused(registered);
    refused(rotated);
    refused(requested);
    ASSERT_EQ(presence.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    EXPECT_TRUE(presence.get()[0].connected) << "what only asks is answered";
  });
  Run(11'000);
  EXPECT_TRUE(Take(std::move(waiting)).ok());
  EXPECT_EQ(store_.Bots()->size(), 3u) << "alice, bob, carol";
  EXPECT_EQ(store_.LastMatchId()->number, 1);
  EXPECT_TRUE(Request(Between({"alice", "bob"})).ok()) << "it goes on by itself";
}

TEST_F(StoreFaultTest, CommandsDoNotMakeItTryTheDiskMoreOften) {
  StartMatch({"alice", "bob"});
  DiskFullFor(10'000);
  TheHost().RotateToken("alice");
  for (std::int64_t ms = 0; ms < 10'000; ++ms)
    transport_.At(fake_clock_.now_ns() + ms * kMs, [&] { TheHost().RotateToken("bob"); });
  Run(10'000);
  EXPECT_LE(TheHost().counters().commit_failures, 10'000 / options_.commit_retry_ms + 1);
}

TEST_F(StoreFaultTest, RefereeThatIsToldToStopDoesNotWaitForTheDisk) {
  const auto match = StartMatch({"alice", "bob"});
  DiskFullFor(1'000'000);
  host::NewBot bot;
  bot.name = "carol";
  auto registered = TheHost().RegisterBot(bot);
  transport_.At(fake_clock_.now_ns() + 1'000 * kMs, [&] { TheHost().Drain(); });
  Run(10'000);
  EXPECT_TRUE(ended_);
  EXPECT_EQ(run_status_.code(), absl::StatusCode::kUnavailable);
  ASSERT_EQ(registered.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  EXPECT_EQ(registered.get().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(store_.Bots()->size(), 2u);
  EXPECT_EQ(store_.Records(match)->size(), 1u);
}

TEST_F(StoreFaultTest, DamagedStoreEndsTheLoop) {  // D9
  StartMatch({"alice", "bob"});
  store_.FailCommits(absl::DataLossError("page 4"));
  Play("alice");
  EXPECT_TRUE(ended_);
  EXPECT_EQ(run_status_.code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(LastFrame("bob"), "started") << "nothing of that turn was told";
}

// --- the loop itself stands still

class StallTest : public HostTest {
 protected:
  // The loop stands still for `ms` at the end of its next turn.
  void StandStill(std::int64_t ms) {
    journal_.on_maintain = [this, ms] {
      fake_clock_.Advance(ms * kMs);
      journal_.on_maintain = nullptr;
    };
  }
};

TEST_F(StallTest, ReplyThatCameWhileTheLoopStoodStillIsInTime) {  // T3, D6
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 0;
  const auto match = StartMatch({"alice", "bob"});
  Run(500);
  StandStill(3'000);
  SayLater(StreamOf("alice"),
           host::ReplySaid{match::ToString(match), 1, {{Asked("alice").legal[0], ""}}}, 1);
  Run(200);
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict("alice").charged_ms, 500);
  EXPECT_EQ(TheHost().counters().stalls, 1);
  EXPECT_EQ(TheHost().counters().lag_ns, 3'000 * kMs);
}

TEST_F(StallTest, StallIsCreditedToEveryRunningDeadline) {  // T3
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 0;
  const auto first = StartMatch({"alice", "bob"});
  const auto second = StartMatch({"carol", "dave"});
  StandStill(5'000);
  Run(0);
  EXPECT_EQ(store_.Lines(first, 0, 9)->size(), 0u);
  Run(1'000);
  EXPECT_EQ(store_.Lines(first, 0, 9)->size(), 0u);
  EXPECT_EQ(store_.Lines(second, 0, 9)->size(), 0u);
  Run(1);
  EXPECT_EQ(store_.Lines(first, 0, 9)->size(), 1u);
  EXPECT_EQ(store_.Lines(second, 0, 9)->size(), 1u);
}

// SIGSTOP, or a virtual machine that is paused, while the loop waits for something to come.
TEST_F(StallTest, ProcessThatIsFrozenForAnHourChargesNobody) {  // T2, T3, D6
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 0;
  const auto answered = StartMatch({"alice", "bob"});
  const auto open = StartMatch({"carol", "dave"});
  Run(300);
  const std::int64_t hour_ns = 3'600'000 * kMs;
  transport_.At(fake_clock_.now_ns() + 50 * kMs, [&] { fake_clock_.Advance(hour_ns); });
  SayLater(StreamOf("alice"),
           host::ReplySaid{match::ToString(answered), 1, {{Asked("alice").legal[0], ""}}},
           hour_ns / 2);
  Run(60);
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_LE(LastVerdict("alice").charged_ms, 300 + options_.poll_ms_max);
  EXPECT_EQ(TheHost().counters().stalls, 1);
  EXPECT_EQ(store_.Records(open)->size(), 1u) << "carol has most of her second left";
  Run(500);
  EXPECT_EQ(store_.Records(open)->size(), 1u);
  Run(500);
  EXPECT_EQ(store_.Records(open)->size(), 2u) << "but no more than that";
}

// The end of its time falls into the stall, but its answer had come before.
TEST_F(StallTest, ReplyThatWaitedToBeReadIsInTime) {  // T3, D6
  clock_.move_time_ms = 1'000;
  clock_.time_bank_ms = 0;
  const auto match = StartMatch({"alice", "bob"});
  Run(950);
  transport_.At(fake_clock_.now_ns() + 10 * kMs, [&] { fake_clock_.Advance(60'000 * kMs); });
  SayLater(StreamOf("alice"),
           host::ReplySaid{match::ToString(match), 1, {{Asked("alice").legal[0], ""}}}, 30 * kMs);
  Run(60);
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_LE(LastVerdict("alice").charged_ms, 1'000);
}

TEST_F(StallTest, WaitingForBotsIsNoStall) {
  const auto match = StartMatch({"alice", "bob"});
  Run(5'000);
  EXPECT_EQ(TheHost().counters().stalls, 0);
  Play("alice");
  Run(100);
  EXPECT_EQ(LastVerdict("alice").charged_ms, 5'000);
  EXPECT_EQ(store_.Records(match)->size(), 2u);
}

TEST_F(StallTest, IdleRefereeSleeps) {
  Register("alice");
  const std::int64_t before = TheHost().counters().turns;
  Run(3'600'000);
  EXPECT_LE(TheHost().counters().turns - before, 1);
}

TEST_F(StallTest, ShortTurnsAreNotCredited) {  // docs/adr/0005-fair-clock.md
  StartMatch({"alice", "bob"});
  StandStill(9);
  Run(0);
  Play("alice");
  Run(100);
  EXPECT_EQ(LastVerdict("alice").charged_ms, 9);
}

}  // namespace
}  // namespace taki::test
