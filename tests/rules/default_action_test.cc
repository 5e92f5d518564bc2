// What the referee plays for a silent bot (docs/rules.md R11.3).
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Phase;

class DefaultActionTest : public RulesTest {};

TEST_F(DefaultActionTest, OnTurnDrawsOneWhateverTheHandHolds) {  // R11.3
  Given("0: R5 K C | 1: Y1 | lead R9 | turn 0 | pile G1 ...");
  Play(0, "timeout");
  ExpectHand(0, "R5 C K G1");
  ExpectTurn(1);
  ExpectEvents("0 draws G1 (stuck); turn 1");
}

TEST_F(DefaultActionTest, OnAStackDrawsTheStack) {  // R11.3
  Given("0: R+2 K | 1: Y1 | lead G+2 | stack 4 | turn 0");
  Play(0, "timeout");
  ExpectCards(0, 6);
  ExpectStack(0);
  ExpectTurn(1);
}

TEST_F(DefaultActionTest,
       InARunEndsItWhateverTheHandHolds) {  // R11.3: also where PLAY_ALL would not let go
  Given("0: RT R5 R6 R7 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT timeout");
  ExpectTaki(true);
  ExpectHand(0, "R5 R6 R7");
  ExpectTurn(1);
}

TEST_F(DefaultActionTest, EndingARunLetsItsLastCardAct) {  // R11.3, R6.2
  Given("0: RT R+2 R6 R7 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT R+2 timeout");
  ExpectStack(2);
  ExpectTurn(1);
}

TEST_F(DefaultActionTest, EndingARunOnAPlusStillOwesTheSecondCard) {  // R11.3, R6.11
  Given("0: RT R+ R6 R7 | 1: Y1 | lead R9 | turn 0 | pile G1 ...");
  Play(0, "RT R+ timeout");
  ExpectTurn(0);
  ExpectPhase(Phase::kAfterPlus);
  Play(0, "timeout");
  ExpectHand(0, "R6 R7 G1");
  ExpectTurn(1);
}

TEST_F(DefaultActionTest, AfterAPlusDrawsOneWhateverTheHandHolds) {  // R11.3
  Given("0: R+ R6 R7 | 1: Y1 | lead R9 | turn 0 | pile G1 ...");
  Play(0, "R+ timeout");
  ExpectHand(0, "R6 R7 G1");
  ExpectTurn(1);
  ExpectEvents("0 plays R+; 0 draws G1 (plus); turn 1");
}

TEST_F(DefaultActionTest, AfterAKingEnds) {  // R11.3
  Given("0: K R6 R7 | 1: Y1 | lead R9 | turn 0");
  Play(0, "K timeout");
  ExpectHand(0, "R6 R7");
  ExpectTurn(1);
}

TEST_F(DefaultActionTest, InAWindowPasses) {  // R11.3
  Given("0: +3 R6 R7 | 1: X K Y1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "timeout");
  ExpectHand(0, "R6 R7");
  ExpectCards(1, 6);
}

TEST_F(DefaultActionTest,
       DeclaresNoLastCard) {  // R11.3: who timed out in the run pays the four cards
  Given("0: RT R6 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT timeout");
  ExpectCards(0, 5);
}

TEST_F(DefaultActionTest, DrawingForABotIsADrawLikeAnother) {  // R11.3, R10.4
  Given("0: R6 | 1: R5 | lead R9 | turn 0 | pile none | discard none");
  Play(0, "timeout");
  Play(1, "timeout");
  ExpectOver(rules::Ending::kDeadlock, "1 1");
}

}  // namespace
}  // namespace taki::test
