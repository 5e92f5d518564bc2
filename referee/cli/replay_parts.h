// The pieces that a replay is shown by, on a screen (replay_screen.h) and as text (replay_text.h).
// Pure functions; escaped, not coloured.
#pragma once

#include <string>

#include "referee/cli/replay_model.h"

namespace taki::cli {

// "m-000042  COMPLETED  bob 1, carol 2".
std::string ReplayTitle(const v1::Match& match);
// "stages 3,1; 1.0 s a move and 5.0 s in the bank; strike 3 forfeits; draw WHEN_STUCK; ...".
std::string ReplayRules(const v1::Match& match);

// "leading BT (blue), top +3, play goes left, +2 stack 4, open TAKI, draw pile 71, in a run".
std::string TableText(const ReplayStep& step);

// What of a seat stands in a row.
struct SeatCells {
  std::string seat;     // "1 bob"
  std::string stage;    // "3"; "done" after the last; "out" once it has left
  std::string cards;    // "4"
  std::string strikes;  // "0"
  std::string bank;     // "5.0 s"
  std::string used;     // "36 ms", "-" before its first decision
  std::string hand;     // "R3 G+2 C", why it is out, or empty: not known, or no card
};
SeatCells CellsOf(const ReplayModel& model, const ReplayStep& step, int seat);
// "Strikes", or "Timeouts" where refused replies are not known.
std::string StrikesTitle(const ReplayModel& model);

}  // namespace taki::cli
