// The normal distribution.
#pragma once

#include <cmath>
#include <numbers>

namespace taki::rating {

// Half the width of a 95 % interval in standard errors.
inline constexpr double kNormal95 = 1.959963984540054;

// The probability to be below x.
inline double NormalBelow(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// The x that a share `p` is below, by bisection. Requires: 0.5 <= p < 1.
inline double NormalQuantile(double p) {
  double low = 0, high = 40;
  while (true) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    (NormalBelow(middle) < p ? low : high) = middle;
  }
}

}  // namespace taki::rating
