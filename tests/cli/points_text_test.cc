// Points as decimal fractions.
#include "referee/cli/points_text.h"

#include <gtest/gtest.h>

namespace taki::cli {
namespace {

TEST(PointsTextTest, HasAsFewDecimalsAsShowTheValue) {
  EXPECT_EQ(PointsText(3), "3");
  EXPECT_EQ(PointsText(2.5), "2.5");
  EXPECT_EQ(PointsText(0.125), "0.125");
  EXPECT_EQ(PointsText(1.0 / 3), "0.3333");
  EXPECT_EQ(PointsText(2.0 / 3, 2), "0.67");
}

TEST(PointsTextTest, TellsNeighboursApart) {
  EXPECT_NE(PointsText(2'521.0 / 5'040), PointsText(2'520.0 / 5'040));
}

TEST(PointsTextTest, AColumnHasOnePrecision) {
  EXPECT_EQ(DecimalsOf({}), 0);
  EXPECT_EQ(DecimalsOf({1, 2}), 0);
  EXPECT_EQ(DecimalsOf({1, 2.5}), 1);
  EXPECT_EQ(DecimalsOf({1, 0.25, 2.0 / 3}), 4);
  EXPECT_EQ(Fixed(1, 2), "1.00");
}

TEST(PointsTextTest, SumsThatAreNotExactAreShownAsMeant) {
  double sum = 0;
  for (int i = 0; i < 6; ++i) sum += 1.0 / 6;
  EXPECT_EQ(PointsText(sum), "1");
}

}  // namespace
}  // namespace taki::cli
