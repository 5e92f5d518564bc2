// What --help prints, and what a wrong command line is answered with.
#include <algorithm>
#include <sstream>

#include "referee/cli/text.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

const std::vector<std::vector<std::string>> kCommands = {
    {},
    {"bot"},
    {"bot", "register"},
    {"bot", "list"},
    {"bot", "rotate"},
    {"bot", "ratings"},
    {"bot", "show"},
    {"export"},
    {"leaderboard"},
    {"compare"},
    {"league"},
    {"league", "create"},
    {"league", "enter"},
    {"league", "withdraw"},
    {"league", "disqualify"},
    {"league", "reinstate"},
    {"league", "start"},
    {"league", "pause"},
    {"league", "resume"},
    {"league", "drain"},
    {"league", "abort"},
    {"league", "status"},
    {"league", "table"},
    {"league", "crosstable"},
    {"league", "bracket"},
    {"league", "fixtures"},
    {"league", "requeue"},
    {"league", "watch"},
    {"league", "list"},
    {"match"},
    {"match", "start"},
    {"match", "watch"},
    {"match", "list"},
    {"match", "show"},
    {"match", "replay"},
    {"match", "why"},
    {"match", "decision"},
    {"match", "resend"},
    {"match", "record"},
    {"match", "verify"},
    {"match", "void"},
    {"match", "requeue"},
};

class HelpTest : public CliTest {};

TEST_F(HelpTest, OfEveryCommandIsAsReviewed) {
  for (std::vector<std::string> command : kCommands) {
    std::string name = "help";
    for (const std::string& word : command) name += "_" + word;
    command.push_back("--help");
    const Said said = Run(command);
    EXPECT_EQ(said.code, ExitCode::kOk);
    EXPECT_EQ(said.err, "");
    ExpectGolden(name + ".txt", said.out);
  }
}

TEST_F(HelpTest, FitsEightyColumns) {
  for (std::vector<std::string> command : kCommands) {
    command.push_back("--help");
    std::istringstream lines(Run(command).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(cli::Width(line), 80) << line;
  }
}

TEST_F(HelpTest, VersionNamesTheRules) {
  const Said said = Run({"--version"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  EXPECT_NE(said.out.find("rules_version 1"), std::string::npos) << said.out;
}

TEST_F(HelpTest, AWrongCommandLineIsSaidAndNothingIsSent) {
  const std::vector<std::vector<std::string>> kWrong = {
      {},
      {"bot"},
      {"match"},
      {"bot", "ratings"},
      {"bot", "ratings", "alice", "--limit", "0"},
      {"bot", "show", "alice", "--rated", "--unrated"},
      {"bot", "show", "alice", "--opponents", "1001"},
      {"export", "--format", "xml"},
      {"export", "--limit", "0"},
      {"export", "--resume"},  // without a file
      {"export", "--bot-version", "1.2"},
      {"export", "--state", "LOST"},
      {"leaderboard", "alice"},
      {"leaderboard", "--min-matches", "-1"},
      {"compare", "alice"},
      {"compare", "alice", "bob", "--elo0", "much"},
      {"league"},
      {"league", "create", "spring", "--format", "cup"},
      {"league", "create", "spring", "--seats", "many"},
      {"league", "create", "spring", "--tie-breaks", "wins,luck"},
      {"league", "create", "spring", "--seeding", "FAIR"},
      {"league", "create", "spring", "--rated", "--unrated"},
      {"league", "enter", "spring"},
      {"league", "withdraw", "spring"},
      {"league", "withdraw", "spring", "alice", "bob"},
      {"league", "disqualify", "spring", "alice"},  // without a reason
      {"league", "start"},
      {"league", "table"},
      {"league", "watch", "spring", "--from-seq", "0"},
      {"league", "fixtures", "spring", "--state", "LOST"},
      {"league", "fixtures", "spring", "--round", "0"},
      {"league", "requeue", "spring"},
      {"league", "requeue", "spring", "final"},
      {"league", "list", "--state", "LOST"},
      {"match", "void"},
      {"match", "requeue", "7"},
      {"match", "play"},
      {"bot", "list", "--nonsense"},
      {"bot", "register"},
      {"bot", "register", "alice"},  // no --owner, and no USER
      {"match", "start", "alice"},
      {"match", "start", "alice", "bob", "--seating", "oldest"},
      {"match", "start", "alice", "bob", "--seed", "12"},
      {"match", "start", "alice", "bob", "--stages", "8;7"},
      {"match", "start", "alice", "bob", "--count", "0"},
      {"match", "start", "alice", "bob", "--move-time-ms", "soon"},
      {"match", "start", "alice", "bob", "--draw-rule", "NEVER"},
      {"match", "show"},
      {"match", "show", "42"},
      {"match", "watch", "m-000042", "--from-seq", "0"},
      {"match", "replay"},
      {"match", "replay", "m-000042", "--at", "3", "--from", "3"},
      {"match", "resend", "m-000042", "--decision", "1", "--times", "0"},
      {"match", "list", "--state", "LOST"},
      {"match", "list", "--opponent", "bob"},  // without --bot
      {"match", "list", "--rated", "--unrated"},
      {"match", "list", "--from", "yesterday"},
      {"match", "list", "--timeout", "0"},
  };
  for (const auto& arguments : kWrong) {
    const Said said = Run(arguments);
    std::string line;
    for (const std::string& word : arguments) line += word + " ";
    EXPECT_EQ(said.code, ExitCode::kUsage) << line << said.out;
    EXPECT_NE(said.err, "") << line;
    EXPECT_EQ(said.out, "") << line;
  }
  EXPECT_EQ(referee.calls, 0);
}

}  // namespace
}  // namespace taki::test
