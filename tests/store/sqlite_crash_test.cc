// kill -9 at any moment loses nothing that was acknowledged, and leaves a match that resumes (D1,
// P1).
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

class CrashTest : public SqliteTest {
 protected:
  // What the child was acknowledged: inputs by match.
  using Acknowledged = std::map<std::int64_t, std::int64_t>;

  // Starts the child, reads `lines` of its lines, kills it, and reads what it said until then.
  void RunAndKill(int lines, Acknowledged& acknowledged) {
    const char* child = std::getenv("TAKI_CRASH_CHILD");
    ASSERT_NE(child, nullptr) << "run by ctest";
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string program = child;
    std::string file = path();
    char* const arguments[] = {program.data(), file.data(), nullptr};
    pid_t pid = 0;
    ASSERT_EQ(posix_spawn(&pid, child, &actions, nullptr, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::FILE* said = fdopen(ends[0], "r");
    Read(said, lines, acknowledged);
    kill(pid, SIGKILL);
    Read(said, 1 << 30, acknowledged);
    std::fclose(said);
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the child ended by itself";
  }

  static void Read(std::FILE* said, int lines, Acknowledged& acknowledged) {
    long match = 0;
    long input_no = 0;
    for (int i = 0; i < lines && std::fscanf(said, "%ld %ld\n", &match, &input_no) == 2; ++i) {
      acknowledged[match] = input_no;
    }
  }

  void ExpectThere(const Acknowledged& acknowledged) {
    for (const auto& [number, inputs] : acknowledged) {
      const match::MatchId id{number};
      const absl::StatusOr<MatchRow> row = journal().Match(id);
      ASSERT_TRUE(row.ok()) << row.status();
      const std::vector<match::Record> records = journal().Records(id).value();
      EXPECT_GE(std::ssize(records), inputs) << number;
      const auto resumed = match::Match::Resume(row->config, records, match::Instant{});
      EXPECT_TRUE(resumed.ok()) << resumed.status();
      if (row->result.has_value()) {
        EXPECT_EQ(records.size(), row->result->inputs) << number;
      }
    }
  }
};

TEST_F(CrashTest, WhatWasAcknowledgedIsThereAfterKill) {
  Acknowledged acknowledged;
  taki::test::SplitMix random(4);
  for (int kill = 0; kill < 25; ++kill) {
    RunAndKill(1 + static_cast<int>(random.Below(300)), acknowledged);
    Open();  // at once: the lock died with the child
    ExpectThere(acknowledged);
    Close();
    if (HasFailure()) FAIL() << "after kill " << kill;
  }
  EXPECT_EQ(One(path(), "PRAGMA integrity_check"), "ok");
}

}  // namespace
}  // namespace taki::store::sqlite::test
