#include "referee/cli/points_text.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"

namespace taki::cli {
namespace {

constexpr int kMost = 4;

int Decimals(double value, int most) {
  double scaled = value;
  for (int decimals = 0; decimals < most; ++decimals, scaled *= 10)
    if (std::abs(scaled - std::round(scaled)) < 1e-6) return decimals;
  return most;
}

}  // namespace

std::string PointsText(double points, int most) { return Fixed(points, Decimals(points, most)); }

int DecimalsOf(const std::vector<double>& values) {
  int decimals = 0;
  for (const double value : values) decimals = std::max(decimals, Decimals(value, kMost));
  return decimals;
}

std::string Fixed(double value, int decimals) { return absl::StrFormat("%.*f", decimals, value); }

}  // namespace taki::cli
