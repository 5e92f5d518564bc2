// +3, the +3 Breaker and the sealed window (docs/rules.md R7.2 to R7.8).
#include "referee/rules/observation.h"
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

using rules::Ending;
using rules::Phase;
using rules::Seat;

class PlusThreeTest : public RulesTest {};

TEST_F(PlusThreeTest, EveryOtherPlayerDrawsThree) {  // R7.2
  Given(
      "0: G3 | 1: +3 R3 R4 | 2: Y1 | 3: B1 | lead R9 | turn 1 | pile G4 G5 G6 B4 B5 B6 Y4 Y5 Y6 R1 "
      "R5");
  Play(1, "+3");
  for (const int seat : {0, 2, 3}) Play(seat, "pass");
  // In the direction of play from the next player, each three at once.
  ExpectDraws("2 draws G4 G5 G6 (+3); 3 draws B4 B5 B6 (+3); 0 draws Y4 Y5 Y6 (+3)");
  ExpectHand(1, "R3 R4");
  ExpectTurn(2);
}

TEST_F(PlusThreeTest, DrawsGoTheOtherWayWhenReversed) {  // R7.2, R5.5
  Given(
      "0: G3 | 1: +3 R3 R4 | 2: Y1 | 3: B1 | lead R9 | turn 1 | dir right | pile G4 G5 G6 B4 B5 B6 "
      "Y4 Y5 Y6 R1");
  Play(1, "+3");
  for (const int seat : {0, 2, 3}) Play(seat, "pass");
  ExpectDraws("0 draws G4 G5 G6 (+3); 3 draws B4 B5 B6 (+3); 2 draws Y4 Y5 Y6 (+3)");
  ExpectTurn(0);
}

TEST_F(PlusThreeTest, FitsOnEveryLeadingCard) {  // R7.2, R3.4
  for (const std::string lead : {"R9", "RS", "R+2", "RD", "R+", "RT", "C>R", "ST>R"}) {
    Given("0: +3 B1 B4 | 1: Y1 | lead " + lead + " | turn 0");
    ExpectLegal(0, "+3");
  }
}

TEST_F(PlusThreeTest, IsNotLegalOnAStack) {  // R7.2
  Given("0: +3 R3 R4 | 1: Y1 | lead R+2 | stack 2 | turn 0");
  ExpectIllegal(0, "+3", "R7.2");
}

TEST_F(PlusThreeTest, DoesNotStack) {  // R7.2
  Given("0: +3 R3 R4 | 1: +3 Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectIllegal(1, "+3", "R7.4");
  Play(1, "pass");
  ExpectCards(1, 6);
  Play(1, "+3");  // on one's own turn it is a +3 of its own
  Play(0, "pass");
  ExpectCards(0, 5);
}

class BreakerTest : public RulesTest {};

TEST_F(BreakerTest, FromAnySeatTurnsTheThreeOnItsPlayer) {  // R7.3
  for (const int breaker : {1, 2, 3}) {
    const auto x = [breaker](int seat) { return std::string(seat == breaker ? " X" : ""); };
    Given("0: +3 R3 R4 | 1: B1 B3" + x(1) + " | 2: Y1 Y3" + x(2) + " | 3: G1 G3" + x(3) +
          " | lead R9 | turn 0 | pile G4 G5 G6 ...");
    Play(0, "+3");
    for (const int seat : {1, 2, 3}) Play(seat, seat == breaker ? "X" : "pass");
    ExpectHand(0, "R3 R4 G4 G5 G6");
    for (const int seat : {1, 2, 3}) ExpectCards(seat, 2);
    ExpectTop("X");
    ExpectTurn(1);
  }
}

TEST_F(BreakerTest, TakesEffectWhenTheWindowCloses) {  // R7.3, R7.4
  Given("0: +3 R3 R4 | 1: X B3 B4 | 2: Y1 Y3 | lead R9 | turn 0 | pile G4 G5 G6 ...");
  Play(0, "+3");
  Play(1, "X");
  ExpectHand(1, "B3 B4 X");
  ExpectCards(0, 2);
  Play(2, "pass");
  ExpectHand(1, "B3 B4");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: 1 answers X; 0 draws G4 G5 G6 (+3); turn "
      "1");
}

class WindowTest : public RulesTest {};

TEST_F(WindowTest, AsksEveryOtherPlayerAtOnce) {  // R7.4: whether or not they hold a Breaker
  Given("0: G3 G4 | 1: +3 R3 R4 | 2: X Y1 Y3 | 3: B1 | lead R9 | turn 1");
  Play(1, "+3");
  ExpectAsked("0 2 3");
  ExpectChoices(0, "pass");
  ExpectChoices(1, "");
  ExpectChoices(2, "X pass");
  ExpectChoices(3, "pass");
}

TEST_F(WindowTest, DoesNotAskForfeitedSeats) {  // R7.4, R10.2
  Given("0: +3 R3 R4 | 1: out | 2: Y1 | 3: K Y4 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectAsked("2 3");
  ExpectIllegal(3, "K!", "R7.4");
}

TEST_F(WindowTest, TakesBreakerPassAndNothingElse) {  // R7.4
  Given("0: +3 R3 R4 | 1: Y1 | 2: X R5 C ST +3 G5 | lead R9 | turn 0");
  Play(0, "+3");
  for (const char* token : {"R5", "C>R", "ST", "+3", "G5", "draw", "close", "end"})
    ExpectIllegal(2, token, "R7.4");
  ExpectChoices(2, "X pass");
}

TEST_F(WindowTest, AnAnswerMustBeInTheHand) {  // R7.4
  Given("0: +3 R3 R4 | 1: Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectIllegal(1, "X!", "R3.1");
  ExpectIllegal(1, "K!", "R3.1");
}

TEST_F(WindowTest, LetsTheNextPlayerAnswerWithAKing) {  // R7.4
  Given("0: +3 R3 R4 | 1: K Y1 Y3 | 2: K B1 B3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectChoices(1, "K pass");
  ExpectChoices(2, "pass");
  ExpectIllegal(2, "K", "R7.4");
}

TEST_F(WindowTest, NextPlayerIsSoInTheDirectionOfPlay) {  // R7.4, R5.5
  Given("0: +3 R3 R4 | 1: K Y1 Y3 | 2: K B1 B3 | lead R9 | turn 0 | dir right");
  Play(0, "+3");
  ExpectLegal(2, "K");
  ExpectIllegal(1, "K", "R7.4");
}

TEST_F(WindowTest, AsksNobodyTwice) {  // R7.4
  Given("0: +3 R3 R4 | 1: X Y1 Y3 | 2: B1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "pass");
  ExpectAsked("2");
  ExpectIllegal(1, "X", "R7.4");
  ExpectIllegal(1, "pass", "R7.4");
}

TEST_F(WindowTest, ClosesWhenAllHaveAnswered) {  // R7.4
  Given("0: +3 R3 R4 | 1: Y1 | 2: B1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(2, "pass");
  ExpectPhase(Phase::kWindow);
  ExpectCards(1, 1);
  Play(1, "pass");
  ExpectPhase(Phase::kTurn);
  ExpectCards(1, 4);
}

TEST_F(WindowTest, FirstAnswerBySeatTakesEffectWhateverArrivedFirst) {  // R7.4
  Given("0: X K G4 | 1: X B7 | 2: +3 R4 R5 | 3: Y7 Y8 | lead R9 | turn 2 | pile G5 G6 G7 ...");
  Play(2, "+3");
  Play(1, "X!");  // arrives first, stands third
  Play(0, "X");   // stands second
  Play(3, "pass");
  ExpectHand(0, "G4 K");
  ExpectHand(1, "B7 X");  // void: it stays in the hand
  ExpectHand(2, "R4 R5 G5 G6 G7");
  ExpectTurn(3);
}

TEST_F(WindowTest, FirstBySeatGoesTheOtherWayWhenReversed) {  // R7.4, R5.5
  Given("0: X G3 G4 | 1: X B7 B8 | 2: +3 R4 R5 | 3: Y7 Y8 | lead R9 | turn 2 | dir right");
  Play(2, "+3");
  Play(0, "X");
  Play(1, "X");
  Play(3, "pass");
  ExpectHand(1, "B7 B8");
  ExpectHand(0, "G3 G4 X");
}

TEST_F(WindowTest, TheKingIsCountedBeforeEveryBreaker) {  // R7.4
  Given("0: X B9 G4 | 1: X B7 | 2: +3 R4 R5 | 3: K Y8 Y9 | lead R9 | turn 2");
  Play(2, "+3");
  Play(0, "X");
  Play(1, "X!");
  Play(3, "K");
  ExpectHand(0, "G4 B9 X");
  ExpectHand(1, "B7 X");
  ExpectHand(2, "R4 R5");
  ExpectTurn(3);
  ExpectDraws("");
}

TEST_F(WindowTest, TheNextPlayersBreakerIsCountedFirstToo) {  // R7.4
  Given("0: +3 R4 R5 | 1: X K B7 | 2: X Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(2, "X");
  Play(1, "X");
  ExpectHand(1, "B7 K");
  ExpectHand(2, "Y1 Y3 X");
}

TEST_F(WindowTest, AVoidAnswerHasNoConsequence) {  // R7.4, R7.8: neither last card rule nor stage
  Given("0: +3 R4 R5 | 1: X B7 B8 | 2: X Y1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(2, "X");  // would leave one card, not declared
  Play(1, "X");
  ExpectHand(2, "Y1 X");
  Given("0: +3 R4 R5 | 1: X B7 B8 | 2: X | lead R9 | turn 0");
  Play(0, "+3");
  Play(2, "X");  // would empty the hand
  Play(1, "X");
  ExpectHand(2, "X");
  ExpectCompleted(2, 0);
}

TEST_F(WindowTest, ShowsNoAnswerBeforeItCloses) {  // R7.4, I5
  Given("0: +3 R4 R5 | 1: X B7 B8 | 2: X Y1 Y3 | 3: G1 G3 | lead R9 | turn 0");
  Play(0, "+3");
  const rules::PublicState before = rules::ObservePublic(position_);
  const rules::View view = rules::Observe(position_, Seat(3));
  Play(1, "X");
  Play(2, "pass");
  EXPECT_EQ(rules::ObservePublic(position_), before);
  EXPECT_EQ(rules::Observe(position_, Seat(3)), view);
  ExpectEvents("0 plays +3; 0 opens a window");
}

TEST_F(WindowTest, ShowsNoVoidOrPassAnswerWhenItCloses) {  // R7.4
  Given("0: +3 R4 R5 | 1: X B7 B8 | 2: X Y1 Y3 | 3: G1 G3 | lead R9 | turn 0 | pile B1 B3 B4 ...");
  Play(0, "+3");
  Play(2, "X");
  Play(3, "pass");
  Play(1, "X");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: 1 answers X; 0 draws B1 B3 B4 (+3); turn "
      "1");
}

TEST_F(WindowTest, LeavesNoTraceOfItsAnswers) {  // equal positions have equal hashes
  Given("0: +3 R4 R5 | 1: X B7 B8 | 2: X Y1 Y3 | lead R9 | turn 0");
  const rules::Position start = position_;
  Play(0, "+3");
  Play(1, "X");
  Play(2, "pass");
  const rules::Position one = position_;
  position_ = start;
  Play(0, "+3");
  Play(2, "X");
  Play(1, "X");
  EXPECT_EQ(rules::PositionHash(one), rules::PositionHash(position_));
}

class AfterWindowTest : public RulesTest {};

TEST_F(AfterWindowTest, TheTurnPassesAsAfterAnyCard) {  // R7.5
  Given("0: +3 R4 R5 | 1: Y1 | 2: B1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "pass");
  Play(2, "pass");
  ExpectTurn(1);
  EXPECT_EQ(position_.turns_ended, 1);
}

TEST_F(AfterWindowTest, ABreakerDoesNotMoveTheTurn) {  // R7.5
  Given("0: +3 R4 R5 | 1: Y1 | 2: X B1 B3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "pass");
  Play(2, "X");
  ExpectTurn(1);
  Given("0: +3 R4 R5 | 1: X R1 B3 | 2: Y1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "X");
  Play(2, "pass");
  ExpectTurn(1);  // it did not cost its player the turn either
  ExpectPhase(Phase::kTurn);
  EXPECT_EQ(position_.turns_ended, 1);
}

class OwnBreakerTest : public RulesTest {};

TEST_F(OwnBreakerTest, CostsThreeCardsAndTheTurnPasses) {  // R7.6
  Given("0: X R3 R4 | 1: Y1 | lead R9 | turn 0 | pile G4 G5 G6 ...");
  Play(0, "X");
  ExpectHand(0, "R3 R4 G4 G5 G6");
  ExpectTurn(1);
  ExpectEvents("0 plays X; 0 draws G4 G5 G6 (breaker); turn 1");
}

TEST_F(OwnBreakerTest, FitsOnEverythingButAStack) {  // R7.6
  for (const std::string lead : {"R9", "RS", "R+2", "RD", "R+", "RT", "C>R", "ST>R"}) {
    Given("0: X B1 B4 | 1: Y1 | lead " + lead + " | turn 0");
    ExpectLegal(0, "X");
  }
  Given("0: X B1 B4 | 1: Y1 | lead R+2 | stack 2 | turn 0");
  ExpectIllegal(0, "X", "R7.6");
}

TEST_F(OwnBreakerTest,
       OnAThreeThatNobodyAnsweredIsPlayedLikeOnAnyCard) {  // R7.6: the window is over
  Given("0: +3 R3 R4 | 1: X Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "pass X");
  ExpectCards(1, 2 + 3 + 3);
  ExpectCards(0, 2);
}

class KingAnswerTest : public RulesTest {};

TEST_F(KingAnswerTest, CancelsTheThreeAndOpensItsPlayersTurn) {  // R7.7
  Given("0: +3 R3 R4 | 1: K Y1 Y3 B5 | 2: B1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K");
  ExpectHand(1, "Y1 Y3 B5 K");  // it leaves the hand when the window closes
  Play(2, "pass");
  ExpectHand(1, "Y1 Y3 B5");
  ExpectTop("K");
  ExpectTurn(1);
  ExpectPhase(Phase::kAfterKing);
  ExpectChoices(1, "B5 Y1 Y3 end");
  ExpectEvents("0 plays +3; 0 opens a window; 0's window closes: 1 answers K; turn 1");
  EXPECT_EQ(position_.turns_ended, 1);
}

TEST_F(KingAnswerTest, ItsPlayerPlaysOneMoreCardOrEnds) {  // R7.7, R7.1
  Given("0: +3 R3 R4 | 1: K Y1 Y3 B5 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K Y3");
  ExpectLeading("Y3");
  ExpectTurn(0);
  Given("0: +3 R3 R4 | 1: K Y1 Y3 B5 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K end");
  ExpectTurn(0);
  ExpectLeading("R9");
}

TEST_F(KingAnswerTest, TheTurnOfTheThreesPlayerEndsFirst) {  // R7.7, R4.2
  Given("0: +3 R3 | 1: K Y1 Y3 B5 | lead R9 | turn 0 | pile G4 G5 G6 G7 ...");
  Play(0, "+3");  // leaves one, not declared
  Play(1, "K");
  ExpectHand(0, "R3 G4 G5 G6 G7");
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: 1 answers K; 0 draws G4 G5 G6 G7 (last "
      "card); turn 1");
}

TEST_F(KingAnswerTest,
       TheThreesPlayerCompletesTheStageFirst) {  // R7.7, R9: a cancelled +3 is not a broken one
  Given("0: +3 | 1: K Y1 Y3 B5 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K");
  ExpectCompleted(0, 1);
  ExpectCards(0, 7);
  ExpectTurn(1);
  ExpectPhase(Phase::kAfterKing);
}

TEST_F(KingAnswerTest, TheThreesPlayerMayWinFirst) {  // R7.7, R9.2
  Given("0: +3 | 1: K Y1 | 2: B1 B3 B4 | lead R9 | turn 0 | stages 0:1");
  Play(0, "+3");
  Play(1, "K!");
  Play(2, "pass");
  ExpectOver(Ending::kCompleted, "1 2 3");
}

TEST_F(KingAnswerTest, DeclaredOrNotIsSettledAtTheEndOfTheKingsTurn) {  // R7.7, R4.1, R4.2
  Given("0: +3 R3 R4 | 1: K Y1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K! end");
  ExpectHand(1, "Y1");
  Given("0: +3 R3 R4 | 1: K Y1 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K");
  ExpectHand(1, "Y1");  // not yet
  Play(1, "end");
  ExpectCards(1, 5);
}

TEST_F(KingAnswerTest, AsTheLastCardCompletesTheStageAtTheEnd) {  // R7.7, R9.3
  Given("0: +3 R3 R4 | 1: K | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "K");
  ExpectTurn(1);
  ExpectCompleted(1, 0);
  ExpectChoices(1, "end");
  Play(1, "end");
  ExpectCompleted(1, 1);
  ExpectCards(1, 7);
}

class BreakerLastCardTest : public RulesTest {};

TEST_F(BreakerLastCardTest, DeclaredCostsNothing) {  // R7.8
  Given("0: +3 R4 R5 | 1: X B7 | 2: Y1 Y3 | lead R9 | turn 0");
  Play(0, "+3");
  ExpectChoices(1, "X X! pass");
  Play(1, "X!");
  Play(2, "pass");
  ExpectHand(1, "B7");
}

TEST_F(BreakerLastCardTest, NotDeclaredCostsFourAfterTheThreesPlayerHasDrawn) {  // R7.8
  Given("0: +3 R4 R5 | 1: X B7 | 2: Y1 Y3 | lead R9 | turn 0 | pile G1 G3 G4 B1 B3 B4 B5 ...");
  Play(0, "+3");
  Play(1, "X");
  Play(2, "pass");
  ExpectDraws("0 draws G1 G3 G4 (+3); 1 draws B1 B3 B4 B5 (last card)");
  ExpectHand(1, "B1 B3 B4 B5 B7");
  ExpectTurn(1);
}

TEST_F(BreakerLastCardTest, FromASeatThatIsNotNextItIsDueToo) {  // R7.8
  Given("0: +3 R4 R5 | 1: Y1 Y3 | 2: X B7 | lead R9 | turn 0");
  Play(0, "+3");
  Play(1, "pass");
  Play(2, "X");
  ExpectCards(2, 5);
  ExpectTurn(1);
}

TEST_F(BreakerLastCardTest, EmptyingTheHandCompletesTheStageBeforeTheTurnPasses) {  // R7.8
  Given(
      "0: +3 R4 R5 | 1: Y1 Y3 | 2: X | lead R9 | turn 0 | pile G1 G3 G4 B1 B3 B4 B5 B6 B7 B8 ...");
  Play(0, "+3");
  Play(1, "pass");
  Play(2, "X");
  ExpectCompleted(2, 1);
  ExpectEvents(
      "0 plays +3; 0 opens a window; 0's window closes: 2 answers X; 0 draws G1 G3 G4 (+3); "
      "2 completes 1, next stage 7; 2 draws B1 B3 B4 B5 B6 B7 B8 (stage); turn 1");
}

TEST_F(BreakerLastCardTest, EmptyingTheLastStageWinsAtOnce) {  // R7.8, R9.2
  Given("0: +3 R4 | 1: Y1 Y3 | 2: X | lead R9 | turn 0 | stages 2:1");
  Play(0, "+3");  // left one, not declared: that would be settled later
  Play(1, "pass");
  Play(2, "X");
  ExpectOver(Ending::kCompleted, "3 2 1");
  ExpectDraws("0 draws R1 R1 R3 (+3)");
}

}  // namespace
}  // namespace taki::test
