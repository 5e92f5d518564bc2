#include "tests/cli/cli_fixture.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "referee/cli/run.h"

namespace taki::test {
namespace {

constexpr char kSource[] = TAKI_SOURCE_DIR;

void ExpectNoControlCharacter(const std::string& text) {
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f))
        << "byte " << static_cast<int>(c) << " in: " << text;
}

}  // namespace

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  ASSERT_TRUE(file.flush()) << path;
}

void ExpectGolden(const std::string& name, const std::string& text) {
  const std::string path = std::string(kSource) + "/tests/golden/cli/" + name;
  if (std::getenv("TAKI_REGENERATE_GOLDEN") != nullptr) return WriteFile(path, text);
  EXPECT_EQ(ReadFile(path), text)
      << path << " differs; if that is meant: TAKI_REGENERATE_GOLDEN=1 ctest -R cli_test";
}

std::string RecordOfTheDocs() {
  const std::string page = ReadFile(std::string(kSource) + "/docs/notation.md");
  const std::string fence = "```taki-record\n";
  const std::size_t start = page.find(fence) + fence.size();
  return page.substr(start, page.find("```", start) - start);
}

std::string SharedRecord(const std::string& name) {
  return ReadFile(std::string(kSource) + "/tests/data/matches/" + name);
}

CliTest::CliTest() : environment{{"TAKI_SERVER", referee.address()}, {"TAKI_TOKEN", kAdminToken}} {
  std::filesystem::remove_all(Fresh(""));
  std::filesystem::create_directories(Fresh(""));
}

CliTest::~CliTest() { std::filesystem::remove_all(Fresh("")); }

std::string CliTest::Fresh(const std::string& name) const {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + "taki_cli_" + std::to_string(getpid()) + "_" +
         test->test_suite_name() + "_" + test->name() + "/" + name;
}

Said CliTest::Run(std::vector<std::string> arguments, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  cli::Surroundings around{in, out, err, [this](const std::string& name) {
                             const auto found = environment.find(name);
                             return found == environment.end() ? std::nullopt
                                                               : std::optional(found->second);
                           }};
  around.out_is_terminal = around.err_is_terminal = terminal;
  around.open_terminal = open_terminal;
  Said said;
  said.code = cli::Run(arguments, around);
  said.out = out.str();
  said.err = err.str();
  if (!terminal) {
    ExpectNoControlCharacter(said.out);
    ExpectNoControlCharacter(said.err);
  }
  return said;
}

}  // namespace taki::test
