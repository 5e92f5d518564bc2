#include "referee/cli/league_query.h"

#include <algorithm>
#include <limits>

#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr int kPageSize = 1'000;  // the most that a referee gives at once

}  // namespace

std::string LeagueIdOf(Client& client, const std::string& league) {
  if (IsLeagueId(league)) return league;
  return GetLeague(client, league).league().league_id();
}

v1::GetLeagueResponse GetLeague(Client& client, const std::string& league) {
  v1::GetLeagueRequest request;
  IsLeagueId(league) ? request.set_league_id(league) : request.set_name(league);
  return client.GetLeague(request);
}

v1::GetStandingsResponse GetStandings(Client& client, const std::string& league_id) {
  v1::GetStandingsRequest request;
  request.set_league_id(league_id);
  return client.GetStandings(request);
}

bool ForEachFixture(Client& client, v1::ListFixturesRequest filters, int limit,
                    const std::function<void(const v1::Fixture&)>& visit) {
  int left = limit;
  do {
    filters.set_page_size(std::min(left, kPageSize));
    const v1::ListFixturesResponse page = client.ListFixtures(filters);
    for (const auto& fixture : page.fixtures()) visit(fixture);
    left -= page.fixtures_size();
    filters.set_page_token(page.next_page_token());
  } while (!filters.page_token().empty() && left > 0);
  return !filters.page_token().empty();
}

std::vector<v1::Fixture> AllFixtures(Client& client, const std::string& league_id) {
  std::vector<v1::Fixture> fixtures;
  v1::ListFixturesRequest request;
  request.set_league_id(league_id);
  ForEachFixture(client, request, std::numeric_limits<int>::max(),
                 [&](const v1::Fixture& fixture) { fixtures.push_back(fixture); });
  return fixtures;
}

}  // namespace taki::cli
