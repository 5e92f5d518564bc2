// The settings of a league on the command line: one flag for each field of LeagueConfig.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/match_options.h"
#include "taki/v1/league.pb.h"

namespace taki::cli {

struct LeagueConfigOptions {
  std::string title, format, seeding;
  std::vector<std::string> tie_breaks;
  std::optional<int> seats, rounds, matches_per_fixture, tie_break_matches, advance, groups,
      advance_per_group, challengers, max_matches, max_matches_per_bot, no_show_grace_ms,
      no_show_limit, void_limit, public_delay_ms;
  bool third_place = false, rated = false, unrated = false;
  MatchOptions match;
};

// The groups "League", "Limits", "Rules" and "Clocks" of the help.
void AddLeagueConfigOptions(CLI::App& app, LeagueConfigOptions& options);

// Writes what was said over what stands there (for instance what a file says), and nothing else.
void Set(const LeagueConfigOptions& options, v1::LeagueConfig& config);

}  // namespace taki::cli
