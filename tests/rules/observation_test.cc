// What a seat, or everyone, may know (docs/rules.md R7.4, invariant I5). Random positions:
// random_play_test.cc.
#include "referee/rules/observation.h"

#include "tests/support/random_play.h"
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Seat;

class ObservationTest : public RulesTest {};

TEST_F(ObservationTest, ShowsTheTable) {
  Given(
      "0: R3 R4 | 1: Y1 | 2: out | 3: none | lead ST>R | top K | stack 0 | turn 1 | taki open | "
      "dir right | "
      "stages 1:3 | pile G1 G3 G4 | turns 17 | completed 3:7");
  const rules::PublicState state = rules::ObservePublic(position_);
  EXPECT_EQ(state.seats, 4);
  EXPECT_EQ(state.phase, rules::Phase::kTurn);
  EXPECT_EQ(state.turn, Seat(1));
  EXPECT_EQ(state.direction, -1);
  EXPECT_EQ(state.leading, rules::kSuperTakiCard);
  EXPECT_EQ(state.leading_color, rules::Color::kRed);
  EXPECT_EQ(state.top, rules::kKingCard);
  EXPECT_TRUE(state.taki_open);
  EXPECT_EQ(state.draw_pile, 3);
  EXPECT_EQ(state.turns_ended, 17);
  EXPECT_EQ(
      state.seat[0],
      (rules::PublicSeat{.cards = 2, .stages_completed = 0, .stage_hand = 8, .forfeited = false}));
  EXPECT_EQ(
      state.seat[1],
      (rules::PublicSeat{.cards = 1, .stages_completed = 5, .stage_hand = 3, .forfeited = false}));
  EXPECT_TRUE(state.seat[2].forfeited);
  EXPECT_EQ(
      state.seat[3],
      (rules::PublicSeat{.cards = 0, .stages_completed = 7, .stage_hand = 1, .forfeited = false}));
}

TEST_F(ObservationTest, ShowsTheStack) {
  Given("0: R3 R4 | 1: Y1 | lead R+2 | stack 6 | turn 1");
  EXPECT_EQ(rules::ObservePublic(position_).stack, 6);
}

TEST_F(ObservationTest, ShowsASeatItsOwnHand) {
  Given("0: R3 R4 | 1: Y1 X | lead R9 | turn 1");
  const rules::View view = rules::Observe(position_, Seat(1));
  EXPECT_EQ(view.seat, Seat(1));
  EXPECT_EQ(view.hand, position_.hands[1]);
  EXPECT_EQ(view.state, rules::ObservePublic(position_));
}

TEST_F(ObservationTest, ShowsNoStageToWhoHasCompletedAll) {
  Given("0: R3 | 1: Y1 X | lead R9 | turn 0 | stages 0:1");
  Play(0, "R3");
  const rules::PublicState state = rules::ObservePublic(position_);
  EXPECT_EQ(state.seat[0].stages_completed, 8);
  EXPECT_EQ(state.seat[0].stage_hand, 0);
}

TEST_F(ObservationTest, IsBlindToHiddenCards) {  // I5
  Given("0: R3 R4 | 1: Y1 X K | 2: B1 B3 | lead R9 | turn 1");
  SplitMix random(1);
  for (int round = 0; round < 100; ++round) {
    EXPECT_EQ(rules::Observe(WithHiddenCardsMixed(position_, Seat(0), false, random), Seat(0)),
              rules::Observe(position_, Seat(0)));
    EXPECT_EQ(rules::ObservePublic(WithHiddenCardsMixed(position_, Seat(0), true, random)),
              rules::ObservePublic(position_));
  }
}

TEST_F(ObservationTest,
       IsBlindToTheDealKeyAndTheHistory) {  // what is to come cannot be read from a view
  Given("0: R3 R4 | 1: Y1 X K | lead R9 | turn 1");
  const rules::View view = rules::Observe(position_, Seat(0));
  position_.key.fill(0xAB);
  position_.history = 42;
  EXPECT_EQ(rules::Observe(position_, Seat(0)), view);
}

}  // namespace
}  // namespace taki::test
