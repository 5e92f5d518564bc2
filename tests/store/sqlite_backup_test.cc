// Backups, and copies that are none (P9, S7).
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "store/sqlite/backup.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/tools.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::HasSubstr;

class BackupTest : public SqliteTest {
 protected:
  void SetUp() override {
    Open();
    GivenBots();
    GivenMatch(1);
    GivenLiveMatch(2, 60);
  }
  void Restore(const std::string& copy) {
    Close();
    std::filesystem::rename(path(), dir_.File("old.db"));
    std::filesystem::copy_file(copy, path());
  }
  static bool IsThere(const std::string& file) { return access(file.c_str(), F_OK) == 0; }
  const std::string copy_ = dir_.File("backup.db");
};

TEST_F(BackupTest, HoldsEverythingThatWasCommittedLiveMatchesAndSecretsToo) {
  ASSERT_TRUE(Backup(path(), copy_).ok());  // while the daemon has the file open
  for (const char* sql : {"SELECT id FROM input", "SELECT id || token FROM action",
                          "SELECT name || hex(token_hash) FROM bot", "SELECT hex(seed) FROM match"})
    EXPECT_EQ(Sql(copy_, sql), Sql(path(), sql)) << sql;
  EXPECT_EQ(One(copy_, "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(One(copy_, "PRAGMA application_id"), std::to_string(kApplicationId));
}

TEST_F(BackupTest, IsOnePlainFileThatOnlyItsOwnerReads) {  // S7
  ASSERT_TRUE(Backup(path(), copy_).ok());
  struct stat info {};
  ASSERT_EQ(stat(copy_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  EXPECT_EQ(One(copy_, "PRAGMA journal_mode"), "delete");
  for (const char* suffix : {".unfinished", "-wal", "-shm", "-journal"})
    EXPECT_FALSE(IsThere(copy_ + suffix)) << suffix;
}

TEST_F(BackupTest, PutIntoPlaceItGoesOnWhereItWasMade) {
  const auto records = journal().Records(match::MatchId{2}).value();
  ASSERT_TRUE(Backup(path(), copy_).ok());
  GivenLiveMatch(3, 10);
  Restore(copy_);
  Open();
  EXPECT_EQ(journal().Records(match::MatchId{2}).value(), records);
  EXPECT_EQ(journal().Unfinished().value().size(), 1u);
  EXPECT_EQ(journal().LastMatchId().value().number, 2);
  GivenMatch(3);  // and may be written
}

TEST_F(BackupTest, OfAStoppedOrKilledRefereeIsTheSame) {
  Close();
  ASSERT_TRUE(Backup(path(), copy_).ok());
  EXPECT_EQ(One(copy_, "SELECT count(*) FROM match"), "2");
}

TEST_F(BackupTest, AnExistingTargetStaysAsItIs) {
  std::ofstream(copy_) << "precious";
  EXPECT_TRUE(absl::IsAlreadyExists(Backup(path(), copy_)));
  EXPECT_EQ(std::filesystem::file_size(copy_), 8u);
  EXPECT_TRUE(absl::IsAlreadyExists(Backup(path(), path())));
}

TEST_F(BackupTest, OfADamagedFileIsNotMade) {  // P7
  Close();
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(2048 * 9);
  file << std::string(1024, '\x5a');
  file.close();
  EXPECT_TRUE(absl::IsDataLoss(Backup(path(), copy_)));
  EXPECT_FALSE(IsThere(copy_));
  EXPECT_FALSE(IsThere(copy_ + ".unfinished"));
}

TEST_F(BackupTest, OfWhatIsNoRefereesFileIsNotMade) {
  EXPECT_TRUE(absl::IsFailedPrecondition(Backup(dir_.File("no.db"), copy_)));
  Sql(dir_.File("songs.db"), "CREATE TABLE songs(title)");
  EXPECT_TRUE(absl::IsFailedPrecondition(Backup(dir_.File("songs.db"), copy_)));
  std::ofstream(dir_.File("empty.db")).close();
  EXPECT_TRUE(absl::IsFailedPrecondition(Backup(dir_.File("empty.db"), copy_)));
  EXPECT_FALSE(IsThere(copy_));
}

TEST_F(BackupTest, OfAnOlderSchemaIsMadeBeforeItIsMigrated) {  // P11
  Close();
  const std::string older = std::to_string(SchemaMigrations().size() - 1);
  Sql(path(), "PRAGMA user_version = " + older);
  ASSERT_TRUE(Backup(path(), copy_).ok());
  EXPECT_EQ(One(copy_, "PRAGMA user_version"), older);
}

TEST_F(BackupTest, TwoAtOnceToOneTargetDoNotMix) {
  const std::string unfinished = copy_ + ".unfinished";
  const int other = open(unfinished.c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  const absl::Status status = Backup(path(), copy_);
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("another process is writing"));
  EXPECT_TRUE(IsThere(unfinished)) << "it is the other one's";
  close(other);  // that one was killed
  EXPECT_TRUE(Backup(path(), copy_).ok());
}

class CopyWithoutLogTest : public BackupTest {
 protected:
  // As `cp taki.db` does while the referee runs.
  void GivenNaiveCopy() { std::filesystem::copy_file(path(), copy_); }
  void ExpectRefused(const absl::Status& status) {
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("was copied while a referee used it"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("taki-referee backup"));
  }
};

TEST_F(CopyWithoutLogTest, IsRefused) {  // P9
  GivenNaiveCopy();
  ExpectRefused(Backup(copy_, dir_.File("second.db")));
  ExpectRefused(Snapshot(copy_, dir_.File("second.db")));
  ExpectRefused(OpenReadOnly(copy_).status());
  options_.path = copy_;
  ExpectRefused(TryOpen().status());
}

TEST_F(CopyWithoutLogTest, PutInTheOldFilesPlaceIsRefusedToo) {  // P9
  GivenNaiveCopy();
  Restore(copy_);
  ExpectRefused(TryOpen().status());
  std::filesystem::rename(dir_.File("old.db"), path());
  Open();
  EXPECT_EQ(journal().Unfinished().value().size(), 1u);
}

TEST_F(CopyWithoutLogTest, ACopyOfAStoppedRefereesFileIsWhole) {
  Close();
  GivenNaiveCopy();
  options_.path = copy_;
  Open();
  EXPECT_EQ(journal().Unfinished().value().size(), 1u);
}

TEST_F(CopyWithoutLogTest, AFileWhoseLogAnotherProgramPutIntoItIsWhole) {
  Close();
  Sql(path(), "PRAGMA journal_mode = WAL");  // as killed, its log emptied by sqlite3
  ASSERT_FALSE(IsThere(path() + "-wal"));
  Open();
  EXPECT_EQ(journal().Unfinished().value().size(), 1u);
}

}  // namespace
}  // namespace taki::store::sqlite::test
