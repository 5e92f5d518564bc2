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

}  // namespace
}  // namespace taki::league
