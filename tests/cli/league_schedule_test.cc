// taki league crosstable, fixtures, requeue; taki match void, requeue.
#include <nlohmann/json.hpp>

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

class LeagueScheduleTest : public CliTest {
 protected:
  LeagueScheduleTest() {
    referee.Add(Autumn());
    referee.Add(Tables());
    referee.Add(FromRecord(RecordOfTheDocs()));
  }
};

TEST_F(LeagueScheduleTest, CrosstableIsInTheOrderOfTheTable) {
  const Said said = Run({"league", "crosstable", "autumn"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_crosstable.txt", said.out);
}

TEST_F(LeagueScheduleTest, CrosstableOfTablesCountsWhoStoodBeforeWhom) {
  const Said said = Run({"league", "crosstable", "tables"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_crosstable_of_tables.txt", said.out);
}

TEST_F(LeagueScheduleTest, CrosstableSaysHowOftenTwoMetIfThatWasMoreThanOnce) {
  CannedLeague& canned = referee.league("l-000001");
  canned.Play(1, {{"alice", 2}, {"dave", 1}});
  canned.Play(1, {{"alice", 1}, {"dave", 1}});
  ExpectGolden("league_crosstable_of_games.txt", Run({"league", "crosstable", "autumn"}).out);
}

TEST_F(LeagueScheduleTest, CrosstableCountsAGameThatWasGivenUpAsHalf) {
  CannedLeague& canned = referee.league("l-000001");
  canned.fixtures[4].set_decision(v1::FIXTURE_DECISION_SHARED);  // bob against dave
  const std::string text = Run({"league", "crosstable", "autumn"}).out;
  EXPECT_NE(text.find("1  bob      *  1  0.5  0.5 "), std::string::npos) << text;
}

TEST_F(LeagueScheduleTest, CrosstableOfGroupsIsOneAGroup) {
  CannedLeague canned("l-000004", "groups", v1::LEAGUE_FORMAT_GROUPS_THEN_BRACKET,
                      {"alice", "bob", "carol", "dave"});
  canned.AddFixture(v1::SECTION_GROUP, 1, {"alice", "bob"}).set_group(1);
  canned.AddFixture(v1::SECTION_GROUP, 1, {"carol", "dave"}).set_group(2);
  canned.AddFixture(v1::SECTION_WINNERS, 1, {"alice", "bob"});
  canned.Play(1, {{"alice", 1}, {"bob", 2}});
  canned.Play(2, {{"carol", 2}, {"dave", 1}});
  canned.Play(3, {{"alice", 2}, {"bob", 1}});                // of the bracket: in no crosstable
  for (const char* bot : {"bob", "dave", "alice", "carol"})  // places in the whole competition
    canned.AddStanding(bot, 0, 0, {}, {});
  canned.AddStanding("alice", 1, 1, {}, {1, 0}).set_group(1);
  canned.AddStanding("bob", 2, 0, {}, {0, 1}).set_group(1);
  canned.AddStanding("dave", 1, 1, {}, {1, 0}).set_group(2);
  canned.AddStanding("carol", 2, 0, {}, {0, 1}).set_group(2);
  referee.Add(std::move(canned));
  ExpectGolden("league_crosstable_of_groups.txt", Run({"league", "crosstable", "groups"}).out);
}

TEST_F(LeagueScheduleTest, CrosstableAsJsonIsWhatItIsMadeOf) {
  const auto json = nlohmann::json::parse(Run({"league", "crosstable", "autumn", "--json"}).out);
  EXPECT_EQ(json["table"]["standings"].size(), 4u);
  EXPECT_EQ(json["fixtures"].size(), 6u);
}

TEST_F(LeagueScheduleTest, FixturesShowPointsAndWhatDoesNotCount) {
  CannedLeague& canned = referee.league("l-000001");
  canned.fixtures[0].mutable_matches(0)->set_annulled(true);
  canned.fixtures[0].mutable_matches(0)->set_counts(false);
  canned.fixtures[0].set_state(v1::FIXTURE_STATE_PLAYING);
  canned.fixtures[0].clear_decision();
  const Said said = Run({"league", "fixtures", "autumn"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_fixtures.txt", said.out);
}

TEST_F(LeagueScheduleTest, FixturesOfTablesHaveShares) {
  const Said said = Run({"league", "fixtures", "tables"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_fixtures_of_tables.txt", said.out);
}

TEST_F(LeagueScheduleTest, FixturesNameTheirPartAndWhereBotsComeFrom) {
  CannedLeague canned("l-000004", "cup", v1::LEAGUE_FORMAT_DOUBLE_ELIMINATION, {"alice", "bob"});
  const auto add = [&](v1::Section section, int round, v1::SlotSource source, int number,
                       int place) {
    v1::Fixture& fixture = canned.AddFixture(section, round, {"alice"});
    fixture.set_state(v1::FIXTURE_STATE_PENDING);
    v1::FixtureSlot& slot = *fixture.add_slots();
    slot.set_source(source);
    slot.set_number(number);
    slot.set_place(place);
    return &slot;
  };
  add(v1::SECTION_GROUP, 1, v1::SLOT_SOURCE_SEED, 7, 0);
  canned.fixtures[0].set_group(3);
  add(v1::SECTION_WINNERS, 2, v1::SLOT_SOURCE_PLACE, 1, 1);
  add(v1::SECTION_LOSERS, 1, v1::SLOT_SOURCE_PLACE, 1, 2);
  add(v1::SECTION_THIRD_PLACE, 1, v1::SLOT_SOURCE_PLACE, 1, 3);
  add(v1::SECTION_GRAND_FINAL, 1, v1::SLOT_SOURCE_GROUP_PLACE, 2, 11);
  add(v1::SECTION_GRAND_FINAL, 2, v1::SLOT_SOURCE_PAIRED, 0, 0);
  add(v1::SECTION_TABLE, 9, v1::SLOT_SOURCE_SEED, 1, 0)->set_nobody(true);
  referee.Add(std::move(canned));
  ExpectGolden("league_fixtures_pending.txt", Run({"league", "fixtures", "cup"}).out);
}

TEST_F(LeagueScheduleTest, FixturesSendEveryFilter) {
  const Said said = Run({"league", "fixtures", "autumn", "--section", "losers", "--group", "2",
                         "--round", "3", "--state", "playing", "--bot", "alice"});
  EXPECT_EQ(said.out, "No fixture passes these filters.\n");
  const v1::ListFixturesRequest& sent = referee.fixtures_listed;
  EXPECT_EQ(sent.league_id(), "l-000001");
  EXPECT_EQ(sent.section(), v1::SECTION_LOSERS);
  EXPECT_EQ(sent.group(), 2);
  EXPECT_EQ(sent.round(), 3);
  EXPECT_EQ(sent.state(), v1::FIXTURE_STATE_PLAYING);
  EXPECT_EQ(sent.bot(), "alice");
}

TEST_F(LeagueScheduleTest, FixturesStopAtTheirLimitAndSaySo) {
  const Said said = Run({"league", "fixtures", "autumn", "--limit", "5", "--json"});
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["fixtures"].size(), 5u);
  EXPECT_EQ(json["more"], true);
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(Run({"league", "fixtures", "autumn", "--limit", "5"}).err,
            "There are more than these 5; see --limit.\n");
}

TEST_F(LeagueScheduleTest, RequeueNamesLeagueAndFixture) {
  const Said said = Run({"league", "requeue", "autumn", "2"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "l-000001  autumn  FINISHED\n");
  EXPECT_EQ(referee.changes, std::vector<std::string>{"RequeueMatch l-000001 #2"});
}

TEST_F(LeagueScheduleTest, RequeueOfAMatchIsANewOne) {
  referee.match("m-000042").match.set_state(v1::MATCH_STATE_VOID);
  const Said said = Run({"match", "requeue", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "m-000101  QUEUED  alice, bob, carol, dave\n");
  EXPECT_EQ(nlohmann::json::parse(
                Run({"match", "requeue", "m-000042", "--json"}).out)["match"]["match_id"],
            "m-000102");
}

TEST_F(LeagueScheduleTest, VoidEndsAMatch) {
  referee.match("m-000042").match.set_state(v1::MATCH_STATE_VOID);
  const Said said = Run({"match", "void", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out.find("m-000042  VOID  "), 0u) << said.out;
  EXPECT_EQ(referee.changes, std::vector<std::string>{"VoidMatch m-000042"});
}

TEST_F(LeagueScheduleTest, VoidStrikesTheResultOfALeaguesMatch) {
  referee.match("m-000042").match.set_league_id("l-000001");
  const Said said = Run({"match", "void", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "m-000042  its result is struck  bob 1, carol 2, dave 3, alice 4\n");
}

TEST_F(LeagueScheduleTest, AResultThatStandsIsSaid) {
  const Said said = Run({"match", "void", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err, "taki: m-000042 is over [RESULT_STANDS]\n");
  EXPECT_EQ(Run({"match", "void", "m-000777"}).err,
            "taki: there is no match m-000777 [MATCH_NOT_FOUND]\n");
}

}  // namespace
}  // namespace taki::test
