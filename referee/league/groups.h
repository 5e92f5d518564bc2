// GROUPS_THEN_BRACKET: a round robin in each of several groups, then a bracket of their best.
//
// Seeds are dealt to the groups in snake order (of two groups: 1 4 5 8 and 2 3 6 7), so that sizes
// differ by at most one. Each group plays Berger rounds (round_robin.h), its entrants numbered in
// the order of seeds. Then the best `advance` of each group go into a bracket: the winners are its
// first seeds, in the order of groups, then come the runners-up, the last group's first, then the
// thirds, the first group's first, and so on, which in seed order puts winners against runners-up.
// Equally placed ones exchange their seeds, as near as possible, so that no two of one group meet
// in round 1 and, that being so, in round 2, and so on, as far as exchanges of two can do that:
// with two of each of 2, 4, 8, ... groups not before the final.
#pragma once

#include <vector>

#include "referee/league/round.h"

namespace taki::league::pairing {

// [group]: its entrants, the highest seed first. Requires: entrants >= groups >= 1.
std::vector<std::vector<int>> SnakeGroups(int entrants, int groups);

// The rounds of one group, its entrants by their seeds. Requires: at least two, cycles >= 1.
std::vector<Round> GroupRounds(const std::vector<int>& group, int cycles);

struct GroupPlace {
  int group = 0;
  int place = 0;  // from 0
  friend bool operator==(const GroupPlace&, const GroupPlace&) = default;
};

// [seed]: who is that seed of the bracket of groups * advance entrants (bracket.h). Requires:
// groups
// >= 1, advance >= 1, together at least 2.
std::vector<GroupPlace> BracketSeeds(int groups, int advance);

}  // namespace taki::league::pairing
