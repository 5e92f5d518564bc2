// Symmetric positive definite systems of equations, dense: 1,000 unknowns take a tenth of a second.
//
// Written out rather than taken from a library, because libraries choose their block sizes by the
// processor's caches, and with them the order of sums: here the same matrix gives the same bits on
// every machine that computes doubles as IEEE 754 says.
#pragma once

#include <cstddef>
#include <vector>

namespace taki::rating {

class Cholesky {
 public:
  // `matrix`: n rows of n; only what is on and below the diagonal is read. A pivot that rounding
  // leaves at or below nothing is raised to 1e-16 of its diagonal element, so that results stay
  // finite. Requires: the diagonal is positive.
  Cholesky(std::vector<double> matrix, std::size_t n);

  // x of matrix * x = right.
  std::vector<double> Solve(std::vector<double> right) const;
  // The diagonal of the inverse.
  std::vector<double> InverseDiagonal() const;

 private:
  const double* Row(std::size_t i) const { return lower_.data() + i * n_; }
  double* Row(std::size_t i) { return lower_.data() + i * n_; }
  std::size_t n_;
  std::vector<double> lower_;  // L of matrix = L * transpose of L; above the diagonal is refuse
};

}  // namespace taki::rating
