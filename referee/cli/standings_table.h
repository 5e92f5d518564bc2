// The table of a league for people: what `taki league table` and `taki league watch` print.
#pragma once

#include "referee/cli/context.h"
#include "referee/cli/table.h"
#include "taki/v1/league_service.pb.h"

namespace taki::cli {

// One row a bot, in the order of the standings: place, points, the tie-breaks in the order of
// `config`, matches, those that it won, places. Columns that have nothing to tell (groups, byes,
// no-shows) are left out. At most `rows_max` rows.
Table StandingsTable(const v1::LeagueConfig& config, const v1::GetStandingsResponse& standings,
                     int rows_max);

// The whole table; if there are groups, the places in the whole competition first, then one table a
// group.
void PrintStandings(const v1::LeagueConfig& config, const v1::GetStandingsResponse& standings,
                    Context& context);

// "2-1-0-1": how often it was first, second, ...; "-" if never.
template <class Counts>
std::string PlaceCounts(const Counts& counts) {
  std::string text;
  for (const int count : counts) text += (text.empty() ? "" : "-") + std::to_string(count);
  return text.empty() ? "-" : text;
}

}  // namespace taki::cli
