// The present entrants of a Swiss in the order of their scores, with scores in their greatest
// common unit; internal to this room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "referee/league/swiss.h"

namespace taki::league::pairing {

struct SwissRanking {
  std::vector<int> order;           // the present ones, best first, equal scores by `rank`
  std::vector<std::int64_t> units;  // [position in order]: the score, from 0 for the lowest
};

// `rank[i]` orders entrants of equal score, the smaller first.
SwissRanking RankSwiss(std::span<const SwissEntrant> entrants, const std::vector<int>& rank);

std::int64_t Squared(std::int64_t x);

// How often the two have met.
int Meetings(const SwissEntrant& entrant, int other);

}  // namespace taki::league::pairing
