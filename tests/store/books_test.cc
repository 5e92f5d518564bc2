// What is kept beside matches follows from them, and whatever does not is named (P8).
#include <gmock/gmock.h>

#include <filesystem>

#include "store/sqlite/tools.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class BooksTest : public SqliteTest {
 protected:
  // Matches 1 to 8, some of them rated; league 1 with 3 (over, annulled, reinstated), 4 (put
  // aside) and 5 (goes on).
  void SetUp() override {
    Open();
    GivenBots(4);
    PlayMatches(journal(), 1, 2, 2, 3, {2}, 4);
    Batch batch;
    batch.leagues = {SampleLeague(1)};
    LeagueChange& log = Log(batch);
    log.entries.push_back({.seq = 1, .kind = league::LogEntry::Kind::kStarted});
    for (const std::int64_t number : {3, 4, 5}) {
      const auto fixture = static_cast<std::int32_t>(number);
      batch.matches.push_back(SampleRow(number, 2));
      batch.matches.back().config.rated = true;
      batch.matches.back().league = LeagueMatch{{1}, {{fixture}, 1, 1}};
      log.entries.push_back({.seq = fixture - 1,
                             .kind = league::LogEntry::Kind::kFiled,
                             .match = {number},
                             .slot = {{fixture}, 1, 1},
                             .bots = {{1}, {2}}});
    }
    Commit(batch);
    EndLeagueMatches();
    GivenRatedMatch(6);
    GivenLiveMatch(7, 3);
    GivenMatch(8);
    Close();
  }
  static LeagueChange& Log(Batch& batch) {
    LeagueChange& log = batch.league_changes.emplace_back();
    log.league.number = 1;
    log.state = league::LeagueState::kRunning;
    return log;
  }
  void EndLeagueMatches() {
    const match::Result result = store::test::SampleResult(2);
    Batch batch;
    batch.now_ms = kNow;
    batch.changes.resize(3);
    batch.changes[0].match.number = 3;
    batch.changes[0].result = &result;
    batch.changes[1].match.number = 4;
    batch.changes[1].state = MatchState::kQuarantined;
    batch.changes[2].match.number = 5;
    batch.changes[2].state = MatchState::kRunning;
    LeagueChange& log = Log(batch);
    for (const std::int32_t number : {3, 4}) {
      log.entries.push_back({.seq = number + 2,
                             .kind = league::LogEntry::Kind::kFinished,
                             .match = {number},
                             .slot = {{number}, 1, 1}});
    }
    log.entries.push_back({.seq = 7, .kind = league::LogEntry::Kind::kAnnulled, .match = {3}});
    batch.rating_changes = {{match::MatchId{3}, false}};
    Commit(batch);
    batch.Clear();
    batch.rating_changes = {{match::MatchId{3}, true}};
    Commit(batch);
  }
  void GivenRatedMatch(std::int64_t number) {
    const match::Result result = store::test::SampleResult(3);
    Batch batch;
    batch.now_ms = kNow;
    batch.matches = {SampleRow(number, 3, 2)};
    batch.matches[0].config.rated = true;
    batch.changes.emplace_back().match.number = number;
    batch.changes[0].result = &result;
    Commit(batch);
  }
  // What is said of a copy of the file in which `sql` was run.
  std::vector<std::string> After(const std::string& sql) {
    const std::string copy = dir_.File("copy.db");
    std::filesystem::copy_file(path(), copy, std::filesystem::copy_options::overwrite_existing);
    Sql(copy, sql);
    const auto sentences = CheckBooks(copy);
    EXPECT_TRUE(sentences.ok()) << sentences.status();
    return sentences.value_or(std::vector<std::string>{});
  }
};

TEST_F(BooksTest, AreInOrder) {
  EXPECT_THAT(CheckBooks(path()).value(), IsEmpty());
  EXPECT_THAT(CheckTallies(path()).value(), IsEmpty());
}

TEST_F(BooksTest, AreInOrderWhileMatchesArePlayedAndInASnapshot) {
  Open();
  GivenMatch(9);
  EXPECT_THAT(CheckBooks(path()).value(), IsEmpty());
  ASSERT_TRUE(Snapshot(path(), dir_.File("snapshot.db")).ok());
  EXPECT_THAT(CheckBooks(dir_.File("snapshot.db")).value(), IsEmpty());
}

TEST_F(BooksTest, ATallyThatDiffersIsNamedByBotAndTable) {
  for (const char* table : {"bot_result", "bot_meeting", "bot_decision"}) {
    const std::string column = table == std::string("bot_decision") ? "count" : "matches";
    const std::string row = " WHERE bot = 2 AND version = (SELECT max(version) FROM " +
                            std::string(table) + " WHERE bot = 2)";
    for (const std::string& sql :
         {"UPDATE " + std::string(table) + " SET " + column + " = " + column + " + 1" + row,
          "DELETE FROM " + std::string(table) + row,
          "UPDATE " + std::string(table) + " SET version = 'x'" + row}) {
      EXPECT_THAT(After(sql), Contains(HasSubstr("bot-02: table " + std::string(table)))) << sql;
    }
  }
  EXPECT_THAT(After("UPDATE bot_result SET seat_end = 'GONE' WHERE bot = 1"),
              Contains(HasSubstr("bot-01: damaged row: table bot_result")));
  EXPECT_THAT(After("INSERT INTO bot_meeting VALUES(99, '-', 0, 1, 1, 0, 0)"),
              Contains(HasSubstr("bot 99: table bot_meeting")));
}

TEST_F(BooksTest, AMatchThatWasTamperedWithDoesNotAddUp) {
  EXPECT_THAT(After("UPDATE match SET rated = 1 - rated WHERE id = 1"),
              Contains(HasSubstr("table bot_result")));
  EXPECT_THAT(After("UPDATE match_seat SET place = 200 WHERE match = 1 AND seat = 0"),
              Contains(HasSubstr("table match_seat, row 1, column place")));
  EXPECT_THAT(After("DELETE FROM match_seat WHERE match = 1 AND seat = 1"),
              Contains(HasSubstr("table match_seat")));
  EXPECT_THAT(After("UPDATE input SET strike = 1 - strike WHERE id = (1 << 20) + 2"),
              Contains(HasSubstr("table bot_decision")));
  EXPECT_THAT(After("UPDATE input SET charged_ms = -1 WHERE id = (1 << 20) + 2"),
              Contains(HasSubstr("table input, row 1048578, column charged_ms")));
}

struct Contradiction {
  const char* sql;
  const char* sentence;
};
constexpr Contradiction kContradictions[] = {
    {"UPDATE match SET result_no = NULL WHERE id = 6",
     "table match: m-000006 is FINISHED, but its result_no is none"},
    {"UPDATE match SET result_no = 77 WHERE id = 7",
     "table match: m-000007 is RUNNING, but its result_no is 77"},
    {"UPDATE match SET result_no = 77 WHERE id = 8",
     "table match: after result_no 4 comes 77, of m-000008"},
    {"DROP INDEX match_by_result; UPDATE match SET result_no = 1 WHERE result_no = 2",
     "table match: after result_no 1 comes 1, of m-00000"},
    {"UPDATE match SET seal = NULL WHERE id = 8", "table match: m-000008 has no seal"},
    {"UPDATE match SET seal = x'01' WHERE id = 7", "m-000007 has a seal, but no result"},
    {"UPDATE match SET filed_ms = 0 WHERE id = 6", "table match: filed_ms of m-000006"},
    {"UPDATE rating_log SET as_of = 99 WHERE as_of = 4",
     "table rating_log: after as_of 3 comes 99"},
    {"UPDATE rating_log SET match = 7 WHERE as_of = 4",
     "table rating_log: entry 4 is of m-000007, which is no rated match with a result"},
    {"DELETE FROM rating_log WHERE as_of = 4",
     "table rating_log: there is no entry of m-000006, whose result counts"},
    {"UPDATE rating_log SET counts = 1 WHERE as_of = 2",
     "table rating_log: entry 2 says of m-000003 what was so already"},
    {"UPDATE league SET last_seq = 8", "table league: l-000001 has last_seq 8, its log 7 entries"},
    {"DELETE FROM league_log WHERE id = (1 << 32) + 2",
     "table league: l-000001 has last_seq 7, its log 6 entries up to 7"},
    {"UPDATE league_log SET id = (9 << 32) + 1 WHERE kind = 'STARTED'",
     "table league_log: row 38654705665 is of no league"},
    {"UPDATE league_log SET match = 1 WHERE id = (1 << 32) + 7",
     "table league_log: entry 7 of l-000001 names m-000001, which is no match of this league"},
    {"UPDATE league_log SET match = 99 WHERE id = (1 << 32) + 7", "names m-000099, which is no"},
    {"UPDATE match SET game = 2 WHERE id = 5",
     "table league_log: entry 4 of l-000001 says of m-000005 another fixture, game or attempt"},
    {"UPDATE match SET league = NULL WHERE id = 5",
     "table match: m-000005 has only some of league, fixture, game and attempt"},
    {"UPDATE league_log SET bots = '2 1' WHERE id = (1 << 32) + 4",
     "table league_log: entry 4 of l-000001 files m-000005 with other bots than table match_seat"},
    {"UPDATE match SET state = 'QUEUED' WHERE id = 4",
     "table league_log: entry 6 of l-000001 says that m-000004 is over, which is QUEUED"},
    {"UPDATE league_log SET kind = 'FINISHED' WHERE id = (1 << 32) + 7",
     "table league_log: m-000003 is FINISHED 2 times"},
    {"DELETE FROM league_log WHERE id = (1 << 32) + 4",
     "table match: m-000005 is of l-000001, whose log does not know it"},
};

TEST_F(BooksTest, EveryContradictionIsNamed) {
  for (const Contradiction& contradiction : kContradictions) {
    EXPECT_THAT(After(contradiction.sql), Contains(HasSubstr(contradiction.sentence)))
        << contradiction.sql;
  }
}

TEST_F(BooksTest, OfManyContradictionsSomeAreTold) {
  Open();
  PlayMatches(journal(), 100, 80, 80, 2, {1}, 4);
  Close();
  const std::vector<std::string> sentences = After("UPDATE match SET filed_ms = created_ms - 1");
  EXPECT_GE(sentences.size(), 10u);
  EXPECT_LE(sentences.size(), 200u);
}

}  // namespace
}  // namespace taki::store::sqlite::test
