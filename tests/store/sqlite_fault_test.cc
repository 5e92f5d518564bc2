// A disk that fails, fills up, loses its power; rows that were tampered with (P2, P3, P4, P6, P8,
// P18).
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "store/sqlite/tools.h"
#include "tests/store/faulty_disk.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

// Commits a match of two in a league, whose log grows, every batch again until it is
// committed, and compares in the end.
class NthFaultTest : public DiskTest {
 protected:
  bool PlayWithFaultAfter(std::int64_t operations, int code, bool for_ever) {
    GivenNewFile();
    happened_ = false;
    disk_.FailAfter(operations, code, for_ever);
    Batch batch;
    batch.leagues = {SampleLeague(1)};
    batch.matches = {SampleRow(1, 2, 1, {1})};
    batch.matches[0].league = LeagueMatch{{1}, {{1}, 1, 1}};
    CommitInTheEnd(batch);
    SampleMatch match(batch.matches[0], 3);
    std::vector<match::Record> records;
    std::vector<league::LogEntry> log;
    for (int turn = 0; turn < 5 && !match.over(); ++turn) {
      batch.Clear();
      match.Play(batch);
      if (turn % 2 == 1) {
        const auto seq = static_cast<std::int32_t>(log.size()) + 1;
        log.push_back({.seq = seq, .kind = league::LogEntry::Kind::kPaused, .at_ms = turn});
        batch.league_changes.push_back({{1}, {log.back()}, league::LeagueState::kPaused});
      }
      CommitInTheEnd(batch);
      journal().Maintain(true);
      records.insert(records.end(), match.effects().records.begin(), match.effects().records.end());
    }
    happened_ = happened_ || disk_.happened();
    OpenAfterwards();
    EXPECT_EQ(journal().Records(match::MatchId{1}).value(), records);
    EXPECT_EQ(journal().LeagueLog(league::LeagueId{1}).value(), log);
    EXPECT_EQ(history().CheckSeal(match::MatchId{1}).value(), "");
    Close();
    EXPECT_EQ(One(path(), "PRAGMA integrity_check"), "ok");
    EXPECT_THAT(CheckTallies(path()).value(), IsEmpty());
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

// Brings a file of schema 1 up to date.
class MigrationDiskTest : public DiskTest {
 protected:
  void GivenOldFile() {
    Close();
    for (const char* suffix : {"", "-wal", "-shm", ".v1.backup"}) {
      unlink((path() + suffix).c_str());
    }
    disk_.Repair();
    std::filesystem::copy_file(TAKI_SOURCE_DIR "/tests/data/store/schema_v1.sqlite", path());
  }
  // With a sound disk it is there whole, in the new schema.
  void ExpectMigrated() {
    OpenAfterwards();
    EXPECT_EQ(journal().LastMatchId().value().number, 6);
    EXPECT_EQ(history().RatedResults(0, 10).value().size(), 2u);
    Close();
    EXPECT_EQ(One(path(), "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(One(path() + ".v1.backup", "SELECT count(*) FROM match"), "6");
  }
};

TEST_F(MigrationDiskTest, AFaultAnywhereLeavesTheOldFileOrTheNew) {  // P3, P11
  for (const auto& [code, step] : {std::pair(SQLITE_IOERR, 1), std::pair(SQLITE_FULL, 4)}) {
    std::int64_t operations = 0;
    for (bool happened = true; happened; operations += step) {
      GivenOldFile();
      disk_.FailAfter(operations, code, true);
      const absl::Status status = TryOpen().status();
      happened = disk_.happened();
      EXPECT_TRUE(status.ok() || absl::IsUnavailable(status)) << status;
      ExpectMigrated();
      if (HasFailure()) FAIL() << "with a fault after " << operations << " operations";
    }
    EXPECT_GT(operations, 20);
  }
}

TEST_F(MigrationDiskTest, APowerCutAnywhereLeavesTheOldFileOrTheNew) {  // P2, P11
  taki::test::SplitMix random(12);
  std::int64_t operations = 0;
  for (bool happened = true; happened; operations += 1 + static_cast<int>(random.Below(5))) {
    GivenOldFile();
    disk_.CutPowerAfter(operations);
    (void)TryOpen();
    happened = disk_.happened();
    disk_.LeaveWhatPowerCutsLeave(random);
    unlink((path() + "-shm").c_str());
    ExpectMigrated();
    if (HasFailure()) FAIL() << "with a cut after " << operations << " operations";
  }
}

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
  // League 1, to which match 1 now belongs.
  void GivenLeagueOfMatch1() {
    Open();
    Batch batch;
    batch.leagues = {SampleLeague(1)};
    Commit(batch);
    Close();
    Sql(path(), "UPDATE match SET league = 1, fixture = 1, game = 1, attempt = 1");
    Open();
    batch.Clear();
    batch.league_changes.push_back(
        {{1},
         {{.seq = 1, .kind = league::LogEntry::Kind::kFiled, .match = {1}, .bots = {{1}, {2}}},
          {.seq = 2, .kind = league::LogEntry::Kind::kFinished, .match = {1}}},
         league::LeagueState::kRunning});
    Commit(batch);
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
      {"public_delay_ms", "UPDATE match SET ending = 'COMPLETED', public_delay_ms = -1"},
      {"result_no", "UPDATE match SET public_delay_ms = 0, result_no = NULL"},
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

TEST_F(DamageTest, ADamagedTimeIsNamed) {  // P8
  const std::pair<const char*, const char*> kDamages[] = {
      {"read_after_ms", "UPDATE input SET sent_after_ms = 0, lag_ms = 0 WHERE id = (1 << 20) + 3"},
      {"sent_after_ms",
       "UPDATE input SET read_after_ms = 0, sent_after_ms = 1 << 32 WHERE id = (1 << 20) + 3"},
      {"lag_ms", "UPDATE input SET sent_after_ms = 0, lag_ms = -1 WHERE id = (1 << 20) + 3"},
      {"round_trip_us", "UPDATE input SET lag_ms = 0, round_trip_us = -1 WHERE id = (1 << 20) + 3"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "input, row 1048579", column,
                [this] { return history().Timings(match::MatchId{1}); });
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

TEST_F(DamageTest, ADamagedLeagueIsNamed) {  // P8
  GivenLeagueOfMatch1();
  const std::pair<const char*, const char*> kDamages[] = {
      {"state", "UPDATE league SET state = 'DONE'"},
      {"name", "UPDATE league SET state = 'OPEN', name = 'another'"},
      {"event_seed", "UPDATE league SET name = 'league-01', event_seed = x'00'"},
      {"config", "UPDATE league SET event_seed = zeroblob(32), config = 'seats=2.5'"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "league, row 1", column, [this] { return journal().Leagues(); });
  }
}

TEST_F(DamageTest, ADamagedLogEntryIsNamed) {  // P8
  GivenLeagueOfMatch1();
  const std::pair<const char*, const char*> kDamages[] = {
      {"match", "UPDATE league_log SET match = 2 WHERE kind = 'FINISHED'"},
      {"kind", "UPDATE league_log SET match = 1, kind = 'OVER' WHERE kind = 'FINISHED'"},
      {"bots", "UPDATE league_log SET kind = 'FILED', bots = '1 2 x'"},
      {"bots", "UPDATE league_log SET bots = '1  2'"},
      {"game", "UPDATE league_log SET bots = '1 2', game = 0"},
      {"4294967297",
       "UPDATE league_log SET game = 1; DELETE FROM league_log WHERE id = (1 << 32) + 1"},
  };
  for (const auto& [column, sql] : kDamages) {
    ExpectNamed(sql, "league_log, row 429496729", column,
                [this] { return journal().LeagueLog(league::LeagueId{1}); });
  }
}

TEST_F(DamageTest, ALogThatSaysThatALiveMatchIsOverIsNamed) {  // P8
  GivenLeagueOfMatch1();
  ExpectNamed("UPDATE match SET state = 'RUNNING'", "match, row 1", "state",
              [this] { return journal().LeagueLog(league::LeagueId{1}); });
}

TEST_F(DamageTest, ADamagedRatedResultIsNamed) {  // P8
  GivenLeagueOfMatch1();
  const auto feed = [this] { return history().RatedResults(0, 10); };
  ExpectNamed("INSERT INTO rating_log VALUES(1, 1, 2)", "rating_log, row 1", "counts", feed);
  ExpectNamed("UPDATE rating_log SET counts = 1; UPDATE match_seat SET place = 0 WHERE seat = 2",
              "match_seat, row 1", "place", feed);
}

TEST_F(DamageTest, ADamagedBotIsNamed) {  // P8
  ExpectNamed("UPDATE bot SET token_hash = x'01' WHERE id = 2", "bot, row 2", "token_hash",
              [this] { return journal().Bots(); });
}

}  // namespace
}  // namespace taki::store::sqlite::test
