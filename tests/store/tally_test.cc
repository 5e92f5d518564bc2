// What is counted of bots: a migration counts what the writer would have counted, and the buckets
// of times are those of the views.
#include <gmock/gmock.h>

#include "store/tally.h"
#include "store/time_buckets.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

class TallyTest : public SqliteTest {
 protected:
  // Makes the file one of schema 2 again, by taking away what schema 3 added.
  void TakeBack() {
    for (const char* column :
         {"match DROP public_delay_ms", "match DROP result_no", "match DROP seal",
          "input DROP sent_after_ms", "input DROP read_after_ms", "input DROP lag_ms",
          "input DROP round_trip_us"}) {
      columns_ += std::string("ALTER TABLE ") + column + ";";
    }
    Sql(path(),
        "DROP VIEW v1_bot_results; DROP VIEW v1_bot_meetings; DROP VIEW v1_bot_decisions;"
        "DROP VIEW v1_matches; DROP VIEW v1_decisions; DROP INDEX match_by_result;"
        "DROP TABLE bot_result; DROP TABLE bot_meeting; DROP TABLE bot_decision;" +
            columns_ +
            "CREATE VIEW v1_matches AS SELECT 1; CREATE VIEW v1_decisions AS SELECT 1;"
            "PRAGMA user_version = 2;");
  }
  std::vector<std::string> Rows(const std::string& table) {
    return Sql(path(), "SELECT json_array(" +
                           One(path(), "SELECT group_concat(name) FROM pragma_table_info('" +
                                           table + "')") +
                           ") FROM " + table + " ORDER BY 1");
  }

 private:
  std::string columns_;
};

TEST_F(TallyTest, AMigrationCountsWhatTheWriterCounted) {
  Open();
  GivenBots(6);
  PlayMatches(journal(), 1, 10, 4, 2, {2, 1}, 6);
  PlayMatches(journal(), 11, 10, 4, 5, {3}, 6);
  GivenLiveMatch(21, 12);
  Batch batch;
  batch.changes.resize(2);
  match::Result result = store::test::SampleResult(2, match::MatchEnding::kVoid);
  batch.changes[0].match.number = 21;
  batch.changes[0].result = &result;
  batch.matches = {SampleRow(22, 2)};
  batch.matches[0].config.rated = true;
  match::Result level = store::test::SampleResult(2);
  level.seats[1].place = 1;
  batch.changes[1].match.number = 22;
  batch.changes[1].result = &level;
  Commit(batch);
  GivenLiveMatch(23, 12);
  Close();
  std::vector<std::vector<std::string>> written;
  for (const char* table : {"bot_result", "bot_meeting", "bot_decision"}) {
    written.push_back(Rows(table));
    EXPECT_THAT(written.back(), Not(IsEmpty())) << table;
  }
  TakeBack();
  Open();
  Close();
  EXPECT_EQ(One(path(), "PRAGMA user_version"), "3");
  EXPECT_EQ(Rows("bot_result"), written[0]);
  EXPECT_EQ(Rows("bot_meeting"), written[1]);
  EXPECT_EQ(Rows("bot_decision"), written[2]);
}

TEST_F(TallyTest, TheViewKnowsTheLongestTimeOfABucket) {
  Open();
  GivenBots(1);
  Close();
  Sql(path(), "WITH RECURSIVE b(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM b WHERE n < " +
                  std::to_string(kTimeBuckets - 1) +
                  ") INSERT INTO bot_decision SELECT 1, '-', 1, n, 1, 0 FROM b");
  const std::vector<std::string> up_to =
      Sql(path(), "SELECT up_to_ms FROM v1_bot_decisions ORDER BY up_to_ms");
  ASSERT_EQ(up_to.size(), static_cast<std::size_t>(kTimeBuckets));
  for (std::int32_t bucket = 0; bucket < kTimeBuckets; ++bucket) {
    EXPECT_EQ(up_to[static_cast<std::size_t>(bucket)], std::to_string(LongestOfBucket(bucket)));
  }
}

TEST(TallyBook, AddsWhatWasCountedElsewhere) {
  const BotTally::Results results{"1", true, 2, 0, 1, rules::SeatEnd::kCompleted, 3};
  const BotTally::Meetings meetings{"1", true, {2}, 3, 2, 1};
  const BotTally::Decisions decisions{"1", match::Record::Kind::kReply, 9, 5, 1};
  TallyBook book;
  EXPECT_TRUE(book.empty());
  for (int time = 0; time < 2; ++time) {
    book.Add({7}, results);
    book.Add({7}, meetings);
    book.Add({7}, decisions);
  }
  const BotTally tally = book.Of({7});
  EXPECT_EQ(tally.results.at(0).matches, 6);
  EXPECT_EQ(tally.meetings.at(0), (BotTally::Meetings{"1", true, {2}, 6, 4, 2}));
  EXPECT_EQ(tally.decisions.at(0),
            (BotTally::Decisions{"1", match::Record::Kind::kReply, 9, 10, 2}));
  EXPECT_EQ(book.Bots(), std::vector<match::BotId>{{7}});
  book.Clear();
  EXPECT_EQ(book.Of({7}), BotTally{});
}

}  // namespace
}  // namespace taki::store::sqlite::test
