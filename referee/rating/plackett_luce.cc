#include "referee/rating/plackett_luce.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "referee/rating/cholesky.h"
#include "referee/rating/likelihood.h"

namespace taki::rating {
namespace {

// Newton's method on a concave function never needs many; a chain of 1,000 players needs most.
constexpr int kStepsMax = 100;
constexpr double kConverged = 1e-11;  // change of theta
constexpr double kRounding = 1e-6;    // smaller changes that do not shrink are rounding

double Sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double Product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// H = L + D, the negative Hessian: L of the rankings, whose rows sum up to 0, D = diag(d) of the
// ghost. It is nearly singular where all strengths grow alike, since only the ghost minds; so we
// factorise M = H + c 11' instead, which is not, and get H from it without cancellation. With
//   K = M^-1,   M 1 = d + c n 1,   so   K 1 = (1 - K d) / (c n),
// Sherman and Morrison's formula becomes
//   H^-1 = K + (n / 1'K d) c (K 1)(K 1)'.
class Curvature {
 public:
  explicit Curvature(const Likelihood& likelihood) : Curvature(likelihood, Matrix(likelihood)) {}

  // H^-1 gradient.
  std::vector<double> Step(const std::vector<double>& gradient, double gradient_sum) const {
    std::vector<double> step = inverse_.Solve(gradient);
    const double sum = (gradient_sum - Product(ghost_, gradient)) / shift_;  // 1'K gradient
    for (std::size_t i = 0; i < n_; ++i) step[i] += (1 - ghost_[i]) * sum / ghost_sum_;
    return step;
  }

  // The square roots of the diagonal of P H^-1 P, P = I - 11'/n.
  std::vector<double> Errors() const {
    std::vector<double> errors = inverse_.InverseDiagonal();
    const double n = static_cast<double>(n_);
    const double mean = ghost_sum_ / n;
    for (std::size_t i = 0; i < n_; ++i) {
      const double away = ghost_[i] - mean;  // P K d, and -c n P K 1
      const double one = (1 - ghost_[i]) / shift_;
      const double ones = (n - ghost_sum_) / shift_;
      const double variance =
          errors[i] - 2 * one / n + ones / (n * n) + away * away / (shift_ * ghost_sum_);
      errors[i] = n_ == 1 ? 0 : std::sqrt(std::max(variance, 0.0));
    }
    return errors;
  }

 private:
  struct Shifted {
    std::vector<double> matrix;
    double shift = 0;  // c n
  };

  Curvature(const Likelihood& likelihood, Shifted shifted)
      : n_(likelihood.gradient().size()),
        shift_(shifted.shift),
        inverse_(std::move(shifted.matrix), n_),
        ghost_(inverse_.Solve(likelihood.ghost_curvature())),
        ghost_sum_(Sum(ghost_)) {}

  static Shifted Matrix(const Likelihood& likelihood) {
    const std::vector<double>& ghost = likelihood.ghost_curvature();
    const std::size_t n = ghost.size();
    std::vector<double> matrix = likelihood.Curvature();
    double trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += (matrix[i * n + i] += ghost[i]);
    const double shift = trace / static_cast<double>(n);  // of the size of the other eigenvalues
    for (double& element : matrix) element += shift / static_cast<double>(n);
    return {std::move(matrix), shift};
  }

  std::size_t n_;
  double shift_;               // c n
  Cholesky inverse_;           // K
  std::vector<double> ghost_;  // K d
  double ghost_sum_;           // 1'K d
};

// How far the step takes two players, or a player and the ghost, apart.
double Spread(const std::vector<double>& step) {
  const auto [least, most] = std::minmax_element(step.begin(), step.end());
  return std::max(*most, 0.0) - std::min(*least, 0.0);
}

// Moves along `step` as far as is good. On the way the second derivative changes by a factor of at
// most exp(spread), so that a step of spread 1 can only climb; a longer one is halved until it
// does.
void Climb(Likelihood& likelihood, const std::vector<double>& step, double spread,
           std::vector<double>& theta) {
  const double value = likelihood.value();
  const double slope = Product(likelihood.gradient(), step);
  std::vector<double> next(theta.size());
  for (double length = 1;; length /= 2) {
    for (std::size_t i = 0; i < theta.size(); ++i) next[i] = theta[i] + length * step[i];
    likelihood.MoveTo(next);
    if (length * spread <= 1 || likelihood.value() >= value + 1e-4 * length * slope) break;
  }
  theta = std::move(next);
}

std::vector<Rating> Ratings(std::span<const PlayerId> players, const std::vector<double>& theta,
                            const std::vector<double>& errors) {
  const double mean = Sum(theta) / static_cast<double>(theta.size());
  std::vector<Rating> ratings;
  ratings.reserve(players.size());
  for (std::size_t i = 0; i < players.size(); ++i)
    ratings.push_back({players[i], theta[i] - mean, errors[i]});
  return ratings;
}

std::optional<Fit> FitUnless(const std::function<bool()>& stop, std::span<const PlayerId> players,
                             const Rankings& rankings, double prior) {
  Likelihood likelihood(players, rankings, prior);
  if (players.empty()) return Fit();
  std::vector<double> theta = likelihood.Guess();
  likelihood.MoveTo(theta);
  double before = kRounding;
  for (int steps = 1; !stop(); ++steps) {
    const Curvature curvature(likelihood);
    const std::vector<double> step =
        curvature.Step(likelihood.gradient(), likelihood.gradient_sum());
    const double spread = Spread(step);
    const bool rounding = spread < kRounding && spread > before / 2;
    if (spread < kConverged || rounding || steps == kStepsMax)
      return Fit{Ratings(players, theta, curvature.Errors()), steps};
    Climb(likelihood, step, spread, theta);
    before = spread;
  }
  return std::nullopt;
}

}  // namespace

Fit FitPlackettLuce(std::span<const PlayerId> players, const Rankings& rankings, double prior) {
  return *FitUnless([] { return false; }, players, rankings, prior);
}

Fit FitPlackettLuce(const Rankings& rankings) {
  return FitPlackettLuce(rankings.Players(), rankings);
}

std::optional<Fit> FitPlackettLuceUnless(const std::function<bool()>& stop,
                                         const Rankings& rankings) {
  return FitUnless(stop, rankings.Players(), rankings, kGhostPrior);
}

}  // namespace taki::rating
