// Opening a file: what is refused, and that the sentence says what to do (P5, P7, P9, P10, P11,
// S7).
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "store/sqlite/connection.h"
#include "store/sqlite/migrations.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::HasSubstr;

class OpenTest : public SqliteTest {
 protected:
  void ExpectRefused(absl::StatusCode code, const std::string& sentence) {
    const absl::Status status = TryOpen().status();
    EXPECT_EQ(status.code(), code) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(sentence));
  }
  // A database with something in it, closed.
  void GivenFile() {
    Open();
    GivenBots();
    GivenMatch(1);
    Close();
  }
  static mode_t ModeOf(const std::string& file) {
    struct stat info {};
    EXPECT_EQ(stat(file.c_str(), &info), 0) << file;
    return info.st_mode & 0777;
  }
};

TEST_F(OpenTest, ASecondDaemonIsRefusedAndToldWhoHoldsTheFile) {  // P10
  Open();
  ExpectRefused(absl::StatusCode::kFailedPrecondition,
                "another taki-referee (process " + std::to_string(getpid()) + ")");
  Close();
  Open();
}

TEST_F(OpenTest, AForeignDatabaseIsRefusedAndStaysAsItIs) {  // P11
  Sql(path(), "CREATE TABLE songs(title)");
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "another program");
  EXPECT_EQ(One(path(), "PRAGMA journal_mode"), "delete");
  Sql(path(), "DROP TABLE songs; PRAGMA application_id = 7");
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "application_id 7");
}

TEST_F(OpenTest, ANewerSchemaIsRefused) {  // P11
  GivenFile();
  Sql(path(), "PRAGMA user_version = 999");
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "newer taki-referee (schema 999");
}

TEST_F(OpenTest, WhatIsNoDatabaseIsRefused) {  // P7
  std::ofstream(path()) << std::string(5000, 'x');
  ExpectRefused(absl::StatusCode::kDataLoss, "not a SQLite database");
}

TEST_F(OpenTest, ADamagedPageIsFoundAndTheRemedyTold) {  // P7
  GivenFile();
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096 * 4);
  file << std::string(2048, '\x5a');
  file.close();
  ExpectRefused(absl::StatusCode::kDataLoss, "put the last backup in its place");
}

TEST_F(OpenTest, ATruncatedFileIsFound) {  // P7
  GivenFile();
  ASSERT_EQ(truncate(path().c_str(), 4096 * 3), 0);
  ExpectRefused(absl::StatusCode::kDataLoss, "put the last backup in its place");
}

TEST_F(OpenTest, AFolderThatIsNotThereIsNamed) {
  options_.path = dir_.File("nowhere/taki.db");
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "a folder that exists");
}

TEST_F(OpenTest, AFileThatIsAFolderIsRefused) {
  ASSERT_EQ(mkdir(path().c_str(), 0700), 0);
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "cannot open");
}

TEST_F(OpenTest, AFolderThatCannotBeWrittenIsRefused) {  // P5
  ASSERT_EQ(mkdir(dir_.File("locked").c_str(), 0555), 0);
  ASSERT_EQ(chmod(dir_.File("").c_str(), 0755), 0);
  options_.path = dir_.File("locked/taki.db");
  const uid_t user = geteuid();
  if (user == 0) {
    ASSERT_EQ(seteuid(65534), 0);  // root may write everywhere
  }
  const absl::Status status = TryOpen().status();
  if (user == 0) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("can be written"));
}

TEST_F(OpenTest, AnEmptyFileBecomesADatabase) {
  std::ofstream(path()).close();
  Open();
  GivenBots();
  EXPECT_EQ(journal().Bots().value().size(), 4u);
}

TEST_F(OpenTest, NobodyElseCanReadTheFiles) {  // S7
  Open();
  GivenBots();
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
    EXPECT_EQ(ModeOf(path() + suffix), 0600u) << suffix;
  }
}

TEST_F(OpenTest, ClosingLeavesOneFileWithEverything) {  // P9
  GivenFile();
  EXPECT_NE(access((path() + "-wal").c_str(), F_OK), 0);
  EXPECT_EQ(One(path(), "SELECT count(*) FROM bot"), "4");
  EXPECT_EQ(One(path(), "PRAGMA integrity_check"), "ok");
}

TEST_F(OpenTest, TheFileIsAWriteAheadLogDatabaseOfOurs) {
  Open();
  EXPECT_EQ(One(path(), "PRAGMA journal_mode"), "wal");
  Close();
  EXPECT_EQ(One(path(), "PRAGMA journal_mode"), "delete");  // P9: nothing is missing in a copy
  EXPECT_EQ(One(path(), "PRAGMA page_size"), "2048");
  EXPECT_EQ(One(path(), "PRAGMA application_id"), std::to_string(kApplicationId));
  EXPECT_EQ(One(path(), "PRAGMA user_version"), std::to_string(SchemaMigrations().size()));
}

TEST_F(OpenTest, TheWriterRefusesToChangeTheSchema) {  // N22
  GivenFile();
  Connection db = Connection::Open(path(), Access::kReadWrite, "").value();
  db.DenySchemaChanges();
  for (const char* sql : {"DROP TABLE bot", "CREATE TABLE x(y)", "ATTACH ':memory:' AS other",
                          "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = 1",
                          "CREATE TEMP TABLE x(y)", "ALTER TABLE bot ADD COLUMN x"}) {
    EXPECT_FALSE(db.Run(sql).ok()) << sql;
  }
  EXPECT_TRUE(db.Run("PRAGMA synchronous = FULL").ok());
  EXPECT_TRUE(db.Run("UPDATE bot SET owner = 'x'").ok());
}

TEST_F(OpenTest, AReaderCannotWrite) {
  GivenFile();
  Connection db = Connection::Open(path(), Access::kReadOnly, "").value();
  EXPECT_FALSE(db.Run("UPDATE bot SET owner = 'x'").ok());
}

class MigrationTest : public OpenTest {
 protected:
  // The schema of today, and a step that some later release could bring.
  absl::Status MigrateWith(const std::string& next) {
    std::vector<const char*> migrations(SchemaMigrations().begin(), SchemaMigrations().end());
    migrations.push_back(next.c_str());
    Connection db = Connection::Open(path(), Access::kReadWrite, "").value();
    return Migrate(db, path(), migrations);
  }
  const std::string today_ = std::to_string(SchemaMigrations().size());
  const std::string tomorrow_ = std::to_string(SchemaMigrations().size() + 1);
  const std::string backup_ = path() + ".v" + today_ + ".backup";
  const std::string add_mood_ =
      "ALTER TABLE bot ADD COLUMN mood TEXT; UPDATE bot SET mood = 'calm'; PRAGMA user_version = " +
      tomorrow_;
};

TEST_F(MigrationTest, AnOlderFileIsBackedUpAndBroughtUpToDate) {  // P11
  GivenFile();
  const absl::Status status = MigrateWith(add_mood_);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(One(path(), "PRAGMA user_version"), tomorrow_);
  EXPECT_EQ(One(path(), "SELECT DISTINCT mood FROM bot"), "calm");
  EXPECT_EQ(One(backup_, "PRAGMA user_version"), today_);
  EXPECT_EQ(One(backup_, "SELECT count(*) FROM bot"), "4");
  EXPECT_EQ(ModeOf(backup_), 0600u);
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "newer taki-referee");
}

TEST_F(MigrationTest, AFailedStepLeavesTheFileAsItWas) {
  GivenFile();
  EXPECT_FALSE(MigrateWith("ALTER TABLE bot ADD COLUMN mood TEXT; nonsense;").ok());
  EXPECT_FALSE(MigrateWith("ALTER TABLE bot ADD COLUMN mood TEXT;").ok());  // forgets its number
  EXPECT_EQ(One(path(), "SELECT count(*) FROM pragma_table_info('bot') WHERE name = 'mood'"), "0");
  Open();
  EXPECT_EQ(journal().Bots().value().size(), 4u);
}

TEST_F(MigrationTest, ANewFileNeedsNoBackup) {
  std::ofstream(path()).close();
  ASSERT_TRUE(MigrateWith(add_mood_).ok());
  for (const std::string& version : {std::string("0"), std::string("1"), today_}) {
    EXPECT_NE(access((path() + ".v" + version + ".backup").c_str(), F_OK), 0) << version;
  }
}

}  // namespace
}  // namespace taki::store::sqlite::test
