// "Last card" (docs/rules.md R4).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

class LastCardTest : public RulesTest {};

TEST_F(LastCardTest, IsSaidWithThePlayThatLeavesOneCard) {  // R4.1
  Given("0: R5 G3 | 1: Y1 Y3 | lead R9 | turn 0");
  ExpectChoices(0, "R5 R5!");
  Play(0, "R5!");
  ExpectHand(0, "G3");
  ExpectEvents("0 plays R5!; turn 1");
}

TEST_F(LastCardTest, MayBeSaidWithEveryKindOfCard) {  // R4.1
  Given("0: C K | 1: Y1 Y3 | lead R9 | turn 0");
  ExpectChoices(0, "C>R C>R! C>G C>G! C>B C>B! C>Y C>Y! K K!");
  Given("0: ST +3 | 1: Y1 Y3 | lead R9 | turn 0");
  ExpectChoices(0, "ST ST! +3 +3!");
  Given("0: X G3 | 1: Y1 Y3 | lead R9 | turn 0");
  ExpectChoices(0, "X X! draw");
}

TEST_F(LastCardTest, ForgottenCostsFourCards) {  // R4.2
  Given("0: R5 G3 | 1: Y1 Y3 | lead R9 | turn 0 | pile B4 B5 B6 B7 B8");
  Play(0, "R5");
  ExpectHand(0, "G3 B4 B5 B6 B7");
  ExpectTurn(1);
  ExpectEvents("0 plays R5; 0 draws B4 B5 B6 B7 (last card); turn 1");
}

TEST_F(LastCardTest, CountsAtTheEndOfTheTurnOnly) {  // R4.2: inside a run nothing is due yet
  Given("0: RT R5 R3 | 1: G1 G4 | lead R9 | turn 0");
  Play(0, "RT R5");
  ExpectHand(0, "R3");
  Play(0, "R3 close");
  ExpectCompleted(0, 1);
  ExpectCards(0, 7);
}

TEST_F(LastCardTest, ForgottenInARunCostsFourWhenTheRunEnds) {  // R4.2
  Given("0: RT R5 G3 | 1: G1 G4 | lead R9 | turn 0");
  Play(0, "RT R5");
  ExpectCards(0, 1);
  Play(0, "close");
  ExpectCards(0, 5);
}

TEST_F(LastCardTest, SaidInARunHoldsToTheEndOfTheTurn) {  // R4.1, R4.2
  Given("0: RT R5 G3 | 1: G1 G4 | lead R9 | turn 0");
  Play(0, "RT R5! close");
  ExpectHand(0, "G3");
}

TEST_F(LastCardTest, IsDueAlsoWhenAStopGivesTheSamePlayerAnotherTurn) {  // R4.2, R5.1
  Given("0: RS R3 | 1: G1 G4 | lead R9 | turn 0");
  Play(0, "RS");
  ExpectCards(0, 5);
  ExpectTurn(0);
}

TEST_F(LastCardTest, TwoCardsAtTheEndOfTheTurnOweNothing) {  // R4.2: exactly one card
  Given("0: R5 G3 G4 | 1: G1 G5 | lead R9 | turn 0");
  Play(0, "R5");
  ExpectHand(0, "G3 G4");
}

TEST_F(LastCardTest,
       AHandThatGrewAgainOwesNothing) {  // R4.2: undeclared, but the Plus made its player draw
  Given("0: R+ B3 | 1: G1 G4 | lead R9 | turn 0 | pile Y7 Y8 Y9 Y9 Y6");
  Play(0, "R+ draw");
  ExpectHand(0, "B3 Y7");
}

TEST_F(LastCardTest, ForgottenWithAKingIsDueAtTheEnd) {  // R4.2, R7.1
  Given("0: K G3 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K end");
  ExpectCards(0, 5);
}

TEST_F(LastCardTest, ForgottenWithAKingDoesNotMatterIfTheLastCardFollows) {  // R4.2
  Given("0: K G3 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K G3");
  ExpectCompleted(0, 1);
  ExpectDraws("0 draws R1 R1 R3 R3 R4 R4 R5 (stage)");
}

TEST_F(LastCardTest, MissingCardsAreForgivenHereToo) {  // R4.2, R3.8
  Given("0: R5 G3 | 1: Y1 Y3 | lead R9 | turn 0 | pile B4 | discard none");
  Play(0, "R5");
  ExpectHand(0, "G3 B4 R9");
}

TEST_F(LastCardTest, IsIllegalOnAPlayThatLeavesMoreThanOne) {  // R4.3
  Given("0: R5 G3 G4 | 1: Y1 Y3 | lead R9 | turn 0");
  ExpectIllegal(0, "R5!", "R4.3");
}

TEST_F(LastCardTest, IsIllegalOnAPlayThatLeavesNone) {  // R4.3
  Given("0: R5 | 1: Y1 Y3 | lead R9 | turn 0");
  ExpectIllegal(0, "R5!", "R4.3");
  Given("0: X K | 1: Y1 Y3 | 2: X | lead R9 | turn 2");
  ExpectIllegal(2, "X!", "R4.3");
}

TEST_F(LastCardTest, IsIllegalOnAnAnswerThatDoesNotLeaveOne) {  // R4.3, R7.8
  Given("0: +3 R4 R5 | 1: X B7 B8 | 2: X | lead R9 | turn 0");
  Play(0, "+3");
  ExpectIllegal(1, "X!", "R4.3");
  ExpectIllegal(2, "X!", "R4.3");
  ExpectLegal(1, "X");
}

TEST_F(LastCardTest, ADealtHandOfOneNeedsNone) {  // R4.4: stage 1
  Given("0: R5 | 1: Y1 Y3 | lead R9 | turn 0 | stages 0:2 | pile G7 ...");
  Play(0, "R5");
  ExpectCompleted(0, 7);
  ExpectHand(0, "G7");
  ExpectTurn(1);
}

TEST_F(LastCardTest, ADrawnHandOfOneNeedsNone) {  // R4.4: the Plus emptied the hand
  Given("0: R+ | 1: Y1 Y3 | lead R9 | turn 0 | pile G7 ...");
  Play(0, "R+ draw");
  ExpectHand(0, "G7");
}

TEST_F(LastCardTest, ADeclarationLapsesWhenTheHandChanges) {  // R4.4
  Given("0: R5 G3 | 1: B1 B4 | lead R9 | turn 0 | pile R7 R8 Y1 Y1 Y3 Y4 Y5");
  Play(0, "R5!");
  Play(1, "draw");  // R7
  Play(0, "draw");  // R8: two cards again
  ExpectHand(0, "G3 R8");
  Play(1, "R7");
  ExpectLegal(0, "R8 R8!");
  Play(0, "R8");  // one left again, not declared again
  ExpectCards(0, 5);
}

TEST_F(LastCardTest, ADeclarationBeforeAnotherPlayDoesNoHarm) {  // R4.4
  Given("0: K G3 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K! G3");
  ExpectCompleted(0, 1);
}

TEST_F(LastCardTest,
       AHandLeftAtOneInAnEarlierTurnIsNotPunishedAgain) {  // R4.2: left by a play of this turn
  Given("0: G3 | 1: B1 B4 | lead R9 | turn 0 | pile none | discard none");
  Play(0, "draw");  // nothing to draw: still one card, but no play left it
  ExpectHand(0, "G3");
}

}  // namespace
}  // namespace taki::test
