// Options and arguments that several commands about leagues share.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "taki/v1/league.pb.h"

namespace taki::cli {

// LEAGUE: the id or the name of a league.
std::shared_ptr<std::string> AddLeagueArgument(CLI::App& app);

}  // namespace taki::cli
