// Keeps those who come from the same place apart when a list of them is dealt; internal to this
// room.
//
// A list of positions is to be filled by items that stand in it already in the order of strength.
// Items of the same origin should meet late. Only items of the same class (all seconds, all thirds)
// exchange their positions, the weakest first, winners not; others only if two of one origin could
// still meet at once.
#pragma once

#include <functional>
#include <vector>

namespace taki::league::pairing {

struct SeparateItem {
  int origin = 0;  // the table or group it comes from
  int rank = 0;    // its class: its place there
};

inline constexpr int kNever = 31;
// When those on two positions can meet first: 0 at once, greater is later, kNever: it does not
// matter any more.
using MeetFn = std::function<int(int position_a, int position_b)>;

// Which item goes to each position. Exchanges, nearest first, go on as long as they lessen the
// number of pairs of one origin that can meet at once, and, with that equal, at 1, at 2, ... It
// ends, since each exchange lessens it.
std::vector<int> Separate(const std::vector<SeparateItem>& items, const MeetFn& meet);

}  // namespace taki::league::pairing
