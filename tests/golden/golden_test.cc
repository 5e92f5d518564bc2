// The golden matches of this folder: each story is told again and must come out as it stands.
//
// After a change of the rules that is meant: `golden_test --regenerate`, then read the difference
// as prose.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "tests/golden/story.h"

namespace taki::test {
namespace {

std::vector<std::filesystem::path> Stories() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(TAKI_SOURCE_DIR "/tests/golden"))
    if (entry.path().extension() == ".story") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string Read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class GoldenTest : public ::testing::TestWithParam<std::filesystem::path> {};
INSTANTIATE_TEST_SUITE_P(Stories, GoldenTest, ::testing::ValuesIn(Stories()),
                         [](const auto& test) { return test.param.stem().string(); });

TEST_P(GoldenTest, IsToldAsItStands) {
  const std::string story = Read(GetParam());
  const std::string told = Tell(story);
  EXPECT_EQ(told, story)
      << "If the change is meant: golden_test --regenerate, and read the difference.";
  EXPECT_EQ(told.find("\n  ??"), std::string::npos) << "a line cannot be read";
}

TEST(GoldenFolderTest, HasADozenStories) { EXPECT_GE(Stories().size(), 12u); }

void Regenerate() {
  for (const auto& path : Stories()) {
    const std::string told = Tell(Read(path));
    std::ofstream(path) << told;
  }
}

}  // namespace
}  // namespace taki::test

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == "--regenerate") {
    taki::test::Regenerate();
    return 0;
  }
  return RUN_ALL_TESTS();
}
