// The snapshot for analysts, and reading a file from outside (S7, P9).
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "referee/rules/sha256.h"
#include "store/sqlite/tools.h"
#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ToolsTest : public SqliteTest {
 protected:
  void SetUp() override {
    Open();
    GivenBots();
    GivenMatch(1);
    GivenLiveMatch(2, 60);
    GivenMatch(3);
    GivenLiveMatch(4, 0);
  }
  const std::string copy_ = dir_.File("copy.db");
};

TEST_F(ToolsTest, ASnapshotHoldsTheFinishedMatchesOnly) {
  ASSERT_TRUE(Snapshot(path(), copy_).ok());  // while the daemon has the file open
  EXPECT_THAT(Sql(copy_, "SELECT match_id FROM v1_matches ORDER BY match"),
              ElementsAre("m-000001", "m-000003"));
  EXPECT_THAT(Sql(copy_, "SELECT DISTINCT match FROM v1_seats"), ElementsAre("1", "3"));
  EXPECT_THAT(Sql(copy_, "SELECT DISTINCT id >> 20 FROM input"), ElementsAre("1", "3"));
  EXPECT_THAT(Sql(copy_, "SELECT DISTINCT id >> 20 FROM action"), ElementsAre("1", "3"));
  EXPECT_EQ(One(copy_, "SELECT count(*) FROM v1_bots"), "4");
  EXPECT_EQ(One(copy_, "PRAGMA integrity_check"), "ok");
}

TEST_F(ToolsTest, ASnapshotHoldsNoSecret) {  // S1, S7: not even in a free page
  ASSERT_TRUE(Snapshot(path(), copy_).ok());
  std::ostringstream bytes;
  bytes << std::ifstream(copy_, std::ios::binary).rdbuf();
  const auto holds = [&bytes](const rules::Bytes32& secret) {
    const std::string text(secret.begin(), secret.end());
    return bytes.str().find(text) != std::string::npos;
  };
  EXPECT_TRUE(holds(SampleRow(1, 4).config.seed)) << "that of a finished match is public";
  EXPECT_FALSE(holds(SampleRow(2, 2).config.seed));
  EXPECT_FALSE(holds(SampleRow(4, 2).config.seed));
  EXPECT_FALSE(holds(SampleBot(1).token_hash));
}

// League 1 has not started; league 2 has: match 5 is over, 6 was put aside, 7 goes on.
class LeagueSnapshotTest : public SqliteTest {
 protected:
  void SetUp() override {
    Open();
    GivenBots();
    const match::Result result = store::test::SampleResult(2);
    Batch batch;
    batch.now_ms = kNow;
    batch.leagues = {SampleLeague(1), SampleLeague(2)};
    LeagueChange& log = batch.league_changes.emplace_back();
    log.league.number = 2;
    log.state = league::LeagueState::kRunning;
    log.entries.push_back({.seq = 1, .kind = league::LogEntry::Kind::kStarted});
    for (const std::int64_t number : {5, 6, 7}) {
      batch.matches.push_back(SampleRow(number, 2));
      batch.matches.back().config.rated = true;
      batch.matches.back().league = LeagueMatch{{2}, {{1}, 1, 1}};
      batch.changes.emplace_back().match.number = number;
      log.entries.push_back({.seq = static_cast<std::int32_t>(number) - 3,
                             .kind = league::LogEntry::Kind::kFiled,
                             .match = {number},
                             .slot = {{1}, 1, 1},
                             .bots = {{1}, {2}}});
    }
    batch.changes[0].result = &result;
    batch.changes[1].state = MatchState::kQuarantined;
    batch.changes[2].state = MatchState::kRunning;
    for (const std::int64_t number : {5, 6}) {
      log.entries.push_back({.seq = static_cast<std::int32_t>(number),
                             .kind = league::LogEntry::Kind::kFinished,
                             .match = {number}});
    }
    Commit(batch);
    ASSERT_TRUE(Snapshot(path(), copy_).ok());
  }
  const std::string copy_ = dir_.File("copy.db");
};

TEST_F(LeagueSnapshotTest, HoldsNoEventSeedOfALeagueThatHasNotStarted) {  // S7: nor in a free page
  std::ostringstream bytes;
  bytes << std::ifstream(copy_, std::ios::binary).rdbuf();
  const auto holds = [&bytes](const rules::Bytes32& secret) {
    return bytes.str().find(std::string(secret.begin(), secret.end())) != std::string::npos;
  };
  EXPECT_FALSE(holds(SampleLeague(1).event_seed));
  EXPECT_TRUE(holds(SampleLeague(2).event_seed)) << "it is public from the start on";
  EXPECT_FALSE(holds(SampleRow(7, 2).config.seed));
  EXPECT_THAT(Sql(copy_, "SELECT event_seed IS NULL FROM v1_leagues ORDER BY league"),
              ElementsAre("1", "0"));
  EXPECT_EQ(OpenReadOnly(copy_).value()->GetLeague(league::LeagueId{1}).value().event_seed,
            rules::Bytes32{});
}

TEST_F(LeagueSnapshotTest, TheLogIsReadLikeTheFilesOwn) {
  const auto copy = OpenReadOnly(copy_).value();
  const std::vector<league::LogEntry> log = history().LeagueLog(league::LeagueId{2}, 0, 99).value();
  EXPECT_EQ(log.size(), 6u);
  EXPECT_EQ(log.back().outcome.void_reason, "QUARANTINED");
  EXPECT_EQ(copy->LeagueLog(league::LeagueId{2}, 0, 99).value(), log);
  EXPECT_EQ(copy->RatedResults(0, 9).value().size(), 1u);
}

TEST_F(LeagueSnapshotTest, UnfinishedMatchesOfALeagueAreLeftOut) {
  EXPECT_THAT(Sql(copy_, "SELECT match FROM v1_league_matches"), ElementsAre("5"));
  EXPECT_THAT(Sql(copy_, "SELECT match FROM v1_league_log WHERE kind = 'FILED' ORDER BY seq"),
              ElementsAre("5", "6", "7"));
  EXPECT_THAT(Sql(copy_, "PRAGMA foreign_key_check"), ::testing::IsEmpty());
}

TEST_F(ToolsTest, ASnapshotIsOnePlainFileForAnybody) {
  ASSERT_TRUE(Snapshot(path(), copy_).ok());
  struct stat info {};
  ASSERT_EQ(stat(copy_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0644u);
  EXPECT_EQ(One(copy_, "PRAGMA journal_mode"), "delete");
  for (const char* suffix : {".unfinished", "-wal", "-shm", "-journal", ".unfinished-journal"}) {
    EXPECT_NE(access((copy_ + suffix).c_str(), F_OK), 0) << suffix;
  }
}

TEST_F(ToolsTest, AnExistingTargetStaysAsItIs) {
  std::ofstream(copy_) << "precious";
  EXPECT_TRUE(absl::IsAlreadyExists(Snapshot(path(), copy_)));
  EXPECT_EQ(One(path(), "SELECT count(*) FROM match"), "4");
  std::ostringstream bytes;
  bytes << std::ifstream(copy_).rdbuf();
  EXPECT_EQ(bytes.str(), "precious");
}

TEST_F(ToolsTest, AFailedSnapshotLeavesNothing) {
  EXPECT_FALSE(Snapshot(dir_.File("nothing.db"), copy_).ok());
  EXPECT_NE(access(dir_.File("nothing.db").c_str(), F_OK), 0);
  EXPECT_FALSE(Snapshot(path(), dir_.File("nowhere/copy.db")).ok());
  std::ofstream(dir_.File("text.db")) << std::string(4096, 'x');
  EXPECT_TRUE(absl::IsDataLoss(Snapshot(dir_.File("text.db"), copy_)));
  EXPECT_NE(access(copy_.c_str(), F_OK), 0);
}

TEST_F(ToolsTest, TheMatchesThatAreOverAreListedInPortions) {
  ASSERT_GT(PlayMatches(journal(), 5, 20, 5, 2, {1}, 4), 0);
  Batch batch;
  batch.matches = {SampleRow(25, 2)};
  Commit(batch);
  match::Result stopped{.ending = match::MatchEnding::kVoid, .void_reason = "STOPPED"};
  stopped.seats.resize(2);
  batch.Clear();
  MatchChange& end = batch.changes.emplace_back();
  end.match.number = 25;
  end.result = &stopped;
  Commit(batch);
  auto over = OverMatches::Open(path());  // while the daemon has the file open
  ASSERT_TRUE(over.ok()) << over.status();
  EXPECT_EQ(over->Count().value(), 23);
  std::vector<std::int64_t> listed;
  for (std::size_t most = 1;; ++most) {
    const auto portion = over->Next(static_cast<int>(most));
    ASSERT_TRUE(portion.ok()) << portion.status();
    if (portion->empty()) break;
    EXPECT_LE(portion->size(), most);
    for (const match::MatchId id : *portion) listed.push_back(id.number);
  }
  std::vector<std::int64_t> expected = {1, 3};
  for (std::int64_t number = 5; number <= 25; ++number) expected.push_back(number);
  EXPECT_EQ(listed, expected);
}

TEST_F(ToolsTest, AMatchWhoseStateMakesNoSenseIsListedToo) {  // P8
  Close();
  Sql(path(), "UPDATE match SET state = 'FINISHEE' WHERE id = 3");
  auto over = OverMatches::Open(path());
  ASSERT_TRUE(over.ok()) << over.status();
  EXPECT_EQ(over->Count().value(), 2);
  EXPECT_EQ(over->Next(10).value().size(), 2u);
}

TEST_F(ToolsTest, ASnapshotIsReadLikeTheFileItself) {
  ASSERT_TRUE(Snapshot(path(), copy_).ok());
  const auto history = OpenReadOnly(copy_);
  ASSERT_TRUE(history.ok()) << history.status();
  EXPECT_EQ((*history)->Lines(match::MatchId{1}, 0, 1000).value(),
            this->history().Lines(match::MatchId{1}, 0, 1000).value());
  EXPECT_EQ((*history)->GetMatch(match::MatchId{3}).value().result,
            this->history().GetMatch(match::MatchId{3}).value().result);
  EXPECT_EQ((*history)->ListBots("", 10).value().size(), 4u);
}

TEST_F(ToolsTest, AFileOfAnotherProgramIsNotRead) {
  Sql(dir_.File("songs.db"), "CREATE TABLE songs(title)");
  const absl::Status status = OpenReadOnly(dir_.File("songs.db")).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(OpenReadOnly(dir_.File("no.db")).status().message()),
              HasSubstr("there is no file"));
}

}  // namespace
}  // namespace taki::store::sqlite::test
