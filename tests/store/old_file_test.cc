// Files that earlier releases wrote are read by this one as if it had written them (P11).
//
// tests/data/store/schema_v1.sqlite was written by the store of release 0.1.0 (commit 969762b) with
// the sample matches: bots 1 to 3; matches of two, 1 not rated, the others rated; 1, 3 and 2 were
// played to their end in this order, 4 is VOID (ABORTED), 5 was played for ten turns, 6 is QUEUED
// with the request id "r6".
//
// tests/data/store/schema_v2.sqlite was written by the store of commit adbe386 with bots 1 to 4 and
// running league 1. Matches 2, 1, 3, 4, 5 and 10 are FINISHED (the league's 4 was annulled; of 10
// seats 0 and 1 share the first place, and the bot of seat 2 never came), 7 is VOID and ended last
// but one, by a clock that was set back; 6 is QUARANTINED, 8 goes on, 9 is QUEUED.
#include <gmock/gmock.h>

#include <filesystem>

#include "store/sqlite/tools.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OldFileTest : public SqliteTest {
 protected:
  void SetUp() override { GivenOldFile("1"); }
  void GivenOldFile(const std::string& version) {
    std::filesystem::copy_file(TAKI_SOURCE_DIR "/tests/data/store/schema_v" + version + ".sqlite",
                               path());
    ASSERT_EQ(One(path(), "PRAGMA user_version"), version);
    backup_ = path() + ".v" + version + ".backup";
    Open();
  }
  std::string backup_;
};

class AnyOldFileTest : public OldFileTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { GivenOldFile(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(OfSchema, AnyOldFileTest, ::testing::Values("1", "2"),
                         [](const auto& version) { return std::string(version.param); });

TEST_P(AnyOldFileTest, IsBackedUpAndBroughtUpToDate) {
  Close();
  EXPECT_EQ(One(path(), "PRAGMA user_version"), "3");
  EXPECT_EQ(One(path(), "PRAGMA integrity_check"), "ok");
  EXPECT_THAT(Sql(path(), "PRAGMA foreign_key_check"), IsEmpty());
  EXPECT_EQ(One(backup_, "PRAGMA user_version"), GetParam());
  EXPECT_EQ(One(backup_, "PRAGMA integrity_check"), "ok");
}

TEST_P(AnyOldFileTest, LosesAndChangesNoRow) {
  Close();
  for (const std::string& table :
       Sql(backup_, "SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    const std::string columns =
        One(backup_, "SELECT group_concat(name) FROM pragma_table_info('" + table + "')");
    const std::string old = "SELECT " + columns + " FROM old." + table;
    const std::string now = "SELECT " + columns + " FROM main." + table;
    const std::string attach = "ATTACH '" + backup_ + "' AS old;";
    EXPECT_NE(One(backup_, "SELECT count(*) FROM " + table), "0") << table;
    EXPECT_THAT(Sql(path(), attach + old + " EXCEPT " + now), IsEmpty()) << table;
    EXPECT_THAT(Sql(path(), attach + now + " EXCEPT " + old), IsEmpty()) << table;
  }
}

// The order of the ends is not known, but by a clock (T1).
TEST_P(AnyOldFileTest, ItsResultsAreNumberedByTheClockAndNewOnesGoOnFromThere) {
  Close();
  const std::vector<std::string> ended =
      Sql(backup_, "SELECT id FROM match WHERE ending IS NOT NULL ORDER BY finished_ms, id");
  EXPECT_EQ(Sql(path(), "SELECT id FROM match WHERE result_no IS NOT NULL ORDER BY result_no"),
            ended);
  EXPECT_EQ(One(path(), "SELECT min(result_no) || ' to ' || max(result_no) FROM match"),
            "1 to " + std::to_string(ended.size()));
  Open();
  GivenBots();
  GivenMatch(100);
  EXPECT_EQ(history().LastResultNo().value(), std::ssize(ended) + 1);
}

TEST_P(AnyOldFileTest, ItsMatchesHaveNoTimesNoDelayAndNoSeal) {
  EXPECT_THAT(history().Timings(match::MatchId{1}).value(), IsEmpty());
  EXPECT_EQ(history().GetMatch(match::MatchId{1}).value().public_delay_ms, 0);
  EXPECT_EQ(history().CheckSeal(match::MatchId{1}).value(), "");
  GivenBots();
  GivenMatch(100);  // a new one has
  Close();
  EXPECT_EQ(One(path(), "SELECT group_concat(id) FROM match WHERE seal IS NOT NULL"), "100");
}

TEST_P(AnyOldFileTest, ItsBooksAreInOrder) {
  EXPECT_THAT(CheckBooks(path()).value(), IsEmpty());
  GivenBots();
  GivenMatch(100);
  EXPECT_THAT(CheckBooks(path()).value(), IsEmpty());
}

TEST_F(OldFileTest, ItsMatchesAreOfNoLeagueAndReadAsBefore) {
  EXPECT_EQ(journal().LastMatchId().value().number, 6);
  EXPECT_THAT(journal().Leagues().value(), IsEmpty());
  for (std::int64_t number = 1; number <= 6; ++number) {
    const MatchRow row = history().GetMatch(match::MatchId{number}).value();
    EXPECT_EQ(row.league, std::nullopt);
    EXPECT_EQ(row.config.seed, SampleRow(number, 2).config.seed);
  }
  EXPECT_EQ(history().GetMatch(match::MatchId{4}).value().result->void_reason, "ABORTED");
  EXPECT_EQ(history().MatchByRequestId("r6").value().config.id.number, 6);
}

TEST_F(OldFileTest, ItsLiveMatchGoesOn) {  // D2
  const match::MatchId live{5};
  const MatchRow row = journal().Match(live).value();
  const auto resumed =
      match::Match::Resume(row.config, journal().Records(live).value(), match::Instant{});
  ASSERT_TRUE(resumed.ok()) << resumed.status();
  EXPECT_EQ(resumed->state(), match::Match::State::kRunning);
}

TEST_F(OldFileTest, ItsRatedResultsCountByNumber) {  // the order of their ends is not known (T1)
  std::vector<std::int64_t> fed;
  for (const RatedResult& result : std::vector(history().RatedResults(0, 10).value())) {
    EXPECT_TRUE(result.counts);
    EXPECT_EQ(result.as_of, std::ssize(fed) + 1);
    fed.push_back(result.match.number);
  }
  EXPECT_THAT(fed, ElementsAre(2, 3));
}

TEST_F(OldFileTest, LeaguesMayBePlayedInIt) {
  Batch batch;
  batch.leagues = {store::test::SampleLeague(1)};
  batch.matches = {SampleRow(7, 2)};
  batch.matches[0].league = LeagueMatch{{1}, {{1}, 1, 1}};
  Commit(batch);
  EXPECT_EQ(history().GetMatch(match::MatchId{7}).value().league, batch.matches[0].league);
}

}  // namespace
}  // namespace taki::store::sqlite::test
