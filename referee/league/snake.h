// Dealing in snake order; internal to this room.
#pragma once

#include <vector>

#include "referee/league/at.h"

namespace taki::league::pairing {

// Deals 0 to items - 1 to `heaps`: the first round of the deal from the first heap to the last, the
// second back, and so on. Sizes differ by at most one.
inline std::vector<std::vector<int>> Snake(int items, int heaps) {
  std::vector<std::vector<int>> dealt(static_cast<std::size_t>(heaps));
  for (int i = 0; i < items; ++i) {
    const int column = i % heaps;
    At(dealt, i / heaps % 2 == 0 ? column : heaps - 1 - column).push_back(i);
  }
  return dealt;
}

}  // namespace taki::league::pairing
