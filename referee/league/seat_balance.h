// Who sits where, when it is known who sits with whom: each entrant on each seat equally often.
//
// Over the seats that every table has, the counts
// of one entrant differ by at most one. On the last seat of the larger tables, where sizes differ
// by one, it sits its share of them, up to rounding: c / size of its c larger tables. This is
// always possible: a schedule is a bipartite graph of entrants and tables, seats are colours of its
// edges, and such a graph has an equitable edge colouring (de Werra; Koenig's proof is the
// algorithm).
#pragma once

#include <vector>

#include "referee/league/round.h"
#include "referee/rules/deal.h"

namespace taki::league::pairing {

// Puts the entrants of each table of a schedule into the order of seats. Requires: tables have one
// of two neighbouring sizes, at least 2; entrants are 0 to `entrants` - 1, each at most once a
// table.
void BalanceSeats(std::vector<Table>& tables, int entrants);

// The same for one table whose entrants have a past: the seating with the least sum of squared
// counts; by lot if there are several. `sat[i][s]`: how often the i-th of `table` sat on seat s so
// far; missing ones are 0. Requires: at most 10 at the table.
Table SeatTable(const Table& table, const std::vector<std::vector<int>>& sat,
                rules::WordStream& lot);

}  // namespace taki::league::pairing
