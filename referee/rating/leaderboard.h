// The leaderboard: one row a player, from the rated matches and their fit (docs/ratings.md).
//
// Everything in it is an integer, rounded once, here: each view shows these numbers. The order in
// which players and matches are handed in does not matter. Nothing is invented: who has played no
// rated match has no rating, no rank and no mean place. Pure; any thread.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rating/plackett_luce.h"
#include "referee/rating/results.h"

namespace taki::rating {

// `count` of `of`: a rate with its denominator. Nothing is known if `of` is 0.
struct Rate {
  std::int64_t count = 0;
  std::int64_t of = 0;
  bool operator==(const Rate&) const = default;
};

enum class Fault : std::uint8_t {
  kTimeout,  // of decisions
  kIllegalAction,
  kForfeitTimeout,  // of matches, as all that follow
  kForfeitIllegalAction,
  kForfeitDisconnected,
  kForfeitResigned,
  kForfeitDisqualified,
  kNoShow,  // of matches assigned, also those not played
};
inline constexpr std::size_t kFaults = 8;
// As in "timeout", "forfeit_timeout", "no_show".
std::string_view FaultName(Fault fault);

// By Fault. The caller counts: of matches that stand (not of VOID ones, save no-shows).
class FaultTable {
 public:
  Rate& operator[](Fault fault) { return rates_[static_cast<std::size_t>(fault)]; }
  const Rate& operator[](Fault fault) const { return rates_[static_cast<std::size_t>(fault)]; }
  bool operator==(const FaultTable&) const = default;

 private:
  std::array<Rate, kFaults> rates_;
};

struct Player {
  PlayerId id = 0;
  std::string label;
  // False: in the fit, since others played against it, but without row and rank. A bot's old
  // version.
  bool listed = true;
  FaultTable faults;
};

// Where a player stands. Points are Elo, 0 the mean of all players in the fit.
struct Standing {
  std::int32_t rating_tenths = 0;
  std::int32_t plus_minus_tenths = 0;  // half the 95 % interval
  // The ranks it may deserve: one more than the number of players whose interval lies wholly above
  // its own, to all but those whose interval lies wholly below. 1 <= rank_from <= rank_to.
  std::int32_t rank_from = 0;
  std::int32_t rank_to = 0;
  auto operator<=>(const Standing&) const = default;
};

struct LeaderboardRow {
  PlayerId player = 0;
  std::string label;
  std::optional<Standing> standing;  // nothing without a rated match
  bool provisional = true;           // too little is known: see the limits below
  std::int64_t matches = 0;
  std::int64_t wins = 0;  // first places, shared ones too
  // finishes[p - 1]: how often it was on place p, as far as the worst place it ever had. A place is
  // one more than the number of players placed above.
  std::vector<std::int64_t> finishes;
  std::int64_t places_sum = 0;  // the mean place is places_sum / matches
  FaultTable faults;
  bool operator==(const LeaderboardRow&) const = default;
};

// Fewer matches, or an interval that reaches farther: provisional.
inline constexpr std::int64_t kProvisionalBelowMatches = 30;
inline constexpr std::int32_t kProvisionalAbovePlusMinusTenths = 1500;

// Rows by rating, the best first, then by label, then by id; players without rating follow.
// Requires: each id in `players` once; everyone in `rankings` among them; `fit` made of `rankings`.
std::vector<LeaderboardRow> MakeLeaderboard(std::vector<Player> players, const Rankings& rankings,
                                            const Fit& fit);

}  // namespace taki::rating
