#include "referee/rating/cholesky.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace taki::rating {
namespace {

// Rows, or right sides, that are worked on together: each has its own sum, in the order of k, so
// this changes no bit, but a processor adds four sums in the time of one.
constexpr std::size_t kTogether = 4;
using Four = std::array<double, kTogether>;

// sums[r] -= sum over k in [begin, end) of rows[r][k] * other[k].
void SubtractProducts(Four& sums, const std::array<const double*, kTogether>& rows,
                      const double* other, std::size_t begin, std::size_t end) {
  double a = sums[0], b = sums[1], c = sums[2], d = sums[3];
  for (std::size_t k = begin; k < end; ++k) {
    const double factor = other[k];
    a -= rows[0][k] * factor;
    b -= rows[1][k] * factor;
    c -= rows[2][k] * factor;
    d -= rows[3][k] * factor;
  }
  sums = {a, b, c, d};
}

}  // namespace

Cholesky::Cholesky(std::vector<double> matrix, std::size_t n) : n_(n), lower_(std::move(matrix)) {
  for (std::size_t first = 0; first < n_; first += kTogether) {
    const std::size_t count = std::min(kTogether, n_ - first);
    std::array<const double*, kTogether> rows;
    for (std::size_t r = 0; r < kTogether; ++r) rows[r] = Row(first + std::min(r, count - 1));
    for (std::size_t j = 0; j < first + count; ++j) {
      Four sums;
      for (std::size_t r = 0; r < kTogether; ++r) sums[r] = rows[r][j];
      SubtractProducts(sums, rows, Row(j), 0, j);
      if (j >= first) {  // the diagonal, which those below it divide by
        const double pivot = sums[j - first];
        Row(j)[j] = std::sqrt(std::max(pivot, 1e-16 * Row(j)[j]));
      }
      for (std::size_t r = 0; r < count; ++r)
        if (first + r > j) Row(first + r)[j] = sums[r] / Row(j)[j];
    }
  }
}

std::vector<double> Cholesky::Solve(std::vector<double> right) const {
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = right[i];
    for (std::size_t k = 0; k < i; ++k) sum -= Row(i)[k] * right[k];
    right[i] = sum / Row(i)[i];
  }
  for (std::size_t i = n_; i-- > 0;) {
    right[i] /= Row(i)[i];
    for (std::size_t k = 0; k < i; ++k) right[k] -= Row(i)[k] * right[i];
  }
  return right;
}

// The inverse is the transpose of M times M, M the inverse of L: its diagonal holds the squares of
// M's columns, and column i of M solves L * x = unit vector i.
std::vector<double> Cholesky::InverseDiagonal() const {
  std::vector<double> diagonal(n_, 0);
  std::array<std::vector<double>, kTogether> columns;
  columns.fill(std::vector<double>(n_));
  std::array<const double*, kTogether> data;
  for (std::size_t r = 0; r < kTogether; ++r) data[r] = columns[r].data();
  for (std::size_t first = 0; first < n_; first += kTogether) {
    const std::size_t count = std::min(kTogether, n_ - first);
    for (std::size_t k = first; k < n_; ++k) {
      Four sums{};
      if (k - first < count) sums[k - first] = 1;
      SubtractProducts(sums, data, Row(k), first, k);
      for (std::size_t r = 0; r < count; ++r) {
        const double x = sums[r] / Row(k)[k];
        columns[r][k] = x;
        diagonal[first + r] += x * x;
      }
    }
  }
  return diagonal;
}

}  // namespace taki::rating
