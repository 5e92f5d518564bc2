// The rating of the leaderboard: an order-independent fit of all rated matches (docs/ratings.md).
//
// Each player has a strength theta. A match is explained from the top: among all who are not placed
// yet, a player is next with probability exp(theta) / sum of exp(theta) (Plackett 1975, Luce 1959;
// for two seats Bradley-Terry). Ties: each member of a tied group contributes
//   exp(theta) / (exp(theta) + sum over all placed below the group),
// and nothing within the group. A ghost of strength 0 has `prior` wins and `prior` losses against
// every player, so that every number is finite whoever won or never met. The strengths are the
// maximum of the product of all that; it exists, is unique, and knows no order of matches.
//
// Guarantees: equal Rankings give equal bits; every number is finite for every input; 1,000 players
// and 1,000,000 matches take a few seconds (docs/performance.md). Pure; any thread. Another
// processor or C library may differ in the last bits (its exp2): show rounded numbers.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/rating/normal.h"
#include "referee/rating/results.h"

namespace taki::rating {

inline constexpr double kGhostPrior = 0.5;

// One unit of theta in Elo points, 400 / ln 10.
inline constexpr double kEloPerTheta = 173.717792761300735;

struct Rating {
  PlayerId player = 0;
  double theta = 0;        // less the mean of all players
  double theta_error = 0;  // standard error of theta
  double elo() const { return kEloPerTheta * theta; }
  // The 95 % interval is elo() plus and minus this.
  double elo_plus_minus() const { return kEloPerTheta * kNormal95 * theta_error; }
};

struct Fit {
  std::vector<Rating> ratings;  // in the order of `players`
  int steps = 0;                // of Newton's method; 0 without players
};

// Standard errors come from the inverse of the negative Hessian, projected on theta less its mean.
// Requires: `players` ascending without repeats, with everyone in `rankings`; prior > 0.
Fit FitPlackettLuce(std::span<const PlayerId> players, const Rankings& rankings,
                    double prior = kGhostPrior);
// Of all who have played.
Fit FitPlackettLuce(const Rankings& rankings);
// The same, or nothing if `stop` said so: it is asked before each of Newton's steps.
std::optional<Fit> FitPlackettLuceUnless(const std::function<bool()>& stop,
                                         const Rankings& rankings);

}  // namespace taki::rating
