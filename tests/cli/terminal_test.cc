// The keys of terminals, out of the bytes that they send.
#include "referee/cli/terminal.h"

#include <gtest/gtest.h>

namespace taki::cli {
namespace {

std::vector<KeyPress> Keys(const std::vector<std::string>& reads, bool no_more = false) {
  KeyReader reader;
  std::vector<KeyPress> keys;
  for (const std::string& bytes : reads) {
    reader.Feed(bytes);
    while (const auto press = reader.Next(false)) keys.push_back(*press);
  }
  while (no_more && reader.Waits())
    if (const auto press = reader.Next(true)) keys.push_back(*press);
  return keys;
}

TEST(KeyReaderTest, KnowsArrowsAndTheirFriendsOfSeveralTerminals) {
  EXPECT_EQ(Keys({"\x1b[C", "\x1bOC"}), (std::vector<KeyPress>{{Key::kRight}, {Key::kRight}}));
  EXPECT_EQ(Keys({"\x1b[H\x1b[1~\x1bOH\x1b[7~"}),
            (std::vector<KeyPress>{{Key::kHome}, {Key::kHome}, {Key::kHome}, {Key::kHome}}));
  EXPECT_EQ(Keys({"\x1b[5~\x1b[6~"}), (std::vector<KeyPress>{{Key::kPageUp}, {Key::kPageDown}}));
}

TEST(KeyReaderTest, WaitsForTheRestOfASequence) {
  EXPECT_EQ(Keys({"\x1b"}), std::vector<KeyPress>{});
  EXPECT_EQ(Keys({"\x1b", "[", "5", "~"}), std::vector<KeyPress>{{Key::kPageUp}});
}

TEST(KeyReaderTest, AnEscapeThatStandsAloneIsAKey) {
  EXPECT_EQ(Keys({"\x1b"}, true), std::vector<KeyPress>{{Key::kEscape}});
  EXPECT_EQ(Keys({"\x1bq"}), (std::vector<KeyPress>{{Key::kEscape}, {Key::kText, 'q'}}));
}

TEST(KeyReaderTest, SwallowsWhatItDoesNotKnow) {
  EXPECT_EQ(Keys({"\x1b[15~\x1b[<0;3;4M\xc3\xa4\x01n"}),
            (std::vector<KeyPress>{{Key::kText, 'n'}}));
  EXPECT_EQ(Keys({"\x1b[" + std::string(100, '1')}, true), std::vector<KeyPress>{});
}

TEST(KeyReaderTest, KnowsControlKeys) {
  EXPECT_EQ(Keys({"\r\x7f\x03\x1a"}),
            (std::vector<KeyPress>{
                {Key::kEnter}, {Key::kBackspace}, {Key::kInterrupt}, {Key::kSuspend}}));
}

}  // namespace
}  // namespace taki::cli
