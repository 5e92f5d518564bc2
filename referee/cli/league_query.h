// Reads of a referee that several commands about leagues need.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/cli/client.h"

namespace taki::cli {

// What people may call a league: its id or its name. An id is taken as it is, a name asked for.
std::string LeagueIdOf(Client& client, const std::string& league);
v1::GetLeagueResponse GetLeague(Client& client, const std::string& league);

v1::GetStandingsResponse GetStandings(Client& client, const std::string& league_id);

// Hands over the fixtures that pass `filters`, by number, page by page; at most `limit` (1 or
// more). Returns whether there are more.
bool ForEachFixture(Client& client, v1::ListFixturesRequest filters, int limit,
                    const std::function<void(const v1::Fixture&)>& visit);
std::vector<v1::Fixture> AllFixtures(Client& client, const std::string& league_id);

}  // namespace taki::cli
