// Runs the client's commands in this process, against a fake referee.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/cli/exit_code.h"
#include "referee/cli/terminal.h"
#include "tests/cli/fake_referee.h"

namespace taki::test {

// What a command said and how it ended.
struct Said {
  cli::ExitCode code = cli::ExitCode::kOk;
  std::string out;
  std::string err;
};

class CliTest : public ::testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  // Runs `taki ARGUMENTS`. Neither stream may hold a control character but newline, unless
  // `terminal` is set (fault N24).
  Said Run(std::vector<std::string> arguments, const std::string& input = "");

  // A path that nothing stands at, in a directory that is this test's and this process's
  // own.
  std::string Fresh(const std::string& name) const;

  FakeReferee referee;
  std::map<std::string, std::string> environment;  // TAKI_SERVER and TAKI_TOKEN name the fake
  bool terminal = false;
  // What takes the whole terminal; not set: there is none.
  std::function<std::unique_ptr<cli::Terminal>()> open_terminal;
};

std::string ReadFile(const std::string& path);
void WriteFile(const std::string& path, const std::string& text);

// `text` is what tests/golden/cli/`name` holds. With TAKI_REGENERATE_GOLDEN=1 in the environment
// the file is written instead.
void ExpectGolden(const std::string& name, const std::string& text);

// The record that docs/notation.md shows, m-000042.
std::string RecordOfTheDocs();
// tests/data/matches/`name`.
std::string SharedRecord(const std::string& name);

}  // namespace taki::test
