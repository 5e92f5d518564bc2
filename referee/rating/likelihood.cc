#include "referee/rating/likelihood.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "referee/rules/check.h"

namespace taki::rating {
namespace {

// 2^exponent; 0 below the range of a double. Requires: exponent <= 1023.
double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(std::max(exponent, -1023) + 1023) << 52);
}

Scaled operator+(Scaled a, Scaled b) {
  const int exponent = std::max(a.exponent, b.exponent);
  return {a.mantissa * PowerOfTwo(a.exponent - exponent) +
              b.mantissa * PowerOfTwo(b.exponent - exponent),
          exponent};
}

Scaled operator*(Scaled a, Scaled b) { return {a.mantissa * b.mantissa, a.exponent + b.exponent}; }

Scaled Inverse(Scaled a) { return {1 / a.mantissa, -a.exponent}; }

// Requires: it is in the range of a double.
double Value(Scaled a) { return a.mantissa * PowerOfTwo(a.exponent); }

Scaled Exp(double theta) {
  const double binary = theta * std::numbers::log2e;
  const double whole = std::floor(binary);
  return {std::exp2(binary - whole), static_cast<int>(whole)};
}

}  // namespace

Likelihood::Likelihood(std::span<const PlayerId> players, const Rankings& rankings, double prior)
    : index_(players, rankings), n_(index_.size()), rankings_(rankings), prior_(prior) {
  TAKI_CHECK(prior > 0);
  strength_.resize(n_);
  placings_.resize(n_);
  beaten_.resize(n_);
  lost_.resize(n_);
  for (std::size_t i = 0; i < rankings.size(); ++i) CountPlacings(rankings[i]);
}

void Likelihood::CountPlacings(const Ranking& ranking) {
  Load(ranking);
  const double matches = static_cast<double>(ranking.matches);
  for (std::size_t i = 0, group = 0; i < seats_.size(); ++i) {
    if (seats_[group].group_end == i) group = i;
    const std::size_t below = seats_.size() - seats_[i].group_end;
    if (below > 0) placings_[seats_[i].player] += matches;
    beaten_[seats_[i].player] += matches * static_cast<double>(below);
    lost_[seats_[i].player] += matches * static_cast<double>(group);
  }
}

std::vector<double> Likelihood::Guess() const {
  std::vector<double> theta(n_);
  for (std::size_t i = 0; i < n_; ++i) theta[i] = std::log((beaten_[i] + 0.5) / (lost_[i] + 0.5));
  return theta;
}

void Likelihood::MoveTo(std::span<const double> theta) {
  value_ = gradient_sum_ = 0;
  gradient_ = placings_;
  ghost_curvature_.assign(n_, 0);
  weights_.assign(n_ * n_, 0);
  for (std::size_t i = 0; i < n_; ++i) {
    strength_[i] = Exp(theta[i]);
    value_ += placings_[i] * theta[i];
  }
  AddGhost(theta);
  for (std::size_t i = 0; i < rankings_.size(); ++i) {
    const Ranking ranking = rankings_[i];
    const double matches = static_cast<double>(ranking.matches);
    Load(ranking);
    AddSums(matches);
    AddStages(matches);
  }
}

// `prior` wins, each with the probability p = 1 / (1 + exp(-theta)), and `prior` losses.
void Likelihood::AddGhost(std::span<const double> theta) {
  for (std::size_t i = 0; i < n_; ++i) {
    const double rest = std::exp(-std::abs(theta[i]));
    value_ -= prior_ * (std::abs(theta[i]) + 2 * std::log1p(rest));
    const double slope =
        prior_ * std::copysign((1 - rest) / (1 + rest), theta[i]);  // tanh(theta/2)
    gradient_[i] -= slope;
    gradient_sum_ -= slope;
    // Far out it vanishes; what is left keeps Newton's equations solvable.
    ghost_curvature_[i] = 2 * prior_ * std::max(rest / ((1 + rest) * (1 + rest)), 1e-30);
  }
}

void Likelihood::Load(const Ranking& ranking) {
  const std::size_t size = ranking.seats.size();
  seats_.resize(size);
  std::size_t end = size;
  for (std::size_t i = size; i-- > 0;) {
    Seat& seat = seats_[i];
    seat.player = index_[ranking.seats[i].player()];
    seat.strength = strength_[seat.player];
    seat.group_end = end;
    if (!ranking.seats[i].shares_place()) end = i;
  }
}

// Each seat's `all`, from the last place upwards, and what it takes from the value.
void Likelihood::AddSums(double matches) {
  Scaled below, group;  // strengths of all below the group at hand, and of the group
  double product = 1;   // one logarithm for all stages: no more than kPlayersMax small factors
  int exponents = 0;
  for (std::size_t i = seats_.size(); i-- > 0;) {
    Seat& seat = seats_[i];
    if (seat.group_end == i + 1) {
      below = below + group;
      group = Scaled();
    }
    seat.all = seat.strength + below;
    group = group + seat.strength;
    if (seat.group_end == seats_.size()) continue;  // nobody below: no stage
    product *= seat.all.mantissa;
    exponents += seat.all.exponent;
  }
  value_ -= matches * (std::log(product) + exponents * std::numbers::ln2);
}

// The stages of the ranking from the first place down: at each one, whoever is in `all` might have
// been placed, with probability strength / all.
void Likelihood::AddStages(double matches) {
  Scaled inverse_above, square_above;  // sums of 1/all and 1/all^2 over the groups above
  Scaled inverse, square;              // and over the group at hand too, as far as it goes
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    const Seat& seat = seats_[i];
    const std::size_t end = seat.group_end;
    Scaled own_inverse = inverse_above, own_square = square_above;
    if (end < seats_.size()) {
      const Scaled chance = Inverse(seat.all);
      own_inverse = own_inverse + chance;
      own_square = own_square + chance * chance;
      inverse = inverse + chance;
      square = square + chance * chance;
    }
    gradient_[seat.player] -= matches * Value(seat.strength * own_inverse);
    const Scaled often{matches * seat.strength.mantissa, seat.strength.exponent};
    AddWeights(seat, often * square_above, i + 1, end);
    AddWeights(seat, often * own_square, end, seats_.size());
    if (i + 1 == end) {
      inverse_above = inverse;
      square_above = square;
    }
  }
}

void Likelihood::AddWeights(const Seat& seat, Scaled factor, std::size_t begin, std::size_t end) {
  double* const row = weights_.data() + seat.player * n_;
  for (std::size_t j = begin; j < end; ++j)
    row[seats_[j].player] += Value(factor * seats_[j].strength);
}

std::vector<double> Likelihood::Curvature() const {
  std::vector<double> curvature(n_ * n_);
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double weight = weights_[i * n_ + j] + weights_[j * n_ + i];
      curvature[i * n_ + j] = curvature[j * n_ + i] = -weight;
    }
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n_; ++j) sum -= curvature[i * n_ + j];
    curvature[i * n_ + i] = sum;
  }
  return curvature;
}

}  // namespace taki::rating
