#include "referee/rating/openskill.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "referee/rating/normal.h"
#include "referee/rules/check.h"

namespace taki::rating {
namespace {

// exp(mu / c) of player `i` over its sum over all who are not placed better than `stage`. By
// differences, so that no exp overflows in the denominator's favour: beyond its range this is 0.
double Chance(std::span<const Skill> skills, std::span<const int> ranks, double c, std::size_t i,
              std::size_t stage) {
  double sum = 0;
  for (std::size_t j = 0; j < skills.size(); ++j)
    if (ranks[j] >= ranks[stage]) sum += std::exp((skills[j].mu - skills[i].mu) / c);
  return 1 / sum;
}

Skill Updated(std::span<const Skill> skills, std::span<const int> ranks, double c, std::size_t i,
              double kappa) {
  double omega = 0, delta = 0;
  for (std::size_t stage = 0; stage < skills.size(); ++stage) {
    if (ranks[stage] > ranks[i]) continue;
    const double chance = Chance(skills, ranks, c, i, stage);
    const double tied = static_cast<double>(std::ranges::count(ranks, ranks[stage]));
    omega += ((i == stage ? 1 : 0) - chance) / tied;
    delta += chance * (1 - chance) / tied;
  }
  const double sigma = skills[i].sigma, share = sigma * sigma / c;
  const double gamma = sigma / c;
  return {skills[i].mu + share * omega,
          sigma * std::sqrt(std::max(1 - gamma * delta * share / c, kappa))};
}

// The spread of the difference of two performances among n players.
double DifferenceSigma(const Skill& a, const Skill& b, std::size_t n, double beta) {
  return std::sqrt(static_cast<double>(n) * beta * beta + a.sigma * a.sigma + b.sigma * b.sigma);
}

}  // namespace

std::vector<Skill> UpdateSkills(std::span<const Skill> before, std::span<const int> ranks,
                                const OpenSkillOptions& options) {
  TAKI_CHECK(before.size() >= 2 && before.size() == ranks.size());
  std::vector<Skill> skills(before.begin(), before.end());
  double sum = 0;
  for (Skill& skill : skills) {
    skill.sigma = std::sqrt(skill.sigma * skill.sigma + options.tau * options.tau);
    sum += skill.sigma * skill.sigma + options.beta * options.beta;
  }
  const double c = std::sqrt(sum);
  std::vector<Skill> after;
  for (std::size_t i = 0; i < skills.size(); ++i) {
    after.push_back(Updated(skills, ranks, c, i, options.kappa));
    if (options.limit_sigma) after[i].sigma = std::min(after[i].sigma, before[i].sigma);
  }
  return after;
}

double Ordinal(const Skill& skill) { return skill.mu - 3 * skill.sigma; }

std::vector<double> PredictWins(std::span<const Skill> skills, const OpenSkillOptions& options) {
  const std::size_t n = skills.size();
  TAKI_CHECK(n >= 2);
  const double pairs = static_cast<double>(n * (n - 1)) / 2;
  std::vector<double> wins(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double sigma = DifferenceSigma(skills[i], skills[j], n, options.beta);
      wins[i] += NormalBelow((skills[i].mu - skills[j].mu) / sigma) / pairs;
    }
  }
  return wins;
}

double PredictDraw(std::span<const Skill> skills, const OpenSkillOptions& options) {
  const std::size_t n = skills.size();
  TAKI_CHECK(n >= 2);
  const double players = static_cast<double>(n);
  // As close as one in n of the matches of equals.
  const double margin = std::sqrt(players) * options.beta * NormalQuantile((1 + 1 / players) / 2);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double sigma = DifferenceSigma(skills[i], skills[j], n, options.beta);
      const double apart = skills[i].mu - skills[j].mu;
      sum += NormalBelow((margin - apart) / sigma) - NormalBelow((-margin - apart) / sigma);
    }
  }
  return sum / (players * (players - 1));
}

}  // namespace taki::rating
