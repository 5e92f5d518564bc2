// The turn: what fits, when a card may be drawn, and the draw pile (docs/rules.md R2.1, R3).
#include "referee/rules/deal.h"
#include "referee/rules/notation.h"
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

class TurnTest : public RulesTest {};

TEST_F(TurnTest, PassesToTheLeftAndWraps) {  // R2.1, R3.1
  Given("0: R3 R4 | 1: Y1 | 2: R5 R6 R7 | lead R9 | turn 2");
  Play(2, "R5");
  ExpectTurn(0);
  Play(0, "R3!");
  ExpectTurn(1);
}

TEST_F(TurnTest, PassesToTheRightWhenReversed) {  // R3.1, R5.5
  Given("0: R3 R4 R6 | 1: Y1 | 2: R5 | lead R9 | turn 0 | dir right");
  Play(0, "R3");
  ExpectTurn(2);
}

TEST_F(TurnTest, PlayingPutsTheCardOnTop) {  // R3.1
  Given("0: G3 R4 R6 | 1: Y1 | lead G9 | discard none | top K | turn 0");
  Play(0, "G3");
  ExpectLeading("G3");
  ExpectTop("G3");
  ExpectDiscard("G9 K");
  ExpectEvents("0 plays G3; turn 1");
}

TEST_F(TurnTest, WhoCannotPlayDrawsOneCard) {  // R3.1
  Given("0: G3 B4 | 1: Y1 | lead R9 | turn 0 | pile Y7 Y8");
  Play(0, "draw");
  ExpectHand(0, "G3 B4 Y7");
  ExpectTurn(1);
  ExpectEvents("0 draws Y7 (stuck); turn 1");
}

TEST_F(TurnTest, ADrawnCardMustWait) {  // R3.2
  Given("0: G3 B4 | 1: Y1 Y3 | lead R9 | turn 0 | pile R7 Y8");
  Play(0, "draw");
  ExpectTurn(1);
  ExpectIllegal(0, "R7", "R3.1");
}

TEST_F(TurnTest, OnlyTheSeatOnTurnIsAsked) {  // R3.1
  Given("0: R3 R4 | 1: R5 R6 | 2: R7 X | lead R9 | turn 1");
  ExpectAsked("1");
  ExpectIllegal(0, "R3!", "R3.1");
  ExpectIllegal(2, "R7!", "R3.1");
  ExpectIllegal(2, "X!", "R3.1");
  ExpectIllegal(0, "draw", "R3.1");
  ExpectChoices(0, "");
  ExpectChoices(2, "");
}

TEST_F(TurnTest, ACardMustBeInTheHand) {  // R3.1
  Given("0: R3 R4 | 1: R5 | lead R9 | turn 0");
  ExpectIllegal(0, "R5", "R3.1");
  ExpectIllegal(0, "K", "R3.1");
  ExpectIllegal(0, "C>R", "R3.1");
}

TEST_F(TurnTest, ATurnIsAPlayOrADraw) {  // R3.1
  Given("0: R3 R4 | 1: R5 | lead R9 | turn 0");
  ExpectIllegal(0, "end", "R3.1");
  ExpectIllegal(0, "close", "R6.3");
  ExpectIllegal(0, "pass", "R7.4");
}

class FitTest : public RulesTest {};

TEST_F(FitTest, ByColor) {  // R3.3
  Given("0: R3 RS R+2 RD R+ RT G4 | 1: Y1 | lead R9 | turn 0");
  ExpectChoices(0, "R3 RS R+2 RD R+ RT");
  ExpectIllegal(0, "G4", "R3.3");
}

TEST_F(FitTest, ByEachSymbol) {  // R3.3
  for (const std::string symbol :
       {"1", "3", "4", "5", "6", "7", "8", "9", "S", "+2", "D", "+", "T"}) {
    const std::string other = symbol == "1" ? "3" : "1";
    Given("0: G" + symbol + " B" + symbol + " Y" + symbol + " G" + other + " | 1: Y8 | lead R" +
          symbol + " | turn 0");
    ExpectChoices(0, "G" + symbol + " B" + symbol + " Y" + symbol);
    ExpectIllegal(0, "G" + other, "R3.3");
  }
}

TEST_F(FitTest, ColorlessCardsFitOnEverything) {  // R3.4
  for (const std::string lead : {"R9", "RS", "R+2", "RD", "R+", "RT", "C>R", "ST>R"}) {
    Given("0: C ST K +3 X G1 | 1: Y8 | lead " + lead + " | turn 0");
    ExpectChoices(0, "C>R C>G C>B C>Y ST K +3 X");
  }
}

TEST_F(FitTest, KingThreeAndBreakerNeverLead) {  // R3.6
  for (const std::string top : {"K", "+3", "X"}) {
    Given("0: R5 G9 B4 | 1: Y1 | lead R9 | top " + top + " | turn 0");
    ExpectChoices(0, "R5 G9");
    ExpectIllegal(0, "B4", "R3.3");
  }
}

TEST_F(FitTest, TheCardBeneathAPlayedKingIsFollowed) {  // R3.6
  Given("0: K G3 G4 | 1: R5 B9 B4 | lead R9 | turn 0");
  Play(0, "K end");
  ExpectLeading("R9");
  ExpectTop("K");
  ExpectChoices(1, "R5 B9");
}

TEST_F(FitTest, TheCardBeneathAPlayedThreeIsFollowed) {  // R3.6
  Given("0: +3 G3 G4 | 1: B5 B7 B4 | lead C>B | turn 0 | pile R1 R1 R3 ...");
  Play(0, "+3");
  Play(1, "pass");
  ExpectLeading("C>B");
  ExpectTop("+3");
  ExpectChoices(1, "B4 B5 B7");
}

TEST_F(FitTest, TheCardBeneathAnOwnBreakerIsFollowed) {  // R3.6
  Given("0: X G3 G4 | 1: R5 B9 B4 | lead R9 | turn 0");
  Play(0, "X");
  ExpectLeading("R9");
  ExpectTop("X");
  ExpectChoices(1, "R5 B9");
}

class DrawTest : public RulesTest {};

TEST_F(DrawTest, IsRefusedToWhoCanPlay) {  // R3.5
  Given("0: R3 G4 | 1: Y1 | lead R9 | turn 0");
  ExpectIllegal(0, "draw", "R3.5");
  Given("0: G9 G4 | 1: Y1 | lead R9 | turn 0");
  ExpectIllegal(0, "draw", "R3.5");
}

TEST_F(DrawTest, IsRefusedToWhoHoldsAColorlessCardOtherThanABreaker) {  // R3.5
  for (const std::string card : {"C", "ST", "K", "+3"}) {
    Given("0: G4 " + card + " | 1: Y1 | lead R9 | turn 0");
    ExpectIllegal(0, "draw", "R3.5");
  }
}

TEST_F(DrawTest, IsAllowedToWhoHoldsNothingButABreakerThatFits) {  // R3.5
  Given("0: G4 B3 X X | 1: Y1 | lead R9 | turn 0");
  ExpectChoices(0, "X draw");
  Given("0: R4 X | 1: Y1 | lead R9 | turn 0");
  ExpectIllegal(0, "draw", "R3.5");
}

TEST_F(DrawTest, IsAlwaysAllowedOnAStack) {  // R3.5, R5.2
  Given("0: R+2 K G3 | 1: Y1 | lead G+2 | stack 2 | turn 0");
  ExpectLegal(0, "draw");
}

TEST_F(DrawTest, AnyTimeMeansAlwaysAtTheStartOfATurn) {  // R3.5
  Given("draw ANY_TIME | 0: R3 G4 | 1: Y1 | lead R9 | turn 0");
  ExpectLegal(0, "draw");
  Play(0, "draw");
  ExpectCards(0, 3);
  ExpectTurn(1);
}

TEST_F(DrawTest, AnyTimeMeansAlsoAfterAPlus) {  // R3.5, R5.3
  Given("draw ANY_TIME | 0: R+ R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "R+");
  ExpectChoices(0, "R3 R3! draw");
  Play(0, "draw");
  ExpectCards(0, 3);
  ExpectTurn(1);
}

TEST_F(DrawTest, AnyTimeIsNotInsideARunNorAfterAKing) {  // R3.5, R6.1, R7.1
  Given("draw ANY_TIME | taki PLAY_ANY | 0: RT R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "RT");
  ExpectIllegal(0, "draw", "R6.3");
  Given("draw ANY_TIME | 0: K R3 G4 | 1: Y1 | lead R9 | turn 0");
  Play(0, "K");
  ExpectIllegal(0, "draw", "R7.1");
}

TEST_F(DrawTest, IsAskedForEvenWhereItIsTheOnlyChoice) {  // R3.9
  Given("0: G3 B4 | 1: Y1 | lead R9 | turn 0");
  ExpectChoices(0, "draw");
  ExpectTurn(0);
}

TEST_F(DrawTest, EndIsAskedForAfterAKingThatEmptiedTheHand) {  // R3.9
  Given("0: K | 1: Y1 | lead R9 | turn 0");
  Play(0, "K");
  ExpectTurn(0);
  ExpectChoices(0, "end");
}

class PileTest : public RulesTest {};

TEST_F(PileTest, IsRefilledWhenACardMustBeDrawnAndNoneIsThere) {  // R3.7
  Given("0: G3 B4 | 1: Y1 | lead R9 | turn 0 | pile none | discard Y8");
  Play(0, "draw");
  ExpectHand(0, "G3 B4 Y8");
  ExpectPile("");
  ExpectDiscard("");
  ExpectEvents("reshuffle of 1; 0 draws Y8 (stuck); turn 1");
  EXPECT_EQ(position_.reshuffles, 1);
}

TEST_F(PileTest, IsNotRefilledEarlierThanThat) {  // R3.7
  Given("0: G3 B4 | 1: Y1 Y3 | lead R9 | turn 0 | pile Y8 | discard G7 G8");
  Play(0, "draw");
  ExpectHand(0, "G3 B4 Y8");
  ExpectPile("");
  ExpectDiscard("G7 G8");
  EXPECT_EQ(position_.reshuffles, 0);
}

TEST_F(PileTest, IsRefilledInMidDraw) {  // R3.7
  Given("0: G3 B4 | 1: Y1 | lead R+2 | stack 4 | turn 0 | pile Y8 | discard G7 G8 G9 G9");
  Play(0, "draw");
  ExpectCards(0, 6);
  EXPECT_EQ(position_.reshuffles, 1);
  EXPECT_EQ(position_.pile_size, 1);
  EXPECT_TRUE(position_.hands[0].Contains(*rules::ParseCard("Y8")));
}

TEST_F(PileTest, KeepsTheLeadingCardAndWhatLiesAboveOutOfIt) {  // R3.7
  Given("0: G3 B4 | 1: Y1 | lead R9 | top +3 K | turn 0 | pile none | discard Y8 Y7");
  Play(0, "draw");
  ExpectLeading("R9");
  ExpectTop("K");
  EXPECT_TRUE(position_.above.Contains(rules::kKingCard));
  EXPECT_TRUE(position_.above.Contains(rules::kPlusThreeCard));
  EXPECT_EQ(position_.pile_size, 1);
}

TEST_F(PileTest, IsShuffledByTheDealKeyFromCanonicalOrder) {  // R3.7, R2.5
  Given("0: G3 B4 | 1: B1 B3 | lead R9 | turn 0 | pile none | discard X C R5 Y8 R5 C Y7");
  const rules::DealKey key = position_.key;
  std::vector<rules::Card> first, second;
  for (const char* token : {"R5", "R5", "Y7", "Y8", "C", "C", "X"})
    first.push_back(*rules::ParseCard(token));
  rules::WordStream words(key, "reshuffle", 1);
  rules::Shuffle(words, std::span(first));
  Play(0, "draw");
  std::string rest;
  for (std::size_t i = 1; i < first.size(); ++i)
    rest += (i > 1 ? " " : "") + std::string(rules::Token(first[i]));
  ExpectPile(rest);
}

TEST_F(PileTest, NumbersItsReshuffles) {  // R3.7, R2.5
  Given("0: G3 B4 | 1: B1 B3 | lead R9 | turn 0 | pile none | discard G5 G6 G7 G8 Y4 Y5 Y6 Y7");
  position_.reshuffles = 4;
  std::vector<rules::Card> cards;
  for (const char* token : {"G5", "G6", "G7", "G8", "Y4", "Y5", "Y6", "Y7"})
    cards.push_back(*rules::ParseCard(token));
  rules::WordStream words(position_.key, "reshuffle", 5);
  rules::Shuffle(words, std::span(cards));
  Play(0, "draw");
  EXPECT_TRUE(position_.hands[0].Contains(cards[0]));
  EXPECT_EQ(position_.pile[position_.pile_top], cards[1]);
  EXPECT_EQ(position_.reshuffles, 5);
}

TEST_F(PileTest, ARefillThatFindsNothingIsNotNumbered) {  // R3.7
  Given("0: G3 B4 | 1: B1 B3 | 2: Y6 | lead R9 | turn 0 | pile none | discard none");
  Play(0, "draw");
  EXPECT_EQ(position_.reshuffles, 0);
  ExpectEvents("0 draws nothing, 0 of 1 (stuck); turn 1");
}

TEST_F(PileTest, MissingCardsAreForgiven) {  // R3.8
  Given("0: G3 B4 | 1: R5 | lead R+2 | stack 6 | turn 0 | pile Y8 | discard Y7");
  Play(0, "draw");
  ExpectHand(0, "G3 B4 Y7 Y8");
  ExpectStack(0);
  ExpectTurn(1);
  ExpectEvents("reshuffle of 1; 0 draws Y8 Y7, 2 of 6 (stack); turn 1");
}

}  // namespace
}  // namespace taki::test
