// Queries: each finds its rows by an index, none runs for ever, and the writer never waits for
// them.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "store/sqlite/connection.h"
#include "store/sqlite/league_reads.h"
#include "store/sqlite/league_writer.h"
#include "store/sqlite/list_query.h"
#include "store/sqlite/reads.h"
#include "store/sqlite/result_writer.h"
#include "store/sqlite/seal.h"
#include "store/sqlite/tally_reads.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::HasSubstr;

class QueryTest : public SqliteTest {
 protected:
  void SetUp() override {
    Open();
    GivenBots();
  }
  // The plan's steps, one a line.
  std::string PlanOf(const std::string& sql) {
    sqlite3* db = nullptr;
    sqlite3_open(path().c_str(), &db);
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(
        sqlite3_prepare_v2(db, ("EXPLAIN QUERY PLAN " + sql).c_str(), -1, &statement, nullptr),
        SQLITE_OK)
        << sql;
    std::string plan;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      plan += reinterpret_cast<const char*>(sqlite3_column_text(statement, 3));
      plan += '\n';
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return plan;
  }
};

TEST_F(QueryTest, NoQueryScansATable) {
  for (const char* sql : Reads::Sql()) {
    EXPECT_EQ(PlanOf(sql).find("SCAN"), std::string::npos) << sql << "\n" << PlanOf(sql);
  }
}

TEST_F(QueryTest, NoQueryOfLeaguesScansOrSortsATable) {
  for (const char* sql : LeagueReads::Sql()) {
    const std::string plan = PlanOf(sql);
    EXPECT_EQ(plan.find("SCAN"), std::string::npos) << sql << "\n" << plan;
    EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << sql << "\n" << plan;
  }
}

TEST_F(QueryTest, NoCommandOfLeaguesScansATable) {
  for (const char* sql : LeagueWriter::Sql()) {
    EXPECT_EQ(PlanOf(sql).find("SCAN m"), std::string::npos) << sql << "\n" << PlanOf(sql);
    EXPECT_EQ(PlanOf(sql).find("SCAN r"), std::string::npos) << sql << "\n" << PlanOf(sql);
  }
}

TEST_F(QueryTest, NothingThatEndsAMatchScansOrSortsATable) {
  std::vector<const char*> all(Seals::Sql().begin(), Seals::Sql().end());
  all.insert(all.end(), ResultWriter::Sql().begin(), ResultWriter::Sql().end());
  for (const char* sql : all) {
    const std::string plan = PlanOf(sql);
    EXPECT_EQ(plan.find("SCAN"), std::string::npos) << sql << "\n" << plan;
    EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << sql << "\n" << plan;
  }
}

TEST_F(QueryTest, WhatIsCountedOfABotIsReadByItsKey) {
  for (const char* sql : TallyReads::Sql()) {
    EXPECT_THAT(PlanOf(sql), HasSubstr("USING PRIMARY KEY (bot=?)")) << sql;
  }
}

TEST_F(QueryTest, ListMatchesScansAndSortsNothingWhateverLeads) {
  for (const auto* all : {&ListSql(), &ReachSql()}) {
    for (const std::string& sql : *all) {
      const std::string plan = PlanOf(sql);
      EXPECT_EQ(plan.find("SCAN"), std::string::npos) << sql << "\n" << plan;
      EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << sql << "\n" << plan;
    }
  }
}

TEST_F(QueryTest, EachLeadUsesItsIndexAloneDownToTheRangeOfIds) {
  const auto expect = [this](ListLead lead, const std::string& step) {
    for (const auto* all : {&ListSql(), &ReachSql()}) {
      const std::string plan = PlanOf((*all)[static_cast<std::size_t>(lead)]);
      EXPECT_EQ(plan.substr(0, plan.find('\n')), "SEARCH " + step);
    }
  };
  const std::string index = "USING COVERING INDEX ";
  expect(ListLead::kId, "m USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
  expect(ListLead::kState, "m " + index + "match_by_state (state=? AND rowid>? AND rowid<?)");
  expect(ListLead::kEnding, "m " + index + "match_by_ending (ending=? AND rowid>? AND rowid<?)");
  expect(ListLead::kSeats, "m " + index + "match_by_seats (seats=? AND rowid>? AND rowid<?)");
  expect(ListLead::kLeague, "m " + index + "match_by_league (league=? AND rowid>? AND rowid<?)");
  expect(ListLead::kFixture,
         "m " + index + "match_by_fixture (league=? AND fixture=? AND rowid>? AND rowid<?)");
  expect(ListLead::kSeatEnd,
         "s " + index + "match_seat_by_end (seat_end=? AND match>? AND match<?)");
  for (const ListLead lead : {ListLead::kBot, ListLead::kOpponent}) {
    expect(lead, "s " + index + "match_seat_by_bot (bot=? AND match>? AND match<?)");
  }
  expect(ListLead::kBotVersion,
         "s " + index + "match_seat_by_version (bot=? AND version=? AND match>? AND match<?)");
  expect(ListLead::kBotSeatEnd,
         "s " + index + "match_seat_by_bot_end (bot=? AND seat_end=? AND match>? AND match<?)");
}

TEST_F(QueryTest, ResultsAreReadByTheirNumbers) {
  const std::string plan = PlanOf(ResultSql());
  EXPECT_EQ(plan.find("SCAN"), std::string::npos) << plan;
  EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << plan;
  EXPECT_THAT(plan, HasSubstr("SEARCH m USING COVERING INDEX match_by_result (result_no>?)"));
}

TEST_F(QueryTest, OfEachMatchThatIsLookedAtOnlyItsOwnRowsAreRead) {
  const std::string plan = PlanOf(ListSql()[static_cast<std::size_t>(ListLead::kBot)]);
  EXPECT_THAT(plan, HasSubstr("SEARCH b USING PRIMARY KEY (match=?)"));
  EXPECT_THAT(plan, HasSubstr("SEARCH e USING PRIMARY KEY (match=?)"));
  EXPECT_THAT(plan, HasSubstr("SEARCH n USING INTEGER PRIMARY KEY (rowid=?)"));
  EXPECT_THAT(plan,
              HasSubstr("SEARCH o USING COVERING INDEX match_seat_by_bot (bot=? AND match=?)"));
}

TEST_F(QueryTest, TheViewsReadOneMatchWithoutScanning) {
  for (const char* sql :
       {"SELECT * FROM v1_moves WHERE match = 1", "SELECT * FROM v1_decisions WHERE match = 1",
        "SELECT * FROM v1_seats WHERE match = 1", "SELECT * FROM v1_matches WHERE match = 1"}) {
    EXPECT_EQ(PlanOf(sql).find("SCAN"), std::string::npos) << sql << "\n" << PlanOf(sql);
  }
}

TEST_F(QueryTest, TheViewsReadOneLeagueWithoutScanning) {
  for (const char* sql :
       {"SELECT * FROM v1_leagues WHERE league = 1", "SELECT * FROM v1_league_log WHERE league = 1",
        "SELECT * FROM v1_league_matches WHERE league = 1",
        "SELECT * FROM v1_league_matches WHERE league = 1 AND fixture = 3",
        "SELECT * FROM v1_matches WHERE league = 1"}) {
    std::string plan = PlanOf(sql);
    // The ids in an entry's text, taken apart.
    if (const auto text = plan.find("SCAN j VIRTUAL TABLE"); text != std::string::npos) {
      plan.replace(text, 4, "READ");
    }
    EXPECT_EQ(plan.find("SCAN"), std::string::npos) << sql << "\n" << plan;
  }
}

TEST_F(QueryTest, AQueryBeyondItsTimeIsBrokenOffAndSaysWhatToDo) {  // S13
  PlayMatches(journal(), 1, 3, 1, 4, {8, 7, 6}, 4);
  Close();
  options_.query_limit = std::chrono::milliseconds(-1);  // over before it began
  Open();
  const absl::Status status = history().Lines(match::MatchId{1}, 0, 1'000'000).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("narrow the filter"));
  EXPECT_TRUE(history().GetBot("bot-01").ok());  // short ones, and the connection, are as before
}

TEST_F(QueryTest, ManyThreadsShareFewConnectionsWhileMatchesAreRecorded) {
  Close();
  options_.readers = 2;
  Open();
  PlayMatches(journal(), 1, 1, 1, 4, {3, 2}, 4);
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  std::atomic<bool> recorded = false;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      do {
        MatchFilter filter;
        filter.bot = "bot-02";
        const auto page = history().ListMatches(filter, match::MatchId{0}, 10);
        const auto lines = history().Lines(match::MatchId{1}, 0, 100);
        if (!page.ok() || page->matches.empty() || !lines.ok()) ++failures;
      } while (!recorded);
    });
  }
  PlayMatches(journal(), 2, 10, 4, 4, {2, 1}, 4);
  recorded = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

TEST_F(QueryTest, AReaderThatStaysInItsViewDoesNotHoldUpTheWriter) {  // P12
  Connection analyst = Connection::Open(path(), Access::kReadOnly, "").value();
  ASSERT_TRUE(analyst.Run("BEGIN; SELECT count(*) FROM match;").ok());
  PlayMatches(journal(), 1, 10, 8, 4, {2, 1}, 4);
  journal().Maintain(true);
  EXPECT_EQ(analyst.Number("SELECT count(*) FROM match").value(), 0);
  const int held = store_->wal_pages();
  ASSERT_TRUE(analyst.Run("COMMIT").ok());
  PlayMatches(journal(), 11, 10, 8, 4, {2, 1}, 4);  // the log is begun anew
  EXPECT_LT(store_->wal_pages(), held + 4096);
  EXPECT_EQ(analyst.Number("SELECT count(*) FROM match").value(), 20);
}

TEST_F(QueryTest, MaintenanceMovesTheLogIntoTheFile) {
  std::int64_t number = 1;
  while (store_->wal_pages() <= 256) GivenMatch(number++);
  journal().Maintain(true);
  Batch one;
  one.matches = {SampleRow(number, 2)};
  Commit(one);
  EXPECT_LT(store_->wal_pages(), 256);
}

}  // namespace
}  // namespace taki::store::sqlite::test
