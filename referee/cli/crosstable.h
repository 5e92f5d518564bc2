// Who scored what against whom, for `taki league crosstable`. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "referee/cli/table.h"
#include "taki/v1/league_service.pb.h"

namespace taki::cli {

// One table, or one a group, with the group's number. Rows and columns are in the order of the
// standings. A cell counts, over the matches of both that count: 1 for each in which the row's bot
// stood before the column's, 0.5 for a shared place; with the number of these matches behind it if
// two bots met more than once. `.`: they have not met. Fixtures of a bracket that follows groups
// are left out.
struct Crosstable {
  int group = 0;  // 0: there are none
  Table table;
};
std::vector<Crosstable> Crosstables(const v1::LeagueConfig& config,
                                    const v1::GetStandingsResponse& standings,
                                    const std::vector<v1::Fixture>& fixtures);

}  // namespace taki::cli
