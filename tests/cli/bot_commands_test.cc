// taki bot register, list, rotate.
#include <sys/stat.h>

#include <filesystem>

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

class BotCommandsTest : public CliTest {
 protected:
  BotCommandsTest() {
    AddBot("alice", "Alice", "1.2", true).set_language("C++");
    AddBot("bob", "בוב הבוט", "7", false).set_language("Python");
    AddBot("carol", "Carol \x1b]0;pwned\x07\u202e!", "", false);
  }
  v1::Bot& AddBot(const std::string& name, const std::string& display_name,
                  const std::string& version, bool connected) {
    v1::Bot& bot = referee.bots.emplace_back();
    bot.set_name(name);
    bot.set_display_name(display_name);
    bot.set_owner("ann");
    bot.set_current_version(version);
    bot.set_registered_ms(1'764'547'200'000);
    bot.set_connected(connected);
    return bot;
  }
};

TEST_F(BotCommandsTest, ListIsATableThatNoNameCanBreak) {  // N24
  const Said said = Run({"bot", "list"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("bot_list.txt", said.out);
}

TEST_F(BotCommandsTest, ListAsJson) {
  const Said said = Run({"bot", "list", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("bot_list.json", said.out);
}

TEST_F(BotCommandsTest, AnEmptyListSaysSo) {
  referee.bots.clear();
  EXPECT_EQ(Run({"bot", "list"}).out, "No bots are registered.\n");
  EXPECT_EQ(Run({"bot", "list", "--json"}).out, "{\n  \"bots\": []\n}\n");
}

TEST_F(BotCommandsTest, RegisterPrintsTheTokenAloneOnTheOutput) {
  const Said said =
      Run({"bot", "register", "dave", "--owner", "ann", "--display-name", "Dave", "--description",
           "d", "--author", "a", "--language", "Rust", "--homepage", "https://example.org"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, std::string(kBotToken) + "\n");
  EXPECT_EQ(referee.registered.name(), "dave");
  EXPECT_EQ(referee.registered.owner(), "ann");
  EXPECT_EQ(referee.registered.display_name(), "Dave");
  EXPECT_EQ(referee.registered.description(), "d");
  EXPECT_EQ(referee.registered.author(), "a");
  EXPECT_EQ(referee.registered.language(), "Rust");
  EXPECT_EQ(referee.registered.homepage(), "https://example.org");
}

TEST_F(BotCommandsTest, RegisterTakesTheUserAsOwner) {
  environment["USER"] = "eve";
  EXPECT_EQ(Run({"bot", "register", "dave"}).code, ExitCode::kOk);
  EXPECT_EQ(referee.registered.owner(), "eve");
}

TEST_F(BotCommandsTest, RegisterSavesTheTokenForItsOwnerOnly) {  // S1
  const std::string path = Fresh("dave.token");
  const Said said = Run({"bot", "register", "dave", "--owner", "ann", "--save-token", path});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ((said.out + said.err).find(kBotToken), std::string::npos);
  EXPECT_EQ(ReadFile(path), std::string(kBotToken) + "\n");
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST_F(BotCommandsTest, RegisterNeverOverwritesAFile) {
  const std::string path = Fresh("taki.db.admin-token");
  WriteFile(path, "precious");
  const int before = referee.calls;
  const Said said = Run({"bot", "register", "dave", "--owner", "ann", "--save-token", path});
  EXPECT_EQ(said.code, ExitCode::kLocal);
  EXPECT_EQ(ReadFile(path), "precious");
  EXPECT_EQ(referee.calls, before);  // nothing was registered whose token would be lost
}

TEST_F(BotCommandsTest, ARefusedRegistrationNamesTheFieldAndLeavesNoFile) {
  const Said said =
      Run({"bot", "register", "d", "--owner", "ann", "--save-token", Fresh("d.token")});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  ExpectGolden("field_error.txt", said.err);
  EXPECT_TRUE(std::filesystem::is_empty(Fresh("")));
}

TEST_F(BotCommandsTest, RotateReplacesTheFile) {
  const std::string path = Fresh("alice.token");
  WriteFile(path, "old\n");
  EXPECT_EQ(Run({"bot", "rotate", "alice", "--save-token", path}).code, ExitCode::kOk);
  EXPECT_EQ(ReadFile(path), std::string(kBotToken) + "\n");
  EXPECT_EQ(Run({"bot", "rotate", "alice"}).out, std::string(kBotToken) + "\n");
}

TEST_F(BotCommandsTest, RotateOfAnUnknownBotIsRefusedWithItsReason) {
  const Said said = Run({"bot", "rotate", "zoe"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err, "taki: no bot is called zoe [BOT_NOT_FOUND]\n");
}

}  // namespace
}  // namespace taki::test
