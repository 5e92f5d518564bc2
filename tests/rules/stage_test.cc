// The eight stages of the TAKI Tournament (docs/rules.md R9).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Ending;
using rules::Phase;

class StageTest : public RulesTest {};

TEST_F(StageTest, EmptyingTheHandBeginsTheNextAtOnce) {  // R9.1
  Given("0: R5 | 1: Y1 | lead R9 | turn 0 | pile G1 G3 G4 G5 G6 G7 G8 G9 ...");
  Play(0, "R5");
  ExpectCompleted(0, 1);
  ExpectHand(0, "G1 G3 G4 G5 G6 G7 G8");
  ExpectTurn(1);
  ExpectEvents(
      "0 plays R5; 0 completes 1, next stage 7; 0 draws G1 G3 G4 G5 G6 G7 G8 (stage); turn 1");
}

TEST_F(StageTest, EachHasOneCardLess) {  // R9.1
  for (int completed = 0; completed < 7; ++completed) {
    Given("0: R5 | 1: Y1 | lead R9 | turn 0 | completed 0:" + std::to_string(completed));
    Play(0, "R5");
    ExpectCompleted(0, completed + 1);
    ExpectCards(0, 7 - completed);
  }
}

TEST_F(StageTest, OthersStayInTheirs) {  // R9.1
  Given("0: R5 | 1: Y1 Y3 | lead R9 | turn 0 | stages 1:3");
  Play(0, "R5");
  ExpectCompleted(1, 5);
  ExpectHand(1, "Y1 Y3");
}

TEST_F(StageTest, WhoEmptiesTheLastHandFirstWinsAndTheMatchEnds) {  // R9.2
  Given("0: R5 | 1: Y1 Y3 | 2: Y4 | lead R9 | turn 0 | stages 0:1 1:1 2:8");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 2 3");
  ExpectCompleted(0, 8);
  ExpectEvents("0 plays R5; 0 completes 8, the last stage");
}

TEST_F(StageTest, IsCompletedByTheLastCardOfARunWhenTheRunEnds) {  // R9.3
  Given("0: RT R5 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R5");
  ExpectCompleted(0, 0);
  Play(0, "close");
  ExpectCompleted(0, 1);
}

TEST_F(StageTest, IsCompletedByALoneTaki) {  // R9.3, R6.4
  Given("0: RT | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT end");
  ExpectCompleted(0, 1);
  ExpectTaki(true);
}

TEST_F(StageTest, TheLastCardsCommandIsObeyed) {  // R9.3
  Given("0: RS | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RS");
  ExpectCompleted(0, 1);
  ExpectTurn(2);
  Given("0: R+2 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+2");
  ExpectCompleted(0, 1);
  ExpectStack(2);
  Given("0: RD | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RD");
  ExpectCompleted(0, 1);
  ExpectTurn(2);
  Given("0: C | 1: Y1 | lead R9 | turn 0");
  Play(0, "C>B");
  ExpectCompleted(0, 1);
  ExpectLeading("C>B");
}

TEST_F(StageTest, AStopWithTwoPlayersGivesTheNewHandTheTurn) {  // R9.1, R5.1
  Given("0: RS | 1: Y1 | lead R9 | turn 0 | pile R1 ...");
  Play(0, "RS");
  ExpectTurn(0);
  ExpectCards(0, 7);
}

TEST_F(StageTest, IsNotCompletedOnAPlus) {  // R9.3
  Given("0: R+ | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+ draw");
  ExpectCompleted(0, 0);
  ExpectCards(0, 1);
}

TEST_F(StageTest, IsNotCompletedOnAPlusEvenIfNoCardCouldBeDrawn) {  // R9.3, R9.4
  // After the Plus already: what it covered has been drawn by somebody else, so to say.
  Given("0: none | 1: Y1 | lead R+ | phase after_plus | turn 0 | pile none | discard none");
  ExpectChoices(0, "draw");
  Play(0, "draw");
  ExpectCompleted(0, 0);
  ExpectCards(0, 0);
  ExpectTurn(1);
}

TEST_F(StageTest, IsNotCompletedOnAnOwnBreaker) {  // R9.3
  Given("0: X | 1: Y1 | lead R9 | turn 0");
  Play(0, "X");
  ExpectCompleted(0, 0);
  ExpectCards(0, 3);
}

TEST_F(StageTest, IsNotCompletedOnAnOwnBreakerEvenIfNoCardCouldBeDrawn) {  // R9.3
  Given("0: X | 1: Y1 | lead R9 | turn 0 | pile none | discard none");
  Play(0, "X");
  ExpectCompleted(0, 0);
  ExpectCards(0, 0);
  ExpectTurn(1);
}

TEST_F(StageTest, IsNotCompletedOnABrokenThree) {  // R9.3
  Given("0: +3 | 1: X Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "X");
  ExpectCompleted(0, 0);
  ExpectCards(0, 3);
}

TEST_F(StageTest, IsNotCompletedOnABrokenThreeEvenIfNoCardCouldBeDrawn) {  // R9.3
  Given("0: +3 | 1: X Y1 Y3 | lead R9 | turn 0 | pile none | discard none");
  Play(0, "+3");
  Play(1, "X");
  ExpectCompleted(0, 0);
  ExpectCards(0, 0);
}

TEST_F(StageTest, IsCompletedOnAThreeThatNobodyAnswered) {  // R9.3
  Given("0: +3 | 1: Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectCompleted(0, 0);  // not before the window has closed
  Play(1, "pass");
  ExpectCompleted(0, 1);
}

TEST_F(StageTest, IsDealtShortWhenCardsAreMissing) {  // R9.4, R3.8
  Given("0: G1 | 1: B1 B4 | lead G9 | turn 0 | pile Y8 R8 | discard none");
  Play(0, "G1");
  ExpectCompleted(0, 1);
  ExpectHand(0, "Y8 R8 G9");
  ExpectTurn(1);
  ExpectEvents(
      "0 plays G1; 0 completes 1, next stage 7; reshuffle of 1; 0 draws Y8 R8 G9, 3 of 7 (stage); "
      "turn 1");
}

TEST_F(StageTest, DealtNoCardAtAllIsNotEmptiedByThat) {  // R9.4
  // The G9 that G1 covers is the only card to be had; a King on it keeps it out of the reshuffle.
  Given("0: K | 1: B1 B4 Y1 | lead G9 | turn 0 | pile none | discard none");
  Play(0, "K end");
  ExpectCompleted(0, 1);
  ExpectCards(0, 0);
  ExpectTurn(1);
  Play(1, "draw");
  ExpectTurn(0);
  ExpectChoices(0, "draw");  // as any player who cannot play
  Play(0, "draw");
  ExpectCompleted(0, 1);
}

TEST_F(StageTest, AnEmptyHandDrawsOnALaterTurn) {  // R9.4
  Given("0: none | 1: G1 B4 Y1 | lead G9 | turn 1 | completed 0:1 | pile none | discard none");
  Play(1, "G1");
  Play(0, "draw");
  ExpectHand(0, "G9");
  ExpectCompleted(0, 1);
  ExpectEvents("1 plays G1; turn 0; reshuffle of 1; 0 draws G9 (stuck); turn 1");
}

TEST_F(StageTest, AnEmptyHandDrawsAWholeStack) {  // R9.4, R5.2
  Given("0: none | 1: G1 | lead G+2 | stack 2 | turn 0 | completed 0:1");
  ExpectChoices(0, "draw");
  Play(0, "draw");
  ExpectCards(0, 2);
  ExpectCompleted(0, 1);
}

TEST_F(StageTest, AnEmptyHandIsAskedInAWindowAndCompletesNothingByIt) {  // R9.4, R9.3, R7.4
  Given("0: none | 1: +3 G1 G3 | lead G9 | turn 1 | completed 0:1 | pile none | discard none");
  Play(1, "+3");
  ExpectChoices(0, "pass");
  Play(0, "pass");
  ExpectCompleted(0, 1);
  ExpectCards(0, 0);
}

TEST_F(StageTest, MayBeAnyListOfHands) {  // R9.5
  Given("rules stages=2,10,2 | 0: R5 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R5");
  ExpectCards(0, 10);
  Given("rules stages=2,10,2 | 0: R5 | 1: Y1 | lead R9 | turn 0 | completed 0:1");
  Play(0, "R5");
  ExpectCards(0, 2);
  Given("rules stages=2,10,2 | 0: R5 | 1: Y1 | lead R9 | turn 0 | completed 0:2");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 2");
}

TEST_F(StageTest, OneAloneIsThePlainGame) {  // R9.5
  Given("rules stages=8 | 0: R5 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R5");
  ExpectOver(Ending::kCompleted, "1 2");
}

}  // namespace
}  // namespace taki::test
