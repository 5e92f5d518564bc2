// Groups: the snake, their round robins, and how their best are seeded into the bracket.
#include "referee/league/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "referee/league/at.h"
#include "referee/league/bracket.h"
#include "tests/league/pairing_vectors.h"

namespace taki::league::pairing {
namespace {

using PairSet = std::set<std::set<int>>;

PairSet PairsOf(const std::vector<Table>& tables) {
  PairSet pairs;
  for (const Table& table : tables) pairs.insert({table.begin(), table.end()});
  return pairs;
}

// The reference plays the same pairs in the same rounds, but takes its rounds in another order than
// the Berger tables, and lets the lowest seed never sit first, which would not be fair in seats.
TEST(GroupsTest, AreTheReferenceGroupsAndPairs) {
  std::map<int, std::map<int, PairSet>> reference;  // [group][round]
  for (const auto& row : PairingVectors()["groups"]["snake_8_into_2 (groups.seed_optimized)"])
    reference[row[0]][row[1]].insert({SeedOf(row[2]), SeedOf(row[3])});
  const auto groups = SnakeGroups(8, 2);
  ASSERT_EQ(groups.size(), reference.size());
  for (int g = 0; g < 2; ++g) {
    std::set<PairSet> expected, ours;
    for (const auto& [number, pairs] : reference[g + 1]) expected.insert(pairs);
    for (const Round& round : GroupRounds(At(groups, g), 1)) ours.insert(PairsOf(round.tables));
    EXPECT_EQ(ours, expected) << "group " << g + 1;
  }
}

TEST(GroupsTest, SizesDifferByOneAtMostAndEverySeedIsInOne) {
  for (int n = 2; n <= 33; ++n)
    for (int groups = 1; groups <= n; ++groups) {
      std::set<int> seen;
      for (const auto& group : SnakeGroups(n, groups)) {
        EXPECT_GE(Size(group), n / groups);
        EXPECT_LE(Size(group), (n + groups - 1) / groups);
        EXPECT_TRUE(std::is_sorted(group.begin(), group.end()));
        seen.insert(group.begin(), group.end());
      }
      EXPECT_EQ(Size(seen), n);
    }
}

TEST(GroupsTest, OddOnesHaveByesOfTheirOwnEntrants) {
  const std::vector<int> group{2, 3, 8};
  std::set<int> byes;
  for (const Round& round : GroupRounds(group, 1)) byes.insert(round.bye);
  EXPECT_EQ(byes, (std::set<int>{2, 3, 8}));
}

// [r]: how many pairs of one group can meet first in round r of the bracket.
std::vector<int> MeetingsByRound(const std::vector<GroupPlace>& seeds) {
  int slots = 2;
  while (slots < Size(seeds)) slots *= 2;
  const std::vector<int> order = SeedOrder(slots);
  std::vector<int> meetings(12);
  for (int i = 0; i < slots; ++i)
    for (int j = 0; j < i; ++j) {
      if (At(order, i) >= Size(seeds) || At(order, j) >= Size(seeds)) continue;
      if (At(seeds, At(order, i)).group != At(seeds, At(order, j)).group) continue;
      int round = 0;
      while (i >> (round + 1) != j >> (round + 1)) ++round;
      ++At(meetings, round);
    }
  return meetings;
}

TEST(BracketSeedsTest, WinnersAreTheFirstSeedsThenTheRunnersUp) {
  for (int groups = 1; groups <= 16; ++groups)
    for (int advance = groups == 1 ? 2 : 1; advance <= 4; ++advance) {
      const std::vector<GroupPlace> seeds = BracketSeeds(groups, advance);
      std::set<std::pair<int, int>> all;
      for (int seed = 0; seed < Size(seeds); ++seed) {
        EXPECT_EQ(At(seeds, seed).place, seed / groups);
        if (seed < groups) {
          EXPECT_EQ(At(seeds, seed).group, seed);
        }
        all.emplace(At(seeds, seed).group, At(seeds, seed).place);
      }
      EXPECT_EQ(Size(all), groups * advance);
    }
}

TEST(BracketSeedsTest, WinnersMeetRunnersUpOfOtherGroups) {
  EXPECT_EQ(BracketSeeds(2, 2), (std::vector<GroupPlace>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(
      BracketSeeds(4, 2),
      (std::vector<GroupPlace>{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {2, 1}, {3, 1}, {0, 1}, {1, 1}}));
}

TEST(BracketSeedsTest, NoTwoOfOneGroupMeetInTheFirstRound) {
  for (int groups = 2; groups <= 16; ++groups)
    for (int advance = 1; advance <= 4; ++advance)
      EXPECT_EQ(MeetingsByRound(BracketSeeds(groups, advance))[0], 0) << groups << ' ' << advance;
}

TEST(BracketSeedsTest, TwoOfOneGroupMeetOnlyInTheFinalIfTheBracketIsFull) {
  for (const int groups : {2, 4, 8, 16, 32}) {
    std::vector<int> expected(12);
    int last = 0;
    while (2 << (last + 1) <= 2 * groups) ++last;
    At(expected, last) = groups;
    EXPECT_EQ(MeetingsByRound(BracketSeeds(groups, 2)), expected) << groups;
  }
}

// The best of all ways to give the runners-up, thirds, ... of each place their seeds.
std::vector<int> BestOfAll(std::vector<GroupPlace> seeds, int groups, int place) {
  const auto from = seeds.begin() + place * groups;
  if (from == seeds.end()) return MeetingsByRound(seeds);
  std::sort(from, from + groups,
            [](const GroupPlace& a, const GroupPlace& b) { return a.group < b.group; });
  std::vector<int> best{1'000};
  do best = std::min(best, BestOfAll(seeds, groups, place + 1));
  while (std::next_permutation(from, from + groups, [](const GroupPlace& a, const GroupPlace& b) {
    return a.group < b.group;
  }));
  return best;
}

TEST(BracketSeedsTest, AreTheBestOfAllSeedings) {
  for (int groups = 2; groups <= 6; ++groups)
    for (int advance = 2; advance <= (groups <= 3 ? 4 : 2); ++advance) {
      const auto seeds = BracketSeeds(groups, advance);
      EXPECT_EQ(MeetingsByRound(seeds), BestOfAll(seeds, groups, 1)) << groups << ' ' << advance;
    }
}

}  // namespace
}  // namespace taki::league::pairing
