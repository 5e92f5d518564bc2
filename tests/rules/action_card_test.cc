// Stop, +2, Plus, Change Colour and Change Direction (docs/rules.md R5).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Phase;

class StopTest : public RulesTest {};

TEST_F(StopTest, SkipsTheNextPlayer) {  // R5.1
  Given("0: RS R3 R4 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RS");
  ExpectTurn(2);
  ExpectEvents("0 plays RS; turn 2");
}

TEST_F(StopTest, SkipsInTheDirectionOfPlay) {  // R5.1
  Given("0: RS R3 R4 | 1: Y1 | 2: Y3 | 3: Y4 | lead R9 | turn 0 | dir right");
  Play(0, "RS");
  ExpectTurn(2);
}

TEST_F(StopTest, WithTwoPlayersTheSameMovesAgain) {  // R5.1
  Given("0: RS R3 R4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RS");
  ExpectTurn(0);
}

TEST_F(StopTest, WithTwoPlayersLeftTheSameMovesAgain) {  // R5.1, R10.2
  Given("0: out | 1: RS R3 R4 | 2: out | 3: Y1 | lead R9 | turn 1");
  Play(1, "RS");
  ExpectTurn(1);
}

TEST_F(StopTest, DoesNotCountAForfeitedSeat) {  // R5.1, R10.2
  Given("0: RS R3 R4 | 1: out | 2: Y1 | 3: Y3 | lead R9 | turn 0");
  Play(0, "RS");
  ExpectTurn(3);
}

TEST_F(StopTest, TheSkippedTurnIsNoTurn) {  // R5.1, R10.5
  Given("0: RS R3 R4 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RS");
  EXPECT_EQ(position_.turns_ended, 1);
}

class PlusTwoTest : public RulesTest {};

TEST_F(PlusTwoTest, MakesTheNextDrawTwoAndLoseTheTurn) {  // R5.2
  Given("0: R+2 R3 R4 | 1: R5 R6 | 2: Y1 | lead R9 | turn 0 | pile G7 G8 G9");
  Play(0, "R+2");
  ExpectStack(2);
  ExpectTurn(1);
  Play(1, "draw");
  ExpectHand(1, "R5 R6 G7 G8");
  ExpectStack(0);
  ExpectTurn(2);
  ExpectEvents("0 plays R+2; turn 1; 1 draws G7 G8 (stack); turn 2");
}

TEST_F(PlusTwoTest, MayBeAddedInAnyColor) {  // R5.2
  Given("0: R+2 G+2 B+2 Y+2 R5 | 1: Y1 | 2: Y3 | lead R+2 | stack 2 | turn 0");
  ExpectChoices(0, "R+2 G+2 B+2 Y+2 draw");
  Play(0, "B+2");
  ExpectStack(4);
  ExpectLeading("B+2");
  ExpectTurn(1);
}

TEST_F(PlusTwoTest, PassesOnTheWholeStack) {  // R5.2
  Given("0: R+2 R3 R4 | 1: G+2 Y1 Y4 | 2: B+2 Y3 Y5 | lead R9 | turn 0");
  Play(0, "R+2");
  Play(1, "G+2");
  Play(2, "B+2");
  ExpectStack(6);
  Play(0, "draw");
  ExpectCards(0, 8);
  ExpectStack(0);
  ExpectTurn(1);
}

TEST_F(PlusTwoTest, StackOfAllEightIsDrawnAtOnce) {  // R5.2: the largest stack
  Given("0: R3 R4 | 1: Y1 | lead R+2 | stack 16 | turn 0");
  Play(0, "draw");
  ExpectCards(0, 18);
}

TEST_F(PlusTwoTest, OnlyPlusTwoKingAndDrawingAreLegalOnAStack) {  // R5.2
  Given("0: R+2 K R5 R9 RT RS C ST +3 X | 1: Y1 | lead G+2 | stack 2 | turn 0");
  ExpectChoices(0, "R+2 K draw");
  ExpectIllegal(0, "R5", "R5.2");
  Given("0: G5 GT GS GD G+ | 1: Y1 | lead G+2 | stack 2 | turn 0");
  ExpectChoices(0, "draw");
  for (const char* token : {"G5", "GT", "GS", "GD", "G+"}) ExpectIllegal(0, token, "R5.2");
}

TEST_F(PlusTwoTest, StackBarsTheColorlessCards) {  // R5.2, R5.4, R6.9, R7.2, R7.6
  Given("0: C ST +3 X R5 | 1: Y1 | lead G+2 | stack 2 | turn 0");
  ExpectIllegal(0, "C>G", "R5.4");
  ExpectIllegal(0, "ST", "R6.9");
  ExpectIllegal(0, "+3", "R7.2");
  ExpectIllegal(0, "X", "R7.6");
}

TEST_F(PlusTwoTest, AddingIsNeverForced) {  // R5.2
  Given("0: R+2 K R5 | 1: Y1 | lead G+2 | stack 2 | turn 0");
  Play(0, "draw");
  ExpectCards(0, 5);
}

TEST_F(PlusTwoTest, IsAnOrdinaryCardOnceDrawn) {  // R5.2
  Given("0: R5 R6 | 1: B9 Y+2 G1 | 2: Y3 | lead B+2 | stack 2 | turn 0");
  Play(0, "draw");
  ExpectChoices(1, "B9 Y+2");
  Play(1, "Y+2");
  ExpectStack(2);
}

class PlusTest : public RulesTest {};

TEST_F(PlusTest, ObligesToASecondCard) {  // R5.3
  Given("0: R+ R3 G4 G5 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+");
  ExpectTurn(0);
  ExpectPhase(Phase::kAfterPlus);
  ExpectChoices(0, "R3");
  Play(0, "R3");
  ExpectTurn(1);
  ExpectLeading("R3");
}

TEST_F(PlusTest, TheSecondCardMustFitThePlus) {  // R5.3
  Given("0: R+ R3 G+ G9 C | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+");
  ExpectChoices(0, "R3 G+ C>R C>G C>B C>Y");
  ExpectIllegal(0, "G9", "R5.3");
}

TEST_F(PlusTest, DrawingIsRefusedToWhoHasASecondCard) {  // R5.3, R3.5
  Given("0: R+ R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+");
  ExpectIllegal(0, "draw", "R3.5");
  ExpectIllegal(0, "end", "R5.3");
}

TEST_F(PlusTest, WhoHasNoSecondCardDrawsOneAndTheTurnPasses) {  // R5.3
  Given("0: R+ G4 B5 | 1: Y1 | lead R9 | turn 0 | pile R7 R8");
  Play(0, "R+");
  ExpectChoices(0, "draw");
  Play(0, "draw");
  ExpectHand(0, "G4 B5 R7");
  ExpectTurn(1);
  ExpectEvents("0 plays R+; 0 draws R7 (plus); turn 1");
}

TEST_F(PlusTest, ABreakerAloneIsNoSecondCardThatMustBePlayed) {  // R5.3, R3.5
  Given("0: R+ G4 X | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+");
  ExpectChoices(0, "X X! draw");
}

TEST_F(PlusTest, AHandItEmptiedDrawsOne) {  // R5.3, R9.3
  Given("0: R+ | 1: Y1 | lead R9 | turn 0 | pile B7 ...");
  Play(0, "R+");
  ExpectTurn(0);
  ExpectChoices(0, "draw");
  Play(0, "draw");
  ExpectHand(0, "B7");
  ExpectCompleted(0, 0);
  ExpectTurn(1);
}

TEST_F(PlusTest, ASecondPlusRepeatsTheObligation) {  // R5.3
  Given("0: R+ G+ G4 R3 B1 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+ G+");
  ExpectPhase(Phase::kAfterPlus);
  ExpectTurn(0);
  ExpectChoices(0, "G4");
  ExpectIllegal(0, "R3", "R5.3");
  Play(0, "G4");
  ExpectTurn(1);
}

TEST_F(PlusTest, TheSecondCardActs) {  // R5.3
  Given("0: R+ R+2 G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "R+ R+2");
  ExpectStack(2);
  Given("0: R+ RS G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "R+ RS");
  ExpectTurn(2);
  Given("0: R+ RT R1 G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "R+ RT");
  ExpectPhase(Phase::kRun);
  Given("0: R+ +3 G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "R+ +3");
  ExpectAsked("1 2");
}

TEST_F(PlusTest, AKingAnswersItAndGivesOneMore) {  // R5.3, R7.1
  Given("0: R+ K B4 B5 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+ K");
  ExpectPhase(Phase::kAfterKing);
  Play(0, "end");
  ExpectTurn(1);
}

class ChangeColorTest : public RulesTest {};

TEST_F(ChangeColorTest, NamesAnyColor) {  // R5.4
  for (const std::string color : {"R", "G", "B", "Y"}) {
    Given("0: C R3 R4 | 1: R1 G1 B1 Y1 | lead R9 | turn 0");
    Play(0, "C>" + color);
    ExpectLeading("C>" + color);
    ExpectTurn(1);
    ExpectChoices(1, color + "1");
  }
}

TEST_F(ChangeColorTest, FitsOnEveryLeadingCard) {  // R5.4
  for (const std::string lead : {"R9", "RS", "R+2", "RD", "R+", "RT", "ST>R", "C>R"}) {
    Given("0: C B1 B4 | 1: Y1 | lead " + lead + " | turn 0");
    ExpectLegal(0, "C>R C>G C>B C>Y");
  }
}

TEST_F(ChangeColorTest, HasNoSymbolToMatch) {  // R5.4
  Given("0: G1 G9 GS G+2 GD G+ GT R3 | 1: Y1 | lead C>R | turn 0");
  ExpectChoices(0, "R3");
}

TEST_F(ChangeColorTest, DoesNotFitOnAStackOrAThree) {  // R5.4
  Given("0: C R3 | 1: Y1 | lead R+2 | stack 2 | turn 0");
  ExpectIllegal(0, "C>R!", "R5.4");
  Given("0: +3 R3 R4 | 1: C Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectIllegal(1, "C>R", "R7.4");
}

class ChangeDirectionTest : public RulesTest {};

TEST_F(ChangeDirectionTest, ReversesTheDirection) {  // R5.5
  Given("0: RD R3 R4 | 1: Y1 | 2: R5 Y3 | lead R9 | turn 0");
  Play(0, "RD");
  ExpectDirection(-1);
  ExpectTurn(2);
  Play(2, "R5!");
  ExpectTurn(1);
}

TEST_F(ChangeDirectionTest, TwiceIsAsBefore) {  // R5.5
  Given("0: RD R3 R4 | 1: Y1 Y3 | 2: GD Y3 Y5 | lead R9 | turn 0");
  Play(0, "RD");
  Play(2, "GD");
  ExpectDirection(1);
  ExpectTurn(0);
}

TEST_F(ChangeDirectionTest, WithTwoPlayersTheOtherStillMovesNext) {  // R5.5
  Given("0: RD R3 R4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RD");
  ExpectTurn(1);
  ExpectDirection(-1);
}

}  // namespace
}  // namespace taki::test
