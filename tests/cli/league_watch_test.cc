// taki league watch.
#include "referee/cli/league_news.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

class LeagueWatchTest : public CliTest {
 protected:
  LeagueWatchTest() { referee.Add(Autumn()); }
};

TEST_F(LeagueWatchTest, PrintsALineForEachResultAndTheTableAtTheEnd) {
  const Said said = Run({"league", "watch", "autumn", "--from-seq", "1"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_watch.txt", said.out);
}

TEST_F(LeagueWatchTest, GoesOnAfterABreakWithoutARepetition) {
  referee.break_league_after_seq = 6;
  const Said said = Run({"league", "watch", "autumn", "--from-seq", "1"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(referee.break_league_after_seq, 0);
  EXPECT_EQ(said.out.find("m-000002"), said.out.rfind("m-000002"));
  EXPECT_EQ(said.out.find("l-000001"), 0u);
  EXPECT_NE(said.out.find("m-000003"), std::string::npos);
}

TEST_F(LeagueWatchTest, FromANumberLeavesOutWhatWasBefore) {
  const Said said = Run({"league", "watch", "autumn", "--from-seq", "9"});
  EXPECT_EQ(said.out.find("started"), std::string::npos);
  EXPECT_EQ(said.out.find("m-000003"), std::string::npos);
  EXPECT_NE(said.out.find("m-000004"), std::string::npos) << said.out;
}

TEST_F(LeagueWatchTest, AsJsonIsOneMessageALineAndTheTableAsTheLast) {
  const Said said = Run({"league", "watch", "autumn", "--from-seq", "11", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("league_watch.jsonl", said.out);
}

TEST_F(LeagueWatchTest, AnAbortedLeagueIsANo) {
  CannedLeague& canned = referee.league("l-000001");
  canned.stream.clear();
  canned.AddNews(v1::LEAGUE_NEWS_KIND_ABORTED);
  canned.AddProgress(v1::LEAGUE_STATE_ABORTED, 2, 1);
  canned.AddProgress(v1::LEAGUE_STATE_ABORTED, 2, 0);
  canned.league.set_state(v1::LEAGUE_STATE_ABORTED);
  const Said said = Run({"league", "watch", "autumn"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("  aborted\n"), std::string::npos) << said.out;
}

TEST_F(LeagueWatchTest, OnATerminalTheTableChangesInPlace) {
  terminal = true;
  const Said said = Run({"league", "watch", "autumn", "--from-seq", "1"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  // A head, a bar, the pace, three lines of news, an empty one, the table's title and four rows.
  const std::size_t back = said.out.find("\033[12A");
  ASSERT_NE(back, std::string::npos) << said.out;
  EXPECT_NE(said.out.find("[#########################.....] 5 of 6 matches", back),
            std::string::npos)
      << said.out;
  // In the end all of that is gone, and the final table stays.
  const std::size_t last = said.out.rfind("\033[12A\r\033[J");
  ASSERT_NE(last, std::string::npos);
  EXPECT_NE(said.out.find("FINISHED", last), std::string::npos);
  EXPECT_NE(said.out.find("Place", last), std::string::npos);
}

TEST_F(LeagueWatchTest, OnATerminalLinesCanBeHad) {
  terminal = true;
  const Said said = Run({"league", "watch", "autumn", "--lines"});
  EXPECT_EQ(said.out.find("\033[J"), std::string::npos);
  environment["TERM"] = "dumb";
  EXPECT_EQ(Run({"league", "watch", "autumn"}).out.find('\033'), std::string::npos);
}

TEST_F(LeagueWatchTest, ALargeTableIsCutToTheTerminal) {
  CannedLeague& canned = referee.league("l-000001");
  const v1::Standing row = canned.standings[3];
  for (int i = 0; i < 40; ++i) canned.standings.push_back(row);
  terminal = true;
  const Said said = Run({"league", "watch", "autumn"});
  EXPECT_NE(said.out.find("... and 30 more"), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("\033[24A"), std::string::npos);  // it would scroll
}

TEST_F(LeagueWatchTest, NewsAreEscaped) {  // N24
  CannedLeague& canned = referee.league("l-000001");
  canned.stream.clear();
  v1::LeagueNews& news = canned.AddNews(v1::LEAGUE_NEWS_KIND_DISQUALIFIED);
  news.set_bot("al\x1b[2Jice");
  news.set_reason("\u202ereason\r");
  canned.AddProgress(v1::LEAGUE_STATE_FINISHED, 1, 0);
  const Said said = Run({"league", "watch", "autumn"});  // Run looks for control characters
  EXPECT_NE(said.out.find("disqualified al\\u{1b}[2Jice: \\u{202e}reason\\u{d}"), std::string::npos)
      << said.out;
}

v1::LeagueNews OverAt(std::int64_t ms) {
  v1::LeagueNews news;
  news.set_kind(v1::LEAGUE_NEWS_KIND_MATCH_OVER);
  news.set_at_ms(ms);
  return news;
}

v1::LeagueProgress Progress(int done, int total) {
  v1::LeagueProgress progress;
  progress.set_matches_done(done);
  progress.set_matches_total(total);
  return progress;
}

TEST(PaceTest, IsKnownFromTheSecondResultOn) {
  cli::Pace pace;
  EXPECT_EQ(pace.Text(Progress(0, 10)), "");
  pace.On(OverAt(1'000));
  EXPECT_EQ(pace.Text(Progress(1, 10)), "");
  pace.On(OverAt(1'000));  // at the same instant: no rate
  EXPECT_EQ(pace.Text(Progress(2, 10)), "");
  pace.On(OverAt(2'000));
  EXPECT_EQ(pace.Text(Progress(3, 10)), "2.0 matches/s, about 4 s left");
}

TEST(PaceTest, CountsTheLastMinuteOnly) {
  cli::Pace pace;
  pace.On(OverAt(0));
  for (const int second : {200, 210, 220}) pace.On(OverAt(second * 1'000));
  EXPECT_EQ(pace.Text(Progress(4, 64)), "6 matches/min, about 10 min left");
}

TEST(PaceTest, LeavesTheTimeOutWhereThereIsNoEnd) {
  cli::Pace pace;
  pace.On(OverAt(0));
  pace.On(OverAt(30'000));
  EXPECT_EQ(pace.Text(Progress(2, 0)), "2 matches/min");
}

TEST(PaceTest, TimesThatRunBackwardsGiveNoRate) {  // T1: a clock was set back
  cli::Pace pace;
  pace.On(OverAt(50'000));
  pace.On(OverAt(20'000));
  EXPECT_EQ(pace.Text(Progress(2, 9)), "");
}

}  // namespace
}  // namespace taki::test
