// The games of a fixture: how many are played, what voids and annulments do, how a bracket breaks
// ties.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

using Kind = LogEntry::Kind;
using ::testing::ElementsAre;

LeagueDriver Started(LeagueConfig config, std::int32_t bots, std::uint64_t seed = 1) {
  LeagueDriver driver(std::move(config), seed);
  driver.Enter(bots);
  driver.Start();
  return driver;
}

LeagueConfig BestOf(std::int32_t games, std::int32_t tie_break_matches = 2) {
  LeagueConfig config = ConfigOf(Format::kSingleElimination);
  config.matches_per_fixture = games;
  config.tie_break_matches = tie_break_matches;
  return config;
}

std::int32_t NextGame(const LeagueDriver& driver) {
  std::int32_t game = 0;
  driver.league().ForEachWanted([&game](const Wanted& wanted) {
    game = wanted.slot.game;
    return false;
  });
  return game;
}

// --- how many games

TEST(GamesTest, InATableAllArePlayedAndEachCounts) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.matches_per_fixture = 3;
  auto driver = Started(config, 2);
  for (int game = 0; game < 3; ++game) driver.Play(1, {1, 2});
  EXPECT_EQ(driver.Row(1).points, 3 * kPoint);
  EXPECT_EQ(driver.league().progress().matches_done, 3);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

TEST(GamesTest, SeatsTurnByOneWithEachGame) {
  auto config = ConfigOf(Format::kRoundRobin, 3);
  config.matches_per_fixture = 4;
  auto driver = Started(config, 3);
  const std::vector<Entrant> first = driver.fixture(1).slots;
  for (int game = 0; game < 4; ++game) driver.Play(1, {1, 2, 3});
  const auto& attempts = driver.fixture(1).attempts;
  EXPECT_EQ(attempts[0].seats, first);
  EXPECT_THAT(attempts[1].seats, ElementsAre(first[1], first[2], first[0]));
  EXPECT_THAT(attempts[2].seats, ElementsAre(first[2], first[0], first[1]));
  EXPECT_EQ(attempts[3].seats, first);
}

TEST(GamesTest, OneAfterTheOther) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.matches_per_fixture = 2;
  auto driver = Started(config, 2);
  const auto match = driver.FileFixture(1);
  EXPECT_EQ(NextGame(driver), 0) << "while game 1 is played";
  driver.Finish(match, {1, 2});
  EXPECT_EQ(NextGame(driver), 2);
}

TEST(GamesTest, BestOfFiveStopsWhenDecided) {
  auto driver = Started(BestOf(5), 2);
  EXPECT_EQ(driver.league().progress().matches_total, 3);
  driver.Play(1, {2, 1});
  driver.Play(1, {1, 2});
  EXPECT_EQ(driver.league().progress().matches_total, 4);
  driver.Play(1, {2, 1});
  EXPECT_EQ(driver.league().state(), LeagueState::kRunning);
  driver.Play(1, {2, 1});
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(1, 0));
  EXPECT_EQ(driver.fixture(1).decision, Decision::kPlayed);
}

TEST(GamesTest, AtATableItStopsWhenWhoGoesOnIsCertain) {
  auto config = ConfigOf(Format::kSingleElimination, 4);
  config.advance = 2;
  config.matches_per_fixture = 4;
  auto driver = Started(config, 4);
  driver.Play(1, {1, 2, 3, 4});
  driver.Play(1, {1, 2, 3, 4});
  driver.Play(1, {2, 1, 3, 4});
  // It is the final: one wins. 1 has 2 2/3 points, 2 has 2 1/3, and one game is left.
  EXPECT_EQ(NextGame(driver), 4);
  driver.Play(1, {1, 2, 3, 4});
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(0, 1, 2, 3));
}

// --- ties in a bracket

TEST(TieChainTest, ATieIsPlayedOn) {
  auto driver = Started(BestOf(1), 2);
  driver.FinishPlaces(driver.FileFixture(1), {1, 1});
  EXPECT_EQ(NextGame(driver), 2);
  driver.FinishPlaces(driver.FileFixture(1), {1, 1});
  EXPECT_EQ(NextGame(driver), 3);
  driver.Play(1, {2, 1});
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(1, 0));
  EXPECT_EQ(driver.fixture(1).decision, Decision::kPlayed);
}

TEST(TieChainTest, PointsOverAllGamesDecideFirst) {
  auto driver = Started(BestOf(3), 2);
  driver.Play(1, {2, 1});
  driver.FinishPlaces(driver.FileFixture(1), {1, 1});
  driver.FinishPlaces(driver.FileFixture(1), {1, 1});
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(1, 0)) << "two points to one";
  EXPECT_EQ(driver.fixture(1).attempts.size(), 3u);
}

TEST(TieChainTest, AfterTheTieBreakMatchesStagesDecide) {
  auto driver = Started(BestOf(1, 1), 2);
  driver.FinishPlaces(driver.FileFixture(1), {1, 1});
  const auto match = driver.FileFixture(1);
  LogEntry entry{.kind = Kind::kFinished, .match = match};
  entry.outcome.ending = match::MatchEnding::kDeadlock;
  for (const Entrant entrant : driver.fixture(1).attempts[1].seats)
    entry.outcome.seats.push_back(
        {.bot = driver.league().entrants()[static_cast<std::size_t>(entrant)].bot,
         .place = 1,
         .stages_completed = entrant == 1 ? 5 : 3});
  driver.Apply(entry);
  EXPECT_EQ(driver.fixture(1).decision, Decision::kPlayed);
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(1, 0));
}

TEST(TieChainTest, TheLotIsTheLast) {
  int first = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto driver = Started(BestOf(1, 0), 2, seed);
    driver.FinishPlaces(driver.FileFixture(1), {1, 1});
    ASSERT_EQ(driver.fixture(1).decision, Decision::kLot);
    ASSERT_EQ(driver.league().state(), LeagueState::kFinished);
    first += driver.fixture(1).placing[0] == 0 ? 1 : 0;
  }
  EXPECT_GT(first, 5);
  EXPECT_LT(first, 35);
}

TEST(TieChainTest, WhoLeavesBeforeATieBreakMatchHasLost) {
  auto driver = Started(BestOf(1), 2);
  driver.FinishPlaces(driver.FileFixture(1), {1, 1});
  driver.Apply(Kind::kWithdrawn, 1);
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(1, 0));
  EXPECT_EQ(driver.fixture(1).decision, Decision::kWalkover);
}

TEST(TieChainTest, WhoLeavesAfterTheLotKeepsWhatItHasReached) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto driver = Started(BestOf(1, 0), 3, seed);
    driver.FinishPlaces(driver.FileFixture(2), {1, 1});
    const auto placing = driver.fixture(2).placing;
    driver.Apply(Kind::kWithdrawn, placing[0] + 1);
    EXPECT_EQ(driver.fixture(2).placing, placing);
  }
}

TEST(TieChainTest, AtATableATieMattersOnlyBetweenGoingOnAndGoingOut) {
  auto config = ConfigOf(Format::kSingleElimination, 4);
  config.advance = 2;
  auto driver = Started(config, 8);
  const auto first = driver.FileFixture(1);
  driver.FinishPlaces(first, {1, 1, 3, 3});
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kDecided);
  const auto second = driver.FileFixture(2);
  driver.FinishPlaces(second, {1, 2, 2, 4});
  EXPECT_EQ(driver.fixture(2).state, FixtureState::kPlaying) << "who is second?";
}

TEST(TieChainTest, WhoNeverShowedUpIsNotPlayedFor) {
  auto config = ConfigOf(Format::kSingleElimination, 4);
  config.advance = 3;
  auto driver = Started(config, 8);
  driver.FinishPlaces(driver.FileFixture(1), {1, 2, 0, 0});
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kDecided);
  EXPECT_EQ(driver.fixture(1).placing.size(), 2u) << "the third slot of the next one stays empty";
}

// --- attempts that come to nothing

TEST(VoidTest, GameIsPlayedAgain) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  driver.FinishVoid(driver.FileFixture(1));
  driver.Play(1, {1, 2});
  const auto& attempts = driver.fixture(1).attempts;
  EXPECT_EQ(attempts[1].attempt, 2);
  EXPECT_EQ(attempts[1].seats, attempts[0].seats);
  EXPECT_FALSE(attempts[0].counts);
  EXPECT_TRUE(attempts[1].counts);
  EXPECT_EQ(driver.league().progress().matches_void, 1);
}

TEST(VoidTest, AfterTheLimitItsPointsAreShared) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.void_limit = 2;
  auto driver = Started(config, 2);
  driver.FinishVoid(driver.FileFixture(1));
  driver.FinishVoid(driver.FileFixture(1));
  EXPECT_EQ(driver.fixture(1).decision, Decision::kShared);
  EXPECT_EQ(driver.Row(1).points, kPoint / 2);
  EXPECT_EQ(driver.Row(2).points, kPoint / 2);
  EXPECT_EQ(driver.Row(1).matches, 0);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

TEST(VoidTest, RequeuedGameGetsAsManyAttemptsAgain) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.void_limit = 2;
  auto driver = Started(config, 2);
  for (int i = 0; i < 2; ++i) driver.FinishVoid(driver.FileFixture(1));
  driver.Apply({.kind = Kind::kRequeued, .slot = {{1}, 0, 0}});
  EXPECT_EQ(driver.league().state(), LeagueState::kRunning);
  driver.FinishVoid(driver.FileFixture(1));
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kPlaying);
  driver.Play(1, {1, 2});
  EXPECT_EQ(driver.Row(1).points, kPoint);
}

TEST(VoidTest, ABracketWhoseGamesAllComeToNothingEndsByLot) {
  auto config = BestOf(1, 1);
  config.void_limit = 1;
  auto driver = Started(config, 2);
  driver.FinishVoid(driver.FileFixture(1));
  driver.FinishVoid(driver.FileFixture(1));
  EXPECT_EQ(driver.fixture(1).decision, Decision::kLot);
  EXPECT_EQ(driver.fixture(1).placing.size(), 2u);
}

TEST(VoidTest, WhatAnAbortMakesVoidIsNotShared) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.void_limit = 1;
  auto driver = Started(config, 2);
  const auto match = driver.FileFixture(1);
  driver.Apply(Kind::kAborted);
  driver.FinishVoid(match, "LEAGUE_ABORTED");
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kCancelled);
  EXPECT_EQ(driver.Row(1).points, 0);
}

// --- annulled results

TEST(AnnulTest, GameIsPlayedAgainAndTheResultIsUnrated) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  const auto match = driver.Play(1, {1, 2});
  driver.Apply({.kind = Kind::kAnnulled, .match = match});
  EXPECT_EQ(driver.league().state(), LeagueState::kRunning);
  EXPECT_EQ(driver.Row(1).points, 0);
  EXPECT_THAT(driver.league().Unrated(), ElementsAre(match));
  driver.Play(1, {2, 1});
  EXPECT_EQ(driver.fixture(1).attempts[1].attempt, 2);
  EXPECT_EQ(driver.Row(2).points, kPoint);
}

TEST(AnnulTest, DoesNotCountAsVoid) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.void_limit = 1;
  auto driver = Started(config, 2);
  driver.Apply({.kind = Kind::kAnnulled, .match = driver.Play(1, {1, 2})});
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kPlaying);
}

TEST(AnnulTest, IsRefusedOnceAFixtureThatRestsOnItHasBegun) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  const auto semi = driver.Play(1, {1, 4});
  driver.Play(2, {2, 3});
  EXPECT_TRUE(driver.league().CanAnnul(semi).ok());
  const auto final = driver.FileFixture(3);
  EXPECT_TRUE(absl::IsFailedPrecondition(driver.league().CanAnnul(semi)));
  driver.Finish(final, {1, 2});
  EXPECT_TRUE(driver.league().CanAnnul(final).ok());
}

TEST(AnnulTest, InASwissTheRoundThatWasPairedOnItIsTakenBack) {
  auto config = ConfigOf(Format::kSwiss);
  config.rounds = 3;
  auto driver = Started(config, 4);
  const auto bots = [&driver](int fixture) {
    const auto& slots = driver.fixture(fixture).slots;
    return std::vector<std::int64_t>{slots[0] + 1, slots[1] + 1};
  };
  const auto first = driver.Play(1, bots(1));
  driver.Play(2, bots(2));
  ASSERT_EQ(driver.league().fixtures().size(), 4u);
  driver.Apply({.kind = Kind::kAnnulled, .match = first});
  EXPECT_EQ(driver.league().fixtures().size(), 2u);
  const auto again = driver.Play(1, {bots(1)[1], bots(1)[0]});
  EXPECT_EQ(driver.league().fixtures().size(), 4u);
  EXPECT_TRUE(driver.league().CanAnnul(again).ok());
  driver.FileFixture(3);
  EXPECT_FALSE(driver.league().CanAnnul(again).ok());
}

TEST(AnnulTest, AResultOfAGroupStandsOnceTheBracketHasBegun) {
  auto config = ConfigOf(Format::kGroupsThenBracket);
  config.advance_per_group = 1;
  auto driver = Started(config, 4);
  const auto match = driver.Play(1, {1, 4});
  driver.Play(2, {2, 3});
  EXPECT_TRUE(driver.league().CanAnnul(match).ok());
  driver.FileFixture(3);
  EXPECT_TRUE(absl::IsFailedPrecondition(driver.league().CanAnnul(match)));
}

TEST(AnnulTest, BestOfThreeGoesOnWhereItWas) {
  auto driver = Started(BestOf(3), 2);
  const auto first = driver.Play(1, {1, 2});
  driver.Play(1, {1, 2});
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
  driver.Apply({.kind = Kind::kAnnulled, .match = first});
  EXPECT_EQ(NextGame(driver), 1);
  driver.Play(1, {2, 1});
  EXPECT_EQ(NextGame(driver), 3);
  driver.Play(1, {2, 1});
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(1, 0));
}

}  // namespace
}  // namespace taki::league
