// Options that say which matches: what all commands over many matches share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "referee/cli/client.h"

namespace taki::cli {

struct MatchFilters {
  std::string bot, bot_version, opponent;
  std::string state, ending, seat_end;
  int seats = 0, place = 0;
  bool rated = false, unrated = false;
  std::string league;  // id or name
  int fixture = 0, round = 0;
  std::string from, before;
};

// The group "Filters" of the help. `of_results`: of matches that are over, so no other state can be
// asked for.
void AddMatchFilters(CLI::App& app, MatchFilters& filters, bool of_results = false);

// What was said, for the call; a league's name is asked of the referee.
v1::ListMatchesRequest ToProto(Client& client, const MatchFilters& filters);

}  // namespace taki::cli
