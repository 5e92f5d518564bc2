#include "referee/rating/head_to_head.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include "referee/rating/normal.h"
#include "referee/rules/check.h"

namespace taki::rating {
namespace {

std::optional<std::size_t> PlaceOf(const Ranking& ranking, PlayerId player) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < ranking.seats.size(); ++i) {
    if (!ranking.seats[i].shares_place()) place = i;
    if (ranking.seats[i].player() == player) return place;
  }
  return std::nullopt;
}

// The probability that at most `k` of `n` tosses of a coin are heads. Requires: k < n / 2.
double CoinTail(std::int64_t k, std::int64_t n) {
  double logarithm = -static_cast<double>(n) * std::numbers::ln2;  // of C(n, k) / 2^n
  for (std::int64_t i = 1; i <= k; ++i)
    logarithm += std::log(static_cast<double>(n - k + i) / static_cast<double>(i));
  double term = 1, sum = 0;
  for (std::int64_t i = k; i >= 0 && term > 1e-18; --i) {
    sum += term;
    term *= static_cast<double>(i) / static_cast<double>(n - i + 1);
  }
  return std::exp(logarithm) * sum;
}

}  // namespace

HeadToHead Compare(const Rankings& rankings, PlayerId first, PlayerId second) {
  TAKI_CHECK(first != second);
  HeadToHead result;
  for (std::size_t i = 0; i < rankings.size(); ++i) {
    const Ranking ranking = rankings[i];
    const auto first_place = PlaceOf(ranking, first);
    const auto second_place = first_place ? PlaceOf(ranking, second) : std::nullopt;
    if (!second_place) continue;
    if (*first_place < *second_place)
      result.wins += ranking.matches;
    else if (*first_place > *second_place)
      result.losses += ranking.matches;
    else
      result.draws += ranking.matches;
  }
  return result;
}

Interval WilsonInterval(const HeadToHead& matches) {
  if (matches.matches() == 0) return {0, 1};
  const double n = static_cast<double>(matches.matches());
  const double score = matches.points() / n, z = kNormal95;
  const double middle = score + z * z / (2 * n);
  const double reach = z * std::sqrt(score * (1 - score) / n + z * z / (4 * n * n));
  const double scale = 1 + z * z / n;
  return {std::max((middle - reach) / scale, 0.0), std::min((middle + reach) / scale, 1.0)};
}

double ProbabilityOfSuperiority(const HeadToHead& matches) {
  const std::int64_t n = matches.wins + matches.losses + 1;
  return matches.wins < matches.losses   ? CoinTail(matches.wins, n)
         : matches.wins > matches.losses ? 1 - CoinTail(matches.losses, n)
                                         : 0.5;
}

}  // namespace taki::rating
