// A seat that leaves the game (docs/rules.md R10.2).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Ending;
using rules::Phase;
using rules::SeatEnd;

class ForfeitTest : public RulesTest {};

TEST_F(ForfeitTest, PutsTheCardsUnderTheLeadingCard) {  // R10.2
  Given("0: R5 R6 | 1: X C C Y1 | 2: Y3 | lead R9 | top K | turn 0 | discard G1");
  Forfeit(1);
  ExpectCards(1, 0);
  ExpectDiscard("G1 Y1 C C X");
  ExpectLeading("R9");
  ExpectTop("K");
}

TEST_F(ForfeitTest, TheCardsComeBackWithTheNextReshuffle) {  // R10.2, R3.7
  Given("0: G5 G6 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | pile none | discard none");
  Forfeit(1);
  Play(0, "draw");
  ExpectHand(0, "G5 G6 Y1");
}

TEST_F(ForfeitTest, OfASeatNotOnTurnLeavesTheTurnAlone) {  // R10.2
  Given("0: R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Forfeit(1);
  ExpectTurn(0);
  Play(0, "R5!");
  ExpectTurn(2);
}

TEST_F(ForfeitTest, OnTurnPassesTheTurnAtOnceAndItIsNotCounted) {  // R10.2
  Given("0: R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Forfeit(0);
  ExpectTurn(1);
  EXPECT_EQ(position_.turns_ended, 0);
  ExpectEvents("0 forfeits DISCONNECTED; turn 1");
}

TEST_F(ForfeitTest, PassesTheTurnInTheDirectionOfPlay) {  // R10.2, R5.5
  Given("0: R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | dir right");
  Forfeit(0);
  ExpectTurn(2);
}

TEST_F(ForfeitTest, TellsItsReason) {  // R11.5
  Given("0: R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Forfeit(1, SeatEnd::kTimeout);
  Forfeit(2, SeatEnd::kIllegalAction);
  ExpectEvents("1 forfeits TIMEOUT; 2 forfeits ILLEGAL_ACTION");
}

TEST_F(ForfeitTest, KeepsAnActiveStack) {  // R10.2
  Given("0: R5 R6 | 1: Y1 | 2: Y3 | lead R+2 | stack 4 | turn 0");
  Forfeit(0);
  ExpectStack(4);
  Play(1, "draw");
  ExpectCards(1, 5);
}

TEST_F(ForfeitTest, KeepsAnOpenTaki) {  // R10.2
  Given("0: R5 R6 | 1: R3 Y1 Y4 | 2: Y3 | lead RT | taki open | turn 0");
  Forfeit(0);
  ExpectTaki(true);
  Play(1, "R3");
  ExpectPhase(Phase::kRun);
}

TEST_F(ForfeitTest, InARunNothingOfTheTurnTakesEffectAndTheTakiStaysOpen) {  // R10.2
  for (const std::string last : {"RS", "R+2", "RD", "R+"}) {
    Given("0: RT " + last + " G1 G3 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
    Play(0, "RT " + last);
    Forfeit(0);
    ExpectTurn(1);
    ExpectStack(0);
    ExpectDirection(1);
    ExpectPhase(Phase::kTurn);
    ExpectTaki(true);
  }
}

TEST_F(ForfeitTest, AfterAPlusNobodyElseOwesTheSecondCard) {  // R10.2
  Given("0: R+ R5 R6 | 1: Y1 R3 | 2: Y3 | lead R9 | turn 0");
  Play(0, "R+");
  Forfeit(0);
  ExpectTurn(1);
  ExpectPhase(Phase::kTurn);
}

TEST_F(ForfeitTest, AfterAKingTheStackStaysCancelled) {  // R10.2, R7.1
  Given("0: K R5 R6 | 1: Y1 R3 | 2: Y3 | lead R+2 | stack 4 | turn 0");
  Play(0, "K");
  Forfeit(0);
  ExpectStack(0);
  ExpectPhase(Phase::kTurn);
  ExpectTurn(1);
}

TEST_F(ForfeitTest, AnEmptiedHandOfAnUnfinishedTurnCompletesNothing) {  // R10.2
  Given("0: K | 1: Y1 R3 | 2: Y3 | lead R9 | turn 0");
  Play(0, "K");
  Forfeit(0);
  ExpectCompleted(0, 0);
}

TEST_F(ForfeitTest, IsPassedOverFromThenOn) {  // R10.2
  Given("0: R5 R6 R7 | 1: Y1 | 2: R3 R4 R8 | lead R9 | turn 0");
  Forfeit(1);
  Play(0, "R5");
  ExpectTurn(2);
  Play(2, "R3");
  ExpectTurn(0);
  ExpectChoices(1, "");
}

// --- during a +3 window ---

class WindowForfeitTest : public RulesTest {};

TEST_F(WindowForfeitTest, OfAnAskedSeatIsAPass) {  // R10.2
  Given("0: +3 R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | pile G1 G3 G4 ...");
  Play(0, "+3");
  Forfeit(1);
  ExpectAsked("2");
  Play(2, "pass");
  ExpectDraws("2 draws G1 G3 G4 (+3)");
  ExpectTurn(2);
}

TEST_F(WindowForfeitTest, TurnsAnAnswerAlreadyGivenIntoAPass) {  // R10.2
  Given("0: +3 R5 R6 | 1: X Y1 Y4 | 2: Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "X");
  Forfeit(1);
  ExpectAsked("2");
  Play(2, "pass");
  ExpectHand(0, "R5 R6");
  ExpectCards(2, 4);
}

TEST_F(WindowForfeitTest, OfTheLastOneAskedClosesTheWindow) {  // R10.2
  Given("0: +3 R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "pass");
  Forfeit(2);
  ExpectPhase(Phase::kTurn);
  ExpectCards(1, 4);
  ExpectTurn(1);
}

TEST_F(WindowForfeitTest, DoesNotMoveTheRightToAnswerWithAKing) {  // R10.2
  Given("0: +3 R5 R6 | 1: Y1 | 2: K Y3 Y4 | 3: B1 | lead R9 | turn 0");
  Play(0, "+3");
  Forfeit(1);
  ExpectIllegal(2, "K", "R7.4");
  ExpectChoices(2, "pass");
}

TEST_F(WindowForfeitTest, TakesEffectInTheOrderOfPlayWhenTheWindowCloses) {  // R10.2, R11.7, R7.4
  Given("0: B1 | 1: +3 R5 R6 | 2: Y1 | 3: Y3 Y4 | lead R9 | turn 1 | pile G1 G3 G4 ...");
  Play(1, "+3");
  Forfeit(0, SeatEnd::kTimeout);
  Forfeit(2);
  ExpectEvents("1 plays +3; 1 opens a window");  // nothing is told before the window closes
  Play(3, "pass");
  ExpectEvents(
      "2 forfeits DISCONNECTED; 0 forfeits TIMEOUT; 1's window closes: no answer; 3 draws G1 G3 G4 "
      "(+3); turn 3");
}

TEST_F(WindowForfeitTest, TakesEffectInTheOrderOfPlayWhenReversed) {  // R10.2, R5.5
  Given("0: B1 | 1: +3 R5 R6 | 2: Y1 | 3: Y3 Y4 | lead R9 | turn 1 | dir right");
  Play(1, "+3");
  Forfeit(2);
  Forfeit(3);
  Play(0, "pass");
  EXPECT_EQ(position_.forfeit_order[3], 1);
  EXPECT_EQ(position_.forfeit_order[2], 2);
}

TEST_F(WindowForfeitTest, ItsCardsCanBeDrawnInTheSameWindow) {  // R10.2, R3.7
  Given("0: +3 R5 R6 | 1: Y1 Y6 Y7 | 2: Y3 | lead R9 | turn 0 | pile none | discard none");
  Play(0, "+3");
  Forfeit(1);
  Play(2, "pass");
  ExpectHand(2, "Y1 Y3 Y6 Y7");
}

TEST_F(WindowForfeitTest, OfAllOthersIsAWalkover) {  // R10.3
  Given("0: +3 R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Forfeit(2);
  ExpectNotOver();
  Forfeit(1);
  ExpectOver(Ending::kWalkover, "1 3 2");
}

TEST_F(WindowForfeitTest, OfTheThreesPlayerWaitsForTheWindow) {  // R10.2
  Given("0: +3 R5 R6 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | pile G1 G3 G4 G5 G6 G7 ...");
  Play(0, "+3");
  Forfeit(0);
  ExpectPhase(Phase::kWindow);
  ExpectAsked("1 2");
  Play(1, "pass");
  Play(2, "pass");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: no answer; 1 draws G1 G3 G4 (+3); 2 draws "
      "G5 G6 G7 (+3); "
      "0 forfeits DISCONNECTED; turn 1");
  EXPECT_EQ(position_.turns_ended, 0);  // its turn is not counted
}

TEST_F(WindowForfeitTest, OfTheThreesPlayerComesAfterABreakersPlayerIsServed) {  // R10.2, R7.8
  Given(
      "0: +3 R5 R6 | 1: Y1 Y4 | 2: X | lead R9 | turn 0 | pile G1 G3 G4 B1 B3 B4 B5 B6 B7 B8 ...");
  Play(0, "+3");
  Forfeit(0);
  Play(1, "pass");
  Play(2, "X");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: 2 answers X; 0 draws G1 G3 G4 (+3); "
      "2 completes 1, next stage 7; 2 draws B1 B3 B4 B5 B6 B7 B8 (stage); 0 forfeits DISCONNECTED; "
      "turn 1");
}

TEST_F(WindowForfeitTest,
       OfTheThreesPlayerComesBeforeItsLastCardAndStage) {  // R10.2: before R4.2 and R9
  Given("0: +3 R5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "+3");  // leaves one, not declared
  Forfeit(0);
  Play(1, "pass");
  Play(2, "pass");
  ExpectDraws("1 draws R1 R1 R3 (+3); 2 draws R3 R4 R4 (+3)");
  Given("0: +3 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | stages 0:1");
  Play(0, "+3");  // would have won
  Forfeit(0);
  Play(1, "pass");
  Play(2, "pass");
  ExpectNotOver();
  ExpectTurn(1);
}

TEST_F(WindowForfeitTest, OfTheThreesPlayerLeavesTheKingsPlayerOnTurn) {  // R10.2, R7.7
  Given("0: +3 R5 R6 | 1: K Y1 Y4 | 2: Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Forfeit(0);
  Play(1, "K");
  Play(2, "pass");
  ExpectTurn(1);
  ExpectPhase(Phase::kAfterKing);
  ExpectHand(1, "Y1 Y4");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: 1 answers K; 0 forfeits DISCONNECTED; turn "
      "1");
  Play(1, "end");
  ExpectTurn(2);
}

TEST_F(WindowForfeitTest, OfTheThreesPlayerAndAnotherPutsTheAskedOneFirst) {  // R10.2
  Given("0: +3 R5 R6 | 1: Y1 | 2: Y3 | 3: B1 | lead R9 | turn 0");
  Play(0, "+3");
  Forfeit(0);
  Forfeit(2);
  Play(1, "pass");
  Play(3, "pass");
  EXPECT_LT(position_.forfeit_order[2], position_.forfeit_order[0]);
  ExpectTurn(1);
}

}  // namespace
}  // namespace taki::test
