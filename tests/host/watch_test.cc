// Watchers: late or early, fast or slow, each gets every event once and in order (D5).
#include "referee/match/visible.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using host::CloseReason;

class WatchTest : public HostTest {
 protected:
  // The seq numbers that a watcher got.
  static std::vector<std::uint32_t> Seqs(const std::vector<host::WatchEvent>& events) {
    std::vector<std::uint32_t> seqs;
    for (const auto& event : events) seqs.push_back(event.seq);
    return seqs;
  }
  static std::vector<std::uint32_t> From(std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> seqs;
    for (; first <= last; ++first) seqs.push_back(first);
    return seqs;
  }
  void ExpectAllEvents(const Stream& watcher, std::uint32_t from, match::MatchId match) {
    const auto& events = mirror_.pictures().at(match).events;
    const auto got = All<host::WatchEvent>(watcher);
    EXPECT_EQ(Seqs(got), From(from, static_cast<std::uint32_t>(events.size())));
    for (const host::WatchEvent& event : got)
      EXPECT_EQ(event.event, match::VisibleTo(events[event.seq - 1], std::nullopt));
  }
  match::MatchId PlayedMatch() {
    Autoplay();
    const auto match = StartMatch({"alice", "bob"});
    PlayToTheEnd(match);
    return match;
  }
};

TEST_F(WatchTest, LiveMatchIsFollowedToItsEnd) {
  const auto match = StartMatch({"alice", "bob"});
  Stream& watcher = Watch(match::ToString(match));
  EXPECT_EQ(LastFrame(watcher), "intro start");
  EXPECT_EQ(All<host::WatchIntro>(watcher)[0].row.state, store::MatchState::kRunning);
  Autoplay();
  Play("alice");
  PlayToTheEnd(match);
  Run();
  ExpectAllEvents(watcher, 1, match);
  ASSERT_EQ(All<host::MatchFinished>(watcher).size(), 1u);
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
}

TEST_F(WatchTest, LateWatcherGetsEverythingFromTheBeginning) {
  const auto match = StartMatch({"alice", "bob"});
  Play("alice");
  Play("bob");
  Stream& watcher = Watch(match::ToString(match), 1);
  EXPECT_EQ(All<host::WatchStart>(watcher).size(), 1u);
  ExpectAllEvents(watcher, 1, match);
  EXPECT_FALSE(watcher.closed);
}

TEST_F(WatchTest, FinishedMatchIsReplayed) {
  const auto match = PlayedMatch();
  Stream& watcher = Watch(match::ToString(match));
  ExpectAllEvents(watcher, 1, match);
  EXPECT_EQ(All<host::WatchIntro>(watcher)[0].row.state, store::MatchState::kFinished);
  EXPECT_EQ(All<host::MatchFinished>(watcher).at(0).result, *Row(match).result);
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
  Restart();
  Stream& later = Watch(match::ToString(match));
  ExpectAllEvents(later, 1, match);
}

TEST_F(WatchTest, GoesOnFromTheSeqItNames) {
  const auto match = PlayedMatch();
  Stream& watcher = Watch(match::ToString(match), 5);
  EXPECT_TRUE(All<host::WatchStart>(watcher).empty());
  ExpectAllEvents(watcher, 5, match);
}

TEST_F(WatchTest, SeqBeyondTheEndGivesTheResultOnly) {
  const auto match = PlayedMatch();
  Stream& watcher = Watch(match::ToString(match), 1'000'000'000'000);
  EXPECT_TRUE(All<host::WatchEvent>(watcher).empty());
  EXPECT_EQ(All<host::MatchFinished>(watcher).size(), 1u);
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
}

TEST_F(WatchTest, MatchIsWatchedBeforeItBegins) {
  options_.max_live_matches = 1;
  const auto first = StartMatch({"alice", "bob"});
  const auto queued = Request(Between({"alice", "bob"}))->config.id;
  Stream& watcher = Watch(match::ToString(queued));
  EXPECT_EQ(LastFrame(watcher), "intro");
  EXPECT_EQ(All<host::WatchIntro>(watcher)[0].row.state, store::MatchState::kQueued);
  Autoplay();
  Play("alice");
  PlayToTheEnd(first);
  PlayToTheEnd(queued);
  Run();
  EXPECT_EQ(All<host::WatchStart>(watcher).size(), 1u);
  ExpectAllEvents(watcher, 1, queued);
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
  Stream& second = Watch(match::ToString(queued));
  EXPECT_EQ(All<host::WatchIntro>(second)[0].row.state, store::MatchState::kFinished);
}

// Nobody is there to be told that it starts; the watcher still is.
TEST_F(WatchTest, StartIsToldEvenIfNoBotIsConnected) {
  Join("alice");
  Join("bob");
  Register("carol");
  const auto match = Request(Between({"alice", "bob", "carol"}))->config.id;
  Stream& watcher = Watch(match::ToString(match));
  Ready("alice", match);
  Ready("bob", match);
  Leave("alice");
  Leave("bob");
  Run(clock_.ready_time_ms + 1);
  EXPECT_EQ(All<host::WatchStart>(watcher).size(), 1u);
  EXPECT_EQ(Row(match).state, store::MatchState::kRunning);
}

TEST_F(WatchTest, SlowWatcherHoldsUpNobodyAndMissesNothing) {  // N2, D5
  SlowWatchers();
  const auto match = StartMatch({"alice", "bob"});
  Stream& slow = Watch(match::ToString(match));
  Autoplay();
  Play("alice");
  PlayToTheEnd(match);
  EXPECT_LE(All<host::WatchEvent>(slow).size(), 64u);
  while (!slow.closed) Say(slow, host::Drained{});
  ExpectAllEvents(slow, 1, match);
  EXPECT_EQ(slow.closed, CloseReason::kDone);
}

TEST_F(WatchTest, WatcherThatReadsNothingIsDropped) {  // N2
  SlowWatchers();
  clock_.move_time_ms = 600'000;
  const auto match = StartMatch({"alice", "bob"});
  Stream& stuck = Watch(match::ToString(match));
  Play("alice");
  Run(29'999);
  EXPECT_FALSE(stuck.closed);
  Run(1);
  EXPECT_EQ(stuck.closed, CloseReason::kSlowReader);
}

TEST_F(WatchTest, HeartbeatTellsThatNothingWasMissed) {  // N28, D5
  clock_.move_time_ms = 600'000;
  const auto match = StartMatch({"alice", "bob"});
  Stream& watcher = Watch(match::ToString(match));
  Play("alice");
  Run(14'999);
  EXPECT_TRUE(All<host::Heartbeat>(watcher).empty());
  Run(10'000);
  ASSERT_EQ(All<host::Heartbeat>(watcher).size(), 1u);
  EXPECT_EQ(All<host::Heartbeat>(watcher)[0].last_seq, TheHost().FindLive(match)->last_seq());
  Run(120'000);
  EXPECT_GE(All<host::Heartbeat>(watcher).size(), 8u);
}

// Who asks for what is still to come is not told that it has been.
TEST_F(WatchTest, HeartbeatTellsNoMoreThanThereIs) {  // D5
  clock_.move_time_ms = 600'000;
  const auto match = StartMatch({"alice", "bob"});
  Stream& watcher = Watch(match::ToString(match), 1'000);
  Play("alice");
  Run(16'000);
  ASSERT_EQ(All<host::Heartbeat>(watcher).size(), 1u);
  EXPECT_EQ(All<host::Heartbeat>(watcher)[0].last_seq, TheHost().FindLive(match)->last_seq());
}

TEST_F(WatchTest, VoidMatchEndsTheWatching) {
  Join("alice");
  Register("bob");
  const auto match = Request(Between({"alice", "bob"}))->config.id;
  Stream& watcher = Watch(match::ToString(match));
  Run(clock_.ready_time_ms + 1);
  ASSERT_EQ(All<host::MatchFinished>(watcher).size(), 1u);
  EXPECT_EQ(All<host::MatchFinished>(watcher)[0].result.ending, match::MatchEnding::kVoid);
  EXPECT_TRUE(All<host::WatchStart>(watcher).empty());
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
}

TEST_F(WatchTest, OddRequestsNameTheField) {
  StartMatch({"alice", "bob"});
  for (const std::string id :
       {"", "1", "m-1", "m-000000", "m-0000001", "m-000001 ", "../m-000001"}) {
    Stream& watcher = Watch(id);
    EXPECT_EQ(watcher.closed, CloseReason::kFieldInvalid) << id;
    EXPECT_TRUE(watcher.detail.starts_with("match_id: ")) << watcher.detail;
  }
  EXPECT_EQ(Watch("m-000001", -1).closed, CloseReason::kFieldInvalid);
  for (const std::int64_t pace : {std::int64_t{-1}, std::int64_t{1'001}, std::int64_t{1} << 40}) {
    Stream& watcher = WatchAs({"m-000001", 0, pace, false});
    EXPECT_EQ(watcher.closed, CloseReason::kFieldInvalid) << pace;
    EXPECT_TRUE(watcher.detail.starts_with("events_per_second: ")) << watcher.detail;
  }
  EXPECT_EQ(Watch("m-000002").closed, CloseReason::kMatchNotFound);
}

TEST_F(WatchTest, MoreWatchersThanAllowedAreRefused) {  // D8
  options_.max_watchers = 2;
  StartMatch({"alice", "bob"});
  Watch("m-000001");
  Stream& second = Watch("m-000001");
  EXPECT_EQ(Watch("m-000001").closed, CloseReason::kTooManyWatchers);
  Say(second, host::Gone{});
  EXPECT_FALSE(Watch("m-000001").closed);
}

TEST_F(WatchTest, StuckWatcherCostsNoTurns) {
  options_.poll_ms_max = 60'000;  // or the live match would have its own
  SlowWatchers();
  clock_.move_time_ms = 600'000;
  Watch(match::ToString(StartMatch({"alice", "bob"})));
  const std::int64_t before = TheHost().counters().turns;
  Run(29'000);
  EXPECT_LT(TheHost().counters().turns - before, 30) << "it is looked at now and then, not polled";
}

// --- at a pace

class PaceTest : public WatchTest {
 protected:
  Stream& WatchAt(match::MatchId match, std::int64_t events_per_second, std::int64_t from_seq = 0) {
    return WatchAs({match::ToString(match), from_seq, events_per_second, false});
  }
  // When each event came, after the first one.
  static std::vector<std::int64_t> Times(const Stream& watcher) {
    std::vector<std::int64_t> times;
    std::int64_t first_ns = 0;
    for (const SentItem& sent : watcher.items) {
      if (!std::holds_alternative<host::WatchEvent>(sent.item)) continue;
      if (times.empty()) first_ns = sent.at_ns;
      times.push_back(sent.at_ns - first_ns);
    }
    return times;
  }
  static std::vector<std::int64_t> Every(std::int64_t step_ns, std::size_t count) {
    std::vector<std::int64_t> times;
    for (std::size_t i = 0; i < count; ++i) times.push_back(static_cast<std::int64_t>(i) * step_ns);
    return times;
  }
};

TEST_F(PaceTest, FinishedMatchIsToldEvenly) {
  const auto match = PlayedMatch();
  const std::size_t events = mirror_.pictures().at(match).events.size();
  Stream& watcher = WatchAt(match, 4);
  EXPECT_EQ(LastFrame(watcher), "intro start event") << "the first one waits for nothing";
  Run(250 * static_cast<std::int64_t>(events));
  ExpectAllEvents(watcher, 1, match);
  EXPECT_EQ(Times(watcher), Every(250 * kMs, events));
  EXPECT_EQ(LastFrame(watcher), "event finished");
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
}

TEST_F(PaceTest, FastestPaceIsOneAMillisecond) {
  const auto match = PlayedMatch();
  Stream& watcher = WatchAt(match, 1'000, 3);
  Run(10'000);
  ExpectAllEvents(watcher, 3, match);
  const std::size_t events = mirror_.pictures().at(match).events.size() - 2;
  EXPECT_EQ(Times(watcher), Every(kMs, events));
}

TEST_F(PaceTest, LiveMatchIsToldEvenlyToo) {
  const auto match = StartMatch({"alice", "bob"});
  Stream& watcher = WatchAt(match, 10);
  Run(5'000);  // what was not there to be told is not made up for
  Autoplay();
  Play("alice");
  PlayToTheEnd(match);
  EXPECT_LE(All<host::WatchEvent>(watcher).size(), 2u);
  const std::size_t events = mirror_.pictures().at(match).events.size();
  Run(100 * static_cast<std::int64_t>(events));
  ExpectAllEvents(watcher, 1, match);
  EXPECT_EQ(Times(watcher), Every(100 * kMs, events));
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
}

TEST_F(PaceTest, LoopThatIsLateSlowsNothingDown) {
  const auto match = PlayedMatch();
  const std::size_t events = mirror_.pictures().at(match).events.size();
  journal_.on_maintain = [this] { fake_clock_.Advance(2 * kMs); };  // every turn takes so long
  Stream& watcher = WatchAt(match, 50);
  Run(20 * static_cast<std::int64_t>(events) + 100);
  ExpectAllEvents(watcher, 1, match);
  const std::vector<std::int64_t> times = Times(watcher);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::int64_t late_ns = times[i] - static_cast<std::int64_t>(i) * 20 * kMs;
    EXPECT_TRUE(late_ns >= -4 * kMs && late_ns <= 4 * kMs) << i << ": " << late_ns;
  }
}

TEST_F(PaceTest, PacedWatcherIsATimerAndNoPoll) {
  const auto match = PlayedMatch();
  WatchAt(match, 1);
  const std::int64_t before = TheHost().counters().turns;
  Run(30'000);
  EXPECT_LT(TheHost().counters().turns - before, 100);
}

TEST_F(PaceTest, SlowReaderOfASlowPaceIsDroppedOnlyIfItReadsNothing) {  // N2
  const auto match = PlayedMatch();
  SlowWatchers();
  Stream& watcher = WatchAt(match, 1);
  for (int i = 0; i < 3; ++i) {
    Run(25'000);
    EXPECT_FALSE(watcher.closed);
    Say(watcher, host::Drained{});
  }
  EXPECT_EQ(All<host::WatchEvent>(watcher).size(), 4u);
  Run(30'000);
  EXPECT_EQ(watcher.closed, CloseReason::kSlowReader);
}

}  // namespace
}  // namespace taki::test
