// taki league create, enter, withdraw, disqualify, reinstate, start ... abort, status, table, list.
#include <nlohmann/json.hpp>

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

class LeagueCommandsTest : public CliTest {
 protected:
  LeagueCommandsTest() {
    referee.Add(Autumn());
    referee.Add(Tables());
  }

  // What the file `text` is answered with by `league create`.
  Said CreateFrom(const std::string& text, std::vector<std::string> more = {}) {
    const std::string path = Fresh("autumn.league");
    WriteFile(path, text);
    std::vector<std::string> arguments = {"league", "create", "--config", path};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Said said = Run(arguments);
    for (std::string* stream : {&said.out, &said.err})  // the folder is this run's own
      for (std::size_t at; (at = stream->find(Fresh(""))) != std::string::npos;)
        stream->erase(at, Fresh("").size());
    return said;
  }
};

// ---------------------------------------------------------------------------------- create

TEST_F(LeagueCommandsTest, CreateSendsOnlyWhatWasSaid) {
  const Said said = Run({"league", "create", "spring", "--format", "swiss"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "l-000009  spring  OPEN\n");
  v1::CreateLeagueRequest expected;
  expected.mutable_config()->set_name("spring");
  expected.mutable_config()->set_format(v1::LEAGUE_FORMAT_SWISS);
  EXPECT_EQ(referee.created.DebugString(), expected.DebugString());
}

TEST_F(LeagueCommandsTest, CreateSendsEverySetting) {
  const Said said = Run({"league",
                         "create",
                         "spring",
                         "--title",
                         "Spring cup",
                         "--format",
                         "groups-then-bracket",
                         "--seats",
                         "2",
                         "--rounds",
                         "3",
                         "--games",
                         "5",
                         "--tie-break-games",
                         "0",
                         "--advance",
                         "1",
                         "--third-place",
                         "--groups",
                         "4",
                         "--advance-per-group",
                         "1",
                         "--challengers",
                         "6",
                         "--seeding",
                         "rating",
                         "--tie-breaks",
                         "wins,buchholz-cut-1",
                         "--tie-breaks",
                         "LOT",
                         "--unrated",
                         "--max-matches",
                         "7",
                         "--max-matches-per-bot",
                         "8",
                         "--no-show-grace-ms",
                         "0",
                         "--no-show-limit",
                         "9",
                         "--void-limit",
                         "10",
                         "--stages",
                         "3,1",
                         "--draw-rule",
                         "any_time",
                         "--move-time-ms",
                         "0",
                         "--request-id",
                         "evening"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(referee.created.request_id(), "evening");
  EXPECT_EQ(referee.created.config().DebugString(), R"(name: "spring"
title: "Spring cup"
format: LEAGUE_FORMAT_GROUPS_THEN_BRACKET
seats: 2
rounds: 3
matches_per_fixture: 5
tie_break_matches: 0
advance: 1
third_place: true
groups: 4
advance_per_group: 1
challengers: 6
seeding: LEAGUE_SEEDING_RATING
tie_breaks: TIE_BREAK_WINS
tie_breaks: TIE_BREAK_BUCHHOLZ_CUT_1
tie_breaks: TIE_BREAK_LOT
ruleset {
  stages: 3
  stages: 1
  draw_rule: DRAW_RULE_ANY_TIME
}
time_control {
  move_time_ms: 0
}
rated: false
max_matches: 7
max_matches_per_bot: 8
no_show_grace_ms: 0
no_show_limit: 9
void_limit: 10
)");
}

TEST_F(LeagueCommandsTest, CreateTakesBotsAsArgumentsAndAsLists) {
  const Said said = Run({"league", "create", "spring", "alice", "bob", "--bots", "carol,dave",
                         "--bots", "erin", "--format", "SWISS"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  const auto& bots = referee.created.config().bots();
  EXPECT_EQ(std::vector<std::string>(bots.begin(), bots.end()),
            (std::vector<std::string>{"alice", "bob", "carol", "dave", "erin"}));
}

TEST_F(LeagueCommandsTest, CreateAndStartDoesBoth) {
  const Said said = Run({"league", "create", "spring", "--format", "swiss", "--start"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "l-000009  spring  RUNNING\n");
  EXPECT_EQ(referee.changes, std::vector<std::string>{"StartLeague l-000009"});
}

TEST_F(LeagueCommandsTest, LeagueThatCannotStartIsNotMadeToBeStarted) {
  referee.refused_field = "config.bots";
  const Said said = Run({"league", "create", "spring", "alice", "--seats", "4", "--start"});
  EXPECT_EQ(said.code, ExitCode::kRefused) << said.err;
  EXPECT_EQ(referee.created.config().name(), "") << "its name is still free";
}

TEST_F(LeagueCommandsTest, CreateReadsAFile) {
  const Said said = CreateFrom(R"(# The autumn cup.
name: "autumn-cup"
format: LEAGUE_FORMAT_ROUND_ROBIN
seats: 4
bots: ["alice", "bob"]
ruleset { stages: [3, 2, 1] }
rated: false
)");
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  const v1::LeagueConfig& sent = referee.created.config();
  EXPECT_EQ(sent.name(), "autumn-cup");
  EXPECT_EQ(sent.seats(), 4);
  EXPECT_EQ(sent.bots_size(), 2);
  EXPECT_EQ(sent.ruleset().stages_size(), 3);
  EXPECT_TRUE(sent.has_rated());
  EXPECT_FALSE(sent.rated());
}

TEST_F(LeagueCommandsTest, CreateReadsTheStandardInput) {
  const Said said = Run({"league", "create", "--config", "-"}, "name: \"spring\"\n");
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(referee.created.config().name(), "spring");
}

TEST_F(LeagueCommandsTest, AFlagGoesBeforeTheFileAndBotsAreAdded) {
  const Said said = CreateFrom(
      R"(name: "a1" seats: 4 bots: "alice"
         ruleset { stages: [3, 2, 1] max_turns: 9 } tie_breaks: TIE_BREAK_WINS)",
      {"spring", "bob", "--seats", "3", "--stages", "5", "--tie-breaks", "stages", "--rated"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(referee.created.config().DebugString(), R"(name: "spring"
seats: 3
tie_breaks: TIE_BREAK_STAGES
ruleset {
  stages: 5
  max_turns: 9
}
rated: true
bots: "alice"
bots: "bob"
)");
}

TEST_F(LeagueCommandsTest, AMistakeInAFileIsNamedByFileLineAndField) {
  const std::pair<const char*, const char*> kMistakes[] = {
      {"name: \"a1\"\nseets: 4\n",
       "taki: autumn.league:2: seets: Message type \"taki.v1.LeagueConfig\" has no field named "
       "\"seets\".\n"},
      {"name: \"a1\"\n\nseats: many  # of them\n",
       "taki: autumn.league:3: seats: Expected integer, got: many\n"},
      {"name: \"a1\"\nseats: 99999999999\n",
       "taki: autumn.league:2: seats: Integer out of range (99999999999)\n"},
      {"name: \"a1\"\n\tformat: SWISS  # a mistake\n# and\n\nseats: 2\n",
       "taki: autumn.league:2: format: Unknown enumeration value of \"SWISS\" for field "
       "\"format\". It must be one of LEAGUE_FORMAT_ROUND_ROBIN, LEAGUE_FORMAT_SWISS, "
       "LEAGUE_FORMAT_SINGLE_ELIMINATION, LEAGUE_FORMAT_DOUBLE_ELIMINATION, "
       "LEAGUE_FORMAT_GROUPS_THEN_BRACKET, LEAGUE_FORMAT_GAUNTLET, LEAGUE_FORMAT_LADDER.\n"},
      {"title: \"a: b\"\nruleset {\n  stages: [3, x]\n}\n",
       "taki: autumn.league:3: ruleset.stages: Expected integer, got: x\n"},
      {"ruleset { stages: 1 }\nrated: maybe\n",
       "taki: autumn.league:2: rated: Invalid value for boolean field \"rated\". Value: "
       "\"maybe\".\n"},
      {"seats: 2\nseats: 3\n",
       "taki: autumn.league:2: seats: Non-repeated field \"seats\" is specified multiple times.\n"},
      {"name: \"\x1b[2J", "taki: autumn.league:1: name: "},
  };
  for (const auto& [text, sentence] : kMistakes) {
    const Said said = CreateFrom(text);
    EXPECT_EQ(said.code, ExitCode::kUsage) << text;
    EXPECT_EQ(said.err.substr(0, std::string(sentence).size()), sentence) << text;
  }
  EXPECT_EQ(referee.calls, 0);
}

TEST_F(LeagueCommandsTest, AFileThatIsNotThereIsALocalFailure) {
  const Said said = Run({"league", "create", "--config", Fresh("nothing.league")});
  EXPECT_EQ(said.code, ExitCode::kLocal);
  EXPECT_NE(said.err.find("nothing.league: No such file"), std::string::npos) << said.err;
}

TEST_F(LeagueCommandsTest, WhatTheRefereeRefusesIsFoundInTheFile) {
  referee.refused_field = "config.ruleset.stages[2]";
  const Said said =
      CreateFrom("name: \"a1\"\nruleset {\n  stages: 3\n  stages: 2\n  stages: 99\n}");
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err,
            "taki: a field of the request is invalid [FIELD_INVALID]\n"
            "  See autumn.league:5 (config.ruleset.stages[2]).\n"
            "  config.ruleset.stages[2]: must be something else\n");
}

TEST_F(LeagueCommandsTest, WhatAFlagSaidIsNotSoughtInTheFile) {
  referee.refused_field = "config.seats";
  EXPECT_NE(CreateFrom("seats: 99").err.find("See autumn.league:1"), std::string::npos);
  EXPECT_EQ(CreateFrom("seats: 4", {"--seats", "99"}).err.find("See"), std::string::npos);
  referee.refused_field = "config.bots[1]";
  EXPECT_NE(CreateFrom("bots: \"a1\"\nbots: \"a1\"\n").err.find("See autumn.league:2"),
            std::string::npos);
  EXPECT_NE(CreateFrom("rounds: 1\nbots: [\"a1\",\n\"a1\"]").err.find("See autumn.league:2"),
            std::string::npos);  // where the list begins
  EXPECT_EQ(CreateFrom("bots: \"a1\"", {"--bots", "a1"}).err.find("See"), std::string::npos);
}

TEST_F(LeagueCommandsTest, DryRunPrintsTheScheduleAndRecordsNothing) {
  const CannedLeague autumn = Autumn();
  *referee.preview.mutable_config() = autumn.league.config();
  for (const auto& bot : autumn.entrants) referee.preview.mutable_config()->add_bots(bot.bot());
  referee.preview.mutable_progress()->set_matches_total(6);
  referee.preview.mutable_progress()->set_fixtures_total(6);
  referee.preview.mutable_progress()->set_rounds(3);
  for (v1::Fixture fixture : autumn.fixtures) {
    fixture.clear_matches();
    fixture.set_state(v1::FIXTURE_STATE_READY);
    fixture.set_decision(v1::FIXTURE_DECISION_UNSPECIFIED);
    *referee.preview.add_fixtures() = fixture;
  }
  const Said said = Run({"league", "create", "autumn", "--format", "round-robin", "--bots",
                         "alice,bob,carol,dave", "--dry-run"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_dry_run.txt", said.out);
  EXPECT_EQ(referee.previewed.config().bots_size(), 4);
  EXPECT_FALSE(referee.created.has_config());
  EXPECT_TRUE(referee.changes.empty());
}

TEST_F(LeagueCommandsTest, DryRunSaysHowManyFixturesWereLeftOut) {
  referee.preview.set_fixtures_left_out(31);
  EXPECT_EQ(Run({"league", "create", "spring", "--dry-run"}).err, "There are 31 fixtures more.\n");
}

TEST_F(LeagueCommandsTest, DryRunAndStartExcludeEachOther) {
  const Said said = Run({"league", "create", "spring", "--dry-run", "--start"});
  EXPECT_EQ(said.code, ExitCode::kUsage);
  EXPECT_EQ(referee.calls, 0);
}

// ---------------------------------------------------------------------------------- changes

TEST_F(LeagueCommandsTest, EnterTakesSeveralBotsAndALeagueByName) {
  const Said said = Run({"league", "enter", "autumn", "erin", "frank"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "l-000001  autumn  FINISHED\n");
  EXPECT_EQ(referee.changes,
            (std::vector<std::string>{"EnterBot l-000001 erin", "EnterBot l-000001 frank"}));
}

TEST_F(LeagueCommandsTest, EnterStopsAtTheFirstBotThatIsRefused) {
  const Said said = Run({"league", "enter", "autumn", "erin", "zoe", "frank"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err, "taki: no bot is called zoe [BOT_NOT_FOUND]\n");
  EXPECT_EQ(referee.changes, std::vector<std::string>{"EnterBot l-000001 erin"});
}

TEST_F(LeagueCommandsTest, WithdrawDisqualifyAndReinstateNameLeagueAndBot) {
  EXPECT_EQ(Run({"league", "withdraw", "l-000001", "dave"}).code, ExitCode::kOk);
  EXPECT_EQ(Run({"league", "disqualify", "autumn", "bob", "--reason", "two in one"}).code,
            ExitCode::kOk);
  EXPECT_EQ(Run({"league", "reinstate", "autumn", "bob"}).code, ExitCode::kOk);
  EXPECT_EQ(referee.changes, (std::vector<std::string>{"WithdrawBot l-000001 dave",
                                                       "DisqualifyBot l-000001 bob two in one",
                                                       "ReinstateBot l-000001 bob"}));
}

TEST_F(LeagueCommandsTest, ABotThatIsNotEnteredIsRefusedWithItsReason) {
  for (const char* command : {"withdraw", "reinstate"}) {
    const Said said = Run({"league", command, "autumn", "zoe"});
    EXPECT_EQ(said.code, ExitCode::kRefused);
    EXPECT_EQ(said.err, "taki: zoe is not entered [BOT_NOT_ENTERED]\n");
  }
}

TEST_F(LeagueCommandsTest, StatesAreChangedOneCallEach) {
  for (const auto& [command, state] :
       std::vector<std::pair<std::string, std::string>>{{"start", "RUNNING"},
                                                        {"pause", "PAUSED"},
                                                        {"resume", "RUNNING"},
                                                        {"drain", "DRAINING"},
                                                        {"abort", "ABORTED"}}) {
    const Said said = Run({"league", command, "autumn"});
    EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
    EXPECT_EQ(said.out, "l-000001  autumn  " + state + "\n");
  }
  EXPECT_EQ(referee.changes,
            (std::vector<std::string>{"StartLeague l-000001", "PauseLeague l-000001",
                                      "ResumeLeague l-000001", "DrainLeague l-000001",
                                      "AbortLeague l-000001"}));
}

TEST_F(LeagueCommandsTest, AChangeThatIsRefusedSaysWhy) {
  const Said said = Run({"league", "start", "l-000002"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err, "taki: l-000002 is so already [LEAGUE_STATE_REFUSED]\n");
}

TEST_F(LeagueCommandsTest, AChangeAsJsonIsTheLeague) {
  const Said said = Run({"league", "pause", "l-000002", "--json"});
  EXPECT_EQ(nlohmann::json::parse(said.out)["league"]["state"], "PAUSED");
}

TEST_F(LeagueCommandsTest, AnUnknownLeagueIsRefused) {
  for (const char* command : {"start", "status", "table", "watch"}) {
    for (const char* league : {"winter", "l-000777"}) {
      const Said said = Run({"league", command, league});
      EXPECT_EQ(said.code, ExitCode::kRefused) << command;
      EXPECT_EQ(said.err,
                std::string("taki: there is no league ") + league + " [LEAGUE_NOT_FOUND]\n");
    }
  }
}

TEST_F(LeagueCommandsTest, OnlyChangesSendTheOrganisersTokenFromItsDefaultPlace) {
  environment.erase("TAKI_TOKEN");
  EXPECT_EQ(Run({"league", "table", "autumn"}).code, ExitCode::kOk);
  EXPECT_EQ(referee.authorization, "");
  EXPECT_EQ(Run({"league", "start", "autumn"}).code, ExitCode::kLocal);
}

// ---------------------------------------------------------------------------------- reads

TEST_F(LeagueCommandsTest, ListIsNewestFirst) {
  const Said said = Run({"league", "list"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_list.txt", said.out);
}

TEST_F(LeagueCommandsTest, ListFiltersAndStopsAtItsLimit) {
  EXPECT_EQ(Run({"league", "list", "--state", "finished"}).out.find("l-000002"), std::string::npos);
  EXPECT_EQ(Run({"league", "list", "--state", "paused"}).out, "No league is in this state.\n");
  EXPECT_EQ(Run({"league", "list", "--limit", "1"}).err,
            "There are more than these 1; see --limit.\n");
  EXPECT_EQ(nlohmann::json::parse(Run({"league", "list", "--json"}).out)["leagues"].size(), 2u);
}

TEST_F(LeagueCommandsTest, StatusTellsSettingsProgressAndBots) {
  const Said said = Run({"league", "status", "autumn"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_status.txt", said.out);
}

TEST_F(LeagueCommandsTest, StatusOfALeagueThatHasNotStartedHasNeitherSeedsNorLots) {
  CannedLeague& open = referee.league("l-000002");
  open.league.set_state(v1::LEAGUE_STATE_OPEN);
  open.league.clear_event_seed();
  open.league.set_started_ms(0);
  open.progress.set_round(0);
  for (auto& bot : open.entrants) bot.set_seed(0);
  const Said said = Run({"league", "status", "tables"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_status_open.txt", said.out);
}

TEST_F(LeagueCommandsTest, StatusAsJson) {
  const Said said = Run({"league", "status", "l-000002", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_status.json", said.out);
}

TEST_F(LeagueCommandsTest, TableOfTwoSeatsHasTheTieBreaksInTheirOrder) {
  const Said said = Run({"league", "table", "autumn"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_table.txt", said.out);
}

TEST_F(LeagueCommandsTest, TableOfTablesHasFractionsAndTheDisqualifiedLast) {
  const Said said = Run({"league", "table", "tables"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_table_of_tables.txt", said.out);
}

TEST_F(LeagueCommandsTest, TableOfGroupsIsTheWholeCompetitionThenEachGroup) {
  CannedLeague& canned = referee.league("l-000001");
  const std::vector<v1::Standing> rows = canned.standings;
  canned.standings[2].set_place_to(4);
  canned.standings[3].set_place_from(3);
  for (std::size_t i = 0; i < 4; ++i) {
    v1::Standing& row = canned.standings.emplace_back(rows[i]);
    row.set_group(static_cast<int>(i) / 2 + 1);
    row.set_place_from(static_cast<int>(i) % 2 + 1);
    row.set_place_to(row.place_from());
  }
  ExpectGolden("league_table_of_groups.txt", Run({"league", "table", "autumn"}).out);
}

TEST_F(LeagueCommandsTest, TableAsJson) {
  const Said said = Run({"league", "table", "tables", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_table.json", said.out);
}

TEST_F(LeagueCommandsTest, BeforeTheStartThereIsNoTable) {
  referee.league("l-000001").standings.clear();
  for (const char* command : {"table", "crosstable"})
    EXPECT_NE(Run({"league", command, "autumn"})
                  .out.find("\n\nThere is no table before the league starts.\n"),
              std::string::npos);
}

TEST_F(LeagueCommandsTest, NamesAreEscapedWhereverTheyStand) {  // N24
  CannedLeague& canned = referee.league("l-000001");
  const std::string bad = "al\x1b[2Jice\n\u202e";
  canned.league.mutable_config()->set_name(bad);
  canned.league.mutable_config()->set_title(bad);
  canned.entrants[0].set_bot(bad);
  canned.entrants[0].set_owner(bad);
  canned.standings[0].set_bot(bad);
  canned.fixtures[0].mutable_slots(0)->set_bot(bad);
  for (const char* command : {"status", "table", "list"}) {
    std::vector<std::string> arguments = {"league", command};
    if (command != std::string("list")) arguments.push_back("l-000001");
    const Said said = Run(arguments);  // Run looks for control characters
    EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
    EXPECT_NE(said.out.find("al\\u{1b}[2Jice\\u{a}\\u{202e}"), std::string::npos) << said.out;
  }
}

}  // namespace
}  // namespace taki::test
