// The program `taki` against a real taki-referee, each in a process of its own: every command once,
// and what an organiser sees when the referee is killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/bot_client.h"
#include "tests/support/daemon_process.h"

namespace taki::test {
namespace {

using ::testing::AllOf;
using ::testing::Field;
using ::testing::HasSubstr;

struct Said {
  int code = 0;
  std::string output;
};
void PrintTo(const Said& said, std::ostream* out) { *out << said.code << ": " << said.output; }

auto Says(int code, const std::string& text) {
  return AllOf(Field("code", &Said::code, code), Field("output", &Said::output, HasSubstr(text)));
}

class ClientTest : public ::testing::Test {
 protected:
  void SetUp() override { daemon_.Start(); }

  std::vector<std::string> Command(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{TAKI_BINARY, "--server", daemon_.address(), "--token-file",
                                     daemon_.db() + ".admin-token"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
  }
  Said Taki(const std::vector<std::string>& arguments) {
    ChildProcess process;
    process.Start(Command(arguments));
    const int code = process.Wait();
    return {code, process.output()};
  }

  std::string File(const std::string& name) const { return daemon_.folder().File(name); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream file(File(name));
    file << text;
    ASSERT_TRUE(file.flush()) << name;
  }
  std::string FirstLine(const std::string& path) const {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
  }

  // Registers a bot with the client and connects it.
  void Connect(const std::string& name) {
    const std::string token_file = File(name + ".token");
    const Said said = Taki({"bot", "register", name, "--owner", "ann", "--save-token", token_file});
    ASSERT_EQ(said.code, 0) << said.output;
    BotClient::Options options;
    options.address = daemon_.address();
    options.token = FirstLine(token_file);
    options.seed = bots_.size() + 1;
    bots_.push_back(std::make_unique<BotClient>(std::move(options)));
  }

  DaemonProcess daemon_;
  std::vector<std::unique_ptr<BotClient>> bots_;
};

TEST_F(ClientTest, EveryCommandWorksOnARealReferee) {
  Connect("alice");
  Connect("bob");
  const Said started = Taki({"match", "start", "alice", "bob", "--stages", "3,2", "--seating",
                             "listed", "--count", "2", "--wait"});
  EXPECT_EQ(started.code, 0) << started.output;
  EXPECT_EQ(started.output.rfind("m-000001  ", 0), 0u) << started.output;
  EXPECT_NE(Taki({"bot", "list"}).output.find("alice  1  "), std::string::npos);
  EXPECT_NE(Taki({"match", "list", "--bot", "bob"}).output.find("m-000002"), std::string::npos);

  const Said shown = Taki({"match", "show", "m-000001"});
  EXPECT_EQ(shown.code, 0) << shown.output;
  EXPECT_NE(shown.output.find("\n   1  0 alice  "), std::string::npos) << shown.output;
  const Said watched = Taki({"match", "watch", "m-000001"});
  EXPECT_EQ(watched.code, 0) << watched.output;
  EXPECT_NE(watched.output.find("\n    1  0 alice "), std::string::npos) << watched.output;

  EXPECT_EQ(Taki({"match", "record", "m-000001", "-o", File("one.taki")}).code, 0);
  EXPECT_EQ(FirstLine(File("one.taki")), "taki 1");
  const Said offline = Taki({"match", "verify", File("one.taki")});
  EXPECT_EQ(offline.code, 0) << offline.output;
  const Said both = Taki({"match", "verify", "m-000002"});
  EXPECT_EQ(both.code, 0) << both.output;
  const Said all = Taki({"match", "verify", "--all"});
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(all.output.rfind("2 records, ", 0), 0u) << all.output;

  const Said rotated = Taki({"bot", "rotate", "bob", "--save-token", File("bob.token")});
  EXPECT_EQ(rotated.code, 0) << rotated.output;
}

TEST_F(ClientTest, AMatchThatNobodyCameToIsVoidAndAnswersNo) {  // R11.7
  for (const char* name : {"carol", "dave"})
    EXPECT_EQ(Taki({"bot", "register", name, "--owner", "ann"}).code, 0);
  const Said started =
      Taki({"match", "start", "carol", "dave", "--ready-time-ms", "100", "--wait"});
  EXPECT_EQ(started.code, 1);
  EXPECT_NE(started.output.find("VOID"), std::string::npos) << started.output;
  EXPECT_EQ(Taki({"match", "verify", "m-000001"}).code, 0);
}

TEST_F(ClientTest, RefusalsAndAMissingRefereeHaveTheirCodes) {
  EXPECT_EQ(Taki({"match", "start", "alice", "nobody"}).code, 4);
  EXPECT_EQ(Taki({"match", "show", "m-000777"}).code, 4);
  EXPECT_EQ(Taki({"match", "show", "777"}).code, 2);
  EXPECT_EQ(Taki({"match", "verify", File("none.taki")}).code, 5);
  daemon_.Kill();
  const Said said = Taki({"match", "list"});
  EXPECT_EQ(said.code, 3);
  EXPECT_NE(said.output.find("no referee answers at " + daemon_.address()), std::string::npos);
}

TEST_F(ClientTest, WatchGoesOnOverAKillOfTheReferee) {  // P1
  Connect("alice");
  Connect("bob");
  const Said started = Taki({"match", "start", "alice", "bob"});
  ASSERT_EQ(started.code, 0) << started.output;
  ChildProcess watching;
  watching.Start(Command({"match", "watch", "m-000001"}));
  ASSERT_TRUE(watching.WaitForOutput("\n   20  "));
  daemon_.Kill();
  daemon_.Start();
  EXPECT_EQ(watching.Wait(), 0) << watching.output();
  // Nothing twice, nothing left out: the same as from the finished match.
  const std::string live = watching.output();
  const std::string replayed = Taki({"match", "watch", "m-000001"}).output;
  EXPECT_EQ(live.substr(live.find('\n')), replayed.substr(replayed.find('\n')));
}

TEST_F(ClientTest, AnOrganiserRunsALeagueFromAFileToItsTable) {
  for (const char* name : {"alice", "bob", "carol", "dave"}) Connect(name);
  Write("winter.league", R"(name: "winter"
format: LEAGUE_FORMAT_ROUND_ROBIN
bots: ["alice", "bob", "carol"]
ruleset { stages: 1 }
)");
  EXPECT_THAT(Taki({"league", "create", "--config", File("winter.league"), "--dry-run"}),
              Says(0, "3 matches, 3 fixtures, 3 rounds"));
  EXPECT_THAT(Taki({"league", "create", "--config", File("winter.league")}),
              Says(0, "l-000001  winter  OPEN"));
  EXPECT_THAT(Taki({"league", "enter", "winter", "dave"}), Says(0, "OPEN"));
  EXPECT_THAT(Taki({"league", "table", "winter"}), Says(0, "There is no table"));
  EXPECT_THAT(Taki({"league", "start", "winter"}), Says(0, "RUNNING"));
  EXPECT_THAT(Taki({"league", "watch", "winter", "--from-seq", "1"}),
              Says(0, "6 of 6 matches, 0 running"));
  EXPECT_THAT(Taki({"league", "status", "winter"}), Says(0, "progress    6 of 6 matches"));
  EXPECT_THAT(Taki({"league", "crosstable", "winter"}), Says(0, "Points"));
  EXPECT_THAT(Taki({"league", "fixtures", "winter", "--bot", "dave", "--limit", "2"}),
              Says(0, "There are more than these 2"));
  EXPECT_THAT(Taki({"league", "list", "--state", "finished"}), Says(0, "l-000001  winter"));
  EXPECT_THAT(Taki({"leaderboard", "--league", "winter"}), Says(0, "0/3"));
  EXPECT_THAT(Taki({"compare", "alice", "bob"}), Says(1, "Not enough is known"));
  EXPECT_THAT(Taki({"bot", "ratings", "alice"}), Says(0, "Rating"));
}

TEST_F(ClientTest, AnOrganiserDrawsABracket) {
  for (const char* name : {"alice", "bob", "carol"}) Connect(name);
  EXPECT_THAT(Taki({"league", "create", "cup", "--format", "double-elimination", "--stages", "1",
                    "--bots", "alice,bob,carol", "--start"}),
              Says(0, "l-000001  cup  RUNNING"));
  EXPECT_THAT(Taki({"league", "watch", "cup"}), Says(0, "FINISHED"));
  EXPECT_THAT(Taki({"league", "bracket", "cup"}), Says(0, "Grand final"));
  EXPECT_THAT(Taki({"match", "void", "m-000001"}), Says(4, "[RESULT_STANDS]"));
}

TEST_F(ClientTest, AnOrganiserStepsIn) {
  for (const char* name : {"alice", "bob", "carol"}) Connect(name);
  ASSERT_THAT(Taki({"league", "create", "long", "--format", "ladder", "--stages", "1", "--bots",
                    "alice,bob,carol", "--start"}),
              Says(0, "RUNNING"));
  EXPECT_THAT(Taki({"league", "pause", "long"}), Says(0, "PAUSED"));
  EXPECT_THAT(Taki({"league", "disqualify", "long", "bob", "--reason", "a test"}),
              Says(0, "PAUSED"));
  EXPECT_THAT(Taki({"league", "status", "long"}), Says(0, "DISQUALIFIED"));
  EXPECT_THAT(Taki({"league", "reinstate", "long", "bob"}), Says(0, "PAUSED"));
  EXPECT_THAT(Taki({"league", "withdraw", "long", "carol"}), Says(0, "PAUSED"));
  EXPECT_THAT(Taki({"league", "resume", "long"}), Says(0, "RUNNING"));
  EXPECT_THAT(Taki({"league", "requeue", "long", "1"}), Says(4, "["));  // nothing was given up
  EXPECT_THAT(Taki({"league", "drain", "long"}), Says(0, "l-000001  long"));
  EXPECT_THAT(Taki({"league", "watch", "long"}), Says(0, "FINISHED"));
  EXPECT_THAT(
      Taki({"league", "create", "short", "--format", "ladder", "--bots", "alice,bob", "--start"}),
      Says(0, "RUNNING"));
  EXPECT_THAT(Taki({"league", "abort", "short"}), Says(0, "ABORTED"));
  EXPECT_THAT(Taki({"league", "watch", "short"}), Says(1, "ABORTED"));
}

TEST_F(ClientTest, AMistakeInALeagueIsNamedByItsField) {
  Write("bad.league", "name: \"winter\"\nformat: LEAGUE_FORMAT_SWISS\nseats: 11\n");
  EXPECT_THAT(Taki({"league", "create", "--config", File("bad.league")}),
              Says(4, "See " + File("bad.league") + ":3 (config.seats)."));
  EXPECT_THAT(Taki({"league", "create", "winter"}), Says(4, "config.format: must be set"));
  EXPECT_THAT(Taki({"league", "create", "winter", "--format", "swiss", "--bots", "nobody"}),
              Says(4, "[BOT_NOT_FOUND]"));
  EXPECT_THAT(Taki({"league", "table", "winter"}), Says(4, "[LEAGUE_NOT_FOUND]"));
}

TEST_F(ClientTest, ALeagueIsWatchedOverAKillOfTheReferee) {  // P1
  for (const char* name : {"alice", "bob", "carol"}) Connect(name);
  ASSERT_EQ(Taki({"league", "create", "winter", "--format", "round-robin", "--rounds", "5",
                  "--bots", "alice,bob,carol", "--stages", "2,1"})
                .code,
            0);
  ChildProcess watching;
  watching.Start(Command({"league", "watch", "winter", "--from-seq", "1"}));
  ASSERT_TRUE(watching.WaitForOutput("entered carol"));
  ASSERT_EQ(Taki({"league", "start", "winter"}).code, 0);
  ASSERT_TRUE(watching.WaitForOutput("COMPLETED"));
  daemon_.Kill();
  daemon_.Start();
  EXPECT_EQ(watching.Wait(), 0) << watching.output();
  EXPECT_THAT(watching.output(), HasSubstr("15 of 15 matches, 0 running"));
  // Nothing twice, nothing left out: what happened is the same as from the finished league.
  const auto news = [](const std::string& output) {
    std::istringstream lines(output);
    std::string numbered;
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("  ", 0) == 0 && line.find("  ", 5) == 5) numbered += line + "\n";
    return numbered;
  };
  const std::string told = Taki({"league", "watch", "winter", "--from-seq", "1"}).output;
  EXPECT_THAT(news(told), HasSubstr("started"));
  EXPECT_EQ(news(watching.output()), news(told));
}

}  // namespace
}  // namespace taki::test
