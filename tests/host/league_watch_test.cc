// Watching a league: the league as it is, then every entry of its log once and in order (D5).
#include "tests/host/league_fixture.h"

namespace taki::test {
namespace {

class LeagueWatchTest : public LeagueTest {
 protected:
  // The numbers of the entries that were told, each once and in order.
  std::vector<int> Told(const Stream& stream) {
    std::vector<int> told;
    for (const auto& news : All<host::LeagueNews>(stream)) told.push_back(news.entry.seq);
    return told;
  }
  std::vector<int> From(int first, int last) {
    std::vector<int> all;
    for (int seq = first; seq <= last; ++seq) all.push_back(seq);
    return all;
  }
};

TEST_F(LeagueWatchTest, BeginsWithTheLeagueAndEndsWithItsLastEntry) {
  const auto id = Start(Config(), {"alice", "bob", "carol"});
  Stream& watcher = WatchLeague("cup");
  Run();
  const auto intro = All<host::LeagueIntro>(watcher);
  ASSERT_EQ(intro.size(), 1u);
  EXPECT_EQ(intro[0].entrants, (std::vector<std::string>{"alice", "bob", "carol"}));
  RunUntilOver(id);
  Run();
  const int last = LeagueRow(id).last_seq;
  EXPECT_EQ(Told(watcher), From(intro[0].row.last_seq + 1, last));
  EXPECT_EQ(watcher.closed, host::CloseReason::kDone);
  const auto progress = All<host::LeagueProgress>(watcher);
  ASSERT_FALSE(progress.empty());
  EXPECT_EQ(progress.back().progress.matches_done, 3);
  EXPECT_EQ(progress.back().last_seq, last);
}

TEST_F(LeagueWatchTest, GoesOnFromAnyEntryAlsoOfALeagueThatIsOver) {
  const auto id = Start(Config(), {"alice", "bob", "carol"});
  RunUntilOver(id);
  Restart();
  const int last = LeagueRow(id).last_seq;
  for (int from = 1; from <= last; ++from) {
    Stream& watcher = WatchLeague(league::ToString(id), from);
    Run();
    EXPECT_EQ(Told(watcher), From(from, last));
    EXPECT_EQ(watcher.closed, host::CloseReason::kDone);
  }
}

TEST_F(LeagueWatchTest, NamesTheBotsOfFiledMatchesAndResults) {
  const auto id = Start(Config(), {"alice", "bob"});
  Stream& watcher = WatchLeague("cup", 1);
  RunUntilOver(id);
  Run();
  for (const auto& news : All<host::LeagueNews>(watcher)) {
    if (news.entry.kind == Kind::kEntered) {
      EXPECT_EQ(news.bot, news.entry.bot.number == 1 ? "alice" : "bob");
    }
    if (news.entry.kind == Kind::kFiled || news.entry.kind == Kind::kFinished) {
      EXPECT_EQ(std::set<std::string>(news.seats.begin(), news.seats.end()),
                (std::set<std::string>{"alice", "bob"}));
    }
  }
}

TEST_F(LeagueWatchTest, NothingIsToldBeforeItIsCommitted) {  // I1
  const auto id = Create(Config(), {"alice", "bob"});
  Stream& watcher = WatchLeague("cup");
  Run();
  journal_.on_commit = [&](const store::Batch& batch) {
    if (batch.league_changes.empty()) return FaultJournal::Fate::kDone;
    throw FaultJournal::Crash{};
    return FaultJournal::Fate::kDone;
  };
  EXPECT_THROW((void)Command(id, Kind::kWithdrawn, "bob"), FaultJournal::Crash);
  EXPECT_TRUE(Told(watcher).empty());
}

TEST_F(LeagueWatchTest, SlowReaderIsDropped) {  // N2
  const auto id = Create(Config(), {"alice", "bob"});
  SlowWatchers();
  Stream& watcher = WatchLeague("cup");
  Run();
  ASSERT_TRUE(Command(id, Kind::kWithdrawn, "bob").ok());
  Run(options_.watcher_stall_ms + options_.watch_heartbeat_ms);
  EXPECT_EQ(watcher.closed, host::CloseReason::kSlowReader);
}

TEST_F(LeagueWatchTest, SilenceIsBrokenByProgress) {
  Create(Config(), {"alice", "bob"});
  Stream& watcher = WatchLeague("cup");
  Run(options_.watch_heartbeat_ms * 3);
  EXPECT_GE(All<host::LeagueProgress>(watcher).size(), 3u);
  EXPECT_FALSE(watcher.closed);
}

TEST_F(LeagueWatchTest, UnknownLeagueAndBadNumberAreRefused) {
  TheHost();
  Stream& unknown = WatchLeague("l-000009");
  Stream& nameless = WatchLeague("no such league");
  Create(Config(), {});
  Stream& negative = WatchLeague("cup", -1);
  Run();
  EXPECT_EQ(unknown.closed, host::CloseReason::kLeagueNotFound);
  EXPECT_EQ(nameless.closed, host::CloseReason::kLeagueNotFound);
  EXPECT_EQ(negative.closed, host::CloseReason::kFieldInvalid);
}

}  // namespace
}  // namespace taki::test
