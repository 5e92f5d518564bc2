// Where the client finds the referee and its token: flag, environment, default file.
#include <filesystem>

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;
using ::testing::Test;

constexpr char kOther[] = "taki_ccccccccccccccccccccccccccccccccccccccccccc";

class EndpointTest : public CliTest {
 protected:
  EndpointTest() { referee.Add(FromRecord(RecordOfTheDocs())); }

  // A command that needs a token.
  Said Start(std::vector<std::string> flags = {}) {
    std::vector<std::string> arguments{"match", "start", "alice", "bob"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return Run(arguments);
  }
  std::string TokenFile(const std::string& name, const std::string& text) {
    WriteFile(Fresh(name), text);
    return Fresh(name);
  }
};

TEST_F(EndpointTest, FlagGoesBeforeFileBeforeEnvironment) {
  environment["TAKI_TOKEN"] = kOther;
  environment["TAKI_TOKEN_FILE"] = TokenFile("environment", std::string(kBotToken) + "\n");
  const std::string file = TokenFile("flag", std::string(kAdminToken) + "\n");
  EXPECT_EQ(Start({"--token", kAdminToken, "--token-file", Fresh("none")}).code, ExitCode::kOk);
  EXPECT_EQ(Start({"--token-file", file}).code, ExitCode::kOk);
  Start();
  EXPECT_EQ(referee.authorization, std::string("Bearer ") + kOther);
  environment.erase("TAKI_TOKEN");
  Start();
  EXPECT_EQ(referee.authorization, std::string("Bearer ") + kBotToken);
}

TEST_F(EndpointTest, FlagsMayStandBeforeTheCommand) {
  environment.clear();
  const Said said = Run(
      {"--server", referee.address(), "--token", kAdminToken, "match", "start", "alice", "bob"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
}

TEST_F(EndpointTest, DefaultFileIsInTheWorkingDirectory) {
  environment.erase("TAKI_TOKEN");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(Fresh(""));
  const Said none = Start();
  WriteFile("taki.db.admin-token", std::string(kAdminToken) + "\n");
  const Said found = Start();
  const Said reader = Run({"bot", "list"});
  std::filesystem::current_path(before);
  EXPECT_EQ(none.code, ExitCode::kLocal);
  ExpectGolden("no_token.txt", none.err);
  EXPECT_EQ(found.code, ExitCode::kOk) << found.err;
  EXPECT_EQ(reader.code, ExitCode::kOk);
  // The organiser's token goes only where it is needed.
  EXPECT_EQ(referee.authorization, "");
}

TEST_F(EndpointTest, ARefusedTokenIsTracedToItsOrigin) {
  const std::string file = TokenFile("old", std::string(kOther) + "\n");
  const Said said = Start({"--token-file", file});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err,
            "taki: nobody has this token [TOKEN_UNKNOWN]\n"
            "  The token was found at: --token-file " +
                file + "\n");
}

TEST_F(EndpointTest, WhatIsNoTokenIsNotSentAndNotShown) {  // S1
  const int before = referee.calls;
  const Said flag = Start({"--token", "secret\nInjected: yes"});
  EXPECT_EQ(flag.code, ExitCode::kUsage);
  const Said file = Start({"--token-file", TokenFile("wrong", "password123\n")});
  EXPECT_EQ(file.code, ExitCode::kLocal);
  const Said missing = Start({"--token-file", Fresh("none")});
  EXPECT_EQ(missing.code, ExitCode::kLocal);
  EXPECT_NE(missing.err.find("No such file"), std::string::npos) << missing.err;
  for (const Said& said : {flag, file}) {
    EXPECT_EQ(said.err.find("secret"), std::string::npos) << said.err;
    EXPECT_EQ(said.err.find("password"), std::string::npos) << said.err;
  }
  EXPECT_EQ(referee.calls, before);
}

TEST_F(EndpointTest, NoRefereeIsSaidWithTheAddressAndItsOrigin) {
  environment["TAKI_SERVER"] = "127.0.0.1:1";
  const Said said = Run({"match", "list"});
  EXPECT_EQ(said.code, ExitCode::kUnreachable);
  EXPECT_EQ(said.err.rfind("taki: no referee answers at 127.0.0.1:1 (TAKI_SERVER): ", 0), 0u)
      << said.err;
  EXPECT_EQ(Run({"match", "list", "--server", referee.address()}).code, ExitCode::kOk);
}

TEST_F(EndpointTest, AFailureIsOneJsonObjectWithJson) {
  const Said said = Run({"match", "show", "m-000777", "--json"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err,
            "{\"error\":{\"exit_code\":4,\"text\":\"there is no match m-000777\",\"hint\":\"\","
            "\"status\":\"NOT_FOUND\",\"reason\":\"MATCH_NOT_FOUND\",\"metadata\":{},"
            "\"field_errors\":[],\"retry_after_ms\":0}}\n");
}

}  // namespace
}  // namespace taki::test
