// The command line of taki-referee.
#include "referee/daemon/options.h"

#include <gtest/gtest.h>

namespace taki::daemon {
namespace {

Command Parse(std::initializer_list<const char*> arguments) {
  std::vector<const char*> line = {"taki-referee"};
  line.insert(line.end(), arguments);
  return ParseCommandLine(static_cast<int>(line.size()), line.data());
}

TEST(CommandLineTest, NothingMeansServeOnLoopback) {
  const Command command = Parse({});
  const RunOptions& run = std::get<RunOptions>(command);
  EXPECT_EQ(run.db, "taki.db");
  EXPECT_EQ(run.admin_token_file, "taki.db.admin-token");
  EXPECT_EQ(run.server.listen, "127.0.0.1:7450");
  EXPECT_FALSE(run.power_safe);
  EXPECT_TRUE(run.server.reflection);
}

TEST(CommandLineTest, FlagsArriveWhereTheyBelong) {
  const Command command =
      Parse({"--db", "x.db", "--listen", "[::1]:0", "--durability=power", "--no-reflection",
             "--max-sessions", "7", "--drain-limit-ms", "0", "--admin-token-file", "t"});
  const RunOptions& run = std::get<RunOptions>(command);
  EXPECT_EQ(run.db, "x.db");
  EXPECT_EQ(run.server.listen, "[::1]:0");
  EXPECT_TRUE(run.power_safe);
  EXPECT_FALSE(run.server.reflection);
  EXPECT_EQ(run.host.max_sessions, 7);
  EXPECT_EQ(run.host.drain_limit_ms, 0);
  EXPECT_EQ(run.admin_token_file, "t");
}

TEST(CommandLineTest, BeyondLoopbackNeedsItsFlag) {  // S14
  EXPECT_EQ(std::get<Say>(Parse({"--listen", "0.0.0.0:7450"})).code, ExitCode::kUsage);
  EXPECT_TRUE(std::holds_alternative<RunOptions>(
      Parse({"--listen", "0.0.0.0:7450", "--allow-plaintext-beyond-loopback"})));
}

TEST(CommandLineTest, SubcommandsTakeTheirOwnFlags) {
  EXPECT_EQ(std::get<VerifyOptions>(Parse({"verify", "--db", "x"})).db, "x");
  EXPECT_EQ(std::get<SnapshotOptions>(Parse({"snapshot", "--db", "x", "--to", "y"})).to, "y");
  EXPECT_EQ(std::get<SnapshotOptions>(Parse({"snapshot", "--db", "x", "y"})).to, "y");
  EXPECT_EQ(std::get<BackupOptions>(Parse({"backup", "--db", "x", "y"})).to, "y");
  EXPECT_EQ(std::get<Say>(Parse({"verify"})).code, ExitCode::kUsage);
  EXPECT_EQ(std::get<Say>(Parse({"backup", "--db", "x"})).code, ExitCode::kUsage);
  EXPECT_EQ(std::get<Say>(Parse({"backup", "x"})).code, ExitCode::kUsage);
}

TEST(CommandLineTest, HelpAndVersionAreNoErrors) {
  EXPECT_EQ(std::get<Say>(Parse({"--help"})).code, ExitCode::kOk);
  EXPECT_TRUE(std::get<Say>(Parse({"--version"})).text.starts_with("taki-referee "));
}

TEST(AddressTest, IsHostAndPort) {
  for (const char* good : {"127.0.0.1:7450", "localhost:0", "[::1]:1", "0.0.0.0:65535", "a-b.c:5"})
    EXPECT_TRUE(IsAddress(good)) << good;
  for (const char* bad : {"", "localhost", ":7450", "localhost:", "localhost:65536", "::1:7450",
                          "localhost:-1", "a b:1", "unix:/tmp/x", "localhost:7450x"})
    EXPECT_FALSE(IsAddress(bad)) << bad;
}

TEST(AddressTest, LoopbackIsNotWhatMerelyBeginsSo) {
  for (const char* loopback : {"127.0.0.1:1", "127.1.2.3:1", "localhost:1", "[::1]:1"})
    EXPECT_TRUE(IsLoopback(loopback)) << loopback;
  for (const char* other : {"0.0.0.0:1", "127.evil.example:1", "[::]:1", "10.0.0.1:1"})
    EXPECT_FALSE(IsLoopback(other)) << other;
}

}  // namespace
}  // namespace taki::daemon
