// Two players against each other: the matches both sat in, at tables of any size, by who was placed
// above the other (docs/ratings.md). Pure.
#pragma once

#include <cstdint>

#include "referee/rating/results.h"

namespace taki::rating {

// From the first player's side.
struct HeadToHead {
  std::int64_t wins = 0;    // placed above the second
  std::int64_t losses = 0;  // placed below
  std::int64_t draws = 0;   // on the same place
  std::int64_t matches() const { return wins + losses + draws; }
  // Wins and half the draws.
  double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
  bool operator==(const HeadToHead&) const = default;
};

// Requires: two different players. Cost: once through the rankings.
HeadToHead Compare(const Rankings& rankings, PlayerId first, PlayerId second);

struct Interval {
  double low = 0;
  double high = 0;
};

// The 95 % interval of the first player's score, points / matches, by Wilson (1927):
//   (s + z^2/2n -+ z sqrt(s(1-s)/n + z^2/4n^2)) / (1 + z^2/n),   z = 1.96
// within [0, 1], and sound for few matches and scores of 0 and 1. Draws count as halves, which
// makes it a little too wide. Without matches: 0 to 1.
Interval WilsonInterval(const HeadToHead& matches);

// The probability that the first player is the better one, that is, wins more than half of the
// matches that have a winner, if beforehand every chance of winning was as likely as another:
//   P(p > 1/2) for p ~ Beta(wins + 1, losses + 1) = sum k <= wins of C(n, k) / 2^n,
//   n = wins + losses + 1.
// Draws say nothing about it. 1/2 without matches. Cost: one step a match.
double ProbabilityOfSuperiority(const HeadToHead& matches);

}  // namespace taki::rating
