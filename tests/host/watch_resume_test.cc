// A watcher that is cut off, whenever and however, and comes back for what it has not seen, loses
// nothing and hears nothing twice (D5): live, afterwards, at a pace, with a delay, across the end
// of the match and across restarts of the referee.
#include "referee/match/visible.h"
#include "tests/support/host_fixture.h"
#include "tests/support/splitmix.h"

namespace taki::test {
namespace {

struct Case {
  std::uint64_t seed = 0;
  std::int32_t public_delay_ms = 0;
  std::int64_t events_per_second = 0;
};

class ResumeTest : public HostTest, public ::testing::WithParamInterface<Case> {
 protected:
  // What a careful watcher keeps of one match, over all its streams.
  struct Follower {
    Stream* stream = nullptr;
    std::size_t read = 0;  // items of the stream
    std::uint32_t next_seq = 1;
    int starts = 0;
    std::vector<match::MatchEvent> events;
    std::optional<match::Result> result;
  };

  void Read(Follower& follower) {
    if (follower.stream == nullptr) return;
    for (; follower.read < follower.stream->items.size(); ++follower.read) {
      const host::Item& item = follower.stream->items[follower.read].item;
      EXPECT_FALSE(follower.result) << "something after the result";
      EXPECT_EQ(follower.read == 0, std::holds_alternative<host::WatchIntro>(item));
      if (std::holds_alternative<host::WatchStart>(item)) ++follower.starts;
      if (const auto* event = std::get_if<host::WatchEvent>(&item)) {
        EXPECT_EQ(event->seq, follower.next_seq);
        follower.next_seq = event->seq + 1;
        follower.events.push_back(event->event);
      }
      if (const auto* beat = std::get_if<host::Heartbeat>(&item)) {
        EXPECT_EQ(beat->last_seq + 1, follower.next_seq);
      }
      if (const auto* finished = std::get_if<host::MatchFinished>(&item))
        follower.result = finished->result;
    }
  }
  void Open(Follower& follower, match::MatchId match) {
    const std::int64_t from_seq = follower.next_seq == 1 ? 0 : follower.next_seq;
    follower.stream =
        &WatchAs({match::ToString(match), from_seq, GetParam().events_per_second, false});
    follower.read = 0;
  }
  // Its network breaks, it is too slow, or it just reads on.
  void Disturb(Follower& follower) {
    Read(follower);
    if (follower.stream != nullptr && follower.stream->closed) {
      ++ends_[*follower.stream->closed];
      follower.stream = nullptr;
    }
    if (follower.stream == nullptr) return;
    if (random_.Chance(5)) {
      Say(*follower.stream, host::Gone{});
      Read(follower);
      follower.stream = nullptr;
      ++cuts_;
    } else if (random_.Chance(80)) {
      Say(*follower.stream, host::Drained{});
    }
  }
  // The bots answer what they are asked, now and then.
  void Play() {
    for (const std::string& name : {std::string("alice"), std::string("bob")}) {
      const Stream& stream = StreamOf(name);
      const std::size_t asked = All<host::AskDecision>(stream).size();
      if (asked == answered_[stream.id.number] || !random_.Chance(30)) continue;
      answered_[stream.id.number] = asked;
      HostTest::Play(name);
    }
  }

  SplitMix random_{0};
  std::map<std::uint64_t, std::size_t> answered_;  // by stream
  std::map<host::CloseReason, int> ends_;
  int cuts_ = 0;
};

TEST_P(ResumeTest, NothingIsLostAndNothingComesTwice) {  // D5, N2
  random_ = SplitMix(GetParam().seed);
  options_.watch_heartbeat_ms = 200;
  options_.watcher_stall_ms = 150;
  SlowWatchers();
  auto request = Between({"alice", "bob"});
  request.public_delay_ms = GetParam().public_delay_ms;
  request.ruleset.stages = {3, 2};
  request.ruleset.stage_count = 2;
  const auto match = StartMatch(request);
  std::vector<Follower> followers(3);
  const auto done = [](const Follower& follower) { return follower.result.has_value(); };
  int restarts = 0;
  for (int i = 0; i < 50'000 && !std::all_of(followers.begin(), followers.end(), done); ++i) {
    if (!store::IsOver(Row(match).state)) Play();
    for (Follower& follower : followers) {
      Disturb(follower);
      if (follower.stream == nullptr && !follower.result && random_.Chance(20))
        Open(follower, match);
    }
    if (random_.Chance(1)) {
      for (Follower& follower : followers) {
        Read(follower);
        follower.stream = nullptr;
      }
      Restart();
      ++restarts;
      Join("alice");
      Join("bob");
    }
    Run(static_cast<std::int64_t>(random_.Below(30)));
  }
  const auto& truth = mirror_.pictures().at(match).events;
  EXPECT_GT(truth.size(), 5u);
  for (const Follower& follower : followers) {
    EXPECT_GE(follower.starts, 1) << "again only if it has no event yet";
    ASSERT_EQ(follower.events.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i)
      EXPECT_EQ(follower.events[i], match::VisibleTo(truth[i], std::nullopt)) << i + 1;
    EXPECT_EQ(follower.result, Row(match).result);
  }
  EXPECT_GT(cuts_ + restarts + ends_[host::CloseReason::kSlowReader], 0)
      << "else nothing was tried";
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    for (const std::int32_t delay_ms : {0, 900})
      for (const std::int64_t pace : {0, 100}) cases.push_back({seed, delay_ms, pace});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Random, ResumeTest, ::testing::ValuesIn(Cases()));

}  // namespace
}  // namespace taki::test
