// TAKI and Super TAKI (docs/rules.md R6).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Phase;

class TakiTest : public RulesTest {};

TEST_F(TakiTest, OpensARunInItsColor) {  // R6.1
  Given("0: RT R5 R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectPhase(Phase::kRun);
  ExpectTaki(true);
  ExpectTurn(0);
  Play(0, "R3 R5!");  // in an order of their choice
  ExpectTurn(0);
  Play(0, "close");
  ExpectTurn(1);
  ExpectEvents("0 plays RT; 0 plays R3; 0 plays R5!; 0 closes the TAKI; turn 1");
}

TEST_F(TakiTest, PlayAllHoldsTheRunWhileACardOfTheColorIsLeft) {  // R6.1
  Given("0: RT R5 R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R5");
  ExpectIllegal(0, "close", "R6.1");
  ExpectIllegal(0, "end", "R6.1");
  ExpectChoices(0, "R3 R3!");
}

TEST_F(TakiTest, ASuperTakiInTheHandIsNoCardOfTheColor) {  // R6.1
  Given("0: RT R5 ST G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R5");
  ExpectChoices(0, "ST ST! close end");
}

TEST_F(TakiTest, PlayAnyLetsTheRunEndAtAnyTime) {  // R6.1
  Given("taki PLAY_ANY | 0: RT R5 R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectLegal(0, "end");
  Play(0, "R5");
  ExpectLegal(0, "close end R3");
  Play(0, "close");
  ExpectHand(0, "R3 G4");
}

TEST_F(TakiTest, CardsInsideTheRunHaveNoEffect) {  // R6.2
  Given("0: RT RS R+2 RD R+ R4 G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT RS R+2 RD R+ R4 close");
  ExpectStack(0);
  ExpectDirection(1);
  ExpectTurn(1);
  ExpectPhase(Phase::kTurn);
}

TEST_F(TakiTest, TheLastStopActs) {  // R6.2
  Given("0: RT R4 RS G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R4 RS close");
  ExpectTurn(2);
}

TEST_F(TakiTest, TheLastPlusTwoActs) {  // R6.2
  Given("0: RT R4 R+2 G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R4 R+2");
  ExpectStack(0);  // not before the turn with it ends
  Play(0, "close");
  ExpectStack(2);
  ExpectTurn(1);
}

TEST_F(TakiTest, TheLastChangeDirectionActs) {  // R6.2
  Given("0: RT R4 RD G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R4 RD close");
  ExpectDirection(-1);
  ExpectTurn(2);
}

TEST_F(TakiTest, TheLastPlusActs) {  // R6.2, R6.11
  Given("0: RT R4 R+ G+ G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R4 R+ close");
  ExpectPhase(Phase::kAfterPlus);
  ExpectTurn(0);
}

TEST_F(TakiTest, TheLastCardActsAlsoWhenTheTakiStaysOpen) {  // R6.2, R6.3
  Given("0: RT RS G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT RS end");
  ExpectTurn(2);
  ExpectTaki(true);
  Given("0: RT R+2 G4 G5 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R+2 end");
  ExpectStack(2);
  ExpectTaki(true);
}

TEST_F(TakiTest, CloseEndsItForGood) {  // R6.3
  Given("0: RT R5 G3 G4 | 1: R6 R7 Y1 | lead R9 | turn 0");
  Play(0, "RT R5 close");
  ExpectTaki(false);
  Play(1, "R6");
  ExpectTurn(0);  // R6 was an ordinary card
}

TEST_F(TakiTest, EndLeavesItOpenToTheNextPlayer) {  // R6.3
  Given("0: RT R5 G3 G4 | 1: R6 R7 Y1 | lead R9 | turn 0");
  Play(0, "RT R5 end");
  ExpectTaki(true);
  Play(1, "R6");
  ExpectPhase(Phase::kRun);
  ExpectTurn(1);
  ExpectEvents("0 plays RT; 0 plays R5; 0 leaves the TAKI open; turn 1; 1 plays R6");
}

TEST_F(TakiTest, OnTopItCannotBeClosed) {  // R6.4
  Given("0: RT G3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectIllegal(0, "close", "R6.4");
  ExpectChoices(0, "end");
}

TEST_F(TakiTest, PlayedAsTheLastCardOfTheRunItCannotBeClosedEither) {  // R6.4
  Given("0: RT RT R3 G3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R3 RT");
  ExpectIllegal(0, "close", "R6.4");
  ExpectLegal(0, "end");
}

TEST_F(TakiTest, ASuperTakiOnTopCannotBeClosed) {  // R6.4
  Given("0: ST R3 G3 G4 | 1: Y1 | lead R9 | turn 0 | taki PLAY_ANY");
  Play(0, "ST");
  ExpectIllegal(0, "close", "R6.4");
  Given("0: RT R3 ST G3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R3 ST");
  ExpectIllegal(0, "close", "R6.4");
  ExpectLegal(0, "end");
}

TEST_F(TakiTest, PlayedAloneStaysOpen) {  // R6.4
  Given("0: RT G3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT end");
  ExpectTaki(true);
  ExpectTurn(1);
}

class OpenTakiTest : public RulesTest {};

TEST_F(OpenTakiTest, IsContinuedByACardOfItsColor) {  // R6.5
  Given("0: R5 RS B8 B9 | 1: Y1 | 2: Y3 | lead RT | taki open | turn 0");
  Play(0, "RS");
  ExpectPhase(Phase::kRun);
  ExpectTurn(0);
  ExpectIllegal(0, "close", "R6.1");  // R5 is left
  Play(0, "R5 close");
  ExpectTaki(false);
  ExpectTurn(1);  // the Stop was inside the run
}

TEST_F(OpenTakiTest, IsContinuedByOneCardAndItsEffect) {  // R6.5, R6.2
  Given("0: RS B8 B9 | 1: Y1 | 2: Y3 | lead RT | taki open | turn 0");
  Play(0, "RS end");
  ExpectTurn(2);
  ExpectTaki(true);
}

TEST_F(OpenTakiTest, IsContinuedByASuperTaki) {  // R6.5, R6.7
  Given("0: ST R5 B8 B9 | 1: Y1 | lead R4 | taki open | turn 0");
  Play(0, "ST");
  ExpectPhase(Phase::kRun);
  ExpectLeading("ST>R");
  ExpectIllegal(0, "end", "R6.1");
}

TEST_F(OpenTakiTest, PlayAnyHoldsForAContinuedRunToo) {  // R6.5, R6.1
  Given("taki PLAY_ANY | 0: R5 R3 B8 B9 | 1: Y1 | lead RT | taki open | turn 0");
  Play(0, "R5");
  ExpectLegal(0, "close end R3");
}

TEST_F(OpenTakiTest, IsNotContinuedByAPlusTwoAddedToAStack) {  // R6.5
  Given("0: R+2 R5 B8 | 1: Y1 | lead R+2 | stack 2 | taki open | turn 0");
  Play(0, "R+2");
  ExpectStack(4);
  ExpectTurn(1);
  ExpectTaki(true);
}

TEST_F(OpenTakiTest, IsEndedByAPlusTwoOfAnotherColorAddedToAStack) {  // R6.5, R6.6
  Given("0: B+2 R5 B8 | 1: Y1 | lead R+2 | stack 2 | taki open | turn 0");
  Play(0, "B+2");
  ExpectStack(4);
  ExpectTaki(false);
}

TEST_F(OpenTakiTest, IsContinuedOnceTheStackIsDrawn) {  // R6.5, R6.6
  Given("0: B5 | 1: R6 Y1 Y3 | lead R+2 | stack 2 | taki open | turn 0");
  Play(0, "draw");
  ExpectTaki(true);
  Play(1, "R6");
  ExpectPhase(Phase::kRun);
}

TEST_F(OpenTakiTest, IsEndedByACardOfAnotherColor) {  // R6.6
  Given("0: G5 R3 B8 | 1: R7 R4 Y1 | lead R5 | taki open | turn 0");
  Play(0, "G5");
  ExpectTaki(false);
  ExpectTurn(1);
  ExpectPhase(Phase::kTurn);
}

TEST_F(OpenTakiTest, IsEndedByChangeColorWhicheverColorIsNamed) {  // R6.6
  for (const std::string color : {"R", "G"}) {
    Given("0: C R3 B8 | 1: R7 R4 G1 G3 Y1 | lead R5 | taki open | turn 0");
    Play(0, "C>" + color);
    ExpectTaki(false);
    ExpectTurn(1);
    Play(1, color == "R" ? "R7" : "G1");
    ExpectTurn(0);
  }
}

TEST_F(OpenTakiTest, StaysOpenUnderAKing) {  // R6.6
  Given("0: K R3 B8 | 1: R7 Y1 | lead R5 | taki open | turn 0");
  Play(0, "K end");
  ExpectTaki(true);
}

TEST_F(OpenTakiTest, IsContinuedByACardOfItsColorAfterAKing) {  // R6.6, R6.5, R7.1
  Given("0: K R3 B8 | 1: R7 Y1 | lead R5 | taki open | turn 0");
  Play(0, "K R3!");
  ExpectPhase(Phase::kRun);
  ExpectTurn(0);
}

TEST_F(OpenTakiTest, IsEndedByACardOfAnotherColorAfterAKing) {  // R6.6, R7.1
  Given("0: K R3 B8 | 1: R7 Y1 | lead R5 | taki open | turn 0");
  Play(0, "K B8!");
  ExpectTaki(false);
  ExpectTurn(1);
}

TEST_F(OpenTakiTest, StaysOpenUnderAThree) {  // R6.6
  Given("0: +3 R3 B8 | 1: R7 Y1 | lead R5 | taki open | turn 0");
  Play(0, "+3");
  Play(1, "pass");
  ExpectTaki(true);
  Play(1, "R7");
  ExpectPhase(Phase::kRun);
}

TEST_F(OpenTakiTest, StaysOpenUnderABreaker) {  // R6.6
  Given("0: X R3 B8 | 1: R7 Y1 | lead R5 | taki open | turn 0");
  Play(0, "X");
  ExpectTaki(true);
  Given("0: +3 R3 B8 | 1: X R7 Y1 | lead R5 | taki open | turn 0");
  Play(0, "+3");
  Play(1, "X");
  ExpectTaki(true);
}

TEST_F(OpenTakiTest, StaysOpenWhenSomeoneDraws) {  // R6.6
  Given("0: G3 B8 | 1: R7 Y1 Y3 | lead R5 | taki open | turn 0");
  Play(0, "draw");
  ExpectTaki(true);
  Play(1, "R7");
  ExpectPhase(Phase::kRun);
}

TEST_F(OpenTakiTest, StaysOpenWhenSomeoneIsSkipped) {  // R6.6
  Given("0: RS G3 B8 | 1: R7 Y1 | 2: R8 Y4 Y3 | lead R5 | taki open | turn 0");
  Play(0, "RS end");
  ExpectTurn(2);
  Play(2, "R8");
  ExpectPhase(Phase::kRun);
}

TEST_F(OpenTakiTest, MayBeAnsweredByATakiOfAnotherColor) {  // R6.10
  Given("0: GT G5 R3 B8 | 1: Y1 | lead RT | taki open | turn 0");
  Play(0, "GT");
  ExpectPhase(Phase::kRun);
  ExpectTaki(true);
  ExpectLeading("GT");
  ExpectIllegal(0, "R3", "R6.7");
  ExpectIllegal(0, "end", "R6.1");
  Play(0, "G5 close");
  ExpectTaki(false);
  ExpectTurn(1);
}

TEST_F(OpenTakiTest, OnASuperTakiATakiOfAnotherColorFitsToo) {  // R6.10, R6.9
  Given("0: GT G5 R3 B8 | 1: Y1 | lead ST>R | taki open | turn 0");
  ExpectChoices(0, "R3 GT");
  Play(0, "GT");
  ExpectPhase(Phase::kRun);
  ExpectLeading("GT");
}

TEST_F(OpenTakiTest,
       OnceANumberLiesOnItATakiOfAnotherColorDoesNotFit) {  // R6.10: with an open TAKI on top
  Given("0: GT G5 R3 B8 | 1: Y1 | lead R9 | taki open | turn 0");
  ExpectIllegal(0, "GT", "R3.3");
}

class RunTest : public RulesTest {};

TEST_F(RunTest, TakesOnlyItsColor) {  // R6.7
  Given("0: RT R5 GT G5 B1 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectIllegal(0, "GT", "R6.7");  // the symbol does not help
  ExpectIllegal(0, "B1", "R6.7");
  Play(0, "R5");
  ExpectIllegal(0, "G5", "R6.7");
}

TEST_F(RunTest, TakesATakiOfItsColor) {  // R6.7
  Given("0: RT RT R5 G1 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT RT R5! close");
  ExpectHand(0, "G1");
}

TEST_F(RunTest, TakesASuperTakiInItsColor) {  // R6.7
  Given("0: RT R5 ST R6 G1 G3 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R5 ST");
  ExpectLeading("ST>R");
  Play(0, "R6 close");
  ExpectTaki(false);
  ExpectLeading("R6");
}

TEST_F(RunTest, MayEndWithChangeColor) {  // R6.8, first clause
  Given("0: RT R5 C G1 G3 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R5");
  ExpectLegal(0, "C>R C>G C>B C>Y");
}

TEST_F(RunTest, MayEndWithChangeColorOnALoneTaki) {  // R6.8
  Given("0: RT C G1 G3 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT C>G");
  ExpectTaki(false);
  ExpectTurn(1);
  ExpectLeading("C>G");
}

TEST_F(RunTest, ChangeColorMustWaitForTheLastCardOfTheColor) {  // R6.8, PLAY_ALL
  Given("0: RT R5 C G1 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectIllegal(0, "C>G", "R6.8");
}

TEST_F(RunTest, ChangeColorNeedNotWaitUnderPlayAny) {  // R6.8
  Given("taki PLAY_ANY | 0: RT R5 C G1 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT C>G");
  ExpectTurn(1);
}

TEST_F(RunTest, ChangeColorEndsTheRunTheTakiAndTheTurn) {  // R6.8, R6.6
  Given("0: RT R5 C G1 G3 | 1: R7 Y1 | lead R9 | turn 0");
  Play(0, "RT R5 C>R");
  ExpectTaki(false);
  ExpectTurn(1);
  ExpectPhase(Phase::kTurn);
}

TEST_F(RunTest, TheCardBeforeAChangeColorStaysWithoutEffect) {  // R6.8
  Given("0: RT R+2 C G1 G3 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R+2 C>G");
  ExpectStack(0);
  Given("0: RT RS C G1 G3 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT RS C>G");
  ExpectTurn(1);
  Given("0: RT RD C G1 G3 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT RD C>G");
  ExpectDirection(1);
  ExpectTurn(1);
  Given("0: RT R+ C G1 G3 | 1: Y1 | 2: Y3 | lead R9 | turn 0");
  Play(0, "RT R+ C>G");
  ExpectTurn(1);
}

TEST_F(RunTest, TakesNoKingThreeOrBreaker) {  // R6.8: nothing else may follow one's own TAKI
  for (const std::string taki : {"PLAY_ALL", "PLAY_ANY"}) {
    Given("taki " + taki + " | 0: RT R5 K +3 X | 1: Y1 | lead R9 | turn 0");
    Play(0, "RT");
    for (const char* token : {"K", "+3", "X"}) ExpectIllegal(0, token, "R6.8");
    Play(0, "R5");
    for (const char* token : {"K", "+3", "X"}) ExpectIllegal(0, token, "R6.8");
  }
}

TEST_F(RunTest, TakesNoKingThreeOrBreakerInAContinuedRun) {  // R6.8, R6.5
  Given("0: R5 K +3 X G1 | 1: Y1 | lead RT | taki open | turn 0");
  Play(0, "R5");
  for (const char* token : {"K", "+3", "X"}) ExpectIllegal(0, token, "R6.8");
}

TEST_F(RunTest, OnAnothersOpenTakiTheyAreOrdinaryCardsWhateverTheHandHolds) {  // R6.8, last clause
  Given("0: R5 R6 C K +3 X | 1: Y1 | lead RT | taki open | turn 0");
  ExpectChoices(0, "R5 R6 C>R C>G C>B C>Y K +3 X");
}

TEST_F(RunTest, IsNotDrawnIn) {  // R6.1, R6.3
  Given("0: RT G1 G3 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectIllegal(0, "draw", "R6.3");
  ExpectIllegal(0, "pass", "R7.4");
}

class SuperTakiTest : public RulesTest {};

TEST_F(SuperTakiTest, IsATakiOfTheLeadingColor) {  // R6.9
  Given("0: ST G5 G6 R1 | 1: Y1 | lead G9 | turn 0");
  Play(0, "ST");
  ExpectLeading("ST>G");
  ExpectPhase(Phase::kRun);
  ExpectIllegal(0, "R1", "R6.7");
  Play(0, "G5 G6! close");
  ExpectTurn(1);
}

TEST_F(SuperTakiTest, TakesTheNamedColorOfAChangeColor) {  // R6.9
  Given("0: ST B5 R1 | 1: Y1 | lead C>B | turn 0");
  Play(0, "ST");
  ExpectLeading("ST>B");
}

TEST_F(SuperTakiTest, FitsOnEveryLeadingCard) {  // R6.9
  for (const std::string lead : {"R9", "RS", "R+2", "RD", "R+", "RT", "C>R", "ST>R"}) {
    Given("0: ST B1 B4 | 1: Y1 | lead " + lead + " | turn 0");
    ExpectLegal(0, "ST");
  }
}

TEST_F(SuperTakiTest, DoesNotFitOnAStackOrAThree) {  // R6.9
  Given("0: ST R3 R4 | 1: Y1 | lead R+2 | stack 2 | turn 0");
  ExpectIllegal(0, "ST", "R6.9");
  Given("0: +3 R3 R4 | 1: ST Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectIllegal(1, "ST", "R7.4");
}

TEST_F(SuperTakiTest, HasTheSymbolTaki) {  // R6.9
  Given("0: ST B1 B4 | 1: GT YT G5 | lead R9 | turn 0");
  Play(0, "ST end");
  ExpectChoices(1, "GT YT");
}

class RunPlusTest : public RulesTest {};

TEST_F(RunPlusTest, ClosedOnAPlusObligesToASecondCard) {  // R6.11
  Given("0: RT R5 R+ G+ G3 | 1: B1 B4 | lead R9 | turn 0");
  Play(0, "RT R5 R+ close");
  ExpectTaki(false);
  ExpectPhase(Phase::kAfterPlus);
  ExpectChoices(0, "G+ G+!");
  Play(0, "G+! G3");
  ExpectCompleted(0, 1);
  ExpectTurn(1);
}

TEST_F(RunPlusTest, EndedOnAPlusObligesToASecondCard) {  // R6.11
  Given("0: RT R5 R+ G+ G3 G4 | 1: B1 B4 | lead R9 | turn 0");
  Play(0, "RT R5 R+ end");
  ExpectTaki(true);
  ExpectPhase(Phase::kAfterPlus);
  Play(0, "G+");
  ExpectTaki(false);  // another colour (R6.6)
  ExpectPhase(Phase::kAfterPlus);
}

TEST_F(RunPlusTest, ASecondCardOfAnOpenTakisColorTakesUpTheRunAgain) {  // R6.11
  Given("taki PLAY_ANY | 0: RT R+ R8 G3 B5 | 1: B1 B4 | lead R9 | turn 0");
  Play(0, "RT R+ end");
  Play(0, "R8");
  ExpectPhase(Phase::kRun);
  ExpectTurn(0);
  Play(0, "close");
  ExpectTurn(1);
  ExpectTaki(false);
}

TEST_F(RunPlusTest, ASecondCardAfterCloseIsAnOrdinaryCard) {  // R6.11: a TAKI *still* open
  Given("taki PLAY_ANY | 0: RT R+ R8 G3 B5 | 1: B1 B4 | lead R9 | turn 0");
  Play(0, "RT R+ close R8");
  ExpectTurn(1);
  ExpectPhase(Phase::kTurn);
}

TEST_F(RunPlusTest, ASuperTakiTakesUpTheRunAgain) {  // R6.11, R6.7
  Given("0: RT R+ ST G3 B5 | 1: B1 B4 | lead R9 | turn 0");
  Play(0, "RT R+ end ST");
  ExpectPhase(Phase::kRun);
  ExpectLeading("ST>R");
}

TEST_F(RunPlusTest, WhoHasNoSecondCardDrawsAndTheTakiStaysOpen) {  // R6.11, R5.3, R6.6
  Given("0: RT R+ G3 B5 | 1: R1 B4 B6 | lead R9 | turn 0");
  Play(0, "RT R+ end draw");
  ExpectTaki(true);
  ExpectTurn(1);
  Play(1, "R1");
  ExpectPhase(Phase::kRun);
}

}  // namespace
}  // namespace taki::test
