// Every format, played to its end.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

TEST(FormatsTest, EveryPairOfARoundRobinMeetsOnce) {
  for (std::int32_t bots = 2; bots <= 33; ++bots) {
    LeagueDriver driver(ConfigOf(Format::kRoundRobin), static_cast<std::uint64_t>(bots));
    driver.Enter(bots);
    driver.Start();
    ASSERT_TRUE(driver.PlayOn());
    std::map<std::set<Entrant>, int> meetings;
    for (const Fixture& fixture : driver.league().fixtures())
      for (const Attempt& attempt : fixture.attempts)
        meetings[{attempt.seats.begin(), attempt.seats.end()}] += attempt.counts ? 1 : 0;
    EXPECT_EQ(meetings.size(), static_cast<std::size_t>(bots * (bots - 1) / 2));
    for (const auto& [pair, count] : meetings) EXPECT_EQ(count, 1);
    EXPECT_EQ(driver.league().progress().matches_done, bots * (bots - 1) / 2);
  }
}

TEST(FormatsTest, EveryBracketEnds) {
  for (const Format format : {Format::kSingleElimination, Format::kDoubleElimination})
    for (std::int32_t bots = 2; bots <= 33; ++bots) {
      LeagueDriver driver(ConfigOf(format), static_cast<std::uint64_t>(bots));
      driver.Enter(bots);
      driver.Start();
      ASSERT_TRUE(driver.PlayOn()) << Name(format) << " of " << bots;
      const auto table = driver.league().Standings();
      ASSERT_EQ(table.size(), static_cast<std::size_t>(bots));
      EXPECT_EQ(table[0].place_from, 1);
      EXPECT_EQ(table[0].place_to, 1);
      for (std::size_t i = 1; i < table.size(); ++i)
        EXPECT_EQ(table[i].losses, format == Format::kSingleElimination ? 1 : 2);
    }
}

TEST(FormatsTest, EverySwissEndsWithoutARematchOrASecondBye) {
  for (std::int32_t bots = 2; bots <= 33; ++bots) {
    LeagueDriver driver(ConfigOf(Format::kSwiss), static_cast<std::uint64_t>(bots));
    driver.Enter(bots);
    driver.Start();
    ASSERT_TRUE(driver.PlayOn());
    std::set<std::set<Entrant>> met;
    for (const Fixture& fixture : driver.league().fixtures())
      EXPECT_TRUE(met.insert({fixture.slots.begin(), fixture.slots.end()}).second);
    for (const Standing& row : driver.league().Standings()) EXPECT_LE(row.byes, 1);
    EXPECT_EQ(driver.league().fixtures().back().round, RoundsOf(driver.league().config(), bots));
  }
}

TEST(FormatsTest, GroupsThenBracketEnds) {
  for (std::int32_t groups = 2; groups <= 8; ++groups)
    for (std::int32_t bots = 2 * groups; bots <= 33; ++bots) {
      auto config = ConfigOf(Format::kGroupsThenBracket);
      config.groups = groups;
      config.third_place = bots % 2 == 0;
      LeagueDriver driver(config, static_cast<std::uint64_t>(bots));
      driver.Enter(bots);
      driver.Start();
      ASSERT_TRUE(driver.PlayOn());
      const auto table = driver.league().Standings();
      ASSERT_EQ(table.size(), static_cast<std::size_t>(2 * bots));
      EXPECT_EQ(table[0].place_from, 1);
      EXPECT_EQ(table[0].place_to, 1);
      EXPECT_EQ(table[0].group, 0);
      EXPECT_EQ(table[static_cast<std::size_t>(bots)].group, 1);
    }
}

TEST(FormatsTest, LadderOfAHundredBotsStarvesNobody) {
  auto config = ConfigOf(Format::kLadder);
  config.rounds = 5'000;
  LeagueDriver driver(config);
  driver.Enter(100);
  driver.Start();
  ASSERT_TRUE(driver.PlayOn({}, 30));
  std::int32_t most = 0, fewest = 1'000'000;
  for (const Standing& row : driver.league().Standings()) {
    most = std::max(most, row.matches);
    fewest = std::min(fewest, row.matches);
  }
  EXPECT_LE(most * 10, fewest * 11) << most << " and " << fewest;
}

}  // namespace
}  // namespace taki::league
