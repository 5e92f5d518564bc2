// How a match ends and who is placed where (docs/rules.md R10.1, R10.3 to R10.5).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Ending;

class PlacingTest : public RulesTest {};

TEST_F(PlacingTest, TheWinnerIsFirst) {  // R10.1
  Given("0: Y1 | 1: R5 | lead R9 | turn 1 | stages 0:1 1:1");
  Play(1, "R5");
  ExpectOver(Ending::kCompleted, "2 1");
}

TEST_F(PlacingTest, MoreStagesAreBetter) {  // R10.1
  Given("0: R5 | 1: Y1 | 2: Y3 Y4 Y5 | lead R9 | turn 0 | stages 0:1 1:3 2:2");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 3 2");
}

TEST_F(PlacingTest, FewerCardsAreBetterInTheSameStage) {  // R10.1
  Given("0: R5 | 1: Y1 Y6 | 2: Y3 Y4 Y5 | 3: Y7 | lead R9 | turn 0 | stages 0:1 1:4 2:4 3:4");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 3 4 2");
}

TEST_F(PlacingTest, EqualSeatsShareAPlace) {  // R10.1
  Given("0: R5 | 1: Y1 Y6 | 2: Y3 Y4 | 3: Y7 Y8 Y9 | lead R9 | turn 0 | stages 0:1");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 2 2 4");
}

TEST_F(PlacingTest, ForfeitedSeatsAreBelowAllOthersLaterOnesAbove) {  // R10.2
  Given("0: R5 R6 | 1: Y1 | 2: Y3 | 3: Y7 | lead R9 | turn 0 | stages 0:1 1:1 2:8 3:8");
  Forfeit(1);
  Forfeit(2);
  Play(0, "R5!");
  Play(3, "draw");
  Play(0, "R6");
  ExpectOver(Ending::kCompleted, "1 4 3 2");
}

class WalkoverTest : public RulesTest {};

TEST_F(WalkoverTest, TheLastSeatLeftWins) {  // R10.3
  Given("0: Y1 | 1: R5 R6 | 2: G1 | lead R9 | turn 0");
  Forfeit(0);
  ExpectNotOver();
  Forfeit(1);
  ExpectOver(Ending::kWalkover, "3 2 1");
  ExpectEvents("0 forfeits DISCONNECTED; turn 1; 1 forfeits DISCONNECTED");
}

class DeadlockTest : public RulesTest {};

TEST_F(DeadlockTest, EndsTheMatchAfterOneRoundWithoutACard) {  // R10.4
  Given("0: Y1 Y3 | 1: B1 B4 | 2: B6 | lead G9 | turn 0 | pile none | discard none");
  Play(0, "draw");
  Play(1, "draw");
  ExpectNotOver();
  Play(2, "draw");
  ExpectOver(Ending::kDeadlock, "2 2 1");
}

TEST_F(DeadlockTest, TheBestShareFirstPlaceIfEqual) {  // R10.4
  Given("0: Y1 Y3 | 1: B1 B4 | 2: B6 B7 B8 | lead G9 | turn 2 | pile none | discard none");
  for (const int seat : {2, 0, 1}) Play(seat, "draw");
  ExpectOver(Ending::kDeadlock, "1 1 3");
}

TEST_F(DeadlockTest, ACardPlayedStartsTheCountAnew) {  // R10.4
  Given("0: Y1 Y3 | 1: B1 B4 | 2: K G6 B7 | lead G9 | turn 0 | pile none | discard none");
  Play(0, "draw");
  Play(1, "draw");
  Play(2, "K end");
  EXPECT_EQ(position_.idle_turns, 0);
  for (const int seat : {0, 1}) Play(seat, "draw");
  ExpectNotOver();
}

TEST_F(DeadlockTest, ACardDrawnStartsTheCountAnew) {  // R10.4
  Given("0: Y1 Y3 | 1: B1 B4 | lead G9 | turn 0 | idle 1 | pile R3 | discard none");
  Play(0, "draw");
  ExpectNotOver();
  EXPECT_EQ(position_.idle_turns, 0);
}

TEST_F(DeadlockTest, AForfeitStartsTheCountAnew) {  // R10.4
  Given("0: Y1 Y3 | 1: B1 B4 | 2: none | lead G9 | turn 0 | pile none | discard none");
  Play(0, "draw");
  Play(1, "draw");
  Forfeit(2);  // two seats are left, and two turns have passed: but the count starts anew
  ExpectNotOver();
  Play(0, "draw");
  ExpectNotOver();
  Play(1, "draw");
  ExpectOver(Ending::kDeadlock, "1 1 3");
}

TEST_F(DeadlockTest, IsCountedAgainstTheSeatsLeft) {  // R10.4
  Given("0: Y1 Y3 | 1: out | 2: B1 B4 | lead G9 | turn 0 | pile none | discard none");
  Play(0, "draw");
  Play(2, "draw");
  ExpectOver(Ending::kDeadlock, "1 3 1");
}

TEST_F(DeadlockTest, ComesBeforeTheTurnLimit) {  // R10.4: if both
  Given("rules max_turns=2 | 0: Y1 Y3 | 1: B1 B4 | lead G9 | turn 0 | pile none | discard none");
  Play(0, "draw");
  Play(1, "draw");
  ExpectOver(Ending::kDeadlock, "1 1");
}

class TurnLimitTest : public RulesTest {};

TEST_F(TurnLimitTest, EndsTheMatchWhenThatManyTurnsHaveEnded) {  // R10.5
  Given("rules max_turns=3 | 0: R5 R6 R7 | 1: R1 R3 R4 | lead R9 | turn 0");
  Play(0, "R5");
  Play(1, "R1");
  ExpectNotOver();
  Play(0, "R6!");
  ExpectOver(Ending::kTurnLimit, "1 2");  // fewer cards in hand
}

TEST_F(TurnLimitTest, IsTenThousandByDefault) {  // R10.5
  Given("0: R5 R6 R7 | 1: R1 R3 R4 | lead R9 | turn 0 | turns 9998");
  Play(0, "R5");
  ExpectNotOver();
  Play(1, "R1");
  ExpectOver(Ending::kTurnLimit, "1 1");
}

TEST_F(TurnLimitTest, CountsATurnWhenItEndsHoweverManyCardsItHad) {  // R10.5
  Given("rules max_turns=2 | 0: RT R5 R6 R7 G1 G3 | 1: R1 R3 R4 | lead R9 | turn 0");
  Play(0, "RT R5 R6 R7 close");
  EXPECT_EQ(position_.turns_ended, 1);
}

TEST_F(TurnLimitTest, TheLastTurnsEffectsCome) {  // R10.5, R8.1
  Given("rules max_turns=1 | 0: R5 R6 | 1: R1 R3 R4 | lead R9 | turn 0");
  Play(0, "R5");
  ExpectCards(0, 5);
  ExpectOver(Ending::kTurnLimit, "2 1");
}

TEST_F(TurnLimitTest, AWinInTheLastTurnIsAWin) {  // R9.2: the match ends at once
  Given("rules max_turns=1 | 0: R5 | 1: R1 | lead R9 | turn 0 | stages 0:1");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 2");
}

TEST_F(TurnLimitTest, AKingThatAnsweredTheLastTurnIsNotPlayedOn) {  // R7.7, R10.5
  Given("rules max_turns=1 | 0: +3 R5 R6 | 1: K R1 R3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K");
  ExpectOver(Ending::kTurnLimit, "1 1");
}

TEST_F(TurnLimitTest, AForfeitsTurnIsNotCounted) {  // R10.2, R10.5
  Given("rules max_turns=1 | 0: R5 R6 | 1: R1 R3 R4 | 2: Y1 | lead R9 | turn 0");
  Forfeit(0);
  ExpectNotOver();
  EXPECT_EQ(position_.turns_ended, 0);
}

}  // namespace
}  // namespace taki::test
