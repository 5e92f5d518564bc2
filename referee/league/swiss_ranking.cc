#include "referee/league/swiss_ranking.h"

#include <algorithm>
#include <numeric>

#include "referee/league/at.h"

namespace taki::league::pairing {

SwissRanking RankSwiss(std::span<const SwissEntrant> entrants, const std::vector<int>& rank) {
  SwissRanking ranking;
  for (int i = 0; i < Size(entrants); ++i)
    if (At(entrants, i).present) ranking.order.push_back(i);
  std::sort(ranking.order.begin(), ranking.order.end(), [&](int a, int b) {
    const std::int64_t score_a = At(entrants, a).score, score_b = At(entrants, b).score;
    return score_a != score_b ? score_a > score_b : At(rank, a) < At(rank, b);
  });
  if (ranking.order.empty()) return ranking;
  const std::int64_t lowest = At(entrants, ranking.order.back()).score;
  std::int64_t unit = 0;
  for (const int i : ranking.order) unit = std::gcd(unit, At(entrants, i).score - lowest);
  for (const int i : ranking.order)
    ranking.units.push_back(unit == 0 ? 0 : (At(entrants, i).score - lowest) / unit);
  return ranking;
}

std::int64_t Squared(std::int64_t x) {
  constexpr std::int64_t kMax = std::int64_t{1} << 20;
  x = std::clamp(x, -kMax, kMax);
  return x * x;
}

int Meetings(const SwissEntrant& entrant, int other) {
  return static_cast<int>(std::count(entrant.met.begin(), entrant.met.end(), other));
}

}  // namespace taki::league::pairing
