// Players numbered without gaps, for tables by player.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/rating/results.h"
#include "referee/rules/check.h"

namespace taki::rating {

class PlayerIndex {
 public:
  // Requires: `players` ascending without repeats, with everyone in `rankings`.
  PlayerIndex(std::span<const PlayerId> players, const Rankings& rankings) : size_(players.size()) {
    if (!players.empty()) numbers_.resize(players.back() + std::size_t{1}, kNobody);
    for (std::size_t i = 0; i < size_; ++i) {
      TAKI_CHECK(players[i] <= kPlayerIdMax && (i == 0 || players[i - 1] < players[i]));
      numbers_[players[i]] = static_cast<std::uint32_t>(i);
    }
    for (const PlayerId player : rankings.Players())
      TAKI_CHECK(player < numbers_.size() && numbers_[player] != kNobody);
  }

  std::size_t size() const { return size_; }
  // Its place in `players`. Requires: it is one of them.
  std::size_t operator[](PlayerId player) const { return numbers_[player]; }

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  std::size_t size_;
  std::vector<std::uint32_t> numbers_;  // by PlayerId
};

}  // namespace taki::rating
