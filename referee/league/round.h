// The words that the pairing functions of this room share (lot.h, round_robin.h, balanced_tables.h,
// swiss.h, bracket.h, groups.h).
//
// They know nothing of bots, matches or logs: an entrant is its seed, counted from 0, so that seed
// 1 of a list is 0 here. All of them are pure: same arguments, same answer, on every machine; no
// floating point, no chance but lots of the event seed.
#pragma once

#include <vector>

namespace taki::league::pairing {

inline constexpr int kUnknown = -1;  // in place of an entrant: not known yet
inline constexpr int kNobody = -2;   // in place of an entrant: this slot stays empty

// Who sits at one table, in the order of the seats: two entrants for a match of two.
using Table = std::vector<int>;

struct Round {
  std::vector<Table> tables;
  int bye = kNobody;  // who pauses; only where tables have two seats and the number is odd
  friend bool operator==(const Round&, const Round&) = default;
};

}  // namespace taki::league::pairing
