// What is printed: escaped, measured, coloured, in columns.
#include "referee/cli/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "referee/cli/table.h"

namespace taki::cli {
namespace {

TEST(EscapedTest, LeavesWhatIsOnlyReadAsItIs) {
  EXPECT_EQ(Escaped("alice 1.2 \"x\" ' \\ <b>"), "alice 1.2 \"x\" ' \\ <b>");
  EXPECT_EQ(Escaped("שלום José 猫"), "שלום José 猫");  // N25: Hebrew must work
}

TEST(EscapedTest, ShowsControlCharactersByNumber) {  // N24
  EXPECT_EQ(Escaped("\x1b]0;pwned\x07"), "\\u{1b}]0;pwned\\u{7}");
  EXPECT_EQ(Escaped("two\nlines\tand\rmore"), "two\\u{a}lines\\u{9}and\\u{d}more");
  EXPECT_EQ(Escaped(std::string_view("a\0b", 3)), "a\\u{0}b");
  EXPECT_EQ(Escaped("\x7f"), "\\u{7f}");
  EXPECT_EQ(Escaped("\xc2\x9b"
                    "31m"),
            "\\u{9b}31m");  // C1: a one-character escape sequence
}

TEST(EscapedTest, ShowsWhatReordersOrHidesByNumber) {  // N24, N25
  EXPECT_EQ(Escaped("a\u202e"
                    "b"),
            "a\\u{202e}b");
  EXPECT_EQ(Escaped("\u2066x\u2069"), "\\u{2066}x\\u{2069}");
  EXPECT_EQ(Escaped("\u061c\u200e\u200f"), "\\u{61c}\\u{200e}\\u{200f}");
  EXPECT_EQ(Escaped("al\u200bice\ufeff"), "al\\u{200b}ice\\u{feff}");
  EXPECT_EQ(Escaped("\u2028"), "\\u{2028}");
}

TEST(EscapedTest, ShowsBytesThatAreNoUtf8) {  // N20
  EXPECT_EQ(Escaped("\xc3\x28"), "\\x{c3}(");
  EXPECT_EQ(Escaped("\xed\xa0\x80"), "\\x{ed}\\x{a0}\\x{80}");  // a surrogate
  EXPECT_EQ(Escaped("\xc0\x9b"), "\\x{c0}\\x{9b}");             // overlong
  EXPECT_EQ(Escaped("abc\xe2\x80"), "abc\\x{e2}\\x{80}");       // cut off
}

TEST(WidthTest, CountsWhatATerminalShows) {
  EXPECT_EQ(Width("alice"), 5);
  EXPECT_EQ(Width("e\u0301"), 1);
  EXPECT_EQ(Width("שלום"), 4);
  EXPECT_EQ(Width("שָׁ"), 1);
  EXPECT_EQ(Width("猫"), 2);
}

TEST(PainterTest, ColoursCardsOnly) {
  const Painter painter(true);
  EXPECT_EQ(painter.Cards("0 bob plays R5! [2 G+2 K] C>B draw"),
            "0 bob plays \033[31mR5!\033[0m [2 \033[32mG+2\033[0m K] \033[34mC>B\033[0m draw");
  EXPECT_EQ(Painter(false).Cards("R5"), "R5");
}

TEST(TableTest, AlignsColumnsAndWrapsTheLastAtSpaces) {
  Table table({{"Turn", Table::Align::kRight}, {"Seat"}, {"Moves"}});
  table.Add({"7", "0 al", "R1 R3 R4 R5 R6 R7 R8 R9 RS RD close"});
  table.Add({"128", "1 猫", "draw"});
  std::ostringstream out;
  table.Print(out, 40, Painter(false));
  EXPECT_EQ(out.str(),
            "Turn  Seat  Moves\n"
            "   7  0 al  R1 R3 R4 R5 R6 R7 R8 R9 RS\n"
            "            RD close\n"
            " 128  1 猫  draw\n");
}

}  // namespace
}  // namespace taki::cli
