// OpenSkill, for matchmaking only: an online rating that follows each match at once. The
// leaderboard is made by plackett_luce.h (docs/ratings.md says why).
//
// Algorithm 4 (Plackett-Luce) of Weng and Lin, "A Bayesian Approximation Method for Online
// Ranking", JMLR 12 (2011), as OpenSkill implements it, one player a team. The order of matches
// matters: matches are taken in the order of their finish, and skills can be rebuilt from that.
// Pure.
#pragma once

#include <span>
#include <vector>

namespace taki::rating {

// What is believed of a player: a normal distribution. The defaults are a player nobody has seen.
struct Skill {
  double mu = 25;
  double sigma = 25.0 / 3;
};

struct OpenSkillOptions {
  double beta = 25.0 / 6;   // how much luck and form move a single performance
  double tau = 25.0 / 300;  // what a player may have changed since its last match
  double kappa = 1e-4;      // sigma^2 falls to this share of itself at most
  bool limit_sigma = true;  // sigma never rises, so that winning never lowers the ordinal
};

// The skills after a match, in the order of `before`. `ranks`: one a player, the lower the better;
// only their order counts. Equal ranks are understood, but break ties by rule before: OpenSkill can
// put two who share the first place below the third (its issues 155 and 332).
// Requires: two or more players, as many ranks; sigma > 0. Every result is finite.
std::vector<Skill> UpdateSkills(std::span<const Skill> before, std::span<const int> ranks,
                                const OpenSkillOptions& options = {});

// What a player is good for almost surely: mu - 3 sigma.
double Ordinal(const Skill& skill);

// For each player, its chance to win. Requires: two or more players.
std::vector<double> PredictWins(std::span<const Skill> skills,
                                const OpenSkillOptions& options = {});
// How close a match will be, 0 to 1: the higher, the nearer are the skills to each other. Requires:
// two or more players.
double PredictDraw(std::span<const Skill> skills, const OpenSkillOptions& options = {});

}  // namespace taki::rating
