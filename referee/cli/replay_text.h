// A replay as text for pipes and files: turn by turn, with the hands after each. Deterministic, no
// escape codes.
#pragma once

#include <optional>
#include <ostream>

#include "referee/cli/json.h"
#include "referee/cli/replay_model.h"

namespace taki::cli {

// The whole match, or what comes from the turn of ply `from` on.
void PrintReplay(const ReplayModel& model, std::optional<int> from, std::ostream& out);

// Only the position after ply `at` (-1: the deal), with what happened there.
void PrintPosition(const ReplayModel& model, int at, std::ostream& out);

// A position as `--json` prints it (docs/cli.md).
Json ToJson(const ReplayModel& model, const ReplayStep& step);

}  // namespace taki::cli
