// Options that say how matches are played: what `taki match start` and `taki league create` share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "taki/v1/match.pb.h"

namespace taki::cli {

struct MatchOptions {
  std::string stages, draw_rule, taki_rule;
  int max_turns = 0;
  std::optional<int> move_time_ms, time_bank_ms, strike_limit, ready_time_ms, reconnect_grace_ms,
      reconnect_grace_match_ms, restart_grace_ms;
};

// The groups "Rules" and "Clocks" of the help.
void AddMatchOptions(CLI::App& app, MatchOptions& options);

// Writes what was said over what stands there, and nothing else.
void Set(const MatchOptions& options, v1::Ruleset& ruleset);
void Set(const MatchOptions& options, v1::TimeControl& clock);

}  // namespace taki::cli
