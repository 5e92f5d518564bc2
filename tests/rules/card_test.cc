// The deck (docs/rules.md R1) and the multiset of cards.
#include "referee/rules/card.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <vector>

#include "referee/rules/card_set.h"
#include "referee/rules/notation.h"
#include "tests/support/rules_fixture.h"
#include "tests/support/splitmix.h"

namespace taki::rules {
namespace {

std::map<std::string, int> CountByToken() {
  std::map<std::string, int> count;
  for (const Card card : CanonicalDeck()) ++count[std::string(Token(card))];
  return count;
}

TEST(DeckTest, Has116CardsInFourColors) {  // R1.1
  EXPECT_EQ(CanonicalDeck().size(), 116u);
  std::map<char, int> of_color;
  for (const Card card : CanonicalDeck())
    if (card.has_color()) ++of_color[Letter(card.color())];
  EXPECT_EQ(of_color, (std::map<char, int>{{'R', 26}, {'G', 26}, {'B', 26}, {'Y', 26}}));
}

TEST(DeckTest, HasTwoOfEachNumberAndNoPlainTwo) {  // R1.2
  auto count = CountByToken();
  for (const std::string color : {"R", "G", "B", "Y"}) {
    for (const std::string number : {"1", "3", "4", "5", "6", "7", "8", "9"})
      EXPECT_EQ(count[color + number], 2) << color + number;
    EXPECT_EQ(count.count(color + "2"), 0u);
    EXPECT_FALSE(ParseCard(color + "2"));
  }
}

TEST(DeckTest, HasTwoOfEachActionCardOfAColor) {  // R1.3
  auto count = CountByToken();
  for (const std::string color : {"R", "G", "B", "Y"})
    for (const std::string action : {"S", "+2", "D", "+", "T"})
      EXPECT_EQ(count[color + action], 2) << color + action;
}

TEST(DeckTest, HasFourChangeColorAndTwoOfEachOtherColorlessCard) {  // R1.4
  auto count = CountByToken();
  EXPECT_EQ(count["C"], 4);
  for (const std::string card : {"ST", "K", "+3", "X"}) EXPECT_EQ(count[card], 2) << card;
}

TEST(DeckTest, Has57Kinds) {  // R1.5
  EXPECT_EQ(CountByToken().size(), 57u);
  EXPECT_EQ(kCardKinds, 57);
}

TEST(DeckTest, IsInCanonicalOrder) {  // R10.2, docs/fair-deal.md
  std::string text;
  for (const Card card : CanonicalDeck()) text += std::string(Token(card)) + " ";
  EXPECT_TRUE(text.starts_with(
      "R1 R1 R3 R3 R4 R4 R5 R5 R6 R6 R7 R7 R8 R8 R9 R9 RS RS R+2 R+2 RD RD R+ R+ RT RT G1 G1 "));
  EXPECT_TRUE(text.ends_with(" YT YT C C C C ST ST K K +3 +3 X X "));
}

TEST(CardTest, KnowsItsColorFaceAndIndex) {
  for (int index = 0; index < kCardKinds; ++index) {
    const Card card = Card::FromIndex(index);
    EXPECT_EQ(card.index(), index);
    EXPECT_EQ(card, card.has_color() ? Card(card.color(), card.face()) : Card(card.face()));
  }
}

class CopiesTest : public test::RulesTest {};

TEST_F(CopiesTest, OfACardAreTheSameCard) {  // R1.5
  Given("0: R5 R5 R7 | 1: Y1 | lead R9");
  ExpectChoices(0, "R5 R7");
  Play(0, "R5");
  ExpectHand(0, "R5 R7");
}

// The two planes behave like a plain count of each kind, whatever is added and removed.
TEST(CardSetTest, CountsLikeAMultiset) {  // R1.5
  test::SplitMix random(1);
  CardSet set;
  std::map<Card, int> model;
  for (int step = 0; step < 20'000; ++step) {
    const Card card = Card::FromIndex(static_cast<int>(random.Below(kCardKinds)));
    if (random.Chance(step % 2'000 < 1'000 ? 50 : 5) && model[card] < card.copies()) {
      set.Add(card);
      ++model[card];
    } else if (model[card] > 0) {
      EXPECT_TRUE(set.Contains(card));
      set.Remove(card);
      --model[card];
    }
    int size = 0;
    for (const auto& [kind, count] : model) {
      ASSERT_EQ(set.Count(kind), count) << Token(kind);
      ASSERT_EQ(set.Contains(kind), count > 0);
      size += count;
    }
    ASSERT_EQ(set.size(), size);
    ASSERT_EQ(set.empty(), size == 0);
    ASSERT_EQ(set.has_one(), size == 1);
    ASSERT_EQ(set.has_two(), size == 2);
  }
}

TEST(CardSetTest, CopiesItsCardsInTheOrderItVisitsThem) {
  test::SplitMix random(3);
  for (int round = 0; round < 2'000; ++round) {
    CardSet set;
    for (const Card card : CanonicalDeck())
      if (random.Chance(60)) set.Add(card);
    std::vector<Card> visited;
    set.ForEach([&](Card card) { visited.push_back(card); });
    std::array<Card, kDeckSize + 1> copied;
    ASSERT_EQ(std::vector<Card>(copied.data(), set.CopyTo(copied.data())), visited) << Tokens(set);
  }
}

TEST(CardSetTest, AddAllIsOneByOne) {
  test::SplitMix random(2);
  for (int round = 0; round < 2'000; ++round) {
    CardSet a, b, both;
    for (const Card card : CanonicalDeck()) {
      const std::size_t place = random.Below(3);
      if (place == 0) continue;
      (place == 1 ? a : b).Add(card);
      both.Add(card);
    }
    a.AddAll(b);
    ASSERT_EQ(a, both) << Tokens(a) << " / " << Tokens(both);
  }
}

TEST(CardSetTest, ListsItsCardsInCanonicalOrder) {
  CardSet all;
  for (const Card card : CanonicalDeck()) all.Add(card);
  std::vector<Card> cards;
  all.ForEach([&cards](Card card) { cards.push_back(card); });
  const auto deck = CanonicalDeck();
  EXPECT_EQ(cards, std::vector<Card>(deck.begin(), deck.end()));
  all.Clear();
  EXPECT_TRUE(all.empty());
}

TEST(CardSetTest, OrderOfInsertionLeavesNoTrace) {
  CardSet a, b;
  for (const char* token : {"C", "R5", "X", "C", "R5"}) a.Add(*ParseCard(token));
  for (const char* token : {"R5", "C", "C", "R5", "X"}) b.Add(*ParseCard(token));
  EXPECT_EQ(a, b);
  EXPECT_EQ(Tokens(a), "R5 R5 C C X");
}

}  // namespace
}  // namespace taki::rules
