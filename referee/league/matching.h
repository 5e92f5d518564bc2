// Minimum-cost perfect matching with exact lexicographic costs: who plays whom in a Swiss round.
//
// Costs are compared level by level: however much is saved on a later level, it never outweighs one
// unit on an earlier one. Nothing is scaled or rounded; sums that would not fit 64 bits are a
// failed check, never a wrong answer. The algorithm is Edmonds' blossom algorithm as LEMON has it,
// on a complete graph. Where several matchings are cheapest, which one is found depends on LEMON:
// make costs unique, by lot for example, where that matters.
//
// This header and matching.cc are C++17, since LEMON 1.3.1 does not compile as C++20.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace taki::league::pairing {

inline constexpr int kCostLevels = 8;
using Cost = std::array<std::int64_t, kCostLevels>;

// [i]: the partner of i. `cost(i, j)` is asked once for every 0 <= i < j < n. Requires: n is even
// and each level of each cost within +-2^44. On this machine 100 take 10 ms, 500 half a second,
// 1,000 two.
std::vector<int> CheapestPairs(int n, const std::function<Cost(int i, int j)>& cost);

}  // namespace taki::league::pairing
