// The moves of a match, turn by turn, in notation.
//
//   Turn  Seat     Moves
//      7  3 dave   X! [3 G1 B+2 R9]
//     10  3 dave   draw [1]              while the match goes on: how many, not which
//     11  1 bob    +3
//         2 carol  pass
//         3 dave   timeout(pass) [2 carol 3: R1 B4 Y9] [3 dave 3: G4 G5 C]
#pragma once

#include <vector>

#include "referee/cli/context.h"
#include "taki/v1/history_service.pb.h"

namespace taki::cli {

void PrintTranscript(const v1::Match& match, const std::vector<v1::Move>& moves, Context& context);

}  // namespace taki::cli
