// The whole of `taki` but for main: parses the command line, runs the chosen command.
#pragma once

#include <string>
#include <vector>

#include "referee/cli/exit_code.h"
#include "referee/cli/surroundings.h"

namespace taki::cli {

// `arguments` without the program's name. Never throws; everything is said on `around.out` and
// `around.err`.
ExitCode Run(const std::vector<std::string>& arguments, Surroundings& around);

}  // namespace taki::cli
