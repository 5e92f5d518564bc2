// Every format, played to its end.
#include <gtest/gtest.h>

#include <algorithm>
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

// Of the fixtures of one table: in each round nobody sits twice.
void ExpectOneFixtureARound(const League& league) {
  std::map<std::int32_t, std::multiset<Entrant>> rounds;
  for (const Fixture& fixture : league.fixtures())
    for (const Entrant entrant : fixture.slots)
      if (entrant != kNobody) rounds[fixture.round].insert(entrant);
  for (const auto& [round, entrants] : rounds)
    for (const Entrant entrant : entrants) EXPECT_EQ(entrants.count(entrant), 1u);
}

// On the seats that every table has everybody has sat equally often, give or take one.
void ExpectSeatsWithinOne(const League& league) {
  std::size_t common = 10;
  for (const Fixture& fixture : league.fixtures()) common = std::min(common, fixture.slots.size());
  std::map<Entrant, std::vector<int>> counts;
  for (const Fixture& fixture : league.fixtures())
    for (std::size_t seat = 0; seat < common; ++seat) {
      auto& its = counts[fixture.slots[seat]];
      its.resize(common);
      ++its[seat];
    }
  for (const auto& [entrant, its] : counts)
    EXPECT_LE(*std::max_element(its.begin(), its.end()),
              *std::min_element(its.begin(), its.end()) + 1);
}

TEST(FormatsTest, EveryRoundRobinOfTablesEnds) {
  for (std::int32_t seats = 3; seats <= 10; ++seats)
    for (std::int32_t bots = seats; bots <= 33; bots += 3) {
      auto config = ConfigOf(Format::kRoundRobin, seats);
      LeagueDriver driver(config, static_cast<std::uint64_t>(bots * 16 + seats));
      driver.Enter(bots);
      driver.Start();
      ASSERT_TRUE(driver.PlayOn());
      for (const Standing& row : driver.league().Standings())
        EXPECT_EQ(row.matches, RoundsOf(config, bots));
      ExpectOneFixtureARound(driver.league());
      ExpectSeatsWithinOne(driver.league());
    }
}

TEST(FormatsTest, EverySwissOfTablesEnds) {
  for (std::int32_t seats = 3; seats <= 10; ++seats)
    for (std::int32_t bots = seats; bots <= 33; bots += 3) {
      auto config = ConfigOf(Format::kSwiss, seats);
      LeagueDriver driver(config, static_cast<std::uint64_t>(bots * 16 + seats));
      driver.Enter(bots);
      driver.Start();
      ASSERT_TRUE(driver.PlayOn());
      ExpectOneFixtureARound(driver.league());
      for (const Standing& row : driver.league().Standings())
        EXPECT_EQ(row.matches, RoundsOf(config, bots));
    }
}

TEST(FormatsTest, EveryBracketOfTablesEnds) {
  for (std::int32_t seats = 3; seats <= 10; ++seats)
    for (std::int32_t advance = 1; advance < seats; ++advance)
      for (std::int32_t bots = seats; bots <= 33; bots += 3) {
        auto config = ConfigOf(Format::kSingleElimination, seats);
        config.advance = advance;
        LeagueDriver driver(config, static_cast<std::uint64_t>(bots * 16 + seats));
        driver.Enter(bots);
        driver.Start();
        ASSERT_TRUE(driver.PlayOn()) << bots << " at " << seats << ", " << advance << " go on";
        const auto table = driver.league().Standings();
        EXPECT_EQ(table[0].place_from, 1);
        EXPECT_EQ(table[0].place_to, 1);
      }
}

TEST(FormatsTest, EveryChallengerOfAGauntletMeetsAllOthersOnceACycle) {
  for (std::int32_t seats = 2; seats <= 10; ++seats)
    for (std::int32_t challengers = 1; challengers <= 4; ++challengers)
      for (std::int32_t bots = std::max(seats, challengers + 1); bots <= 33; bots += 5) {
        auto config = ConfigOf(Format::kGauntlet, seats);
        config.challengers = challengers;
        config.rounds = 2;
        LeagueDriver driver(config, static_cast<std::uint64_t>(bots));
        driver.Enter(bots);
        driver.Start();
        ASSERT_TRUE(driver.PlayOn());
        ExpectOneFixtureARound(driver.league());
        ExpectSeatsWithinOne(driver.league());
        std::map<std::pair<Entrant, Entrant>, int> met;
        for (const Fixture& fixture : driver.league().fixtures())
          for (const Entrant a : fixture.slots)
            for (const Entrant b : fixture.slots)
              if (a < challengers && a != b) ++met[{a, b}];
        EXPECT_EQ(met.size(), static_cast<std::size_t>(challengers * (bots - challengers)));
        for (const auto& [pair, count] : met) {
          EXPECT_GE(pair.second, challengers) << "challengers do not meet each other";
          EXPECT_EQ(count, 2);
        }
      }
}

TEST(FormatsTest, SeatsOfAGauntletOfTwoAlternate) {
  auto config = ConfigOf(Format::kGauntlet);
  config.challengers = 2;
  LeagueDriver driver(config);
  driver.Enter(9);
  driver.Start();
  std::map<Entrant, int> first;
  for (const Fixture& fixture : driver.league().fixtures()) ++first[fixture.slots[0]];
  for (Entrant challenger = 0; challenger < 2; ++challenger) {
    EXPECT_GE(first[challenger], 3);
    EXPECT_LE(first[challenger], 4);
  }
  for (Entrant other = 2; other < 9; ++other) EXPECT_EQ(first[other], 1);
}

}  // namespace
}  // namespace taki::league
