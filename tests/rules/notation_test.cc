// The text form of cards and actions (docs/notation.md).
#include "referee/rules/notation.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/random_play.h"
#include "tests/support/splitmix.h"

namespace taki::rules {
namespace {

TEST(NotationTest, NamesEveryCardAsTheRulebookDoes) {  // R1, Notation
  const char* const kTokens[] = {
      "R1", "R3", "R4", "R5",  "R6", "R7",  "R8", "R9",  "RS", "R+2", "RD", "R+", "RT", "G1", "G3",
      "G4", "G5", "G6", "G7",  "G8", "G9",  "GS", "G+2", "GD", "G+",  "GT", "B1", "B3", "B4", "B5",
      "B6", "B7", "B8", "B9",  "BS", "B+2", "BD", "B+",  "BT", "Y1",  "Y3", "Y4", "Y5", "Y6", "Y7",
      "Y8", "Y9", "YS", "Y+2", "YD", "Y+",  "YT", "C",   "ST", "K",   "+3", "X"};
  ASSERT_EQ(std::size(kTokens), static_cast<std::size_t>(kCardKinds));
  for (int index = 0; index < kCardKinds; ++index) {
    const Card card = Card::FromIndex(index);
    EXPECT_EQ(Token(card), kTokens[index]);
    EXPECT_EQ(ParseCard(kTokens[index]), card);
  }
}

TEST(NotationTest, EveryActionRoundTrips) {
  std::set<std::string> tokens;
  for (const Action action : test::AllActions()) {
    const std::string token = Token(action);
    EXPECT_EQ(ParseAction(token), action) << token;
    tokens.insert(token);
  }
  EXPECT_EQ(tokens.size(), 124u) << "two actions share a token";
}

TEST(NotationTest, SaysLastCardWithAnExclamationMark) {
  EXPECT_EQ(ParseAction("B5!"), Action::Play(Card(Color::kBlue, Face::kFive), true));
  EXPECT_EQ(ParseAction("C>R!"), Action::PlayChangeColor(Color::kRed, true));
  EXPECT_EQ(ParseAction("+3!"), Action::Play(kPlusThreeCard, true));
}

TEST(NotationTest, AChangeColorIsPlayedWithItsColorOnly) {
  EXPECT_EQ(ParseCard("C"), kChangeColorCard);
  EXPECT_FALSE(ParseAction("C"));
  EXPECT_FALSE(ParseCard("C>R"));
  for (const char letter : {'R', 'G', 'B', 'Y'})
    EXPECT_EQ(ParseAction(std::string("C>") + letter),
              Action::PlayChangeColor(*ParseColor(letter)));
}

TEST(NotationTest, RefusesWhatIsNotExactlyOneToken) {
  for (const char* text :
       {"",    " ",    "R",     "R2",    "R0",     "R10",  "r7",    "RR",    "7R",      "R7 ",
        " R7", "R7\n", "R7!!",  "!",     "!R7",    "P7",   "R+3",   "+2",    "+",       "T",
        "S",   "D",    "STT",   "ST>R",  "K>R",    "C>",   "C>X",   "C>RR",  "C>r",     "C!>R",
        "C R", "Draw", "draw!", "draw ", "close!", "end!", "pass!", "CLOSE", "timeout", "forfeit",
        "k",   "x",    "X X",   "+3+3",  "R+22",   "R++",  "RTT"}) {
    EXPECT_FALSE(ParseAction(text)) << "'" << text << "'";
    EXPECT_FALSE(ParseCard(text)) << "'" << text << "'";
  }
  EXPECT_FALSE(ParseCard("R7!"));
  EXPECT_FALSE(ParseCard("draw"));
  EXPECT_FALSE(ParseAction(std::string_view("R7\0", 3)));
  EXPECT_FALSE(ParseAction(std::string(1'000'000, 'R')));
}

// Whatever bytes come in, what is accepted is a token that prints as itself.
TEST(NotationTest, AcceptsOnlyWhatItPrints) {
  test::SplitMix random(3);
  constexpr std::string_view kAlphabet = "RGBY13456789S+2DTCKX>!drawclosenp \n\xff";
  for (int round = 0; round < 200'000; ++round) {
    std::string text;
    for (std::size_t size = random.Below(6); size > 0; --size)
      text += kAlphabet[random.Below(kAlphabet.size())];
    if (const auto action = ParseAction(text); action && Token(*action) != text)
      ADD_FAILURE() << "'" << text << "' reads as " << Token(*action);
    if (const auto card = ParseCard(text); card && Token(*card) != text)
      ADD_FAILURE() << "'" << text << "' reads as " << Token(*card);
  }
}

TEST(NotationTest, NamesColors) {
  EXPECT_EQ(Name(Color::kRed), "red");
  EXPECT_EQ(Name(Color::kGreen), "green");
  EXPECT_EQ(Name(Color::kBlue), "blue");
  EXPECT_EQ(Name(Color::kYellow), "yellow");
  for (const Color color : {Color::kRed, Color::kGreen, Color::kBlue, Color::kYellow})
    EXPECT_EQ(ParseColor(Letter(color)), color);
  for (const char letter : {'r', 'X', ' ', '\0', '>'}) EXPECT_FALSE(ParseColor(letter)) << letter;
}

TEST(NotationTest, WritesHandsInCanonicalOrder) {
  CardSet hand;
  EXPECT_EQ(Tokens(hand), "");
  for (const char* token : {"X", "C", "G+2", "R3", "C", "R3"}) hand.Add(*ParseCard(token));
  EXPECT_EQ(Tokens(hand), "R3 R3 G+2 C C X");
}

}  // namespace
}  // namespace taki::rules
