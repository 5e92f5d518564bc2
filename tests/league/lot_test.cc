// Lots against values computed by an independent program (Python's hmac), and their independence.
#include "referee/league/lot.h"

#include <gtest/gtest.h>

#include <numeric>

namespace taki::league::pairing {
namespace {

rules::Bytes32 CountingSeed() {
  rules::Bytes32 seed;
  std::iota(seed.begin(), seed.end(), std::uint8_t{0});
  return seed;
}

TEST(LotTest, GivesTheKnownAnswers) {
  EXPECT_EQ(LotOrder(CountingSeed(), "seeding", 10),
            (std::vector<int>{9, 4, 6, 3, 0, 5, 2, 8, 1, 7}));
  EXPECT_EQ(LotOrder(CountingSeed(), "swiss 1", 10),
            (std::vector<int>{1, 2, 8, 9, 7, 5, 3, 0, 4, 6}));
  EXPECT_EQ(LotOrder(CountingSeed(), "seeding", 3), (std::vector<int>{1, 0, 2}));
  EXPECT_EQ(LotWords(CountingSeed(), "seeding").Next(), 0xb88b2c68u);
}

TEST(LotTest, RanksAreTheOrderReadTheOtherWay) {
  const std::vector<int> order = LotOrder(CountingSeed(), "seeding", 33);
  const std::vector<int> ranks = LotRanks(CountingSeed(), "seeding", 33);
  for (int place = 0; place < 33; ++place)
    EXPECT_EQ(ranks.at(static_cast<std::size_t>(order.at(static_cast<std::size_t>(place)))), place);
}

TEST(LotTest, AnotherSeedIsAnotherLot) {
  rules::Bytes32 other = CountingSeed();
  other[31] ^= 1;
  EXPECT_NE(LotOrder(other, "seeding", 10), LotOrder(CountingSeed(), "seeding", 10));
}

TEST(LotTest, OfNobodyIsEmpty) { EXPECT_TRUE(LotOrder(CountingSeed(), "seeding", 0).empty()); }

}  // namespace
}  // namespace taki::league::pairing
