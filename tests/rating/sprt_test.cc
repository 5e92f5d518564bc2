// The sequential test: its bounds, and how often it errs (seeded simulation).
#include "referee/rating/sprt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

TEST(SprtTest, BeginsUndecided) {
  const Sprt sprt({});
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kContinue);
  EXPECT_EQ(sprt.llr(), 0);
  EXPECT_NEAR(sprt.upper_bound(), std::log(19.0), 1e-15);
  EXPECT_NEAR(sprt.lower_bound(), -std::log(19.0), 1e-15);
}

TEST(SprtTest, EachRiskMovesItsBound) {
  const Sprt sprt({.alpha = 0.01, .beta = 0.2});
  EXPECT_NEAR(sprt.upper_bound(), std::log(80.0), 1e-14);
  EXPECT_NEAR(sprt.lower_bound(), std::log(0.2 / 0.99), 1e-14);
}

TEST(SprtTest, WeighsOutcomesByTheirLikelihood) {
  Sprt sprt({.elo0 = -100, .elo1 = 100});
  const double p = 1 / (1 + std::pow(10, -0.25));  // at +100; at -100 it is 1 - p
  sprt.AddWin();
  EXPECT_NEAR(sprt.llr(), std::log(p / (1 - p)), 1e-15);
  sprt.AddLoss();
  EXPECT_NEAR(sprt.llr(), 0, 1e-15) << "symmetric hypotheses: they cancel";
  sprt.AddDraw();
  EXPECT_NEAR(sprt.llr(), 0, 1e-15);
}

TEST(SprtTest, ADrawIsHalfAWinAndHalfALoss) {
  Sprt draws({}), halves({});
  for (int i = 0; i < 2; ++i) draws.AddDraw();
  halves.AddWin();
  halves.AddLoss();
  EXPECT_DOUBLE_EQ(draws.llr(), halves.llr());
  EXPECT_EQ(draws.draws(), 2);
}

TEST(SprtTest, AcceptsTheBetterBotWhenItWins) {
  Sprt sprt({});
  int matches = 0;
  while (sprt.verdict() == SprtVerdict::kContinue && matches < 1'000) {
    sprt.AddWin();
    ++matches;
  }
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kAcceptH1);
  EXPECT_GE(sprt.llr(), sprt.upper_bound());
  EXPECT_EQ(sprt.wins(), matches);
}

TEST(SprtTest, AVerdictStands) {
  Sprt sprt({});
  while (sprt.verdict() == SprtVerdict::kContinue) sprt.AddLoss();
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kAcceptH0);
  for (int i = 0; i < 1'000; ++i) sprt.AddWin();
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kAcceptH0);
  EXPECT_GT(sprt.llr(), sprt.upper_bound()) << "though the counts go on";
}

struct Shares {
  double h0 = 0, h1 = 0, undecided = 0, matches = 0;
};

// How often which verdict comes if the true difference is `elo`, with draws in `draws` of 100
// matches and the score that `elo` promises in all of them.
Shares Simulate(const SprtConfig& config, double elo, unsigned draws) {
  constexpr int kRuns = 2'000, kMatchesMax = 20'000;
  test::SplitMix random(17);
  const double p = 1 / (1 + std::pow(10, -elo / 400)), drawn = draws / 100.0;
  const double wins = p - drawn / 2;
  Shares shares;
  for (int run = 0; run < kRuns; ++run) {
    Sprt sprt(config);
    int matches = 0;
    for (; sprt.verdict() == SprtVerdict::kContinue && matches < kMatchesMax; ++matches) {
      const double at = static_cast<double>(random.Next() >> 11) * 0x1p-53;
      if (at < wins)
        sprt.AddWin();
      else if (at < wins + drawn)
        sprt.AddDraw();
      else
        sprt.AddLoss();
    }
    shares.matches += static_cast<double>(matches) / kRuns;
    (sprt.verdict() == SprtVerdict::kAcceptH0   ? shares.h0
     : sprt.verdict() == SprtVerdict::kAcceptH1 ? shares.h1
                                                : shares.undecided) += 1.0 / kRuns;
  }
  return shares;
}

// Three standard errors of a share of 0.05 in 2,000 runs.
constexpr double kNoise = 0.0147;

TEST(SprtErrorTest, AcceptsAFalseH1AboutAsOftenAsAlpha) {
  const Shares shares = Simulate({}, 0, 0);
  EXPECT_LT(shares.h1, 0.05 + kNoise);
  EXPECT_GT(shares.h1, 0.02) << "or it wastes matches";
  EXPECT_EQ(shares.undecided, 0);
}

TEST(SprtErrorTest, AcceptsAFalseH0AboutAsOftenAsBeta) {
  const Shares shares = Simulate({}, 50, 0);
  EXPECT_LT(shares.h0, 0.05 + kNoise);
  EXPECT_GT(shares.h0, 0.02) << "or it wastes matches";
  EXPECT_EQ(shares.undecided, 0);
}

TEST(SprtErrorTest, KeepsUnequalRisksApart) {
  const SprtConfig config{.elo0 = -20, .elo1 = 60, .alpha = 0.01, .beta = 0.2};
  EXPECT_LT(Simulate(config, -20, 0).h1, 0.01 + 0.0067);
  EXPECT_LT(Simulate(config, 60, 0).h0, 0.2 + 0.027);
}

TEST(SprtErrorTest, ErrsLessWithDraws) {
  EXPECT_LT(Simulate({}, 0, 40).h1, Simulate({}, 0, 0).h1);
  EXPECT_LT(Simulate({}, 50, 40).h0, Simulate({}, 50, 0).h0);
}

TEST(SprtErrorTest, KnowsSoonerHowFarApartTheyAre) {
  EXPECT_LT(Simulate({}, 150, 0).matches, Simulate({}, 50, 0).matches / 2);
  EXPECT_LT(Simulate({}, 150, 0).h0, 0.001);
  EXPECT_LT(Simulate({}, -100, 0).h1, 0.001);
}

TEST(SprtConfigTest, RefusesInOneSentenceThatNamesTheField) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    SprtConfig config;
    std::string field;
  } cases[] = {
      {{.elo0 = -1001}, "elo0"},        {{.elo0 = nan}, "elo0"},          {{.elo1 = 1001}, "elo1"},
      {{.elo0 = 5, .elo1 = 5}, "elo1"}, {{.elo0 = 5, .elo1 = 0}, "elo1"}, {{.alpha = 0}, "alpha"},
      {{.alpha = 0.5}, "alpha"},        {{.beta = -1}, "beta"},           {{.beta = nan}, "beta"},
  };
  for (const auto& [config, field] : cases) {
    const absl::Status status = CheckSprtConfig(config);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << field;
    EXPECT_EQ(status.message().substr(0, field.size()), field) << status.message();
  }
  EXPECT_TRUE(CheckSprtConfig({}).ok());
  EXPECT_TRUE(CheckSprtConfig({.elo0 = -1000, .elo1 = 1000, .alpha = 0.0001, .beta = 0.4}).ok());
}

TEST(SprtDeathTest, AConfigThatWasNotCheckedIsOurOwnFault) {
  EXPECT_DEATH(Sprt({.elo0 = 1, .elo1 = 0}), "check failed");
}

}  // namespace
}  // namespace taki::rating
