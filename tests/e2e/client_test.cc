// The program `taki` against a real taki-referee, each in a process of its own: every command once,
// and what an organiser sees when the referee is killed.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <vector>

#include "tests/support/bot_client.h"
#include "tests/support/daemon_process.h"

namespace taki::test {
namespace {

struct Said {
  int code = 0;
  std::string output;
};

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

}  // namespace
}  // namespace taki::test
