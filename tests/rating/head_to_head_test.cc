// Two players against each other.
#include "referee/rating/head_to_head.h"

#include <gtest/gtest.h>

#include <cmath>

namespace taki::rating {
namespace {

HeadToHead Counts(std::int64_t wins, std::int64_t losses, std::int64_t draws = 0) {
  return {.wins = wins, .losses = losses, .draws = draws};
}

TEST(HeadToHeadTest, CountsWhoWasPlacedAbove) {
  Results results;
  results.Add({{1, 1}, {2, 2}});
  results.Add({{1, 1}, {2, 2}});
  results.Add({{2, 1}, {1, 2}});
  results.Add({{1, 1}, {2, 1}});
  EXPECT_EQ(Compare(*results.Snapshot(), 1, 2), Counts(2, 1, 1));
  EXPECT_EQ(Compare(*results.Snapshot(), 2, 1), Counts(1, 2, 1));
}

TEST(HeadToHeadTest, CountsAtTablesOfAnySize) {
  Results results;
  results.Add({{5, 1}, {2, 2}, {1, 3}, {9, 4}});
  results.Add({{5, 1}, {2, 2}, {1, 2}, {9, 2}});
  results.Add({{1, 1}, {5, 2}, {9, 2}, {2, 4}});
  EXPECT_EQ(Compare(*results.Snapshot(), 1, 2), Counts(1, 1, 1));
}

TEST(HeadToHeadTest, LeavesOutMatchesOfOnlyOneOfThem) {
  Results results;
  results.Add({{1, 1}, {3, 2}});
  results.Add({{3, 1}, {2, 2}});
  EXPECT_EQ(Compare(*results.Snapshot(), 1, 2), Counts(0, 0));
  EXPECT_EQ(Compare(*results.Snapshot(), 1, 7), Counts(0, 0)) << "nor does it mind a stranger";
}

TEST(HeadToHeadTest, ADrawIsHalfAPoint) {
  EXPECT_EQ(Counts(3, 1, 4).points(), 5);
  EXPECT_EQ(Counts(3, 1, 4).matches(), 8);
}

TEST(HeadToHeadDeathTest, NobodyMeetsItself) {
  Results results;
  EXPECT_DEATH(Compare(*results.Snapshot(), 1, 1), "check failed");
}

// Expected values: the header's formula in another language.
TEST(WilsonIntervalTest, AgreesWithItsFormula) {
  EXPECT_NEAR(WilsonInterval(Counts(7, 3)).low, 0.3967781, 1e-7);
  EXPECT_NEAR(WilsonInterval(Counts(7, 3)).high, 0.8922087, 1e-7);
  EXPECT_NEAR(WilsonInterval(Counts(50, 50)).low, 0.4038315, 1e-7);
  EXPECT_NEAR(WilsonInterval(Counts(50, 50)).high, 0.5961685, 1e-7);
  EXPECT_NEAR(WilsonInterval(Counts(6, 2, 2)).low, WilsonInterval(Counts(7, 3)).low, 1e-15);
}

TEST(WilsonIntervalTest, KnowsNothingWithoutMatches) {
  EXPECT_EQ(WilsonInterval({}).low, 0);
  EXPECT_EQ(WilsonInterval({}).high, 1);
}

TEST(WilsonIntervalTest, StaysBetweenNothingAndAll) {
  for (const std::int64_t n : {1, 2, 10, 1000, 1'000'000'000}) {
    EXPECT_NEAR(WilsonInterval(Counts(n, 0)).high, 1, 1e-15) << n;
    EXPECT_LE(WilsonInterval(Counts(n, 0)).high, 1) << n;
    EXPECT_LT(WilsonInterval(Counts(n, 0)).low, 1) << n;
    EXPECT_NEAR(WilsonInterval(Counts(0, n)).low, 0, 1e-15) << n;
    EXPECT_GE(WilsonInterval(Counts(0, n)).low, 0) << n;
    EXPECT_GT(WilsonInterval(Counts(0, n)).high, 0) << n;
  }
}

TEST(ProbabilityOfSuperiorityTest, IsTheTailOfCoinTosses) {
  EXPECT_EQ(ProbabilityOfSuperiority({}), 0.5);
  EXPECT_DOUBLE_EQ(ProbabilityOfSuperiority(Counts(1, 0)), 3.0 / 4);
  EXPECT_DOUBLE_EQ(ProbabilityOfSuperiority(Counts(0, 1)), 1.0 / 4);
  EXPECT_DOUBLE_EQ(ProbabilityOfSuperiority(Counts(5, 0)), 63.0 / 64);
  EXPECT_DOUBLE_EQ(ProbabilityOfSuperiority(Counts(2, 1)), 11.0 / 16);
  EXPECT_DOUBLE_EQ(ProbabilityOfSuperiority(Counts(3, 3)), 0.5);
}

TEST(ProbabilityOfSuperiorityTest, LeavesDrawsOut) {
  EXPECT_EQ(ProbabilityOfSuperiority(Counts(8, 3, 500)), ProbabilityOfSuperiority(Counts(8, 3)));
}

TEST(ProbabilityOfSuperiorityTest, OfBothSidesIsOne) {
  for (const std::int64_t wins : {0, 1, 17, 100, 12'345})
    for (const std::int64_t losses : {0, 1, 16, 130, 12'300})
      EXPECT_NEAR(ProbabilityOfSuperiority(Counts(wins, losses)) +
                      ProbabilityOfSuperiority(Counts(losses, wins)),
                  1, 1e-15);
}

TEST(ProbabilityOfSuperiorityTest, ComesNearTheNormalDistributionForManyMatches) {
  // 500,500 : 499,500 is one standard deviation from equal: 84.13 %.
  EXPECT_NEAR(ProbabilityOfSuperiority(Counts(500'500, 499'500)), 0.841345, 1e-3);
  EXPECT_NEAR(ProbabilityOfSuperiority(Counts(600'000, 400'000)), 1, 1e-15);
  EXPECT_GE(ProbabilityOfSuperiority(Counts(400'000, 600'000)), 0);
}

}  // namespace
}  // namespace taki::rating
