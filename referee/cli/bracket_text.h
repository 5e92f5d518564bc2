// A bracket as a tree of lines, for `taki league bracket`. Pure functions.
//
//    1 alice ───┐
//   #1          ├─ alice ───┐
//    4 dave ────┘           │
//                #3 2-1     ├─ alice
//    2 bob ─────┐           │
//   #2 w/o      ├─ carol ───┘
//    3 carol ───┘
//
// Between its two bots stands a fixture's number and how it was decided: points if there was more
// than one game, `w/o` without play, `lot` by lot, `shared`; `playing` while it is played. Byes are
// left out: who has one begins a round later.
#pragma once

#include <string>
#include <vector>

#include "referee/cli/text.h"
#include "taki/v1/league_service.pb.h"

namespace taki::cli {

struct BracketStyle {
  int width = 100;     // columns that the tree should fit; names are cut for it, to 8 at least
  bool ascii = false;  // - | + . ' in place of box lines
};

// All parts of the bracket, one below the other, each with its title if there are several. Tables
// of more than two are listed round by round instead. Empty before the start.
std::vector<std::string> BracketLines(const v1::GetBracketResponse& bracket,
                                      const BracketStyle& style, const Painter& painter);

}  // namespace taki::cli
