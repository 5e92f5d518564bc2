// Two worlds that differ only in hidden cards look the same to everyone who may not see them: the
// same items, at the same times (S6, G7, D7, I5).
#include <map>
#include <tuple>

#include "referee/match/visible.h"
#include "referee/rules/transition.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

class SecrecyTest : public HostTest {
 protected:
  SecrecyTest() {
    ruleset_.stages[0] = 1;
    ruleset_.stage_count = 1;
  }

  rules::Position DealOf(const rules::Seed& seed) const {
    const rules::DealKey key =
        rules::DeriveKey("m-000001", rules::CanonicalText(ruleset_), seed, {});
    return rules::Deal({ruleset_, 3, key});
  }

  // Two seeds: alice holds a +3 in both, bob a Breaker in the first only; carol's hand and the
  // table are the same.
  std::pair<rules::Seed, rules::Seed> TwoWorlds() const {
    std::map<std::tuple<std::uint64_t, rules::Card, rules::Card>, rules::Seed> with, without;
    for (std::uint64_t number = 1; number < 1'000'000; ++number) {
      const rules::Position position = DealOf(BytesOf(number));
      if (!position.hands[0].Contains(rules::kPlusThreeCard)) continue;
      const rules::CardSet& carol = position.hands[2];
      std::uint64_t hand = 0;
      for (int kind = 0; kind < rules::kCardKinds; ++kind)
        if (carol.Contains(rules::Card::FromIndex(kind))) hand = std::uint64_t{1} << kind;
      const bool breaker = position.hands[1].Contains(rules::kBreakerCard);
      const auto key = std::tuple(hand, position.leading, position.top);
      (breaker ? with : without).emplace(key, BytesOf(number));
      const auto other = (breaker ? without : with).find(key);
      if (other != (breaker ? without : with).end())
        return breaker ? std::pair(BytesOf(number), other->second)
                       : std::pair(other->second, BytesOf(number));
    }
    ADD_FAILURE() << "no such worlds";
    return {};
  }

  rules::Ruleset ruleset_;
};

// One line an item: when, and all of it that a party gets.
class Seen {
 public:
  void Add(std::int64_t at_ns, const host::Item& item) {
    const std::string at = std::to_string(at_ns) + " ";
    // What it draws itself is its own, and differs.
    if (const auto* event = std::get_if<host::SeatEvent>(&item))
      return Add(at + "event", event->seq, match::VisibleTo(event->event, std::nullopt));
    if (const auto* event = std::get_if<host::WatchEvent>(&item))
      return Add(at + "event", event->seq, event->event);
    if (const auto* asked = std::get_if<host::AskDecision>(&item)) {
      lines.push_back(at + "asked " + std::to_string(asked->decision.id.number));
      views.push_back(asked->decision.view);
    } else if (const auto* started = std::get_if<host::MatchStarted>(&item)) {
      lines.push_back(at + "started");
      views.push_back(started->view);
    } else if (const auto* start = std::get_if<host::WatchStart>(&item)) {
      lines.push_back(at + "start");
      states.push_back(start->state);
    } else {
      lines.push_back(at + std::to_string(item.index()));
    }
  }
  std::vector<std::string> lines;
  std::vector<match::MatchEvent> events;
  std::vector<rules::View> views;
  std::vector<rules::PublicState> states;
  friend bool operator==(const Seen&, const Seen&) = default;

 private:
  void Add(const std::string& what, std::uint32_t seq, const match::MatchEvent& event) {
    lines.push_back(what + " " + std::to_string(seq));
    events.push_back(event);
  }
};

class World : public SecrecyTest {
 public:
  void TestBody() override {}
  // Alice opens a +3 window; bob, who may or may not hold a Breaker, and carol pass.
  std::pair<Seen, Seen> CarolAndAWatcherSee(const rules::Seed& seed,
                                            std::int32_t public_delay_ms = 0) {
    auto request = Between({"alice", "bob", "carol"});
    request.ruleset = ruleset_;
    request.seed = seed;
    request.public_delay_ms = public_delay_ms;
    const auto match = StartMatch(request);
    Stream& watcher = Watch(match::ToString(match));
    Run(10);
    Reply("alice", match, 1, "+3");
    Run(200);
    Reply("bob", match, Asked("bob").id.number, "pass");
    Run(200);
    Reply("carol", match, Asked("carol").id.number, "pass");
    Run(200 + public_delay_ms);
    return {SeenBy(StreamOf("carol")), SeenBy(watcher)};
  }
  using SecrecyTest::TwoWorlds;

 private:
  static Seen SeenBy(const Stream& stream) {
    Seen seen;
    for (const SentItem& sent : stream.items) {
      if (std::holds_alternative<host::MatchFinished>(sent.item)) break;  // now all is told
      seen.Add(sent.at_ns, sent.item);
    }
    return seen;
  }
};

TEST(TwoWorlds, LookTheSameToOtherSeatsAndToWatchers) {
  World one, other;
  const auto [with, without] = one.TwoWorlds();
  const auto [carol, watcher] = one.CarolAndAWatcherSee(with);
  const auto [other_carol, other_watcher] = other.CarolAndAWatcherSee(without);
  EXPECT_EQ(carol.lines, other_carol.lines) << "the same items at the same times";
  EXPECT_TRUE(carol == other_carol);
  EXPECT_EQ(watcher.lines, other_watcher.lines);
  EXPECT_TRUE(watcher == other_watcher);
  EXPECT_GT(watcher.events.size(), 3u);
  EXPECT_GT(carol.events.size(), 3u);
}

TEST(TwoWorlds, LookTheSameToThePublicThatSeesThemLater) {
  World one, other;
  const auto [with, without] = one.TwoWorlds();
  const Seen watcher = one.CarolAndAWatcherSee(with, 300).second;
  const Seen other_watcher = other.CarolAndAWatcherSee(without, 300).second;
  EXPECT_EQ(watcher.lines, other_watcher.lines);
  EXPECT_TRUE(watcher == other_watcher);
  EXPECT_GT(watcher.events.size(), 3u);
}

// Drawn cards are told to who drew them, and to nobody else.
class DrawnCardTest : public HostTest {};

TEST_F(DrawnCardTest, OnlyTheOwnerSeesTheFaces) {  // S6
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  const auto match = StartMatch({"alice", "bob", "carol"});
  Stream& watcher = Watch(match::ToString(match));
  Run(250);  // alice is silent: the referee draws for her
  const auto& truth = mirror_.pictures().at(match).events;
  const auto drawn = std::find_if(truth.begin(), truth.end(), [](const match::MatchEvent& event) {
    return event.rules.kind == rules::Event::Kind::kCardsDrawn;
  });
  ASSERT_NE(drawn, truth.end());
  const auto seq = static_cast<std::size_t>(drawn - truth.begin());
  const auto as_alice = All<host::SeatEvent>("alice").at(seq).event;
  const auto as_bob = All<host::SeatEvent>("bob").at(seq).event;
  const auto as_watcher = All<host::WatchEvent>(watcher).at(seq).event;
  EXPECT_EQ(as_alice, *drawn);
  EXPECT_EQ(as_bob, as_watcher);
  EXPECT_EQ(as_bob.rules.count, drawn->rules.count) << "how many is public";
  EXPECT_EQ(as_bob.rules.cards, rules::Event{}.cards);
}

}  // namespace
}  // namespace taki::test
