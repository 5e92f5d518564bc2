// taki leaderboard, compare, bot ratings, bot show.
#include <nlohmann/json.hpp>

#include "tests/cli/canned_ratings.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

class RatingsTest : public CliTest {
 protected:
  RatingsTest() {
    referee.leaderboard = CannedLeaderboard();
    referee.head_to_head = CannedHeadToHead();
    referee.rating_history = CannedRatingHistory();
    referee.profile = CannedProfile();
    referee.Add(Autumn());
  }
};

TEST_F(RatingsTest, LeaderboardHasRanksAsIntervalsAndFaultsWithTheirDenominators) {
  const Said said = Run({"leaderboard"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("leaderboard.txt", said.out);
}

TEST_F(RatingsTest, LeaderboardAsJsonHasEveryFaultWithItsDenominator) {
  const Said said = Run({"leaderboard", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  const auto rows = nlohmann::json::parse(said.out)["rows"];
  EXPECT_EQ(rows[0]["rating"], 112.4);
  EXPECT_EQ(rows[0]["faults"].size(), 6u);
  EXPECT_EQ(rows[2]["faults"][3]["of"], 17);
}

TEST_F(RatingsTest, LeaderboardSendsEveryFilter) {
  EXPECT_EQ(Run({"leaderboard", "--league", "autumn", "--min-matches", "10", "--all-versions",
                 "--limit", "3"})
                .code,
            ExitCode::kOk);
  const v1::GetLeaderboardRequest& sent = referee.leaderboard_asked;
  EXPECT_EQ(sent.league_id(), "l-000001");
  EXPECT_EQ(sent.min_matches(), 10);
  EXPECT_TRUE(sent.all_versions());
  EXPECT_EQ(sent.max_rows(), 3);
}

TEST_F(RatingsTest, LeaderboardMarksOldVersionsAndSaysIfThereAreMore) {
  referee.leaderboard.mutable_rows(0)->set_current(false);
  referee.leaderboard.set_rows_total(9);
  const Said said = Run({"leaderboard", "--limit", "3"});
  EXPECT_NE(said.out.find("7 (old)"), std::string::npos) << said.out;
  EXPECT_EQ(said.err, "There are more than these 3; see --limit.\n");
}

TEST_F(RatingsTest, LeaderboardWithoutMatchesSaysSo) {
  referee.leaderboard.Clear();
  EXPECT_EQ(Run({"leaderboard"}).out,
            "There is nothing to rank yet.\nNo rated match counts yet.\n");
}

TEST_F(RatingsTest, LeaderboardIsEscaped) {  // N24
  referee.leaderboard.mutable_rows(0)->set_bot("b\x1b[2Job");
  referee.leaderboard.mutable_rows(0)->set_bot_version("7\u202e");
  referee.leaderboard.set_last_match_id("m\r");
  const Said said = Run({"leaderboard"});  // Run looks for control characters
  EXPECT_NE(said.out.find("b\\u{1b}[2Job"), std::string::npos) << said.out;
}

TEST_F(RatingsTest, CompareAnswersYesOnlyIfElo1IsAccepted) {
  const Said said = Run({"compare", "alice", "bob"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("compare.txt", said.out);
  v1::Sprt& sprt = *referee.head_to_head.mutable_sprt();
  sprt.set_verdict(v1::SPRT_VERDICT_CONTINUE);
  EXPECT_EQ(Run({"compare", "alice", "bob"}).code, ExitCode::kNo);
  EXPECT_NE(Run({"compare", "alice", "bob"}).out.find("Not enough is known: play on."),
            std::string::npos);
  sprt.set_verdict(v1::SPRT_VERDICT_ACCEPT_ELO0);
  EXPECT_EQ(Run({"compare", "alice", "bob", "--json"}).code, ExitCode::kNo);
  EXPECT_NE(Run({"compare", "alice", "bob"}).out.find("alice is not 50 Elo better."),
            std::string::npos);
}

TEST_F(RatingsTest, CompareWithoutAMatchHasNoFigures) {
  referee.head_to_head.Clear();
  referee.head_to_head.mutable_sprt()->set_verdict(v1::SPRT_VERDICT_CONTINUE);
  const Said said = Run({"compare", "alice", "bob"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  ExpectGolden("compare_nothing.txt", said.out);
}

TEST_F(RatingsTest, CompareSendsOnlyWhatWasSaid) {
  Run({"compare", "alice", "bob"});
  EXPECT_EQ(referee.head_to_head_asked.DebugString(), "bot: \"alice\"\nopponent: \"bob\"\n");
  Run({"compare", "alice", "bob", "--bot-version", "1", "--opponent-version", "7", "--elo0", "-5",
       "--elo1", "0", "--alpha", "0.01", "--beta", "0.1"});
  EXPECT_EQ(referee.head_to_head_asked.DebugString(), R"(bot: "alice"
bot_version: "1"
opponent: "bob"
opponent_version: "7"
elo0: -5
elo1: 0
alpha: 0.01
beta: 0.1
)");
}

TEST_F(RatingsTest, ABotIsNotComparedWithItself) {
  const Said said = Run({"compare", "alice", "alice"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_NE(said.err.find("opponent: must be another bot"), std::string::npos);
}

TEST_F(RatingsTest, RatingsAreTheOldestFirst) {
  const Said said = Run({"bot", "ratings", "alice", "--bot-version", "1.2", "--limit", "7"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("bot_ratings.txt", said.out);
  EXPECT_EQ(referee.rating_history_asked.bot_version(), "1.2");
  EXPECT_EQ(referee.rating_history_asked.max_points(), 7);
}

TEST_F(RatingsTest, RatingsAsJson) {
  const auto json = nlohmann::json::parse(Run({"bot", "ratings", "alice", "--json"}).out);
  EXPECT_EQ(json["points"][2]["rating"], 61.3);
}

TEST_F(RatingsTest, RatingsOfABotWithoutOneSaySo) {
  referee.rating_history.Clear();
  EXPECT_EQ(Run({"bot", "ratings", "alice"}).out, "No rated match of alice counts yet.\n");
  EXPECT_EQ(Run({"bot", "ratings", "zoe"}).err, "taki: no bot is called zoe [BOT_NOT_FOUND]\n");
}

TEST_F(RatingsTest, AProfileTellsResultsTimesAndFaults) {
  const Said said = Run({"bot", "show", "alice"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.err, "");
  ExpectGolden("bot_show.txt", said.out);
}

TEST_F(RatingsTest, AProfileOfABotThatNeverPlayedHasNoFigures) {
  const v1::Bot bot = referee.profile.bot();
  referee.profile.Clear();
  *referee.profile.mutable_bot() = bot;
  referee.profile.mutable_bot()->clear_versions();
  ExpectGolden("bot_show_new.txt", Run({"bot", "show", "alice"}).out);
}

TEST_F(RatingsTest, AProfileAsJsonIsWhatTheRefereeSaid) {
  const auto json = nlohmann::json::parse(Run({"bot", "show", "alice", "--json"}).out);
  EXPECT_EQ(json["by_seat"][1]["results"]["wins"], 9);
  EXPECT_EQ(json["timing"]["p999_ms"], 319);
}

TEST_F(RatingsTest, AProfileSendsOnlyWhatWasSaid) {
  Run({"bot", "show", "alice"});
  EXPECT_EQ(referee.profile_asked.DebugString(), "bot: \"alice\"\nmax_opponents: 20\n");
  Run({"bot", "show", "alice", "--unrated", "--bot-version", "1.1", "--opponents", "1"});
  EXPECT_EQ(referee.profile_asked.DebugString(),
            "bot: \"alice\"\nbot_version: \"1.1\"\nrated: false\nmax_opponents: 1\n");
  Run({"bot", "show", "alice", "--rated"});
  EXPECT_TRUE(referee.profile_asked.rated());
}

TEST_F(RatingsTest, AProfileSaysIfThereAreMoreOpponentsAndIsEscaped) {  // N24
  referee.profile.set_opponents_total(900);
  referee.profile.mutable_bot()->set_display_name("A\x1b[2Jlice");
  referee.profile.mutable_by_opponent(0)->set_opponent("b\rob");
  const Said said = Run({"bot", "show", "alice"});  // Run looks for control characters
  EXPECT_EQ(said.err, "There are 900 opponents; see --opponents.\n");
  EXPECT_EQ(Run({"bot", "show", "zoe"}).err, "taki: no bot is called zoe [BOT_NOT_FOUND]\n");
}

}  // namespace
}  // namespace taki::test
