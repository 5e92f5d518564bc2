// King, on one's own turn (docs/rules.md R7.1). As an answer to a +3: plus_three_test.cc.
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Ending;
using rules::Phase;

class KingTest : public RulesTest {};

TEST_F(KingTest, CancelsTheStackAndNobodyDraws) {  // R7.1
  Given("0: K G3 | 1: R5 | lead R+2 | stack 4 | turn 0");
  Play(0, "K! end");
  ExpectHand(0, "G3");
  ExpectStack(0);
  ExpectTurn(1);
  ExpectDraws("");
}

TEST_F(KingTest, FitsOnEveryLeadingCard) {  // R7.1
  for (const std::string lead : {"R9", "RS", "R+2", "RD", "R+", "RT", "C>R", "ST>R"}) {
    Given("0: K B1 B4 | 1: Y1 | lead " + lead + " | turn 0");
    ExpectLegal(0, "K");
  }
}

TEST_F(KingTest, LetsItsPlayerPlayAnyOtherCard) {  // R7.1: it need not fit
  Given("0: K G3 B4 YS C ST +3 X K | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K");
  ExpectPhase(Phase::kAfterKing);
  ExpectChoices(0, "G3 B4 YS C>R C>G C>B C>Y ST K +3 X end");
  Play(0, "G3");
  ExpectLeading("G3");
  ExpectTop("G3");
  ExpectTurn(1);
  ExpectEvents("0 plays K; 0 plays G3; turn 1");
}

TEST_F(KingTest, NeedNotBeFollowed) {  // R7.1
  Given("0: K R3 R4 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K end");
  ExpectHand(0, "R3 R4");
  ExpectTurn(1);
  ExpectEvents("0 plays K; 0 plays nothing after the King; turn 1");
}

TEST_F(KingTest, GivesNoRightToDraw) {  // R7.1
  Given("0: K B3 B4 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K");
  ExpectIllegal(0, "draw", "R7.1");
  ExpectIllegal(0, "close", "R6.3");
}

TEST_F(KingTest, TheNextCardActs) {  // R7.1
  Given("0: K G+2 B4 B5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K G+2");
  ExpectStack(2);
  ExpectTurn(1);
  Given("0: K GS B4 B5 | 1: R5 R6 | 2: Y1 | lead R9 | turn 0");
  Play(0, "K GS");
  ExpectTurn(2);
  Given("0: K G+ B4 G5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K G+");
  ExpectPhase(Phase::kAfterPlus);
  Given("0: K GT B4 G5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K GT");
  ExpectPhase(Phase::kRun);
  Given("0: K +3 B4 G5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K +3");
  ExpectPhase(Phase::kWindow);
}

TEST_F(KingTest, APlusTwoPlayedAfterItBeginsANewStack) {  // R7.1: the old one was cancelled
  Given("0: K R+2 B4 B5 | 1: R5 R6 | lead G+2 | stack 4 | turn 0");
  Play(0, "K R+2");
  ExpectStack(2);
}

TEST_F(KingTest, MayBeFollowedByAnotherKing) {  // R7.1
  Given("0: K K B4 B5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K K");
  ExpectPhase(Phase::kAfterKing);
  Play(0, "B4! ");
  ExpectTurn(1);
}

TEST_F(KingTest, MayBeFollowedByAnOwnBreaker) {  // R7.1, R7.6
  Given("0: K X B4 B5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K X");
  ExpectCards(0, 5);
  ExpectTurn(1);
}

TEST_F(KingTest, ASuperTakiAfterItTakesTheLeadingColor) {  // R7.1, R6.9, R3.6
  Given("0: K ST B4 B5 | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K ST");
  ExpectLeading("ST>R");
}

TEST_F(KingTest, AsTheLastCardCompletesTheStageAtTheEnd) {  // R7.1, R3.9, R9.3
  Given("0: K | 1: R5 R6 | lead R9 | turn 0");
  Play(0, "K");
  ExpectCompleted(0, 0);
  ExpectChoices(0, "end");
  Play(0, "end");
  ExpectCompleted(0, 1);
  ExpectCards(0, 7);
}

}  // namespace
}  // namespace taki::test
