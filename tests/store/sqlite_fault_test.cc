// A disk that fails, fills up, loses its power; rows that were tampered with (P2, P3, P4, P6, P8,
// P18).
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>

#include "tests/store/faulty_disk.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::HasSubstr;

class DiskTest : public SqliteTest {
 protected:
  DiskTest() {
    disk_.Repair();
    options_.vfs = FaultyDisk::kName;
    options_.path = memory_.File("taki.db");
  }
  ~DiskTest() override {
    Close();
    disk_.Repair();
  }
  void GivenNewFile(SqliteOptions::Durability durability = SqliteOptions::Durability::kResult) {
    Close();
    for (const char* suffix : {"", "-wal", "-shm"}) unlink((path() + suffix).c_str());
    disk_.Repair();
    options_.durability = durability;
    Open();
    GivenBots(2);
  }
  // Opens the file on a sound disk.
  void OpenAfterwards() {
    Close();
    disk_.Repair();
    Open();
  }
  TempDir memory_{TempDir::Memory()};  // hundreds of files, each synced many times
  FaultyDisk& disk_ = FaultyDisk::Get();
};

// Commits a match of two, every batch again until it is committed, and compares in the end.
class NthFaultTest : public DiskTest {
 protected:
  bool PlayWithFaultAfter(std::int64_t operations, int code, bool for_ever) {
    GivenNewFile();
    happened_ = false;
    disk_.FailAfter(operations, code, for_ever);
    Batch batch;
    batch.matches = {SampleRow(1, 2, 1, {1})};
    CommitInTheEnd(batch);
    SampleMatch match(batch.matches[0], 3);
    std::vector<match::Record> records;
    for (int turn = 0; turn < 5 && !match.over(); ++turn) {
      batch.Clear();
      match.Play(batch);
      CommitInTheEnd(batch);
      journal().Maintain(true);
      records.insert(records.end(), match.effects().records.begin(), match.effects().records.end());
    }
    happened_ = happened_ || disk_.happened();
    OpenAfterwards();
    EXPECT_EQ(journal().Records(match::MatchId{1}).value(), records);
    Close();
    EXPECT_EQ(One(path(), "PRAGMA integrity_check"), "ok");
    return happened_;
  }

  void CommitInTheEnd(const Batch& batch) {
    absl::Status status = journal().Commit(batch);
    for (int i = 0; i < 3 && !status.ok(); ++i) {
      EXPECT_TRUE(absl::IsUnavailable(status)) << status;
      EXPECT_TRUE(history().GetBot("bot-01").ok()) << "reading goes on";
      happened_ = happened_ || disk_.happened();
      if (i == 1) disk_.Repair();  // "for ever" ends with the operator's help
      status = journal().Commit(batch);
    }
    EXPECT_TRUE(status.ok()) << status;
  }

  void TryAllOperations(int code, bool for_ever) {
    std::int64_t operations = 0;
    while (PlayWithFaultAfter(operations, code, for_ever)) {
      if (HasFailure()) FAIL() << "with a fault after " << operations << " operations";
      ++operations;
    }
    EXPECT_GT(operations, 8);
  }

  bool happened_ = false;
};

TEST_F(NthFaultTest, AnIoErrorLosesAndDoublesNothing) {
  TryAllOperations(SQLITE_IOERR, false);
}  // P3, P18
TEST_F(NthFaultTest, ADeadDiskLosesAndDoublesNothing) {
  TryAllOperations(SQLITE_IOERR, true);
}  // P3
TEST_F(NthFaultTest, AFullDiskLosesAndDoublesNothing) {
  TryAllOperations(SQLITE_FULL, true);
}  // P4

TEST_F(DiskTest, AFullDiskSaysWhatToDo) {  // P4
  GivenNewFile();
  disk_.FailAfter(0, SQLITE_FULL, true);
  Batch batch;
  batch.matches = {SampleRow(1, 2)};
  const absl::Status status = journal().Commit(batch);
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("free some space"));
}

// Plays short matches until the power goes; what was acknowledged is then looked for.
class PowerTest : public DiskTest {
 protected:
  struct Acknowledged {
    std::int64_t inputs_of_last = 0;  // of the match that was being played
    std::int64_t last = 0;
    std::int64_t results = 0;  // matches 1 to `results` have ended
  };
  Acknowledged PlayUntilTheCut() {
    Acknowledged done;
    for (std::int64_t number = 1; number <= 3; ++number) {
      Batch batch;
      batch.matches = {SampleRow(number, 2, 1, {1})};
      if (!journal().Commit(batch).ok()) return done;
      done.last = number;
      done.inputs_of_last = 0;
      SampleMatch match(batch.matches[0], static_cast<std::uint64_t>(number));
      while (!match.over()) {
        batch.Clear();
        match.Play(batch);
        if (!journal().Commit(batch).ok()) return done;
        done.inputs_of_last = match.effects().records.back().input_no;
        journal().Maintain(true);
      }
      done.results = number;
    }
    return done;
  }

  void CutEverywhere(SqliteOptions::Durability durability) {
    taki::test::SplitMix random(11);
    for (std::int64_t operations = 0;;
         operations += 1 + static_cast<std::int64_t>(random.Below(40))) {
      GivenNewFile(durability);
      disk_.CutPowerAfter(operations);
      const Acknowledged done = PlayUntilTheCut();
      const bool cut = disk_.happened();
      Close();
      if (!cut) break;
      disk_.LeaveWhatPowerCutsLeave(random);
      unlink((path() + "-shm").c_str());
      OpenAfterwards();  // which checks the file as a whole
      ExpectResults(done);
      if (durability == SqliteOptions::Durability::kPower && done.last > 0) {
        EXPECT_GE(std::ssize(journal().Records(match::MatchId{done.last}).value()),
                  done.inputs_of_last);
      }
      if (HasFailure()) FAIL() << "with a cut after " << operations << " operations";
    }
  }

  void ExpectResults(const Acknowledged& done) {
    EXPECT_GE(journal().LastMatchId().value().number, done.last);
    for (std::int64_t number = 1; number <= done.results; ++number) {
      const absl::StatusOr<MatchRow> row = journal().Match(match::MatchId{number});
      ASSERT_TRUE(row.ok()) << row.status();
      ASSERT_TRUE(row->result.has_value());
      EXPECT_EQ(journal().Records(match::MatchId{number}).value().size(), row->result->inputs);
    }
  }
};

TEST_F(PowerTest, WithDurabilityPowerNothingAcknowledgedIsLost) {  // D1, P2
  CutEverywhere(SqliteOptions::Durability::kPower);
}

TEST_F(PowerTest, WithDurabilityResultNoResultAndNoMatchIsLost) {  // P2
  CutEverywhere(SqliteOptions::Durability::kResult);
}

class DamageTest : public SqliteTest {
 protected:
  void SetUp() override {
    Open();
    GivenBots();
    GivenMatch(1);
    Close();
  }
  // Reading `what` must name table and column.
  template <class Read>
  void ExpectNamed(const std::string& sql, const std::string& table, const std::string& column,
                   Read read) {
    Sql(path(), sql);
    Open();
    const absl::Status status = read().status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << sql << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("table " + table)) << sql;
    EXPECT_THAT(std::string(status.message()), HasSubstr(column)) << sql;
    Close();
  }
};

TEST_F(DamageTest, ADamagedMatchIsNamed) {  // P8, D9
  const std::pair<const char*, const char*> kDamages[] = {
      {"state", "UPDATE match SET state = 'DONE'"},
      {"seats", "UPDATE match SET state = 'FINISHED', seats = 11"},
      {"ruleset", "UPDATE match SET seats = 4, ruleset = 'taki/1 stages=99'"},
      {"seed",
       "UPDATE match SET ruleset = 'taki/1 stages=1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=9', "
       "seed = x'00'"},
      {"rated", "UPDATE match SET seed = zeroblob(32), rated = 2"},
      {"position_hash", "UPDATE match SET rated = 0, position_hash = x'0102'"},
      {"ending", "UPDATE match SET position_hash = zeroblob(8), ending = NULL"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "match, row 1", column,
                [this] { return history().GetMatch(match::MatchId{1}); });
  }
}

TEST_F(DamageTest, ADamagedSeatIsNamed) {  // P8
  const std::pair<const char*, const char*> kDamages[] = {
      {"place", "UPDATE match_seat SET place = 200 WHERE seat = 1"},
      {"seat_end", "UPDATE match_seat SET place = 1, seat_end = 'GONE' WHERE seat = 1"},
      {"version", "UPDATE match_seat SET seat_end = 'COMPLETED', version = NULL WHERE seat = 1"},
      {"seat", "DELETE FROM match_seat WHERE seat = 1"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "match_seat, row 1", column,
                [this] { return history().GetMatch(match::MatchId{1}); });
  }
}

TEST_F(DamageTest, ADamagedInputIsNamed) {  // P8, D9
  const std::pair<const char*, const char*> kDamages[] = {
      {"kind", "UPDATE input SET kind = 6 WHERE id = (1 << 20) + 3"},
      {"seat", "UPDATE input SET kind = 1, seat = 77 WHERE id = (1 << 20) + 3"},
      {"actions", "UPDATE input SET seat = 0, actions = 'R7  R8' WHERE id = (1 << 20) + 3"},
      {"charged_ms", "UPDATE input SET actions = 'R7', charged_ms = -1 WHERE id = (1 << 20) + 3"},
      {"1048579", "DELETE FROM input WHERE id = (1 << 20) + 3"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "input, row 1048579", column,
                [this] { return journal().Records(match::MatchId{1}); });
  }
}

TEST_F(DamageTest, ADamagedActionIsNamed) {  // P8
  const std::pair<const char*, const char*> kDamages[] = {
      {"token", "UPDATE action SET token = 'R2' WHERE id = (1 << 20) + 3"},
      {"kind", "UPDATE action SET token = 'R7', kind = 3 WHERE id = (1 << 20) + 3"},
      {"token", "UPDATE action SET kind = 2 WHERE id = (1 << 20) + 3"},
      {"in_window", "UPDATE action SET kind = 0, in_window = 4 WHERE id = (1 << 20) + 3"},
      {"drawn", "UPDATE action SET in_window = 0, drawn = '0 R5;x' WHERE id = (1 << 20) + 3"},
      {"1048579", "DELETE FROM action WHERE id = (1 << 20) + 3"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "action, row 1048579", column,
                [this] { return history().Lines(match::MatchId{1}, 0, 1000); });
  }
}

TEST_F(DamageTest, ADamagedBotIsNamed) {  // P8
  ExpectNamed("UPDATE bot SET token_hash = x'01' WHERE id = 2", "bot, row 2", "token_hash",
              [this] { return journal().Bots(); });
}

}  // namespace
}  // namespace taki::store::sqlite::test
