// taki league bracket: the drawing, and the command.
#include "referee/cli/bracket_text.h"

#include <nlohmann/json.hpp>

#include "tests/cli/canned_bracket.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::BracketLines;
using cli::BracketStyle;
using cli::ExitCode;
using cli::Painter;
using namespace league::pairing;

std::string Drawn(const v1::GetBracketResponse& bracket, const BracketStyle& style = {}) {
  std::string text;
  for (const std::string& line : BracketLines(bracket, style, Painter(false))) text += line + "\n";
  return text;
}

TEST(BracketTest, SingleEliminationIsOneTree) {
  ExpectGolden("bracket_single_8.txt",
               Drawn(BracketOf(SingleElimination(8, false), Names(8), Upsets({2, 5}))));
}

TEST(BracketTest, ByesAreLeftOutAndThirdPlaceHasItsOwnTree) {
  ExpectGolden("bracket_single_5_third.txt",
               Drawn(BracketOf(SingleElimination(5, true), Names(5), BetterSeed)));
}

TEST(BracketTest, WhatIsNotKnownYetSaysFromWhere) {
  v1::GetBracketResponse bracket =
      BracketOf(SingleElimination(8, true), Names(8), BetterSeedUpTo(2));
  FixtureOf(bracket, 3).set_state(v1::FIXTURE_STATE_PLAYING);
  ExpectGolden("bracket_single_8_running.txt", Drawn(bracket));
}

TEST(BracketTest, DoubleEliminationHasTwoBracketsAndAGrandFinal) {
  ExpectGolden("bracket_double_8.txt",
               Drawn(BracketOf(DoubleElimination(8), Names(8), Upsets({2}))));
}

TEST(BracketTest, TheResetIsDrawnOnlyIfItIsPlayed) {
  const Bracket plan = DoubleElimination(4);
  const int grand_final = static_cast<int>(plan.fixtures.size()) - 1;
  const std::string without = Drawn(BracketOf(plan, Names(4), BetterSeed));
  EXPECT_EQ(without.find("#" + std::to_string(grand_final + 1)), std::string::npos) << without;
  ExpectGolden("bracket_double_4_reset.txt",
               Drawn(BracketOf(plan, Names(4), Upsets({grand_final}))));
}

TEST(BracketTest, ByesOfADoubleEliminationAreLeftOutInBothBrackets) {
  ExpectGolden("bracket_double_6.txt",
               Drawn(BracketOf(DoubleElimination(6), Names(6), BetterSeed)));
}

TEST(BracketTest, SixteenEntrantsFitAHundredColumns) {
  ExpectGolden("bracket_double_16.txt",
               Drawn(BracketOf(DoubleElimination(16), Names(16), Upsets({3, 9, 20}))));
}

TEST(BracketTest, AnyNumberUpToSixteenFitsAHundredColumnsWithTheLongestNames) {
  for (int entrants = 2; entrants <= 16; ++entrants) {
    std::vector<std::string> bots;
    for (int i = 0; i < entrants; ++i)
      bots.push_back(std::string(30, static_cast<char>('a' + i)) + "01");
    for (const Bracket& plan : {SingleElimination(entrants, true), DoubleElimination(entrants)})
      for (const std::string& line :
           BracketLines(BracketOf(plan, bots, BetterSeed), {}, Painter(false)))
        EXPECT_LE(cli::Width(line), 100) << entrants << " entrants: " << line;
  }
}

TEST(BracketTest, EveryFixtureOfTwoStandsOnceAndTheWinnerAtTheEnd) {
  for (int entrants = 2; entrants <= 33; ++entrants) {
    std::vector<std::string> bots;
    for (int i = 1; i <= entrants; ++i) bots.push_back("b" + std::to_string(i));
    for (const Bracket& plan : {SingleElimination(entrants, true), DoubleElimination(entrants)}) {
      v1::GetBracketResponse bracket = BracketOf(plan, bots, Upsets({1, 3, 5, 8, 13, 21, 34}));
      const std::string text = Drawn(bracket, {.width = 400, .ascii = true});
      for (const auto& round : bracket.rounds())
        for (const auto& fixture : round.fixtures()) {
          const std::string label = "#" + std::to_string(fixture.fixture_id()) + " ";
          const bool drawn = fixture.decision() == v1::FIXTURE_DECISION_PLAYED;
          int count = 0;
          for (std::size_t at = 0; (at = text.find(label, at)) != std::string::npos; ++at) ++count;
          EXPECT_EQ(count, drawn ? 1 : 0) << label << "of " << entrants << "\n" << text;
        }
    }
  }
}

TEST(BracketTest, ScoresWalkoversLotsAndShares) {
  v1::GetBracketResponse bracket = BracketOf(SingleElimination(8, false), Names(8), BetterSeed);
  for (const char* winner : {"alice", "heidi", "alice"})
    AddGame(FixtureOf(bracket, 1), winner, winner == std::string("alice") ? "heidi" : "alice");
  FixtureOf(bracket, 2).set_decision(v1::FIXTURE_DECISION_WALKOVER);
  FixtureOf(bracket, 3).set_decision(v1::FIXTURE_DECISION_LOT);
  FixtureOf(bracket, 4).set_decision(v1::FIXTURE_DECISION_SHARED);
  ExpectGolden("bracket_marks.txt", Drawn(bracket));
}

TEST(BracketTest, InAsciiIfAskedFor) {
  ExpectGolden("bracket_ascii.txt",
               Drawn(BracketOf(DoubleElimination(4), Names(4), BetterSeed), {.ascii = true}));
}

TEST(BracketTest, ABracketAfterGroupsSaysWhoComesFromWhere) {
  v1::GetBracketResponse bracket =
      BracketOf(SingleElimination(4, true), Names(4), BetterSeedUpTo(0));
  int n = 0;
  for (const int number : {1, 2})
    for (auto& slot : *FixtureOf(bracket, number).mutable_slots()) {
      slot.clear_bot();
      slot.set_source(v1::SLOT_SOURCE_GROUP_PLACE);
      slot.set_number(n % 2 + 1);
      slot.set_place(n % 2 == n / 2 ? 1 : 2);
      ++n;
    }
  FixtureOf(bracket, 1).mutable_slots(0)->set_bot("alice");
  ExpectGolden("bracket_after_groups.txt", Drawn(bracket));
}

TEST(BracketTest, TablesOfThreeAndMoreAreListedByRounds) {
  ExpectGolden("bracket_tables.txt",
               Drawn(BracketOf(TableElimination(10, 4, 2), Names(10), BetterSeedUpTo(3))));
}

TEST(BracketTest, ABracketOfTwoIsOneMatch) {
  EXPECT_EQ(Drawn(BracketOf(SingleElimination(2, false), Names(2), BetterSeed)),
            "1 alice ─┐\n"
            "#1       ├─ alice\n"
            "2 bob ───┘\n");
}

TEST(BracketTest, BeforeTheStartThereIsNothingToDraw) {
  EXPECT_EQ(Drawn(v1::GetBracketResponse()), "");
}

TEST(BracketTest, NamesAreEscapedAndCutByColumns) {  // N24
  const std::vector<std::string> bots = {"al\x1b[2Jice", "猫猫猫猫猫猫猫猫猫猫猫猫", "שלום",
                                         "d\u202e"};
  const std::string text =
      Drawn(BracketOf(SingleElimination(4, false), bots, BetterSeed), {.width = 60});
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  ExpectGolden("bracket_names.txt", text);
}

TEST(BracketTest, ARefereeThatTalksNonsenseIsDrawnWithoutACrash) {
  v1::GetBracketResponse bracket = BracketOf(SingleElimination(4, false), Names(4), BetterSeed);
  FixtureOf(bracket, 3).mutable_slots(0)->set_number(3);  // the final comes from itself
  FixtureOf(bracket, 2).clear_slots();
  FixtureOf(bracket, 1).set_round(-5);
  EXPECT_NE(Drawn(bracket), "never");
}

class BracketCommandTest : public CliTest {
 protected:
  BracketCommandTest() {
    CannedLeague cup("l-000003", "cup", v1::LEAGUE_FORMAT_SINGLE_ELIMINATION, Names(4));
    const auto bracket = BracketOf(SingleElimination(4, false), Names(4), BetterSeed);
    cup.bracket = {bracket.rounds().begin(), bracket.rounds().end()};
    referee.Add(std::move(cup));
    referee.Add(Autumn());
  }
};

TEST_F(BracketCommandTest, DrawsTheBracketBelowTheLeague) {
  const Said said = Run({"league", "bracket", "cup"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_bracket.txt", said.out);
}

TEST_F(BracketCommandTest, InColoursOnlyOnATerminal) {
  EXPECT_EQ(Run({"league", "bracket", "cup", "--ascii"}).out.find("─"), std::string::npos);
  terminal = true;
  EXPECT_NE(Run({"league", "bracket", "cup"}).out.find("\033[1m1 alice\033[0m"), std::string::npos);
}

TEST_F(BracketCommandTest, AsJson) {
  const Said said = Run({"league", "bracket", "cup", "--json"});
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["rounds"].size(), 2u);
  EXPECT_EQ(json["rounds"][1]["fixtures"][0]["placing"][0], "alice");
}

TEST_F(BracketCommandTest, BeforeTheStartItSaysWhenThereWillBeOne) {
  referee.league("l-000003").bracket.clear();
  EXPECT_EQ(Run({"league", "bracket", "cup"}).out,
            "l-000003  cup  RUNNING\n\nThe bracket is drawn when the league starts.\n");
}

TEST_F(BracketCommandTest, AFormatWithoutABracketIsRefused) {
  const Said said = Run({"league", "bracket", "autumn"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err, "taki: a round robin has no bracket [NO_BRACKET]\n");
}

}  // namespace
}  // namespace taki::test
