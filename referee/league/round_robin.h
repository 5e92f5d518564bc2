// ROUND_ROBIN of two seats: everybody plays everybody, by the Berger tables (FIDE Handbook C.05,
// Annex 1).
//
// An even number n of entrants takes n - 1 rounds, an odd one n, in which each has one bye. In one
// cycle each pair meets exactly once, each entrant plays (or has its bye) once a round, and how
// often entrants sit on the first seat differs by at most one: n odd, all (n - 1) / 2 times; n
// even, n / 2 or n / 2 - 1 times. Each further cycle is the one before with the seats exchanged, so
// that an even number of cycles gives everybody each seat equally often, an odd one still within
// one.
#pragma once

#include <vector>

#include "referee/league/round.h"

namespace taki::league::pairing {

// The rounds in order, each with its boards in the order of the tables. Requires: entrants >= 2,
// cycles >= 1.
std::vector<Round> BergerRounds(int entrants, int cycles);

}  // namespace taki::league::pairing
