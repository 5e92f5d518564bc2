// What a replay shows, by size, and what its keys do.
#include "referee/cli/replay_screen.h"

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::Key;
using cli::KeyPress;
using cli::ReplayScreen;
using cli::Terminal;

const cli::Painter kPlain(false);

cli::ReplayModel ModelOf(const std::string& record) {
  cli::ReplaySource source;
  source.record = record;
  source.match = FromRecord(record).match;
  return cli::ReplayModel(source);
}

class ReplayScreenTest : public ::testing::Test {
 protected:
  void Type(const std::string& letters) {
    for (const char letter : letters) Press(Key::kText, letter);
  }
  ReplayScreen::Wish Press(Key key, char letter = 0) { return screen.OnKey(KeyPress{key, letter}); }
  std::string Text(Terminal::Size size = {}) const { return TextOf(screen, size); }
  static std::string TextOf(const ReplayScreen& shown, Terminal::Size size) {
    std::string text;
    for (const std::string& line : shown.Lines(size, kPlain)) text += line + "\n";
    return text;
  }
  int Ply() const { return static_cast<int>(screen.at()) - 1; }

  ReplayScreen screen{ModelOf(RecordOfTheDocs()), 0};
};

TEST_F(ReplayScreenTest, ShowsTheDeal) { ExpectGolden("replay_deal_80x24.txt", Text()); }

TEST_F(ReplayScreenTest, ShowsAWindowWithItsAnswers) {
  Press(Key::kEnd);
  Press(Key::kLeft);
  ExpectGolden("replay_window_80x24.txt", Text());
  ExpectGolden("replay_window_120x40.txt", Text({120, 40}));
  ExpectGolden("replay_window_50x12.txt", Text({50, 12}));
}

TEST_F(ReplayScreenTest, ShowsTenSeatsOfLongHands) {
  ReplayScreen ten(ModelOf(SharedRecord("m-000132.taki")), 400);
  ExpectGolden("replay_many_80x24.txt", TextOf(ten, {80, 24}));
}

TEST_F(ReplayScreenTest, TellsTheKeys) {
  Type("?");
  ExpectGolden("replay_help_80x24.txt", Text());
  Type("s");  // closes it, and does nothing else
  EXPECT_EQ(Ply(), -1);
}

TEST_F(ReplayScreenTest, FitsEverySize) {
  for (const std::string& record : {RecordOfTheDocs(), SharedRecord("m-000132.taki")})
    for (const int at : {0, 7, 16, 100'000}) {
      ReplayScreen one(ModelOf(record), static_cast<std::size_t>(at));
      for (const int columns : {1, 5, 20, 39, 63, 64, 80, 200})
        for (const int rows : {1, 2, 5, 9, 10, 18, 19, 24, 60}) {
          const auto lines = one.Lines({columns, rows}, kPlain);
          EXPECT_EQ(static_cast<int>(lines.size()), rows);
          for (const std::string& line : lines) EXPECT_LE(cli::Width(line), columns) << line;
        }
    }
}

TEST_F(ReplayScreenTest, ColoursCardsAndWhoIsAsked) {
  const auto lines = screen.Lines({}, cli::Painter(true));
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  EXPECT_NE(text.find("\033[32mG4\033[0m"), std::string::npos) << text;
  EXPECT_NE(text.find("\033[1m> 0 alice"), std::string::npos) << text;
}

TEST_F(ReplayScreenTest, StepsByMoveByTurnAndToTheEnds) {
  Press(Key::kRight);
  Type("nn");
  EXPECT_EQ(Ply(), 2);
  Press(Key::kLeft);
  Type("p");
  EXPECT_EQ(Ply(), 0);
  Press(Key::kEnd);
  EXPECT_EQ(Ply(), 17);
  Press(Key::kRight);
  EXPECT_EQ(Ply(), 17);
  Press(Key::kPageUp);
  EXPECT_EQ(Ply(), 15);
  Press(Key::kUp);
  EXPECT_EQ(Ply(), 14);
  Press(Key::kPageDown);
  EXPECT_EQ(Ply(), 15);
  Press(Key::kHome);
  EXPECT_EQ(Ply(), -1);
  Press(Key::kLeft);
  EXPECT_EQ(Ply(), -1);
}

TEST_F(ReplayScreenTest, JumpsToStagesWindowsAndFaults) {
  Type("s");
  EXPECT_EQ(Ply(), 10);
  Type("w");
  EXPECT_EQ(Ply(), 15);
  Type("F");
  EXPECT_EQ(Ply(), 4);
  Type("f");
  EXPECT_EQ(Ply(), 17);
  Type("f");
  EXPECT_EQ(Ply(), 17);
  EXPECT_NE(Text().find("there is no later fault"), std::string::npos);
  Press(Key::kLeft);
  EXPECT_EQ(Text().find("there is no later fault"), std::string::npos);
}

TEST_F(ReplayScreenTest, GoesToAPly) {
  Type("g1x5");
  EXPECT_NE(Text().find("go to ply (0 to 17): 15_"), std::string::npos) << Text();
  Press(Key::kBackspace);
  Type("2");
  Press(Key::kEnter);
  EXPECT_EQ(Ply(), 12);
  Type("/99999999999");
  Press(Key::kEnter);
  EXPECT_EQ(Ply(), 17);
  Type("g3");
  Press(Key::kEscape);
  EXPECT_EQ(Ply(), 17);
  Type("g");
  Press(Key::kEnter);
  EXPECT_EQ(Ply(), 17);
}

TEST_F(ReplayScreenTest, PlaysAtASpeedAndStopsAtTheEnd) {
  EXPECT_EQ(screen.interval_ms(), std::nullopt);
  screen.OnTime();
  EXPECT_EQ(Ply(), -1);
  Type(" ");
  EXPECT_EQ(screen.interval_ms(), 1'000);
  Type("+");
  EXPECT_EQ(screen.interval_ms(), 500);
  Type("--");
  EXPECT_EQ(screen.interval_ms(), 2'000);
  Type("-");
  EXPECT_EQ(screen.interval_ms(), 2'000);
  screen.OnTime();
  EXPECT_EQ(Ply(), 0);
  EXPECT_NE(Text().find("playing"), std::string::npos);
  Type(" ");
  EXPECT_EQ(screen.interval_ms(), std::nullopt);
  Type(" ");
  for (int i = 0; i < 100; ++i) screen.OnTime();
  EXPECT_EQ(Ply(), 17);
  EXPECT_EQ(screen.interval_ms(), std::nullopt);
}

TEST_F(ReplayScreenTest, EndsByQOrAnInterrupt) {
  EXPECT_EQ(Press(Key::kText, 'q'), ReplayScreen::Wish::kQuit);
  Type("g");
  EXPECT_EQ(Press(Key::kInterrupt), ReplayScreen::Wish::kQuit);
  EXPECT_EQ(Press(Key::kText, 'z'), ReplayScreen::Wish::kGoOn);
}

TEST_F(ReplayScreenTest, AfterAReloadStaysWhereItIsOrAtTheEnd) {
  const auto live = [](int moves) {
    cli::ReplaySource source;
    source.record = PublicRecord(RecordOfTheDocs(), moves);
    source.match = cli::MatchOfRecord(source.record);
    source.first_leading = cli::ReplayModel({.record = RecordOfTheDocs(),
                                             .match = cli::MatchOfRecord(RecordOfTheDocs()),
                                             .first_leading = std::nullopt,
                                             .refusals_known = false,
                                             .refusals = {}})
                               .steps()[0]
                               .table.leading;
    return cli::ReplayModel(source);
  };
  ReplayScreen growing(live(5), 100);
  EXPECT_EQ(growing.OnKey({Key::kText, 'r'}), ReplayScreen::Wish::kReload);
  growing.Reload(live(9));
  EXPECT_EQ(growing.at(), 9u);
  growing.OnKey({Key::kLeft});
  growing.Reload(live(12));
  EXPECT_EQ(growing.at(), 8u);
  ExpectGolden("replay_live_80x24.txt", TextOf(growing, {80, 24}));
}

}  // namespace
}  // namespace taki::test
