// Matches that the public sees later: what it sees and when, and that nothing tells it more before.
#include "referee/rules/legality.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using host::CloseReason;
using store::MatchState;

constexpr std::int64_t kDelayMs = 5'000;

class DelayTest : public HostTest {
 protected:
  host::MatchRequest Delayed(const std::vector<std::string>& bots) {
    auto request = Between(bots);
    request.public_delay_ms = kDelayMs;
    request.seed = SeedWhere({}, static_cast<int>(bots.size()), [](const auto& position) {
      const rules::Action first = rules::LegalActions(position, rules::Seat(0))[0];
      return first.kind == rules::Action::Kind::kPlay && first.card.face() <= rules::Face::kNine;
    });
    return request;
  }
  match::MatchId StartDelayed() { return StartMatch(Delayed({"alice", "bob"})); }
  Stream& Public(match::MatchId match, std::int64_t from_seq = 0) {
    return WatchAs({match::ToString(match), from_seq, 0, false});
  }
  Stream& Organiser(match::MatchId match, std::int64_t from_seq = 0) {
    return WatchAs({match::ToString(match), from_seq, 0, true});
  }
  // Whoever is asked answers, `ms` after the last answer, `times` times or until the match is over.
  void PlayOn(match::MatchId match, int times, std::int64_t ms) {
    for (; times > 0 && !store::IsOver(Row(match).state); --times) {
      Run(ms);
      const std::uint32_t open = TheHost().FindLive(match)->decisions();
      Play(Asked("alice").id.number == open ? "alice" : "bob");
    }
  }
  const std::vector<match::MatchEvent>& Truth(match::MatchId match) {
    return mirror_.pictures().at(match).events;
  }
  int Events(const Stream& watcher) {
    return static_cast<int>(All<host::WatchEvent>(watcher).size());
  }
};

bool Same(const store::MatchRow& a, const store::MatchRow& b) {
  return a.state == b.state && a.started_ms == b.started_ms && a.finished_ms == b.finished_ms &&
         a.result_no == b.result_no && a.versions == b.versions && a.entropy == b.entropy &&
         a.result == b.result;
}

bool Same(const host::Item& a, const host::Item& b) {
  if (a.index() != b.index()) return false;
  if (const auto* intro = std::get_if<host::WatchIntro>(&a))
    return Same(intro->row, std::get<host::WatchIntro>(b).row);
  if (const auto* start = std::get_if<host::WatchStart>(&a))
    return start->state == std::get<host::WatchStart>(b).state;
  if (const auto* event = std::get_if<host::WatchEvent>(&a))
    return event->seq == std::get<host::WatchEvent>(b).seq &&
           event->event == std::get<host::WatchEvent>(b).event;
  if (const auto* beat = std::get_if<host::Heartbeat>(&a))
    return beat->last_seq == std::get<host::Heartbeat>(b).last_seq;
  return std::get<host::MatchFinished>(a).result == std::get<host::MatchFinished>(b).result;
}

// Opened when the match stands there, and so much later for the public.
class SameStreamTest : public DelayTest, public ::testing::WithParamInterface<int> {};

TEST_P(SameStreamTest, PublicSeesWhatTheOrganiserSeesOnlyLater) {
  options_.watch_heartbeat_ms = 300;
  const auto match = StartDelayed();
  PlayOn(match, GetParam(), 30);
  Run(10);
  Stream& at_once = Organiser(match);
  const std::int64_t began_ns = fake_clock_.now_ns();
  Stream* later = nullptr;
  for (int i = 0; i < 10'000 && !(later != nullptr && later->closed); ++i) {
    if (fake_clock_.now_ns() - began_ns == kDelayMs * kMs) later = &Public(match);
    if (i % 7 == 0 && !store::IsOver(Row(match).state)) PlayOn(match, 1, 0);
    Run(i % 50 == 0 ? 510 : 10);
  }
  ASSERT_NE(later, nullptr);
  ASSERT_TRUE(at_once.closed && later->closed);
  ASSERT_EQ(at_once.items.size(), later->items.size());
  EXPECT_GT(at_once.items.size(), 20u);
  for (std::size_t i = 0; i < at_once.items.size(); ++i) {
    EXPECT_EQ(at_once.items[i].at_ns + kDelayMs * kMs, later->items[i].at_ns) << i;
    EXPECT_TRUE(Same(at_once.items[i].item, later->items[i].item)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(DelayTest, SameStreamTest, ::testing::Values(0, 1, 12, 10'000));

TEST_F(DelayTest, FirstMessageTellsNothingThatThePublicMayNotKnowYet) {
  const auto match = StartDelayed();
  Stream& early = Public(match);
  EXPECT_EQ(LastFrame(early), "intro");
  const store::MatchRow& row = All<host::WatchIntro>(early)[0].row;
  EXPECT_EQ(row.state, MatchState::kAssigned);
  EXPECT_EQ(row.started_ms, 0);
  EXPECT_TRUE(row.versions.empty());
  EXPECT_EQ(All<host::WatchIntro>(Organiser(match))[0].row.state, MatchState::kRunning);
}

TEST_F(DelayTest, MatchThatIsOverLooksAsIfItWentOn) {
  const auto match = StartDelayed();
  Stream& early = Public(match);
  Run(kDelayMs);
  EXPECT_EQ(All<host::WatchStart>(early).size(), 1u);
  Say(StreamOf("alice"), host::ResignSaid{match::ToString(match)});
  ASSERT_EQ(Row(match).state, MatchState::kFinished);
  Stream& late = Public(match);
  const store::MatchRow row = All<host::WatchIntro>(late)[0].row;
  EXPECT_EQ(row.state, MatchState::kRunning);
  EXPECT_FALSE(row.result);
  EXPECT_EQ(row.finished_ms, 0);
  EXPECT_EQ(row.result_no, 0);
  RunNs(kDelayMs * kMs - 1);
  EXPECT_EQ(Events(early) + Events(late), 0);
  EXPECT_FALSE(early.closed || late.closed);
  RunNs(1);
  EXPECT_EQ(All<host::MatchFinished>(early).size(), 1u);
  EXPECT_EQ(early.closed, CloseReason::kDone);
  EXPECT_EQ(All<host::MatchFinished>(late).size(), 1u);
  EXPECT_EQ(late.closed, CloseReason::kDone);
}

TEST_F(DelayTest, OrganiserSeesTheEndAtOnce) {
  const auto match = StartDelayed();
  Stream& watcher = Organiser(match);
  Say(StreamOf("alice"), host::ResignSaid{match::ToString(match)});
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
  Stream& late = Organiser(match);
  EXPECT_EQ(All<host::WatchIntro>(late)[0].row.state, MatchState::kFinished);
  EXPECT_EQ(late.closed, CloseReason::kDone);
}

TEST_F(DelayTest, VoidMatchThatNeverStartedIsToldLaterToo) {
  Join("alice");
  Register("bob");
  const auto match = Request(Delayed({"alice", "bob"}))->config.id;
  Stream& watcher = Public(match);
  Run(clock_.ready_time_ms + 1);
  ASSERT_EQ(Row(match).state, MatchState::kVoid);
  EXPECT_EQ(All<host::WatchIntro>(Public(match))[0].row.state, MatchState::kAssigned);
  EXPECT_FALSE(watcher.closed);
  Run(kDelayMs);
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
  EXPECT_TRUE(All<host::WatchStart>(watcher).empty());
}

TEST_F(DelayTest, MatchThatWasOverForLongerIsSimplyFinished) {
  Autoplay();
  const auto match = StartDelayed();
  PlayToTheEnd(match);
  Run(kDelayMs + 1);
  Stream& watcher = Public(match);
  EXPECT_EQ(All<host::WatchIntro>(watcher)[0].row.state, MatchState::kFinished);
  EXPECT_EQ(Events(watcher), static_cast<int>(Truth(match).size()));
  EXPECT_EQ(watcher.closed, CloseReason::kDone);
}

TEST_F(DelayTest, HeartbeatTellsNoMoreThanTheStreamMay) {
  clock_.move_time_ms = 600'000;
  auto request = Delayed({"alice", "bob"});
  request.public_delay_ms = 60'000;
  const auto match = StartMatch(request);
  Stream& watcher = Public(match);
  Play("alice");
  Run(20'000);
  ASSERT_EQ(All<host::Heartbeat>(watcher).size(), 1u);
  EXPECT_EQ(All<host::Heartbeat>(watcher)[0].last_seq, 0u);
  Run(60'000);
  EXPECT_EQ(All<host::Heartbeat>(watcher).back().last_seq, Truth(match).size());
}

TEST_F(DelayTest, PaceAndDelayGoTogether) {
  const auto match = StartDelayed();
  Stream& watcher = WatchAs({match::ToString(match), 0, 2, false});
  Play("alice");
  Play("bob");
  Run(kDelayMs);
  EXPECT_EQ(Events(watcher), 1);
  Run(499);
  EXPECT_EQ(Events(watcher), 1);
  Run(1);
  EXPECT_EQ(Events(watcher), 2);
}

TEST_F(DelayTest, DelayedWatcherIsATimerAndNoPoll) {
  options_.poll_ms_max = 60'000;  // or the live match would have its own
  clock_.move_time_ms = 600'000;
  const auto match = StartDelayed();
  Public(match);
  Play("alice");
  const std::int64_t before = TheHost().counters().turns;
  Run(60'000);
  EXPECT_LT(TheHost().counters().turns - before, 60);
}

// --- who comes late: the journal knows how old everything is

TEST_F(DelayTest, LateWatcherSeesWhatIsOldEnough) {
  const auto match = StartDelayed();
  PlayOn(match, 6, 1'000);
  const int so_far = static_cast<int>(Truth(match).size());
  Run(2'500);  // the first four answers are older than the delay
  Stream& late = Public(match);
  EXPECT_EQ(All<host::WatchIntro>(late)[0].row.state, MatchState::kRunning);
  EXPECT_EQ(All<host::WatchStart>(late).size(), 1u);
  const int shown = Events(late);
  EXPECT_GT(shown, 0);
  EXPECT_LT(shown, so_far);
  Run(kDelayMs);
  EXPECT_EQ(Events(late), so_far);
  EXPECT_FALSE(late.closed);
}

// The same, to the millisecond, as it was told to one who was there.
TEST_F(DelayTest, WhoComesLateOrAfterARestartSeesNothingEarlier) {  // D2
  for (const bool restarts : {false, true}) {
    const auto match = StartDelayed();
    std::vector<std::int64_t> happened_ns;  // of each event
    const std::int64_t began_ns = fake_clock_.now_ns();
    for (int i = 0; i < 6; ++i) {
      PlayOn(match, 1, 1'000);
      happened_ns.resize(Truth(match).size(), fake_clock_.now_ns());
    }
    if (restarts) {
      Restart();
      fake_clock_.Advance(300 * kMs);
    }
    Stream& late = Public(match);
    Run(2 * kDelayMs);
    for (const SentItem& sent : late.items) {
      if (std::holds_alternative<host::WatchStart>(sent.item)) {
        EXPECT_GE(sent.at_ns, began_ns + kDelayMs * kMs);
      }
      const auto* event = std::get_if<host::WatchEvent>(&sent.item);
      if (event == nullptr || event->seq > happened_ns.size()) continue;
      const std::int64_t due_ns = happened_ns[event->seq - 1] + kDelayMs * kMs;
      EXPECT_GE(sent.at_ns, due_ns) << event->seq;
      if (sent.at_ns > late.items[0].at_ns) {
        EXPECT_LE(sent.at_ns, due_ns + kMs) << event->seq;
      }
    }
    EXPECT_GE(Events(late), static_cast<int>(happened_ns.size()));
    Say(late, host::Gone{});
  }
}

TEST_F(DelayTest, WhatHasNoTimeIsShownOnlyWhenItMustBeOldEnough) {
  const auto match = StartDelayed();
  PlayOn(match, 4, 3'000);
  journal_.on_timings = [](std::vector<store::InputTiming>& timings) { timings.clear(); };
  Stream& late = Public(match);
  EXPECT_EQ(All<host::WatchStart>(late).size(), 1u) << "when it started is known";
  RunNs(kDelayMs * kMs - 1);
  EXPECT_EQ(Events(late), 0);
  RunNs(1);
  EXPECT_EQ(Events(late), static_cast<int>(Truth(match).size()));
}

TEST_F(DelayTest, WhatHasNoTimeHappenedNotAfterTheEnd) {
  const auto match = StartDelayed();
  PlayOn(match, 4, 1'000);
  Say(StreamOf("alice"), host::ResignSaid{match::ToString(match)});
  Run(1'000);
  journal_.on_timings = [](std::vector<store::InputTiming>& timings) { timings.clear(); };
  Stream& late = Public(match);
  Run(kDelayMs - 1'000);
  EXPECT_EQ(Events(late), 0);
  Run(1);
  EXPECT_EQ(Events(late), static_cast<int>(Truth(match).size()));
  EXPECT_EQ(late.closed, CloseReason::kDone);
}

// --- where it comes from

TEST_F(DelayTest, MatchKeepsItsDelay) {
  EXPECT_EQ(Row(StartDelayed()).public_delay_ms, kDelayMs);
  EXPECT_EQ(Row(StartMatch({"alice", "bob"})).public_delay_ms, 0);
}

TEST_F(DelayTest, DelayBeyondAnHourIsRefused) {
  Register("alice");
  Register("bob");
  for (const std::int32_t delay_ms : {-1, 3'600'001}) {
    auto request = Between({"alice", "bob"});
    request.public_delay_ms = delay_ms;
    const auto row = Request(request);
    EXPECT_TRUE(absl::IsInvalidArgument(row.status()));
    EXPECT_EQ(row.status().message(), "public_delay_ms: 0 to 3600000");
  }
}

}  // namespace
}  // namespace taki::test
