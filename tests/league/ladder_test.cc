// Who plays whom in a ladder: nobody starves, nobody gets more than others, the nearest meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>

#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

// Plays a ladder in which a match of a bot takes `takes(bot)` turns, each bot one at a time unless
// `per_bot`, and fills in how often each sat on each seat.
std::vector<std::vector<int>> PlayLadder(LeagueConfig config, std::int32_t bots,
                                         const std::function<int(Entrant)>& takes,
                                         const std::function<bool(Entrant)>& is_there) {
  LeagueDriver driver(std::move(config));
  driver.Enter(bots);
  driver.Start();
  std::vector<std::vector<int>> sat(
      static_cast<std::size_t>(bots),
      std::vector<int>(static_cast<std::size_t>(driver.league().config().seats)));
  std::map<match::MatchId, int> ends;
  for (int turn = 0; !driver.IsOver() && turn < 100'000; ++turn) {
    std::vector<Entrant> available;
    for (Entrant e = 0; e < bots; ++e)
      if (is_there(e) && driver.league().entrants()[static_cast<std::size_t>(e)].running == 0)
        available.push_back(e);
    for (const Wanted& wanted : driver.league().PairLadder(available, 1'000)) {
      LogEntry entry{.kind = LogEntry::Kind::kFiled,
                     .match = {static_cast<std::int64_t>(driver.log().size())},
                     .slot = wanted.slot};
      int longest = 0;
      for (std::size_t seat = 0; seat < wanted.seats.size(); ++seat) {
        const Entrant e = wanted.seats[seat];
        EXPECT_TRUE(std::find(available.begin(), available.end(), e) != available.end());
        entry.bots.push_back({e + 1});
        ++sat[static_cast<std::size_t>(e)][seat];
        longest = std::max(longest, takes(e));
      }
      ends[entry.match] = turn + longest;
      driver.Apply(entry);
    }
    for (auto it = ends.begin(); it != ends.end();) {
      if (it->second > turn) {
        ++it;
        continue;
      }
      std::vector<std::int32_t> places;
      const auto& attempts = driver.league().fixtures();
      for (const Fixture& fixture : attempts)
        if (fixture.attempts[0].match == it->first)
          for (std::size_t i = 0; i < fixture.slots.size(); ++i)
            places.push_back(static_cast<std::int32_t>(i) + 1);
      driver.FinishPlaces(it->first, places);
      it = ends.erase(it);
    }
  }
  EXPECT_TRUE(driver.IsOver());
  return sat;
}

int Games(const std::vector<int>& sat) { return std::accumulate(sat.begin(), sat.end(), 0); }

TEST(LadderTest, OfAHundredBotsNobodyStarvesInFiveThousandMatches) {
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

TEST(LadderTest, BotWhoseMatchesEndAtOnceGetsNoMoreOfThem) {
  auto config = ConfigOf(Format::kLadder);
  config.rounds = 400;
  // Two that always fail, eight that take their time.
  const auto sat = PlayLadder(
      config, 10, [](Entrant e) { return e < 2 ? 0 : 7; }, [](Entrant) { return true; });
  for (const auto& seats : sat) {
    EXPECT_GE(Games(seats), 74);
    EXPECT_LE(Games(seats), 86);
  }
}

TEST(LadderTest, SlowBotHoldsUpNobodyElse) {
  auto config = ConfigOf(Format::kLadder);
  config.rounds = 400;
  const auto sat = PlayLadder(
      config, 10, [](Entrant e) { return e == 0 ? 40 : 1; }, [](Entrant) { return true; });
  EXPECT_LT(Games(sat[0]), 60);
  for (std::size_t e = 1; e < 10; ++e) EXPECT_GE(Games(sat[e]), 74);
}

TEST(LadderTest, WhoIsNotThereIsNotPaired) {
  auto config = ConfigOf(Format::kLadder);
  config.rounds = 50;
  const auto sat = PlayLadder(
      config, 5, [](Entrant) { return 1; }, [](Entrant e) { return e != 3; });
  EXPECT_EQ(Games(sat[3]), 0);
  EXPECT_EQ(Games(sat[0]) + Games(sat[1]) + Games(sat[2]) + Games(sat[4]), 100);
}

TEST(LadderTest, SeatsAreDealtEquallyOften) {
  for (const std::int32_t seats : {2, 4}) {
    auto config = ConfigOf(Format::kLadder, seats);
    config.rounds = 300;
    const auto sat = PlayLadder(
        config, 12, [](Entrant e) { return 1 + e % 3; }, [](Entrant) { return true; });
    for (const auto& counts : sat)
      EXPECT_LE(*std::max_element(counts.begin(), counts.end()) -
                    *std::min_element(counts.begin(), counts.end()),
                4);
  }
}

TEST(LadderTest, FewerThanATableFullPlayAtASmallerOne) {
  auto config = ConfigOf(Format::kLadder, 4);
  config.rounds = 20;
  const auto sat = PlayLadder(
      config, 5, [](Entrant) { return 1; }, [](Entrant e) { return e < 3; });
  for (std::size_t e = 0; e < 3; ++e) EXPECT_EQ(Games(sat[e]), 20);
}

TEST(LadderTest, TheNearestInRatingMeet) {
  auto config = ConfigOf(Format::kLadder);
  config.rounds = 600;
  LeagueDriver driver(config);
  driver.Enter(12);
  driver.Start();
  // The lower the number, the stronger: who has it wins.
  while (!driver.IsOver()) {
    driver.File(3, 1);
    const auto match = driver.running().front();
    for (const Fixture& fixture : driver.league().fixtures())
      if (fixture.attempts[0].match == match)
        driver.FinishPlaces(match, fixture.slots[0] < fixture.slots[1]
                                       ? std::vector<std::int32_t>{1, 2}
                                       : std::vector<std::int32_t>{2, 1});
  }
  long distance = 0;
  int late = 0;
  for (const Fixture& fixture : driver.league().fixtures())
    if (fixture.id.number > 300) {
      distance += std::abs(fixture.slots[0] - fixture.slots[1]);
      ++late;
    }
  EXPECT_LT(distance, 3 * late) << "any two of twelve are 4 1/3 apart on average";
}

TEST(LadderTest, GameThatCameToNothingIsPlayedAgainFirst) {
  auto config = ConfigOf(Format::kLadder);
  config.rounds = 5;
  LeagueDriver driver(config);
  driver.Enter(4);
  driver.Start();
  driver.File(1);
  driver.FinishVoid(driver.running().front());
  const auto wanted = driver.league().PairLadder({0, 1, 2, 3}, 1);
  ASSERT_EQ(wanted.size(), 1u);
  EXPECT_EQ(wanted[0].slot, (MatchSlot{{1}, 1, 2}));
}

}  // namespace
}  // namespace taki::league
