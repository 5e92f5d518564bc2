// The order of effects: who draws which card (docs/rules.md R8.1). The pile is marked, so that each
// order shows.
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

class EffectOrderTest : public RulesTest {};

TEST_F(EffectOrderTest, DemandsOnOnesOwnPlayerComeBeforeTheLastCardRule) {  // R8.1
  Given("0: X R3 | 1: Y1 | lead R9 | turn 0 | pile G4 G5 G6 G7 ...");
  Play(0,
       "X");  // leaves one, not declared; but the penalty comes first, so four are held in the end
  ExpectHand(0, "R3 G4 G5 G6");
}

TEST_F(EffectOrderTest, ABrokenThreeComesBeforeTheLastCardRule) {  // R8.1
  Given("0: +3 R3 | 1: X B7 B8 | lead R9 | turn 0 | pile G4 G5 G6 G7 ...");
  Play(0, "+3");
  Play(1, "X");
  ExpectHand(0, "R3 G4 G5 G6");
}

TEST_F(EffectOrderTest, EffectOnOthersComesBeforeTheLastCardRule) {  // R8.1
  Given("0: +3 R3 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | pile G4 G5 G6 B4 B5 B6 Y4 Y5 Y6 Y7 ...");
  Play(0, "+3");
  Play(1, "pass");
  Play(2, "pass");
  ExpectDraws("1 draws G4 G5 G6 (+3); 2 draws B4 B5 B6 (+3); 0 draws Y4 Y5 Y6 Y7 (last card)");
}

TEST_F(EffectOrderTest, EffectOnOthersComesBeforeTheStage) {  // R8.1
  Given(
      "0: +3 | 1: Y1 | 2: Y3 | lead R9 | turn 0 | pile G4 G5 G6 B4 B5 B6 Y4 Y5 Y6 Y7 Y8 Y9 Y9 ...");
  Play(0, "+3");
  Play(1, "pass");
  Play(2, "pass");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: no answer; 1 draws G4 G5 G6 (+3); 2 draws "
      "B4 B5 B6 (+3); "
      "0 completes 1, next stage 7; 0 draws Y4 Y5 Y6 Y7 Y8 Y9 Y9 (stage); turn 1");
}

TEST_F(EffectOrderTest, TheStageComesBeforeTheTurnPasses) {  // R8.1
  Given("0: R+2 | 1: Y1 | lead R9 | turn 0 | pile G4 G5 G6 G7 G8 G9 G9 B4 B5 ...");
  Play(0, "R+2");
  ExpectCards(0, 7);
  Play(1, "draw");
  ExpectHand(1, "Y1 B4 B5");
}

TEST_F(EffectOrderTest, ABreakersPlayerIsServedBeforeTheThreesPlayersTurnEnds) {  // R8.1, R7.8
  // The pile ends after the three, so that the +3's player owes its undeclared last card nothing
  // any more.
  Given("0: +3 R3 | 1: X B7 | lead R9 | turn 0 | pile G4 G5 G6 | discard none");
  Play(0, "+3");
  Play(1, "X");
  ExpectDraws("0 draws G4 G5 G6 (+3); 1 draws nothing, 0 of 4 (last card)");
}

TEST_F(EffectOrderTest, SeveralDrawInTheOrderOfPlayEachAllAtOnce) {  // R8.1
  Given(
      "0: Y1 | 1: Y3 | 2: +3 R3 R4 | 3: Y4 | lead R9 | turn 2 | pile G4 G5 G6 B4 B5 | discard "
      "none");
  Play(2, "+3");
  for (const int seat : {1, 0, 3}) Play(seat, "pass");
  ExpectDraws("3 draws G4 G5 G6 (+3); 0 draws B4 B5, 2 of 3 (+3); 1 draws nothing, 0 of 3 (+3)");
}

}  // namespace
}  // namespace taki::test
