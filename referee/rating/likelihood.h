// The penalised Plackett-Luce likelihood (plackett_luce.h) at one point: its logarithm and the
// first two derivatives. All rankings are gone through in their canonical order, so that equal
// Rankings give equal bits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "referee/rating/player_index.h"
#include "referee/rating/results.h"

namespace taki::rating {

// mantissa * 2^exponent with an exponent of its own: the strengths in a long chain of players, each
// of whom always beat the next, are beyond the range of a double.
struct Scaled {
  double mantissa = 0;
  int exponent = -(1 << 28);
};

// Players are numbered 0 to n-1 here, ascending by PlayerId.
class Likelihood {
 public:
  // Requires: as FitPlackettLuce. `rankings` outlives it.
  Likelihood(std::span<const PlayerId> players, const Rankings& rankings, double prior);

  // Somewhere to start: as if each had met nobody but opponents of strength 0.
  std::vector<double> Guess() const;
  // Computes what is below at the strengths `theta`. Cost: once through the rankings, a step for
  // each pair of players in each of them.
  void MoveTo(std::span<const double> theta);

  // The logarithm of the likelihood.
  double value() const { return value_; }
  const std::vector<double>& gradient() const { return gradient_; }
  // Its sum. Only the ghost adds to it; summed up from gradient() it would drown in rounding.
  double gradient_sum() const { return gradient_sum_; }
  // The negative Hessian, n rows of n, all elements set, without the ghost...
  std::vector<double> Curvature() const;
  // ... and what the ghost adds to its diagonal, > 0.
  const std::vector<double>& ghost_curvature() const { return ghost_curvature_; }

 private:
  // One seat of the ranking at hand.
  struct Seat {
    std::size_t player = 0;
    std::size_t group_end = 0;  // the first seat placed below it
    Scaled strength;            // exp(theta)
    Scaled all;  // strength and those of all placed below: it is placed first of these
  };
  void Load(const Ranking& ranking);
  void CountPlacings(const Ranking& ranking);
  void AddGhost(std::span<const double> theta);
  void AddSums(double matches);
  void AddStages(double matches);
  void AddWeights(const Seat& seat, Scaled factor, std::size_t begin, std::size_t end);

  const PlayerIndex index_;
  const std::size_t n_;
  const Rankings& rankings_;
  const double prior_;
  std::vector<double> placings_;  // how often somebody was placed below the player
  std::vector<double> beaten_, lost_;
  std::vector<Scaled> strength_;
  double value_ = 0, gradient_sum_ = 0;
  std::vector<double> gradient_, ghost_curvature_;
  std::vector<double> weights_;  // n rows of n: [better][worse placed], of the Hessian's graph
  std::vector<Seat> seats_;      // of the ranking at hand
};

}  // namespace taki::rating
