// OpenSkill against tests/data/rating_openskill.json, made with npm's openskill 5.0.1.
#include "referee/rating/openskill.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

const nlohmann::json& Vectors() {
  static const nlohmann::json vectors = [] {
    std::ifstream file(TAKI_SOURCE_DIR "/tests/data/rating_openskill.json");
    return nlohmann::json::parse(file);
  }();
  return vectors;
}

OpenSkillOptions DefaultsOfTheVectors() {
  const auto& defaults = Vectors()["defaults"];
  return {.beta = defaults["beta"],
          .tau = defaults["tau"],
          .kappa = defaults["kappa"],
          .limit_sigma = defaults["limitSigma"]};
}

OpenSkillOptions OptionsOf(const nlohmann::json& json) {
  OpenSkillOptions options = DefaultsOfTheVectors();
  options.tau = json["options"].value("tau", options.tau);
  options.limit_sigma = json["options"].value("limitSigma", options.limit_sigma);
  return options;
}

std::vector<Skill> SkillsOf(const nlohmann::json& json) {
  std::vector<Skill> skills;
  for (const auto& skill : json) skills.push_back({skill["mu"], skill["sigma"]});
  return skills;
}

void ExpectNear(double value, double expected) {
  EXPECT_NEAR(value, expected, 1e-9 * std::abs(expected));
}

TEST(OpenSkillVectorsTest, AllAreThere) { EXPECT_EQ(Vectors()["cases"].size(), 32u); }

TEST(OpenSkillVectorsTest, OurDefaultsAreTheirsSaveLimitSigma) {
  const OpenSkillOptions ours, theirs = DefaultsOfTheVectors();
  EXPECT_DOUBLE_EQ(ours.beta, theirs.beta);
  EXPECT_DOUBLE_EQ(ours.tau, theirs.tau);
  EXPECT_DOUBLE_EQ(ours.kappa, theirs.kappa);
  EXPECT_TRUE(ours.limit_sigma);
  EXPECT_DOUBLE_EQ(Skill().mu, Vectors()["defaults"]["mu"]);
  EXPECT_DOUBLE_EQ(Skill().sigma, Vectors()["defaults"]["sigma"]);
}

TEST(OpenSkillVectorsTest, SkillsAfterAMatchAgree) {
  for (const auto& json : Vectors()["cases"]) {
    const std::vector<int> ranks = json["rank"];
    const auto after = UpdateSkills(SkillsOf(json["prior"]), ranks, OptionsOf(json));
    ASSERT_EQ(after.size(), ranks.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      SCOPED_TRACE(json["name"].get<std::string>() + ", player " + std::to_string(i));
      ExpectNear(after[i].mu, json["posterior"][i]["mu"]);
      ExpectNear(after[i].sigma, json["posterior"][i]["sigma"]);
      ExpectNear(Ordinal(after[i]), json["ordinal"][i]);
    }
  }
}

TEST(OpenSkillVectorsTest, PredictionsAgree) {
  for (const auto& json : Vectors()["cases"]) {
    SCOPED_TRACE(json["name"].get<std::string>());
    const std::vector<Skill> skills = SkillsOf(json["prior"]);
    const std::vector<double> wins = PredictWins(skills, OptionsOf(json));
    for (std::size_t i = 0; i < wins.size(); ++i) {
      ExpectNear(wins[i], json["predictWin"][i]);
      ExpectNear(wins[i], json["predictRank"][i][1]);
    }
    ExpectNear(PredictDraw(skills, OptionsOf(json)), json["predictDraw"]);
  }
}

// Players of the vectors' sequence by name.
using Table = std::map<std::string, Skill>;

void Play(Table& table, const std::vector<std::string>& best_first) {
  std::vector<Skill> skills;
  for (const std::string& name : best_first) skills.push_back(table[name]);
  std::vector<int> ranks(skills.size());
  std::iota(ranks.begin(), ranks.end(), 1);
  skills = UpdateSkills(skills, ranks, DefaultsOfTheVectors());
  for (std::size_t i = 0; i < skills.size(); ++i) table[best_first[i]] = skills[i];
}

void ExpectTable(const Table& table, const nlohmann::json& json) {
  for (const auto& [name, skill] : json.items()) {
    ExpectNear(table.at(name).mu, skill["mu"]);
    ExpectNear(table.at(name).sigma, skill["sigma"]);
  }
}

TEST(OpenSkillVectorsTest, MatchesInARowAgreeForwardsAndBackwards) {
  const auto& sequence = Vectors()["sequence"];
  std::vector<std::vector<std::string>> games = sequence["games"];
  for (const std::string direction : {"forward", "reversed"}) {
    Table table{{"a", {}}, {"b", {}}, {"c", {}}, {"d", {}}};
    for (std::size_t i = 0; i < games.size(); ++i) {
      SCOPED_TRACE(direction + " " + std::to_string(i));
      Play(table, games[i]);
      ExpectTable(table, sequence[direction]["trace"][i]);
    }
    ExpectTable(table, sequence[direction]["final"]);
    std::reverse(games.begin(), games.end());
  }
}

// --- what matchmaking relies on ---

std::vector<Skill> RandomSkills(test::SplitMix& random) {
  std::vector<Skill> skills(2 + random.Below(9));
  for (Skill& skill : skills)
    skill = {static_cast<double>(random.Below(60)) - 5,
             0.1 + static_cast<double>(random.Below(90)) / 10};
  return skills;
}

TEST(OpenSkillTest, WinningNeverLowersTheOrdinal) {
  test::SplitMix random(1);
  for (int round = 0; round < 2'000; ++round) {
    const std::vector<Skill> before = RandomSkills(random);
    std::vector<int> ranks(before.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    const std::vector<Skill> after = UpdateSkills(before, ranks);
    EXPECT_GE(Ordinal(after[0]), Ordinal(before[0])) << round;
    EXPECT_GT(after[0].mu, before[0].mu) << round;
    EXPECT_LT(after.back().mu, before.back().mu) << round;
  }
}

TEST(OpenSkillTest, StaysFiniteForSkillsFarApart) {
  const std::vector<Skill> apart{{1e6, 0.01}, {-1e6, 0.01}, {0, 8}};
  for (const std::vector<int>& ranks : {std::vector{1, 2, 3}, {3, 2, 1}, {2, 1, 2}, {1, 1, 1}}) {
    for (const Skill& skill : UpdateSkills(apart, ranks)) {
      EXPECT_TRUE(std::isfinite(skill.mu));
      EXPECT_TRUE(std::isfinite(skill.sigma));
      EXPECT_GT(skill.sigma, 0);
    }
  }
  for (const double win : PredictWins(apart)) EXPECT_TRUE(std::isfinite(win));
  EXPECT_TRUE(std::isfinite(PredictDraw(apart)));
}

TEST(OpenSkillTest, NearSkillsMakeACloseMatch) {
  EXPECT_GT(PredictDraw(std::vector<Skill>{{25, 2}, {26, 2}}),
            PredictDraw(std::vector<Skill>{{25, 2}, {35, 2}}));
}

TEST(OpenSkillDeathTest, EachPlayerNeedsARank) {
  const std::vector<Skill> two(2);
  const std::vector<int> one{1};
  EXPECT_DEATH(UpdateSkills(two, one), "check failed");
}

}  // namespace
}  // namespace taki::rating
