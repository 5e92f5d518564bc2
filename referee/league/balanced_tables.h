// ROUND_ROBIN of tables of three to ten: in every round everybody sits at one table, and over all
// rounds each two meet about equally often.
//
// n entrants sit at ceil(n / seats) tables, whose sizes differ by at most one and are never one;
// how often entrants sit at the larger ones differs by at most one. Where the number of entrants is
// the square of the table size and an affine plane is known (tables of 3, 4, 5, 7, 8, 9), its
// rounds are taken, one plane after the other: no two meet k + 1 times before all have met k times.
// Otherwise a local search from a lot of the event seed exchanges entrants between the tables of a
// round as long as that does not raise the sum of the squared numbers of meetings, the smallest sum
// being that of equal numbers. Finally seats are balanced (seat_balance.h).
#pragma once

#include <vector>

#include "referee/league/round.h"
#include "referee/rules/sha256.h"

namespace taki::league::pairing {

// How many rounds are played unless told otherwise: ceil((entrants - 1) / (seats - 1)), the fewest
// in which an entrant can meet all others, so that on average no pair meets twice. Requires:
// entrants
// >= 2, seats >= 2.
int DefaultTableRounds(int entrants, int seats);

// The larger first. Requires: entrants >= 2, seats >= 2; with two seats an even number of entrants.
std::vector<int> TableSizes(int entrants, int seats);

// Requires: entrants >= 2, 3 <= seats <= 10, rounds >= 1. Work: at most a few million exchanges
// tried; above 1,000 entrants none, the tables being drawn by lot alone.
std::vector<Round> BalancedTables(int entrants, int seats, int rounds,
                                  const rules::Bytes32& event_seed);

}  // namespace taki::league::pairing
