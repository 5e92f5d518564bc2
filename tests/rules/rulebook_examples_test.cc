// The examples of docs/rules.md are played as they stand there: the ```taki blocks.
//
// A block is a position and lines `SEAT TOKEN # remark`. A remark that begins with "refused: R4.3"
// means that the line is refused with that rule; every other line is legal. What else a remark says
// is for people; the rule tests hold it.
#include <fstream>
#include <sstream>

#include "tests/support/position_builder.h"
#include "tests/support/rules_fixture.h"

namespace taki::test {
namespace {

class RulebookTest : public RulesTest {
 protected:
  void PlayLine(const std::string& line) {
    const std::size_t hash = std::min(line.find('#'), line.size());
    const std::string remark = line.substr(hash);
    const auto words = Words(std::string_view(line).substr(0, hash));
    ASSERT_EQ(words.size(), 2u) << line;
    const int seat = words[0][0] - '0';
    if (const std::size_t refused = remark.find("refused: "); refused != std::string::npos) {
      const std::size_t rule = refused + 9;
      ExpectIllegal(seat, words[1], remark.substr(rule, remark.find_first_of(" ,;)", rule) - rule));
    } else {
      Play(seat, words[1]);
    }
  }
};

TEST_F(RulebookTest, ExamplesPlayAsWritten) {
  std::ifstream file(TAKI_SOURCE_DIR "/docs/rules.md");
  int blocks = 0, number = 0;
  bool inside = false, begun = false;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const ::testing::ScopedTrace trace(TAKI_SOURCE_DIR "/docs/rules.md", number, line);
    if (line == "```taki") {
      inside = true, begun = false;
      ++blocks;
    } else if (line == "```") {
      inside = false;
    } else if (inside && !begun) {
      Given(line);
      begun = true;
    } else if (inside && !line.empty()) {
      PlayLine(line);
    }
  }
  EXPECT_GE(blocks, 10);
}

}  // namespace
}  // namespace taki::test
