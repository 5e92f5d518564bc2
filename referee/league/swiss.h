// SWISS: in every round entrants of about equal score meet, and nobody meets anybody twice.
//
// Tables of two (PairSwiss). The pairing is the perfect matching of least cost. What counts, each
// point only among pairings that are equal in all points before it:
//   1. No rematch: the sum of (times already played)^2. There is one only if no pairing avoids it.
//   2. With an odd number, the bye goes to who had none, nor a full point without play;
//   3. among those to the lowest score.
//   4. Equal scores: the sum of (difference of scores)^2.
//   5. Bots of one owner do not meet: the number of such pairs.
//   6. Fold: of a group of equal score the first meets the last, the second the last but one, and
//   so
//      on, by seed: the sum of (distance of the opponent from that one)^2; who must leave the group
//      meets the next in the ranking, the bye standing at its end: the sum of (2 * places
//      between)^2.
//   7. Seats: the sum of (times on the first - times on the second)^2 after the round.
//   8. The lot of the event seed.
// In each pair who sat on the first seat less often, compared with the second, sits there; by lot
// if that is equal.
//
// Tables of three to ten (PairSwissTables). Tables as balanced_tables.h has them, cut from the
// ranking by score, in it by lot; then entrants are exchanged as long as that lessens the sum of
// (times already met)^2 over all pairs at a table, or, with that equal, the sum of (difference of
// scores)^2, or the number of pairs of one owner; if somebody meets again then, a bounded number of
// shuffles by lot look for something better. Seats: the sum of squared counts is the least that the
// table allows, by lot if that is equal.
//
// Both are pure: the same history gives the same pairing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "referee/league/round.h"
#include "referee/rules/sha256.h"

namespace taki::league::pairing {

// What counts of an entrant's past, by seed.
struct SwissEntrant {
  bool present = true;     // not withdrawn
  std::int64_t score = 0;  // in any unit. Differences above 2^20 of the greatest common unit of all
                           // scores count as that
  int owner = kNobody;     // equal numbers from 0 on: the same owner
  std::vector<int> met;    // whom it has played, once for each fixture; no-shows do not count
  bool had_bye = false;    // a bye, or a full point without play
  std::vector<int> seats;  // [s]: how often it sat on seat s; missing ones are 0
};

// `round` names the lot. One who is alone has a bye. Boards are in the order of their best entrant.
Round PairSwiss(std::span<const SwissEntrant> entrants, const rules::Bytes32& event_seed,
                int round);

// Requires: 3 <= seats <= 10.
Round PairSwissTables(std::span<const SwissEntrant> entrants, int seats,
                      const rules::Bytes32& event_seed, int round);

}  // namespace taki::league::pairing
