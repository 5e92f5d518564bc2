// Leagues that were played once and are kept: their logs must lead to the same fixtures and tables
// for ever, since nothing else is stored of a league (docs/adr/0007-leagues-are-logs.md).
//
// If a change of what follows from a log is meant: `golden_leagues_test --regenerate`, then read
// the difference. If the schedule itself changes, the logs do not fit any more, and neither do
// those that organisers have: give the new way a name of its own instead. `--create NAME FORMAT
// SEATS BOTS SEED` plays and adds one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "tests/league/league_driver.h"
#include "tests/league/league_text.h"

namespace taki::league {
namespace {

constexpr const char* kFolder = TAKI_SOURCE_DIR "/tests/league/golden";

std::vector<std::filesystem::path> Goldens() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".league") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string Contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string Retold(const std::string& text) {
  const LeagueStory story = Read(text);
  return Told(story) + WhatFollows(story);
}

class GoldenLeagueTest : public testing::TestWithParam<std::filesystem::path> {};
INSTANTIATE_TEST_SUITE_P(Leagues, GoldenLeagueTest, testing::ValuesIn(Goldens()),
                         [](const auto& test) { return test.param.stem().string(); });

TEST_P(GoldenLeagueTest, EndsAsItStands) {
  const std::string text = Contents(GetParam());
  EXPECT_EQ(Retold(text), text);
}

TEST(GoldenLeaguesTest, ThereIsOneOfEveryFormat) {
  std::string all;
  for (const auto& path : Goldens()) all += Contents(path);
  for (int format = 0; format <= static_cast<int>(Format::kLadder); ++format)
    EXPECT_NE(all.find("format=" + std::string(Name(static_cast<Format>(format)))),
              std::string::npos);
}

// --- making them

// With a withdrawal, a disqualification, a reinstatement and an annulled result on the way.
LeagueStory Played(const std::string& title, LeagueConfig config, std::int32_t bots,
                   std::uint64_t seed) {
  using Kind = LogEntry::Kind;
  LeagueDriver driver(config, seed, seed);
  driver.Enter(bots);
  driver.Start();
  int finished = 0;
  driver.after_each = [&] {
    if (driver.log().back().kind != Kind::kFinished) return;
    const League& league = driver.league();
    const match::MatchId match = driver.log().back().match;
    switch (++finished) {
      case 2:
        return league.CanAnnul(match).ok() ? driver.Apply({.kind = Kind::kAnnulled, .match = match})
                                           : void();
      case 3: return driver.Apply(Kind::kDisqualified, 2);
      case 4: return driver.Apply(Kind::kDisqualified, 3);
      case 6: return driver.Apply(Kind::kReinstated, 3);
      case 7: return league.CanWithdraw({1}).ok() ? driver.Apply(Kind::kWithdrawn, 1) : void();
      default: return;
    }
  };
  driver.PlayOn({.tie = 10, .no_show = 5, .void_match = 10}, 2);
  return {title, std::move(config), driver.event_seed(), driver.log()};
}

int Create(char** arguments) {
  const auto format = ParseFormat(arguments[1]);
  if (!format) return 1;
  LeagueConfig config = ConfigOf(*format, std::atoi(arguments[2]));
  if (*format == Format::kLadder) config.rounds = 12;
  const std::int32_t bots = std::atoi(arguments[3]);
  if (!Validate(config).ok() || !ValidateEntries(config, bots).ok()) return 1;
  const LeagueStory story =
      Played(std::string(arguments[0]), config, bots, std::strtoull(arguments[4], nullptr, 10));
  std::ofstream(std::filesystem::path(kFolder) / (std::string(arguments[0]) + ".league"))
      << Told(story) << WhatFollows(story);
  return 0;
}

void Regenerate() {
  for (const auto& path : Goldens()) {
    const std::string told = Retold(Contents(path));
    std::ofstream(path) << told;
  }
}

}  // namespace
}  // namespace taki::league

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "--regenerate") {
    taki::league::Regenerate();
    return 0;
  }
  if (command == "--create" && argc == 7) return taki::league::Create(argv + 2);
  return RUN_ALL_TESTS();
}
