// The position as a value: its hash, its cards, the seat that moves next.
#include "referee/rules/position.h"

#include <functional>
#include <set>

#include "referee/rules/notation.h"
#include "tests/support/random_play.h"
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Position;
using rules::PositionHash;
using rules::Seat;

TEST(PositionTest, IsSmallAndFlat) {  // docs: about half a kilobyte
  EXPECT_LE(sizeof(Position), 640u);
  EXPECT_TRUE(std::is_trivially_copyable_v<Position>);
}

class PositionHashTest : public RulesTest {};

TEST_F(PositionHashTest, IsEqualForEqualPositions) {
  Given("0: R3 R4 X | 1: Y1 C | lead R9 | turn 0");
  const Position copy = position_;
  EXPECT_EQ(PositionHash(copy), PositionHash(position_));
  Given("0: X R4 R3 | 1: C Y1 | lead R9 | turn 0");  // hands are multisets
  EXPECT_EQ(PositionHash(copy), PositionHash(position_));
}

TEST_F(PositionHashTest, DependsOnEverythingThatMatters) {
  Given("0: R3 R4 X | 1: Y1 C | 2: G1 | lead R9 | turn 0 | pile G3 G4 ...");
  const Position start = position_;
  const std::vector<std::function<void(Position&)>> changes{
      [](Position& p) { p.ruleset.max_turns = 9; },
      [](Position& p) { p.ruleset.stages[3] = 9; },
      [](Position& p) { p.ruleset.stage_count = 7; },
      [](Position& p) { p.ruleset.draw_rule = rules::DrawRule::kAnyTime; },
      [](Position& p) { p.ruleset.taki_rule = rules::TakiRule::kPlayAny; },
      [](Position& p) { p.key[31] = 1; },
      [](Position& p) { p.remaining.Remove(Seat(2)); },
      [](Position& p) { p.turn = Seat(1); },
      [](Position& p) { p.direction = -1; },
      [](Position& p) { p.phase = rules::Phase::kRun; },
      [](Position& p) { p.leading = *rules::ParseCard("R8"); },
      [](Position& p) { p.leading_color = rules::Color::kBlue; },
      [](Position& p) { p.top = rules::kKingCard; },
      [](Position& p) { p.taki_open = true; },
      [](Position& p) { p.stack = 2; },
      [](Position& p) { p.played = true; },
      [](Position& p) { p.active = true; },
      [](Position& p) { p.undeclared = true; },
      [](Position& p) { p.barred = true; },
      [](Position& p) { p.unanswered.Add(Seat(1)); },
      [](Position& p) { p.answers[1] = rules::WindowAnswer::kPass; },
      [](Position& p) { p.window_ends[1] = rules::SeatEnd::kTimeout; },
      [](Position& p) { p.turn_forfeits = true; },
      [](Position& p) { p.turns_ended = 1; },
      [](Position& p) { p.idle_turns = 1; },
      [](Position& p) { p.reshuffles = 1; },
      [](Position& p) { p.forfeits = 1; },
      [](Position& p) { p.hands[1].Add(*rules::ParseCard("B1")); },
      [](Position& p) { p.hands[1].Add(*rules::ParseCard("C")); },
      [](Position& p) { p.hands[1].Add(*rules::ParseCard("Y1")); },
      [](Position& p) { p.stages_completed[1] = 1; },
      [](Position& p) { p.forfeit_order[1] = 1; },
      [](Position& p) { std::swap(p.pile[p.pile_top], p.pile[p.pile_top + 1]); },
      [](Position& p) { --p.pile_size; },
      [](Position& p) { p.discard.Add(*rules::ParseCard("B1")); },
      [](Position& p) { p.above.Add(*rules::ParseCard("K")); },
      [](Position& p) { p.ending = rules::Ending::kDeadlock; },
      [](Position& p) { p.winner = Seat(1); },
      [](Position& p) { p.history = 1; },
  };
  std::set<std::uint64_t> hashes{PositionHash(start)};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Position changed = start;
    changes[i](changed);
    EXPECT_TRUE(hashes.insert(PositionHash(changed)).second) << "change " << i;
  }
}

// The fingerprint of the rules: a change here is a change of behaviour, or of the hash itself, and
// must be said.
TEST_F(PositionHashTest, IsTheSameOnEveryMachine) {  // I4: records made elsewhere must agree
  std::uint64_t all = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    all = all * 31 + PositionHash(PlayRandomMatch(AnyMatch(seed), seed, false).end);
  EXPECT_EQ(all, 11353317959404973686u);
}

TEST_F(PositionHashTest, HistoryTellsTheWay) {  // two ways to the same table differ
  Given("0: R3 R4 R5 | 1: Y1 Y3 Y4 | lead RT | turn 0 | phase run");
  const Position start = position_;
  Play(0, "R3 R4");
  const Position one = position_;
  position_ = start;
  Play(0, "R4 R3");
  EXPECT_NE(one.history, position_.history);
}

TEST(CountCardsTest, FindsALostOrDoubledCard) {  // I6
  Position position = rules::Deal({});
  EXPECT_EQ(rules::CountCards(position), 116);
  Position lost = position;
  --lost.pile_size;
  EXPECT_EQ(rules::CountCards(lost), 115);
  Position swapped = position;  // 116 cards, but one kind too often
  std::size_t other = swapped.pile_top;
  while (swapped.pile[other] == swapped.pile[swapped.pile_top]) ++other;
  swapped.pile[swapped.pile_top] = swapped.pile[other];
  EXPECT_EQ(rules::CountCards(swapped), -1);
}

class NextSeatTest : public RulesTest {};

TEST_F(NextSeatTest, FollowsTheDirectionAndLeavesForfeitedSeatsOut) {  // R2.1, R5.5, R10.2
  Given("0: R1 | 1: out | 2: Y1 | 3: out | 4: B1 | lead R9 | turn 0");
  EXPECT_EQ(rules::NextSeat(position_, Seat(0)), Seat(2));
  EXPECT_EQ(rules::NextSeat(position_, Seat(4)), Seat(0));
  EXPECT_EQ(rules::NextSeat(position_, Seat(3)), Seat(4));
  position_.direction = -1;
  EXPECT_EQ(rules::NextSeat(position_, Seat(0)), Seat(4));
  EXPECT_EQ(rules::NextSeat(position_, Seat(2)), Seat(0));
}

}  // namespace
}  // namespace taki::test
