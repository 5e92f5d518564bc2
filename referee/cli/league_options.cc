#include "referee/cli/league_options.h"

namespace taki::cli {

std::shared_ptr<std::string> AddLeagueArgument(CLI::App& app) {
  auto league = std::make_shared<std::string>();
  app.add_option("LEAGUE", *league, "the league's name or id")->required()->type_name("");
  return league;
}

}  // namespace taki::cli
