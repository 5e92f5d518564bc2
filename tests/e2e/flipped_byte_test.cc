// One byte of one stored value is another: `taki-referee verify` finds it, and names where (P8).
//
// A small file with everything in it; for every column of every table that matters, one value at a
// time is changed behind the store's back.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "referee/daemon/run.h"
#include "referee/rules/check.h"
#include "store/sqlite/sqlite_store.h"
#include "tests/bench/made_history.h"
#include "tests/store/temp_dir.h"

namespace taki::daemon {
namespace {

using store::sqlite::SqliteStore;
using store::test::TempDir;

struct Verified {
  ExitCode code = ExitCode::kOk;
  std::string out;
};

Verified VerifyFile(const std::string& db) {
  testing::internal::CaptureStdout();
  Verified verified;
  verified.code = Verify({.db = db, .threads = 1});
  verified.out = testing::internal::GetCapturedStdout();
  return verified;
}

// SQL by sqlite3 itself; all values of all rows.
class Database {
 public:
  explicit Database(const std::string& path) {
    TAKI_CHECK(sqlite3_open(path.c_str(), &db_) == SQLITE_OK);
  }
  ~Database() { sqlite3_close(db_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  std::vector<std::vector<std::string>> Rows(const std::string& sql) {
    std::vector<std::vector<std::string>> rows;
    const auto note = [](void* out, int count, char** values, char**) {
      auto& row = static_cast<std::vector<std::vector<std::string>>*>(out)->emplace_back();
      for (int i = 0; i < count; ++i) row.emplace_back(values[i] == nullptr ? "" : values[i]);
      return 0;
    };
    char* problem = nullptr;
    EXPECT_EQ(sqlite3_exec(db_, sql.c_str(), note, &rows, &problem), SQLITE_OK)
        << sql << ": " << (problem == nullptr ? "" : problem);
    sqlite3_free(problem);
    return rows;
  }

 private:
  sqlite3* db_ = nullptr;
};

// Columns from which nothing follows, and which nothing covers.
const std::map<std::string, std::string>& NoMatter() {
  static const auto* reasons = new std::map<std::string, std::string>{
      {"match.seal", "it is what the others are compared with: another seal is found as theirs"},
      {"league.created_ms", "for display"},
      {"league.started_ms", "for display"},
      {"league.ended_ms", "for display; that there is one is compared with the state"},
      {"league.request_id", "tells a repeated CreateLeague; says nothing of the league"},
      {"league.name", "a name: another is as good"},
      {"league.config", "as far as it is a name or a title; what a schedule follows from is found"},
      {"league.event_seed", "of a league without lots nothing follows from it"},
      {"league_log.at_ms", "for display"},
      {"league_log.text", "an owner's name, a reason"},
  };
  return *reasons;
}

class FlippedByteTest : public testing::Test {
 protected:
  void SetUp() override {
    auto store = SqliteStore::Open({.path = file_, .readers = 1});
    ASSERT_TRUE(store.ok()) << store.status();
    store::Journal& journal = (*store)->journal();
    bench::HistoryMaker maker(journal, {.bots = 12, .stages = {2, 1}, .at_once = 10});
    ASSERT_TRUE(maker.Make(kMatches).ok());
    store->reset();
    const Verified whole = VerifyFile(file_);
    ASSERT_EQ(whole.code, ExitCode::kOk) << whole.out;
  }
  // Some rows of `of` (SQL) whose column has a value.
  static std::vector<std::string> Places(Database& db, const std::string& of,
                                         const std::string& column, const std::string& key) {
    std::vector<std::string> conditions;
    const auto rows = db.Rows("SELECT " + key + " || '' FROM " + of + " AND " + column +
                              " IS NOT NULL AND " + column + " <> '' ORDER BY 1");
    for (const std::size_t i : {rows.size() / 3, rows.size()})
      if (i > 0) conditions.push_back("(" + key + ") || '' = '" + rows[i - 1][0] + "'");
    return conditions;
  }
  // Changes one bit of a value: the last one of a number (another, if that would be the key of
  // another row), one of the first byte of a text or blob.
  static void Flip(const std::string& file, const std::string& table, const std::string& column,
                   const std::string& where) {
    Database db(file);
    for (const std::string bit : {"1", "64", "8192"}) {
      const std::string first = "unicode(" + column + ")";
      db.Rows("PRAGMA foreign_keys = OFF; UPDATE OR IGNORE " + table + " SET " + column +
              " = CASE typeof(" + column + ") WHEN 'integer' THEN " + column + " + " + bit +
              " - 2 * (" + column + " & " + bit + ") WHEN 'text' THEN char(" + first +
              " + 1 - 2 * (" + first + " & 1)) || substr(" + column +
              ", 2) ELSE CAST(X'5A' || substr(" + column + ", 2) AS BLOB) END WHERE " + where);
      if (db.Rows("SELECT changes()")[0][0] == "1") return;
    }
    ADD_FAILURE() << "nothing was changed in " << table << "." << column;
  }
  // `key` is an expression that is each row's own; `which` a condition on rows.
  void ExpectEachFound(const std::string& table, const std::string& key,
                       const std::string& which = "1") {
    std::vector<std::string> columns;
    {
      Database db(file_);
      for (const auto& row : db.Rows("SELECT name FROM pragma_table_info('" + table + "')"))
        columns.push_back(row[0]);
    }
    ASSERT_FALSE(columns.empty()) << table;
    for (const std::string& column : columns) {
      if (NoMatter().contains(table + "." + column)) continue;
      std::vector<std::string> places;
      {
        Database db(file_);
        places = Places(db, table + " WHERE " + which, column, key);
      }
      for (const std::string& place : places) {
        const std::string copy = dir_.File("copy.db");
        std::filesystem::copy_file(file_, copy, std::filesystem::copy_options::overwrite_existing);
        Flip(copy, table, column, place);
        const Verified verified = VerifyFile(copy);
        SCOPED_TRACE(table + "." + column + " where " + place + ": " + verified.out);
        EXPECT_NE(verified.code, ExitCode::kOk);
        EXPECT_TRUE(verified.out.starts_with("m-") || verified.out.starts_with("l-") ||
                    verified.out.find(table) != std::string::npos);
      }
    }
  }

  static constexpr int kMatches = 40;
  const TempDir dir_{TempDir::Memory()};
  const std::string file_ = dir_.File("taki.db");
};

// Those of QUARANTINED matches are not verified: they do not re-play anyway.
constexpr char kOver[] = "(SELECT id FROM match WHERE state IN ('FINISHED', 'VOID'))";

TEST_F(FlippedByteTest, OfALineIsFound) {
  ExpectEachFound("action", "id", std::string("id >> 20 IN ") + kOver);
}
TEST_F(FlippedByteTest, OfAnInputIsFound) {
  ExpectEachFound("input", "id", std::string("id >> 20 IN ") + kOver);
}
TEST_F(FlippedByteTest, OfAMatchIsFound) {
  ExpectEachFound("match", "id", std::string("id IN ") + kOver);
}
TEST_F(FlippedByteTest, OfASeatIsFound) {
  ExpectEachFound("match_seat", "match * 16 + seat", std::string("match IN ") + kOver);
}
TEST_F(FlippedByteTest, OfWhatCountsForRatingsIsFound) { ExpectEachFound("rating_log", "as_of"); }
TEST_F(FlippedByteTest, OfALeagueIsFound) { ExpectEachFound("league", "id"); }
TEST_F(FlippedByteTest, OfTheLogOfALeagueIsFound) { ExpectEachFound("league_log", "id"); }
TEST_F(FlippedByteTest, OfTheCountsOfABotIsFound) {
  ExpectEachFound(
      "bot_result",
      "printf('%d %s %d %d %d %d %s', bot, version, rated, seats, seat, place, seat_end)");
  ExpectEachFound("bot_meeting", "printf('%d %s %d %d', bot, version, rated, opponent)");
  ExpectEachFound("bot_decision", "printf('%d %s %d %d', bot, version, kind, bucket)");
}

}  // namespace
}  // namespace taki::daemon
