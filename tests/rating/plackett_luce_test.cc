// The fit of the leaderboard against tests/data/rating_plackett_luce.json, and what holds for every
// input: it is the maximum of the documented likelihood, finite, and knows no order of matches.
#include "referee/rating/plackett_luce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

using Match = std::vector<Finish>;

Results ResultsOf(const std::vector<Match>& matches) {
  Results results;
  for (const Match& match : matches) results.Add(match);
  return results;
}

Fit FitOf(const std::vector<Match>& matches) {
  return FitPlackettLuce(*ResultsOf(matches).Snapshot());
}

std::vector<PlayerId> FirstPlayers(std::size_t count) {
  std::vector<PlayerId> players(count);
  std::iota(players.begin(), players.end(), PlayerId{0});
  return players;
}

bool SameBits(const Fit& a, const Fit& b) {
  return std::equal(a.ratings.begin(), a.ratings.end(), b.ratings.begin(), b.ratings.end(),
                    [](const Rating& x, const Rating& y) {
                      return x.player == y.player &&
                             std::memcmp(&x.theta, &y.theta, sizeof x.theta) == 0 &&
                             std::memcmp(&x.theta_error, &y.theta_error, sizeof x.theta) == 0;
                    });
}

void ExpectFinite(const Fit& fit) {
  for (const Rating& rating : fit.ratings) {
    EXPECT_TRUE(std::isfinite(rating.elo())) << rating.player;
    EXPECT_TRUE(std::isfinite(rating.elo_plus_minus())) << rating.player;
    EXPECT_GT(rating.elo_plus_minus(), 0) << rating.player;
  }
}

// --- the vectors ---

const nlohmann::json& Vectors() {
  static const nlohmann::json vectors = [] {
    std::ifstream file(TAKI_SOURCE_DIR "/tests/data/rating_plackett_luce.json");
    return nlohmann::json::parse(file);
  }();
  return vectors;
}

// The first `strict_stages` of `order` have places of their own, the others share the last one.
Match MatchOf(const nlohmann::json& json) {
  Match match;
  const int strict = json["strict_stages"];
  for (const PlayerId player : json["order"])
    match.push_back({player, std::min(static_cast<int>(match.size()), strict)});
  return match;
}

TEST(PlackettLuceVectorsTest, AllAreThere) { EXPECT_EQ(Vectors()["cases"].size(), 8u); }

TEST(PlackettLuceVectorsTest, Agree) {
  constexpr double kTolerance = 1e-8;
  for (const auto& json : Vectors()["cases"]) {
    Results results;
    for (const auto& match : json["matches"]) results.Add(MatchOf(match));
    const Fit fit =
        FitPlackettLuce(FirstPlayers(json["players"]), *results.Snapshot(), json["prior"]);
    ASSERT_EQ(fit.ratings.size(), json["players"]);
    for (std::size_t i = 0; i < fit.ratings.size(); ++i) {
      const Rating& rating = fit.ratings[i];
      SCOPED_TRACE(json["name"].get<std::string>() + ", player " + std::to_string(i));
      EXPECT_EQ(rating.player, i);
      EXPECT_NEAR(rating.theta, json["theta_centred"][i], kTolerance);
      EXPECT_NEAR(rating.theta_error, json["se_centred"][i], kTolerance);
      EXPECT_NEAR(rating.elo(), json["elo"][i], kTolerance);
      EXPECT_NEAR(rating.elo_plus_minus(), json["elo_ci95"][i], kTolerance);
    }
  }
}

// --- the maximum of what the header says ---

// The header's formula, word by word.
double LogLikelihood(const std::vector<Match>& matches, const std::vector<double>& theta,
                     double prior) {
  double sum = 0;
  for (const Match& match : matches)
    for (const Finish& one : match) {
      double below = 0;
      for (const Finish& other : match)
        if (other.place > one.place) below += std::exp(theta[other.player]);
      const double strength = std::exp(theta[one.player]);
      sum += std::log(strength / (strength + below));
    }
  for (const double strength : theta)
    sum +=
        prior * (std::log(1 / (1 + std::exp(-strength))) + std::log(1 / (1 + std::exp(strength))));
  return sum;
}

// Matches of two to `seats_max` of `players`; the lower the player's number, the better, roughly.
std::vector<Match> RandomMatches(std::uint64_t seed, std::size_t players, std::size_t count,
                                 std::size_t seats_max, bool ties) {
  test::SplitMix random(seed);
  std::vector<Match> matches(count);
  std::vector<PlayerId> all = FirstPlayers(players);
  for (Match& match : matches) {
    const std::size_t seats = 2 + random.Below(seats_max - 1);
    for (std::size_t i = 0; i < seats; ++i) {
      std::swap(all[i], all[i + random.Below(players - i)]);
      const std::size_t luck = random.Below(3 * players);
      match.push_back({all[i], static_cast<int>((all[i] + luck) / (ties ? players / 2 : 1))});
    }
  }
  return matches;
}

TEST(PlackettLuceTest, IsTheMaximumOfTheLikelihoodAlsoWithTiesInTheMiddle) {
  const std::vector<Match> matches = RandomMatches(1, 6, 80, 6, true);
  const Fit fit = FitOf(matches);
  ASSERT_EQ(fit.ratings.size(), 6u);
  // The ghost decides where the mean lies: look for it along the line of equal shifts.
  const auto at = [&](double mean) {
    std::vector<double> theta;
    for (const Rating& rating : fit.ratings) theta.push_back(mean + rating.theta);
    return theta;
  };
  const auto ghosts_pull = [&](double mean) {
    double pull = 0;
    for (const double theta : at(mean)) pull -= std::tanh(theta / 2);
    return pull;
  };
  double low = -5, high = 5;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (ghosts_pull(middle) > 0 ? low : high) = middle;
  }
  const std::vector<double> theta = at(low);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    std::vector<double> more = theta, less = theta;
    more[i] += 1e-4;
    less[i] -= 1e-4;
    const double slope =
        (LogLikelihood(matches, more, kGhostPrior) - LogLikelihood(matches, less, kGhostPrior)) /
        2e-4;
    EXPECT_NEAR(slope, 0, 1e-6) << "player " << i;
  }
}

TEST(PlackettLuceTest, ErrorsAreThoseOfTheLikelihoodsCurvature) {
  // Two players, a of 12 matches won by the first: all is known in closed form.
  for (int won = 0; won <= 12; ++won) {
    Results results;
    for (int i = 0; i < 12; ++i) results.Add({{0, i < won ? 1 : 2}, {1, i < won ? 2 : 1}});
    const Fit fit = FitPlackettLuce(*results.Snapshot());
    const double theta = fit.ratings[0].theta, p = 1 / (1 + std::exp(-2 * theta));
    const double match = 12 * p * (1 - p);
    const double q = 1 / (1 + std::exp(-theta)), ghost = q * (1 - q);
    // Both lean on a ghost alike; along theta, -theta the curvature is 2 * (2 * match + ghost).
    EXPECT_NEAR(fit.ratings[0].theta_error, 1 / std::sqrt(2 * (2 * match + ghost)), 1e-12) << won;
  }
}

TEST(PlackettLuceTest, RatesAMatchOfEqualsAsNothing) {
  const Fit nothing = FitPlackettLuce(FirstPlayers(3), *Results().Snapshot());
  const Fit equals =
      FitPlackettLuce(FirstPlayers(3), *ResultsOf({{{0, 1}, {1, 1}, {2, 1}}}).Snapshot());
  EXPECT_TRUE(SameBits(nothing, equals));
}

// --- order ---

TEST(PlackettLuceTest, TheOrderOfMatchesChangesNoBit) {
  std::vector<Match> matches = RandomMatches(2, 12, 400, 10, true);
  const Fit fit = FitOf(matches);
  test::SplitMix random(3);
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = 0; i < matches.size(); ++i) {
      std::swap(matches[i], matches[i + random.Below(matches.size() - i)]);
      std::reverse(matches[i].begin(), matches[i].end());
    }
    EXPECT_TRUE(SameBits(FitOf(matches), fit)) << round;
  }
}

TEST(PlackettLuceTest, VoidedAndReinstatedMatchesChangeNoBit) {
  const std::vector<Match> matches = RandomMatches(4, 8, 100, 4, false);
  Results results = ResultsOf(matches);
  results.Add({{7, 1}, {0, 2}});
  results.Remove(matches[17]);
  EXPECT_FALSE(SameBits(FitPlackettLuce(*results.Snapshot()), FitOf(matches)));
  results.Add(matches[17]);
  results.Remove({{7, 1}, {0, 2}});
  EXPECT_TRUE(SameBits(FitPlackettLuce(*results.Snapshot()), FitOf(matches)));
}

TEST(PlackettLuceTest, OnlyTheOrderOfIdsCounts) {
  const std::vector<Match> matches = RandomMatches(5, 8, 100, 4, false);
  std::vector<Match> renamed = matches;
  for (Match& match : renamed)
    for (Finish& finish : match) finish.player = 1000 + 77 * finish.player;
  const Fit fit = FitOf(matches), other = FitOf(renamed);
  for (std::size_t i = 0; i < fit.ratings.size(); ++i) {
    EXPECT_EQ(other.ratings[i].player, 1000 + 77 * fit.ratings[i].player);
    EXPECT_EQ(other.ratings[i].theta, fit.ratings[i].theta);
    EXPECT_EQ(other.ratings[i].theta_error, fit.ratings[i].theta_error);
  }
}

// --- whatever happens ---

TEST(PlackettLuceTest, NoPlayersHaveNoRatings) {
  EXPECT_TRUE(FitPlackettLuce(*Results().Snapshot()).ratings.empty());
}

TEST(PlackettLuceTest, OnePlayerIsItsOwnMean) {
  const Fit fit = FitPlackettLuce(FirstPlayers(1), *Results().Snapshot());
  ASSERT_EQ(fit.ratings.size(), 1u);
  EXPECT_EQ(fit.ratings[0].elo(), 0);
  EXPECT_EQ(fit.ratings[0].elo_plus_minus(), 0);
}

TEST(PlackettLuceTest, WithoutMatchesAllAreEqualAndUnsure) {
  const Fit fit = FitPlackettLuce(FirstPlayers(5), *Results().Snapshot());
  ExpectFinite(fit);
  for (const Rating& rating : fit.ratings) {
    EXPECT_EQ(rating.elo(), 0);
    EXPECT_GT(rating.elo_plus_minus(), 500);
  }
}

TEST(PlackettLuceTest, OneMatchGivesFiniteNumbers) {
  const Fit fit = FitOf({{{4, 1}, {9, 2}}});
  ExpectFinite(fit);
  EXPECT_GT(fit.ratings[0].elo(), 0);
  EXPECT_DOUBLE_EQ(fit.ratings[0].elo(), -fit.ratings[1].elo());
}

TEST(PlackettLuceTest, WinningEverythingStaysFinite) {
  Results results;
  for (int i = 0; i < 100'000; ++i) results.Add({{0, 1}, {1, 2}, {2, 3}});
  const Fit fit = FitPlackettLuce(*results.Snapshot());
  ExpectFinite(fit);
  EXPECT_GT(fit.ratings[0].elo(), fit.ratings[1].elo());
  EXPECT_GT(fit.ratings[1].elo(), fit.ratings[2].elo());
}

TEST(PlackettLuceTest, IslandsThatNeverMetAreEqualAndUnsure) {
  const Fit fit = FitOf({{{0, 1}, {1, 2}}, {{2, 1}, {3, 2}}});
  ExpectFinite(fit);
  EXPECT_NEAR(fit.ratings[0].elo(), fit.ratings[2].elo(), 1e-9);
  const Fit met = FitOf({{{0, 1}, {1, 2}}, {{2, 1}, {3, 2}}, {{0, 1}, {2, 1}, {1, 2}, {3, 2}}});
  EXPECT_LT(met.ratings[0].elo_plus_minus(), fit.ratings[0].elo_plus_minus());
}

TEST(PlackettLuceTest, NobodyButTheGhostIsEnoughAlsoWhenItIsHardlyThere) {
  for (const double prior : {1e-12, 1e-6, 1.0, 1e6})
    ExpectFinite(FitPlackettLuce(
        FirstPlayers(4), *ResultsOf({{{0, 1}, {1, 2}}, {{2, 1}, {3, 2}}}).Snapshot(), prior));
}

// Each always beats the next: strengths that no double can hold as exp(theta).
TEST(PlackettLuceTest, AChainBeyondTheRangeOfADoubleStaysFiniteAndInOrder) {
  Results results;
  for (PlayerId player = 0; player + 1 < 600; ++player)
    for (int i = 0; i < 1'000; ++i) results.Add({{player, 1}, {player + 1, 2}});
  const Fit fit = FitPlackettLuce(*results.Snapshot());
  ExpectFinite(fit);
  EXPECT_GT(fit.ratings.front().theta - fit.ratings.back().theta, 1500);
  EXPECT_LT(fit.steps, 20);
  for (std::size_t i = 1; i < fit.ratings.size(); ++i)
    EXPECT_GT(fit.ratings[i - 1].theta, fit.ratings[i].theta) << i;
}

TEST(PlackettLuceTest, TakesFewSteps) {
  EXPECT_LE(FitOf(RandomMatches(6, 40, 2000, 10, false)).steps, 10);
}

TEST(PlackettLuceTest, FindsTheStrengthsThatMadeTheMatches) {
  test::SplitMix random(7);
  const std::vector<double> strength{8, 4, 2, 1};
  Results results;
  for (int i = 0; i < 20'000; ++i) {
    Match match;
    std::vector<PlayerId> left{0, 1, 2, 3};
    while (!left.empty()) {
      double sum = 0;
      for (const PlayerId player : left) sum += strength[player];
      double at = static_cast<double>(random.Below(1'000'000)) / 1e6 * sum;
      std::size_t next = 0;
      while (next + 1 < left.size() && (at -= strength[left[next]]) >= 0) ++next;
      match.push_back({left[next], static_cast<int>(match.size())});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
    }
    results.Add(match);
  }
  const Fit fit = FitPlackettLuce(*results.Snapshot());
  for (std::size_t i = 0; i < 4; ++i) {
    const double truth = (1.5 - static_cast<double>(i)) * std::log(2.0);
    EXPECT_NEAR(fit.ratings[i].theta, truth, 3 * fit.ratings[i].theta_error) << i;
    EXPECT_LT(fit.ratings[i].theta_error, 0.02);
  }
}

TEST(PlackettLuceTest, CanBeStoppedBetweenSteps) {
  Results results = ResultsOf({{{0, 1}, {5, 2}}, {{5, 1}, {7, 2}}});
  const Fit fit = FitPlackettLuce(*results.Snapshot());
  int asked = 0;
  const auto at = [&](int step) {
    asked = 0;
    return FitPlackettLuceUnless([&, step] { return ++asked == step; }, *results.Snapshot());
  };
  for (int step = 1; step <= fit.steps; ++step) EXPECT_FALSE(at(step)) << step;
  ASSERT_TRUE(at(fit.steps + 1));
  EXPECT_EQ(at(0)->ratings[0].theta, fit.ratings[0].theta);
}

TEST(PlackettLuceDeathTest, WhoeverPlayedMustBeAmongThePlayers) {
  Results results = ResultsOf({{{0, 1}, {5, 2}}});
  EXPECT_DEATH(FitPlackettLuce(FirstPlayers(5), *results.Snapshot()), "check failed");
}

}  // namespace
}  // namespace taki::rating
