// What the tests of the SQLite store share: a file in a folder of its own, opened, closed, looked
// into and meddled with behind the store's back.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "store/sqlite/sqlite_store.h"
#include "tests/store/sample_matches.h"
#include "tests/store/temp_dir.h"

namespace taki::store::sqlite::test {

using store::test::kNow;
using store::test::PlayMatches;
using store::test::SampleBot;
using store::test::SampleBots;
using store::test::SampleLeague;
using store::test::SampleMatch;
using store::test::SampleRow;
using store::test::TempDir;

class SqliteTest : public ::testing::Test {
 protected:
  const std::string& path() const { return options_.path; }
  absl::StatusOr<std::unique_ptr<SqliteStore>> TryOpen() { return SqliteStore::Open(options_); }
  void Open() {
    auto store = TryOpen();
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }
  void Close() { store_.reset(); }
  Journal& journal() { return store_->journal(); }
  History& history() { return store_->history(); }

  void Commit(const Batch& batch) {
    const absl::Status status = journal().Commit(batch);
    ASSERT_TRUE(status.ok()) << status;
  }
  void GivenBots(int count = 4) {
    Batch batch;
    batch.bots = SampleBots(count);
    Commit(batch);
  }
  // A finished match of four seats.
  void GivenMatch(std::int64_t number) { PlayMatches(journal(), number, 1, 1, 4, {3, 2, 1}, 4); }
  // One that goes on after `turns` turns.
  void GivenLiveMatch(std::int64_t number, int turns) {
    Batch batch;
    batch.matches = {SampleRow(number, 2)};
    Commit(batch);
    SampleMatch match(batch.matches[0], 5);
    for (int turn = 0; turn < turns; ++turn) {
      batch.Clear();
      match.Play(batch);
      Commit(batch);
    }
  }

  // Runs SQL on a file by sqlite3 itself; the first column of all rows.
  std::vector<std::string> Sql(const std::string& file, const std::string& sql) {
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK) << file;
    std::vector<std::string> rows;
    const auto note = [](void* out, int count, char** values, char**) {
      const char* value = count > 0 ? values[0] : nullptr;
      static_cast<std::vector<std::string>*>(out)->push_back(value == nullptr ? "NULL" : value);
      return 0;
    };
    char* problem = nullptr;
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), note, &rows, &problem), SQLITE_OK)
        << sql << ": " << (problem == nullptr ? "" : problem);
    sqlite3_free(problem);
    sqlite3_close(db);
    return rows;
  }
  std::string One(const std::string& file, const std::string& sql) {
    const std::vector<std::string> rows = Sql(file, sql);
    return rows.size() == 1 ? rows[0] : std::to_string(rows.size()) + " rows";
  }

  TempDir dir_;
  SqliteOptions options_ = {.path = dir_.File("taki.db"), .readers = 1};
  std::unique_ptr<SqliteStore> store_;
};

}  // namespace taki::store::sqlite::test
