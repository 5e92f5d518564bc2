#include "referee/rating/cholesky.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

// Symmetric, and positive definite since the diagonal outweighs its row.
std::vector<double> RandomMatrix(std::size_t n) {
  test::SplitMix random(n);
  std::vector<double> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      matrix[i * n + j] = matrix[j * n + i] = static_cast<double>(random.Below(2001)) / 1000 - 1;
    matrix[i * n + i] = static_cast<double>(n + random.Below(10));
  }
  return matrix;
}

TEST(CholeskyTest, SolvesSystemsOfEverySize) {
  for (const std::size_t n : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 13u, 50u}) {
    const std::vector<double> matrix = RandomMatrix(n);
    std::vector<double> right(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        right[i] += matrix[i * n + j] * static_cast<double>(j + 1);
    const std::vector<double> x = Cholesky(matrix, n).Solve(right);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(x[i], static_cast<double>(i + 1), 1e-11) << n;
  }
}

TEST(CholeskyTest, KnowsTheDiagonalOfTheInverse) {
  for (const std::size_t n : {1u, 3u, 4u, 6u, 9u, 30u}) {
    const Cholesky cholesky(RandomMatrix(n), n);
    const std::vector<double> diagonal = cholesky.InverseDiagonal();
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> unit(n);
      unit[i] = 1;
      EXPECT_NEAR(diagonal[i], cholesky.Solve(unit)[i], 1e-14) << n;
    }
  }
}

TEST(CholeskyTest, StaysFiniteWhereRoundingLeavesNothing) {
  const std::vector<double> x = Cholesky({1, 1, 1, 1}, 2).Solve({1, 2});
  EXPECT_TRUE(std::isfinite(x[0]));
  EXPECT_TRUE(std::isfinite(x[1]));
}

}  // namespace
}  // namespace taki::rating
