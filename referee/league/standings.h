// The table of a league: points, tie-breaks, places (docs/competitions.md, "Standings").
//
// Pure; the order in which results came in never decides. All figures are exact: points are counted
// in units of 1/5040, so that a share of beaten opponents at any table of 2 to 10, the average of
// shared places included (halves of ninths at the finest), is a whole number of units.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/league/config.h"
#include "referee/league/fixture.h"

namespace taki::league {

inline constexpr std::int64_t kPoint = 5'040;  // units of one point: 2 * lcm(1 .. 9)

// A match (or a bye) as the standings see it.
struct ScoredGame {
  std::vector<Entrant> seats;               // who took part
  std::vector<std::int64_t> units;          // what each got
  std::vector<std::int32_t> stages;         // completed by each
  std::vector<bool> won;                    // alone on place 1
  bool played = true;                       // false: a bye, or a win against who did not show up
};

// The points of a match by place: (seats - place) / (seats - 1), shared places averaged.
// `places[i]` is the place of seat i, from 1; returns units.
std::vector<std::int64_t> PointsByPlace(const std::vector<std::int32_t>& places);

enum class EntrantStatus : std::uint8_t { kActive, kWithdrawn, kDisqualified };

struct Standing {
  Entrant entrant = 0;
  EntrantStatus status = EntrantStatus::kActive;
  std::int32_t group = 0;       // GROUPS_THEN_BRACKET: from 1
  std::int32_t place_from = 0;  // from 1; 0: disqualified, no place
  std::int32_t place_to = 0;    // greater than place_from if shared (out in the same round of a bracket)
  std::int64_t points = 0;      // units
  std::int32_t matches = 0;     // played; without byes and no-shows of others
  std::int32_t wins = 0;        // matches won, over the board
  std::int32_t losses = 0;      // played and not won alone nor shared first
  std::int32_t byes = 0;        // byes and points without play
  std::vector<std::int64_t> tie_breaks;    // one a configured tie-break: the greater the better; units
                                           // where it is made of points
  std::vector<std::int32_t> place_counts;  // [p - 1]: how often on place p of a match
  std::int64_t stages = 0;                 // completed in all matches
  std::int32_t no_shows = 0;               // in all
};

}  // namespace taki::league
