#include "referee/league/round_robin.h"

#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

// The Berger tables as arithmetic: all but the last entrant stand on a circle of `even - 1`. On
// board 1 the last meets `lead`; on board b those b - 1 steps after and before it. `lead` moves on
// by half the table each round, and the last entrant changes seats each round.
Round BergerRound(int entrants, int round) {
  const int even = entrants + entrants % 2;
  const int circle = even - 1;
  const int lead = round * (even / 2) % circle;
  Round out;
  for (int step = 0; step < even / 2; ++step) {
    const int after = (lead + step) % circle;
    const int before = step == 0 ? even - 1 : (lead - step + circle) % circle;
    if (before >= entrants)
      out.bye = after;
    else if (step == 0 && round % 2 == 1)
      out.tables.push_back({before, after});
    else
      out.tables.push_back({after, before});
  }
  return out;
}

}  // namespace

std::vector<Round> BergerRounds(int entrants, int cycles) {
  TAKI_CHECK(entrants >= 2 && cycles >= 1);
  const int rounds = entrants - 1 + entrants % 2;
  std::vector<Round> out;
  for (int cycle = 0; cycle < cycles; ++cycle)
    for (int r = 0; r < rounds; ++r) {
      Round round = BergerRound(entrants, r);
      if (cycle % 2 == 1)
        for (Table& table : round.tables) table = {table[1], table[0]};
      out.push_back(std::move(round));
    }
  return out;
}

}  // namespace taki::league::pairing
