#include "sample_bots/cpp/hand.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/support/bots/frames.h"

namespace taki::bot_kit {
namespace {

using taki::testing::ActionOf;
using taki::testing::CardOf;

// A decision to whom `hand` is dealt, on turn after `leading`.
v1::Decision Deciding(const std::string& hand, const std::string& leading) {
  v1::Decision decision;
  decision.set_kind(v1::DECISION_KIND_TURN);
  std::istringstream cards(hand);
  for (std::string card; cards >> card;) {
    *decision.mutable_observation()->add_hand() = CardOf(card);
  }
  v1::PublicState& state = *decision.mutable_observation()->mutable_state();
  *state.mutable_leading_card() = CardOf(leading);
  state.set_leading_color(state.leading_card().color());
  return decision;
}

std::string RunText(const v1::Decision& decision, const std::string& first) {
  std::string text;
  for (const std::string& action : WithRun(decision, ActionOf(first))) {
    text += (text.empty() ? "" : " ") + action;
  }
  return text;
}

TEST(HandTest, KnowsTheColourHeldMost) {
  const v1::Decision decision = Deciding("R1 G3 G4 B5 B6 K", "Y9");
  EXPECT_EQ(Held(decision, v1::COLOR_GREEN), 2);
  EXPECT_EQ(Held(decision, v1::COLOR_YELLOW), 0);
  EXPECT_EQ(MostHeld(decision), v1::COLOR_GREEN);
}

// tests/bots/python_kit_test.py has the same table.
TEST(WithRunTest, ACardThatOpensNothingStaysAlone) {
  EXPECT_EQ(RunText(Deciding("R5 R6 G1", "R9"), "R5"), "R5");
  EXPECT_EQ(RunText(Deciding("R5 G1", "R9"), "draw"), "draw");
  EXPECT_EQ(RunText(Deciding("K R6", "R9"), "K!"), "K!");
}

TEST(WithRunTest, ATakiTakesItsColourAlongAndIsClosed) {  // R6.1, R6.3
  EXPECT_EQ(RunText(Deciding("R5 RT G1 R7 Y1", "R9"), "RT"), "RT R5 R7 close");
}

TEST(WithRunTest, ALoneTakiCannotBeClosed) {  // R6.4
  EXPECT_EQ(RunText(Deciding("RT G1 Y1", "R9"), "RT"), "RT end");
  EXPECT_EQ(RunText(Deciding("RT RT G1 Y1", "R9"), "RT"), "RT RT end");
}

TEST(WithRunTest, TheLastCardOfTheRunIsOneThatActs) {  // R6.2
  EXPECT_EQ(RunText(Deciding("RT R+2 RS R+ R3 G1 G3", "R9"), "RT"), "RT R+ R3 RS R+2 close");
}

TEST(WithRunTest, SaysLastCardWhenOneIsLeft) {  // R4.1, R4.3
  EXPECT_EQ(RunText(Deciding("RT R3 G1", "R9"), "RT"), "RT R3! close");
  EXPECT_EQ(RunText(Deciding("RT R3 R4", "R9"), "RT"), "RT R3! R4 close");
  EXPECT_EQ(RunText(Deciding("RT G1", "R9"), "RT!"), "RT! end");
}

TEST(WithRunTest, AnOpenTakiIsContinued) {  // R6.5
  v1::Decision decision = Deciding("RS R5 B1 B3", "R9");
  decision.mutable_observation()->mutable_state()->set_taki_open(true);
  EXPECT_EQ(RunText(decision, "RS"), "R5 RS close");
  decision.mutable_observation()->mutable_state()->set_stack(2);
  EXPECT_EQ(RunText(decision, "RS"), "RS");
}

TEST(WithRunTest, ATakiOfAnotherColourOpensItsOwnRun) {  // R6.10
  v1::Decision decision = Deciding("GT G5 R1 B3", "RT");
  decision.mutable_observation()->mutable_state()->set_taki_open(true);
  EXPECT_EQ(RunText(decision, "GT"), "GT G5 close");
}

TEST(WithRunTest, SuperTakiTakesTheLeadingColour) {  // R6.9
  EXPECT_EQ(RunText(Deciding("ST G5 R1 B3 RT", "R9"), "ST"), "ST RT R1 close");
}

TEST(WithRunTest, SuperTakiGoesAlongWhereItFinishesTheHand) {  // R6.7
  EXPECT_EQ(RunText(Deciding("RT R5 ST", "R9"), "RT"), "RT ST! R5 close");
  EXPECT_EQ(RunText(Deciding("RT ST", "R9"), "RT!"), "RT! ST end");
}

TEST(WithRunTest, ChangeColourFinishesTheHand) {  // R6.8
  EXPECT_EQ(RunText(Deciding("BT B5 C", "B9"), "BT"), "BT B5! C>R");
}

TEST(WithRunTest, AnAnswerInAWindowStaysAlone) {  // R7.4
  v1::Decision decision = Deciding("X R5", "R9");
  decision.set_kind(v1::DECISION_KIND_WINDOW);
  EXPECT_EQ(RunText(decision, "X!"), "X!");
}

}  // namespace
}  // namespace taki::bot_kit
