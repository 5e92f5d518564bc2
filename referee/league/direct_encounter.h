// The direct encounter of those who are tied (standings.h, DIRECT_ENCOUNTER). Internal to this
// room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "referee/league/standings.h"

namespace taki::league {

// For each member of each group of tied entrants: how many of its group it is ahead of. All of a
// group have 0 if it decides nothing. Requires: an entrant is in one group at most.
std::vector<std::vector<std::int32_t>> DirectEncounter(
    const std::vector<std::vector<Entrant>>& groups, std::span<const ScoredGame> games);

}  // namespace taki::league
