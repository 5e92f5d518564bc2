// The table of a league: points, tie-breaks, places (docs/competitions.md, "Standings").
//
// Pure; the order in which results came in never decides. Points are exact: they are counted in
// units of 1/5040, so that a share of beaten opponents at any table of 2 to 10, the average of
// shared places included (halves of ninths at the finest), is a whole number of units. What a
// tie-break divides it divides exactly and rounds down to a unit once, at its end.
//
// Tie-breaks, the names and rules of FIDE's Handbook C.07 where it has them. Opponents of a bot are
// those with whom it has played a match; in a match of more than two it counts the average of them.
//   DIRECT_ENCOUNTER  how many of those tied with it it is ahead of by the matches among them
//   alone:
//                     by pair and match 1 for the one placed better, a half each if level. It
//                     counts if all tied have met, each pair equally often; if not, only for who
//                     would come first whatever the missing matches brought, and for the next one
//                     after those. Whom it leaves level but fewer are compared again among
//                     themselves.
//   WINS              matches won over the board, alone on place 1 (FIDE's WON)
//   BUCHHOLZ          sum of the opponents' points, match by match. A match that it has not played
//   (a
//                     bye, a no-show of either side) counts as one against an opponent who has as
//                     many points as itself
//   BUCHHOLZ_CUT_1    Buchholz without the lowest of these matches; if it has lost matches without
//                     play, without the lowest of those
//   SONNEBORN_BERGER  the points of those it has beaten, half of those it has drawn with; matches
//   not
//                     played as in Buchholz, times what it got for them
//   STAGES            stages completed in all its matches
//   LOT               of the event seed
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "referee/league/config.h"
#include "referee/league/fixture.h"

namespace taki::league {

inline constexpr std::int64_t kPoint = 5'040;  // units of one point: 2 * lcm(1 .. 9)

// The points of a match by place: (seats - place) / (seats - 1), shared places averaged.
// `places[i]` is the place of seat i, from 1; returns units. Requires: 2 to 10 seats.
std::vector<std::int64_t> PointsByPlace(const std::vector<std::int32_t>& places);

// What the standings count of one game: a match, or a bye or walkover in the place of one.
struct ScoredGame {
  struct Seat {
    Entrant entrant = 0;
    std::int64_t units = 0;
    std::int32_t place = 0;  // 0: it did not play (a bye, a walkover, a no-show, shared points)
    std::int32_t stages = 0;
    friend bool operator==(const Seat&, const Seat&) = default;
  };
  std::vector<Seat> seats;
  friend bool operator==(const ScoredGame&, const ScoredGame&) = default;
};

enum class EntrantStatus : std::uint8_t { kActive, kWithdrawn, kDisqualified };
std::string_view Name(EntrantStatus status);  // "ACTIVE", ...

struct Standing {
  Entrant entrant = 0;
  EntrantStatus status = EntrantStatus::kActive;
  std::int32_t group = 0;       // from 1: a row of the table of that group
  std::int32_t place_from = 0;  // from 1; 0: disqualified, no place
  std::int32_t place_to =
      0;  // greater than place_from if shared (out in the same round of a bracket)
  std::int64_t points = 0;                 // units
  std::int32_t matches = 0;                // played; without byes and no-shows of others
  std::int32_t wins = 0;                   // matches won alone, over the board
  std::int32_t losses = 0;                 // played and neither won alone nor shared first
  std::int32_t byes = 0;                   // byes and points without play
  std::vector<std::int64_t> tie_breaks;    // one a configured tie-break: the greater the better;
                                           // units where it is made of points
  std::vector<std::int32_t> place_counts;  // [p - 1]: how often on place p of a match
  std::int64_t stages = 0;                 // completed in all matches
  std::int32_t no_shows = 0;               // in all
  friend bool operator==(const Standing&, const Standing&) = default;
};

// The table of `members`, best first, each with a place of its own. `games` may be in any order and
// have entrants in them who are no members: they count as opponents. `lots[entrant]`: the greater
// the better, all different. Status, group and no-shows are left to the caller.
std::vector<Standing> RankTable(std::span<const TieBreak> tie_breaks, std::int32_t seats,
                                std::span<const Entrant> members, std::span<const ScoredGame> games,
                                std::span<const std::int64_t> lots);

}  // namespace taki::league
