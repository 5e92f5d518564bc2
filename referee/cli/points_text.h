// Points as decimal fractions. On the wire they are doubles that stand for whole numbers of 1/5040
// points (proto/taki/v1/league.proto); four decimals tell any two of them apart. Pure functions.
#pragma once

#include <string>
#include <vector>

namespace taki::cli {

// "2.5", "0.3333", "3": as few decimals as show the value, at most `most`.
std::string PointsText(double points, int most = 4);

// So many decimals, 0 to 4, as each of `values` needs at most: one column has one precision.
int DecimalsOf(const std::vector<double>& values);
// "2.50". Requires: 0 <= decimals <= 4.
std::string Fixed(double value, int decimals);

}  // namespace taki::cli
