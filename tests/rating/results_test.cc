// Sufficient statistics: the order of matches, and matches that were taken away, leave no trace.
#include "referee/rating/results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

using Match = std::vector<Finish>;

std::vector<PlayerId> PlayersOf(const Ranking& ranking) {
  std::vector<PlayerId> players;
  for (const Ranked& seat : ranking.seats) players.push_back(seat.player());
  return players;
}

TEST(ResultsTest, BeginEmpty) {
  Results results;
  EXPECT_TRUE(results.Snapshot()->empty());
  EXPECT_EQ(results.Snapshot()->matches(), 0);
  EXPECT_TRUE(results.Snapshot()->Players().empty());
}

TEST(ResultsTest, CountEqualRankingsTogether) {
  Results results;
  results.Add({{5, 1}, {3, 2}});
  results.Add({{3, 2}, {5, 1}});
  results.Add({{3, 1}, {5, 2}});
  const auto rankings = results.Snapshot();
  ASSERT_EQ(rankings->size(), 2u);
  EXPECT_EQ(PlayersOf((*rankings)[0]), (std::vector<PlayerId>{3, 5}));
  EXPECT_EQ((*rankings)[0].matches, 1);
  EXPECT_EQ(PlayersOf((*rankings)[1]), (std::vector<PlayerId>{5, 3}));
  EXPECT_EQ((*rankings)[1].matches, 2);
  EXPECT_EQ(rankings->matches(), 3);
  EXPECT_EQ(rankings->Players(), (std::vector<PlayerId>{3, 5}));
}

TEST(ResultsTest, OrderTiedPlayersById) {
  Results results;
  results.Add({{9, 2}, {4, 1}, {7, 2}, {1, 4}});
  const Ranking ranking = (*results.Snapshot())[0];
  EXPECT_EQ(PlayersOf(ranking), (std::vector<PlayerId>{4, 7, 9, 1}));
  EXPECT_FALSE(ranking.seats[0].shares_place());
  EXPECT_FALSE(ranking.seats[1].shares_place());
  EXPECT_TRUE(ranking.seats[2].shares_place());
  EXPECT_FALSE(ranking.seats[3].shares_place());
}

TEST(ResultsTest, TellATieFromAnOrder) {
  Results tied, ordered;
  tied.Add({{1, 1}, {2, 1}});
  ordered.Add({{1, 1}, {2, 2}});
  EXPECT_NE(*tied.Snapshot(), *ordered.Snapshot());
}

TEST(ResultsTest, HowPlacesAreNumberedDoesNotMatter) {
  Results gaps, dense;
  gaps.Add({{1, 1}, {2, 2}, {3, 2}, {4, 4}});
  dense.Add({{1, 10}, {2, 20}, {3, 20}, {4, 21}});
  EXPECT_EQ(*gaps.Snapshot(), *dense.Snapshot());
}

// Matches of two to six of eight players, with ties.
std::vector<Match> RandomMatches(std::uint64_t seed, std::size_t count) {
  test::SplitMix random(seed);
  std::vector<Match> matches(count);
  for (Match& match : matches) {
    std::vector<PlayerId> players{0, 1, 2, 3, 4, 5, 6, 7};
    const std::size_t seats = 2 + random.Below(5);
    for (std::size_t i = 0; i < seats; ++i) {
      std::swap(players[i], players[i + random.Below(players.size() - i)]);
      match.push_back({players[i], 1 + static_cast<int>(random.Below(seats))});
    }
  }
  return matches;
}

TEST(ResultsTest, TheOrderOfMatchesDoesNotMatter) {
  std::vector<Match> matches = RandomMatches(1, 300);
  Results forward, backward;
  for (const Match& match : matches) forward.Add(match);
  std::reverse(matches.begin(), matches.end());
  for (const Match& match : matches) {
    backward.Add(match);
    if (match.size() == 2) backward.Snapshot();  // nor when somebody looks
  }
  EXPECT_EQ(*forward.Snapshot(), *backward.Snapshot());
}

TEST(ResultsTest, RemovedMatchesLeaveNoTrace) {
  const std::vector<Match> kept = RandomMatches(2, 100), voided = RandomMatches(3, 100);
  Results never, removed;
  for (const Match& match : kept) never.Add(match);
  for (const Match& match : voided) removed.Add(match);
  removed.Snapshot();
  for (const Match& match : kept) removed.Add(match);
  for (const Match& match : voided) removed.Remove(match);
  EXPECT_EQ(*removed.Snapshot(), *never.Snapshot());
}

TEST(ResultsTest, ReinstatedMatchesCountAsIfNeverVoided) {
  Results never, again;
  for (const Match& match : RandomMatches(4, 50)) {
    never.Add(match);
    again.Add(match);
    again.Remove(match);
    again.Snapshot();
    again.Add(match);
  }
  EXPECT_EQ(*again.Snapshot(), *never.Snapshot());
}

TEST(ResultsTest, ASnapshotStaysAsItWas) {
  Results results;
  results.Add({{1, 1}, {2, 2}});
  const auto before = results.Snapshot();
  EXPECT_EQ(results.Snapshot(), before) << "nothing happened: the same object";
  results.Add({{2, 1}, {1, 2}});
  EXPECT_EQ(before->matches(), 1);
  EXPECT_EQ(results.Snapshot()->matches(), 2);
}

TEST(ResultsDeathTest, RemovingWhatWasNeverAddedIsOurOwnFault) {
  Results results;
  results.Add({{1, 1}, {2, 2}});
  results.Remove({{2, 1}, {1, 2}});
  EXPECT_DEATH(results.Snapshot(), "check failed");
}

TEST(ResultsDeathTest, AMatchHasTwoToTenDifferentPlayers) {
  Results results;
  EXPECT_DEATH(results.Add({{1, 1}}), "check failed");
  EXPECT_DEATH(results.Add({{1, 1}, {1, 2}}), "check failed");
  Match eleven;
  for (PlayerId player = 0; player < 11; ++player) eleven.push_back({player, 1});
  EXPECT_DEATH(results.Add(eleven), "check failed");
  EXPECT_DEATH(results.Add({{1, 1}, {kPlayerIdMax + 1, 2}}), "check failed");
}

TEST(ResultsTest, NewNumbersLeaveNoTraceOfTheOldOnes) {
  Results early, late;
  early.Add({{0, 1}, {2, 2}, {1, 2}});
  early.Add({{2, 1}, {1, 2}});
  early.Renumber(std::vector<PlayerId>{1, 3, 4});
  late.Add({{1, 1}, {4, 2}, {3, 2}});
  late.Add({{4, 1}, {3, 2}});
  EXPECT_EQ(*early.Snapshot(), *late.Snapshot());
  early.Add({{0, 1}, {4, 2}});
  late.Add({{0, 1}, {4, 2}});
  EXPECT_EQ(*early.Snapshot(), *late.Snapshot());
}

}  // namespace
}  // namespace taki::rating
