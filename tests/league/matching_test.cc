// The matching against trying all matchings, with costs on many levels.
#include "referee/league/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "referee/league/at.h"
#include "tests/support/splitmix.h"

namespace taki::league::pairing {
namespace {

Cost Sum(Cost a, const Cost& b) {
  for (std::size_t level = 0; level < a.size(); ++level) a[level] += b[level];
  return a;
}

// The least cost of matching those in `left`, by trying everything.
Cost Least(const std::vector<int>& left, const std::function<Cost(int, int)>& cost) {
  if (left.empty()) return {};
  Cost least;
  least.fill(1'000'000'000);
  for (std::size_t i = 1; i < left.size(); ++i) {
    std::vector<int> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    rest.erase(rest.begin());
    least = std::min(least, Sum(cost(left[0], left[i]), Least(rest, cost)));
  }
  return least;
}

Cost CostOf(const std::vector<int>& partner, const std::function<Cost(int, int)>& cost) {
  Cost sum{};
  for (int i = 0; i < Size(partner); ++i) {
    EXPECT_NE(At(partner, i), i);
    EXPECT_EQ(At(partner, At(partner, i)), i);
    if (i < At(partner, i)) sum = Sum(sum, cost(i, At(partner, i)));
  }
  return sum;
}

TEST(MatchingTest, CostsWhatTheBestOfAllMatchingsCosts) {
  test::SplitMix chance(1);
  for (int run = 0; run < 1'500; ++run) {
    const int n = 2 + 2 * static_cast<int>(chance.Below(4));
    const std::size_t range = 1 + chance.Below(6), levels = 1 + chance.Below(kCostLevels);
    std::map<std::pair<int, int>, Cost> costs;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        for (std::size_t level = 0; level < levels; ++level)
          costs[{i, j}][level] = static_cast<std::int64_t>(chance.Below(range)) - 2;
    const auto cost = [&](int i, int j) { return costs.at(std::minmax(i, j)); };
    std::vector<int> all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    EXPECT_EQ(CostOf(CheapestPairs(n, cost), cost), Least(all, cost)) << "run " << run;
  }
}

TEST(MatchingTest, AUnitOnOneLevelOutweighsAnythingOnTheNext) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 44;
  const auto cost = [](int i, int j) -> Cost {
    if (std::pair(i, j) == std::pair(0, 1)) return {0, 1};
    if (std::pair(i, j) == std::pair(2, 3)) return {};
    return {0, 0, kHuge};
  };
  EXPECT_NE(CheapestPairs(4, cost)[0], 1);
}

TEST(MatchingTest, TheGreatestCostsAllowedDoNotOverflow) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 44;
  test::SplitMix chance(2);
  std::map<std::pair<int, int>, Cost> costs;
  const int n = 200;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (std::int64_t& level : costs[{i, j}]) level = chance.Chance(50) ? kHuge : -kHuge;
  const auto cost = [&](int i, int j) { return costs.at({i, j}); };
  EXPECT_EQ(CostOf(CheapestPairs(n, cost), cost)[0], -kHuge * n / 2);
}

TEST(MatchingTest, OfNobodyIsEmpty) {
  EXPECT_TRUE(CheapestPairs(0, [](int, int) { return Cost{}; }).empty());
}

}  // namespace
}  // namespace taki::league::pairing
