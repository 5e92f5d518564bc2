// What a league may be, how it is written down, and that each error names its field.
#include "referee/league/config.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

using Change = std::function<void(LeagueConfig&)>;

LeagueConfig Changed(const Change& change) {
  LeagueConfig config = ConfigOf(Format::kRoundRobin);
  change(config);
  return config;
}

std::string ErrorOf(const LeagueConfig& config) {
  const absl::Status status = Validate(config);
  EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status));
  return std::string(status.message());
}

// --- names

TEST(LeagueConfigTest, EveryNameIsReadAsItIsWritten) {
  for (int i = 0; i <= static_cast<int>(Format::kLadder); ++i)
    EXPECT_EQ(ParseFormat(Name(static_cast<Format>(i))), static_cast<Format>(i));
  for (int i = 0; i <= static_cast<int>(Seeding::kLot); ++i)
    EXPECT_EQ(ParseSeeding(Name(static_cast<Seeding>(i))), static_cast<Seeding>(i));
  for (int i = 0; i <= static_cast<int>(TieBreak::kLot); ++i)
    EXPECT_EQ(ParseTieBreak(Name(static_cast<TieBreak>(i))), static_cast<TieBreak>(i));
  for (int i = 0; i <= static_cast<int>(LogEntry::Kind::kReinstated); ++i)
    EXPECT_EQ(ParseLogKind(Name(static_cast<LogEntry::Kind>(i))), static_cast<LogEntry::Kind>(i));
  for (int i = 0; i <= static_cast<int>(LeagueState::kAborted); ++i)
    EXPECT_EQ(ParseLeagueState(Name(static_cast<LeagueState>(i))), static_cast<LeagueState>(i));
}

TEST(LeagueConfigTest, UnknownNamesAreNothing) {
  EXPECT_FALSE(ParseFormat("KNOCKOUT"));
  EXPECT_FALSE(ParseFormat("round_robin"));
  EXPECT_FALSE(ParseFormat(""));
  EXPECT_FALSE(ParseSeeding("BY_ELO"));
  EXPECT_FALSE(ParseTieBreak("BUCHHOLZ_CUT_2"));
  EXPECT_FALSE(ParseLogKind("FILE"));
  EXPECT_FALSE(ParseLeagueState("OVER"));
}

TEST(LeagueConfigTest, LeagueIdsHaveOneSpelling) {
  EXPECT_EQ(ToString(LeagueId{7}), "l-000007");
  EXPECT_EQ(ToString(LeagueId{12'345'678}), "l-12345678");
  EXPECT_EQ(ParseLeagueId("l-000007"), LeagueId{7});
  EXPECT_EQ(ParseLeagueId("l-12345678"), LeagueId{12'345'678});
  for (const char* text : {"", "l-", "l-7", "l-0000007", "l-000000", "m-000007", "l-00000x",
                           "l-9999999999", "l-000007 "})
    EXPECT_FALSE(ParseLeagueId(text)) << text;
}

// --- text

LeagueConfig Unusual() {
  LeagueConfig config = ConfigOf(Format::kSingleElimination, 4);
  config.title = "Spring = Cup, 2027";
  config.matches_per_fixture = 4;
  config.tie_break_matches = 0;
  config.advance = 2;
  config.groups = 3;
  config.advance_per_group = 5;
  config.challengers = 6;
  config.seeding = Seeding::kRating;
  config.tie_breaks = {TieBreak::kStages, TieBreak::kBuchholz};
  config.ruleset.max_turns = 77;
  config.clock.move_time_ms = 250;
  config.clock.restart_grace_ms = 1;
  config.rated = false;
  config.max_matches = 9;
  config.no_show_grace_ms = 0;
  config.void_limit = 100;
  config.public_delay_ms = 3'600'000;
  return config;
}

TEST(LeagueConfigTest, TextIsReadAsItIsWritten) {
  for (const LeagueConfig& config : {ConfigOf(Format::kSwiss), Unusual()}) {
    const auto read = ParseConfig(CanonicalText(config));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, config);
  }
}

TEST(LeagueConfigTest, TextIsForPeopleToo) {
  const std::string text = CanonicalText(Unusual());
  EXPECT_NE(text.find("name=cup\ntitle=Spring = Cup, 2027\nformat=SINGLE_ELIMINATION\nseats=4\n"),
            std::string::npos);
  EXPECT_NE(text.find("tie_breaks=STAGES,BUCHHOLZ\nruleset=taki/1 stages="), std::string::npos);
  EXPECT_NE(text.find("clock.move_time_ms=250\n"), std::string::npos);
}

TEST(LeagueConfigTest, MissingLineIsItsDefault) {
  const auto read = ParseConfig("name=cup\nformat=LADDER\nvoid_limit=2\n");
  ASSERT_TRUE(read.ok()) << read.status();
  LeagueConfig expected = ConfigOf(Format::kLadder);
  expected.void_limit = 2;
  EXPECT_EQ(*read, expected);
}

TEST(LeagueConfigTest, AnythingElseInTheTextIsRefused) {
  for (const char* text :
       {"name=cup", "nam=cup\n", "name\n", "\n", "name=cup\nname=cup\n", "seats=2\nformat=SWISS\n",
        "seats=two\n", "seats=+2\n", "seats=02\n", "seats= 2\n", "seats=99999999999\n", "seats=\n",
        "rated=1\n", "format=KNOCKOUT\n", "tie_breaks=STAGES,\n", "tie_breaks=STAGES,,LOT\n",
        "ruleset=taki/1\n", "seats=2\r\n"})
    EXPECT_FALSE(ParseConfig(text).ok()) << text;
  EXPECT_EQ(ParseConfig("format=KNOCKOUT\n").status().message(),
            "format: \"KNOCKOUT\" is not a value of this field");
}

// --- what may be

TEST(LeagueConfigTest, DefaultsOfEveryFormatAreValid) {
  for (int i = 0; i <= static_cast<int>(Format::kLadder); ++i)
    EXPECT_EQ(ErrorOf(ConfigOf(static_cast<Format>(i))), "");
  EXPECT_EQ(ErrorOf(Unusual()), "");
}

TEST(LeagueConfigTest, EachErrorIsOneSentenceThatNamesTheField) {
  const struct {
    const char* error;
    Change change;
  } kCases[] = {
      {"name: \"\" is not a name; use 2 to 32 of a-z, 0-9, \".\", \"_\" and \"-\", a letter or "
       "digit "
       "first",
       [](LeagueConfig& c) { c.name = ""; }},
      {"name: \"Cup\" is not a name; use 2 to 32 of a-z, 0-9, \".\", \"_\" and \"-\", a letter or "
       "digit first",
       [](LeagueConfig& c) { c.name = "Cup"; }},
      {"title: it has 65 bytes; it may have 64", [](LeagueConfig& c) { c.title.assign(65, 'x'); }},
      {"title: it has a control character in it; write it on one line",
       [](LeagueConfig& c) { c.title = "a\nb"; }},
      {"format: it is none of ROUND_ROBIN, SWISS, SINGLE_ELIMINATION, DOUBLE_ELIMINATION, "
       "GROUPS_THEN_BRACKET, GAUNTLET and LADDER",
       [](LeagueConfig& c) { c.format = static_cast<Format>(9); }},
      {"seats: 1 is out of range; it must be from 2 to 10", [](LeagueConfig& c) { c.seats = 1; }},
      {"seats: -2 is out of range; it must be from 2 to 10", [](LeagueConfig& c) { c.seats = -2; }},
      {"seats: 11 is out of range; it must be from 2 to 10", [](LeagueConfig& c) { c.seats = 11; }},
      {"seats: DOUBLE_ELIMINATION is played by two; 4 seats are not possible, set it to 2",
       [](LeagueConfig& c) {
         c.format = Format::kDoubleElimination;
         c.seats = 4;
       }},
      {"rounds: -1 is out of range; it must be from 0 to 100",
       [](LeagueConfig& c) { c.rounds = -1; }},
      {"rounds: 101 is out of range; it must be from 0 to 100",
       [](LeagueConfig& c) { c.rounds = 101; }},
      {"rounds: 1001 is out of range; it must be from 0 to 1000",
       [](LeagueConfig& c) {
         c.seats = 3;
         c.rounds = 1'001;
       }},
      {"rounds: the number of bots decides how many rounds SINGLE_ELIMINATION has; set it to 0",
       [](LeagueConfig& c) {
         c.format = Format::kSingleElimination;
         c.rounds = 3;
       }},
      {"matches_per_fixture: 0 is out of range; it must be from 1 to 99",
       [](LeagueConfig& c) { c.matches_per_fixture = 0; }},
      {"matches_per_fixture: best of 2 can end level in a bracket of two; use an odd number",
       [](LeagueConfig& c) {
         c.format = Format::kDoubleElimination;
         c.matches_per_fixture = 2;
       }},
      {"matches_per_fixture: a LADDER pairs anew for each match; set it to 1",
       [](LeagueConfig& c) {
         c.format = Format::kLadder;
         c.matches_per_fixture = 3;
       }},
      {"tie_break_matches: 11 is out of range; it must be from 0 to 10",
       [](LeagueConfig& c) { c.tie_break_matches = 11; }},
      {"advance: 4 is out of range; it must be from 1 to 3",
       [](LeagueConfig& c) {
         c.format = Format::kSingleElimination;
         c.seats = 4;
         c.advance = 4;
       }},
      {"advance: 2 is not possible here; only at tables of three and more of SINGLE_ELIMINATION "
       "can "
       "more than one go on, set it to 1",
       [](LeagueConfig& c) { c.advance = 2; }},
      {"third_place: only SINGLE_ELIMINATION and GROUPS_THEN_BRACKET of two seats have a match for "
       "third place; set it to false",
       [](LeagueConfig& c) { c.third_place = true; }},
      {"groups: 1 is out of range; it must be from 2 to 64", [](LeagueConfig& c) { c.groups = 1; }},
      {"advance_per_group: 0 is out of range; it must be from 1 to 16",
       [](LeagueConfig& c) { c.advance_per_group = 0; }},
      {"challengers: 0 is out of range; it must be from 1 to 9999",
       [](LeagueConfig& c) { c.challengers = 0; }},
      {"tie_breaks: WINS is there twice; name each once",
       [](LeagueConfig& c) {
         c.tie_breaks = {TieBreak::kWins, TieBreak::kStages, TieBreak::kWins};
       }},
      {"tie_breaks: nothing is left to break after LOT; put WINS before it",
       [](LeagueConfig& c) {
         c.tie_breaks = {TieBreak::kLot, TieBreak::kWins};
       }},
      {"clock: move_time_ms is -1; it must be from 0 to 600000",
       [](LeagueConfig& c) { c.clock.move_time_ms = -1; }},
      {"rated: rated matches are played with draw_rule WHEN_STUCK; set that, or rated to false",
       [](LeagueConfig& c) { c.ruleset.draw_rule = rules::DrawRule::kAnyTime; }},
      {"max_matches: 0 is out of range; it must be from 1 to 1000",
       [](LeagueConfig& c) { c.max_matches = 0; }},
      {"max_matches_per_bot: 65 is out of range; it must be from 1 to 64",
       [](LeagueConfig& c) { c.max_matches_per_bot = 65; }},
      {"no_show_grace_ms: -1 is out of range; it must be from 0 to 86400000",
       [](LeagueConfig& c) { c.no_show_grace_ms = -1; }},
      {"no_show_limit: 0 is out of range; it must be from 1 to 100",
       [](LeagueConfig& c) { c.no_show_limit = 0; }},
      {"void_limit: 101 is out of range; it must be from 1 to 100",
       [](LeagueConfig& c) { c.void_limit = 101; }},
      {"public_delay_ms: -1 is out of range; it must be from 0 to 3600000",
       [](LeagueConfig& c) { c.public_delay_ms = -1; }},
      {"public_delay_ms: 3600001 is out of range; it must be from 0 to 3600000",
       [](LeagueConfig& c) { c.public_delay_ms = 3'600'001; }},
  };
  for (const auto& each : kCases) EXPECT_EQ(ErrorOf(Changed(each.change)), each.error);
}

TEST(LeagueConfigTest, FirstFieldAtFaultIsNamed) {
  const LeagueConfig config = Changed([](LeagueConfig& c) {
    c.void_limit = 0;
    c.seats = 0;
    c.rounds = -5;
  });
  EXPECT_EQ(ErrorOf(config).substr(0, 6), "seats:");
}

// --- how many bots

std::string EntriesError(const Change& change, std::int32_t bots) {
  const LeagueConfig config = Changed(change);
  EXPECT_EQ(ErrorOf(config), "");
  const absl::Status status = ValidateEntries(config, bots);
  EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status));
  return std::string(status.message());
}

TEST(LeagueConfigTest, TooFewOrTooManyBotsAreOneSentence) {
  const Change nothing = [](LeagueConfig&) {};
  const Change table = [](LeagueConfig& c) { c.seats = 4; };
  const Change groups = [](LeagueConfig& c) {
    c.format = Format::kGroupsThenBracket;
    c.groups = 3;
    c.advance_per_group = 3;
  };
  const Change gauntlet = [](LeagueConfig& c) {
    c.format = Format::kGauntlet;
    c.challengers = 3;
  };
  const Change swiss = [](LeagueConfig& c) {
    c.format = Format::kSwiss;
    c.rounds = 6;
  };
  const struct {
    const char* error;
    const Change& change;
    std::int32_t bots;
  } kCases[] = {
      {"bots: 0 are too few for a league; enter at least 2", nothing, 0},
      {"bots: 1 is too few for a league; enter at least 2", nothing, 1},
      {"", nothing, 2},
      {"bots: 2 are too few for a table of 4; enter at least 4", table, 2},
      {"", table, 4},
      {"bots: 5 are too few for 3 groups of two; enter at least 6", groups, 5},
      {"bots: 8 are too few for 3 groups of which 3 bots go on; enter at least 9", groups, 8},
      {"", groups, 9},
      {"bots: 3 are too few for 3 challengers and somebody to play against; enter at least 4",
       gauntlet, 3},
      {"bots: 6 bots cannot play 6 rounds without meeting twice; enter more, or set rounds to at "
       "most 5",
       swiss, 6},
      {"", swiss, 7},
      {"", swiss, 500},
      {"bots: 501 are too many for SWISS; it takes 500", swiss, 501},
      {"", table, 500},
      {"bots: 501 are too many for ROUND_ROBIN at tables; it takes 500", table, 501},
      {"bots: 10001 are too many for ROUND_ROBIN; it takes 10000", nothing, 10'001},
      {"bots: 1001 would make 500500 fixtures; 500000 are possible, enter fewer or lower rounds",
       nothing, 1'001},
      {"", nothing, 1'000},
  };
  for (const auto& each : kCases) EXPECT_EQ(EntriesError(each.change, each.bots), each.error);
}

TEST(LeagueConfigTest, RoundsHaveTheirDefaults) {
  EXPECT_EQ(RoundsOf(ConfigOf(Format::kRoundRobin), 8), 1);
  EXPECT_EQ(RoundsOf(ConfigOf(Format::kRoundRobin, 4), 16), 5);
  EXPECT_EQ(RoundsOf(ConfigOf(Format::kRoundRobin, 4), 17), 6);
  EXPECT_EQ(RoundsOf(ConfigOf(Format::kSwiss), 2), 1);
  EXPECT_EQ(RoundsOf(ConfigOf(Format::kSwiss), 8), 3);
  EXPECT_EQ(RoundsOf(ConfigOf(Format::kSwiss), 9), 4);
  LeagueConfig config = ConfigOf(Format::kSwiss);
  config.rounds = 7;
  EXPECT_EQ(RoundsOf(config, 9), 7);
}

}  // namespace
}  // namespace taki::league
