// What becomes of the fixtures of a bot that is withdrawn, disqualified, reinstated or away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

using Kind = LogEntry::Kind;
using ::testing::ElementsAre;

constexpr std::int64_t kWin = kPoint;

LeagueDriver Started(LeagueConfig config, std::int32_t bots) {
  LeagueDriver driver(std::move(config));
  driver.Enter(bots);
  driver.Start();
  return driver;
}

// The fixture in which exactly these bots sit.
std::int32_t FixtureOf(const LeagueDriver& driver, std::vector<std::int64_t> bots) {
  std::sort(bots.begin(), bots.end());
  for (const Fixture& fixture : driver.league().fixtures()) {
    std::vector<std::int64_t> its;
    for (const Entrant entrant : fixture.slots) its.push_back(entrant + 1);
    std::sort(its.begin(), its.end());
    if (its == bots) return fixture.id.number;
  }
  ADD_FAILURE() << "no such fixture";
  return 0;
}

// --- withdrawal

TEST(WithdrawalTest, BeforeTheStartItIsNotEnteredAnyMore) {
  LeagueDriver driver(ConfigOf(Format::kRoundRobin));
  driver.Enter(4);
  driver.Apply(Kind::kWithdrawn, 2);
  EXPECT_FALSE(driver.league().Find({2}));
  EXPECT_EQ(driver.league().Find({3}), 1);
  driver.Apply(Kind::kEntered, 2);
  EXPECT_EQ(driver.league().Find({2}), 3);
}

TEST(WithdrawalTest, InARoundRobinResultsStandAndOpponentsGetTheRest) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 3);
  driver.Play(FixtureOf(driver, {1, 2}), {1, 2});
  driver.Apply(Kind::kWithdrawn, 1);
  EXPECT_EQ(driver.Row(1).points, kWin);
  EXPECT_EQ(driver.Row(3).points, kWin);
  EXPECT_EQ(driver.Row(3).matches, 0);
  EXPECT_EQ(driver.Row(3).byes, 1);
  EXPECT_EQ(driver.fixture(FixtureOf(driver, {1, 3})).decision, Decision::kWalkover);
  driver.Play(FixtureOf(driver, {2, 3}), {2, 3});
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

TEST(WithdrawalTest, RunningMatchIsPlayedToItsEnd) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  const auto match = driver.FileFixture(1);
  driver.Apply(Kind::kWithdrawn, 1);
  EXPECT_EQ(driver.league().state(), LeagueState::kRunning);
  driver.Finish(match, {1, 2});
  EXPECT_EQ(driver.Row(1).wins, 1);
  EXPECT_EQ(driver.fixture(1).decision, Decision::kPlayed);
}

TEST(WithdrawalTest, OpponentGetsEachGameThatIsLeft) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.matches_per_fixture = 4;
  auto driver = Started(config, 2);
  driver.Play(1, {1, 2});
  driver.Apply(Kind::kWithdrawn, 1);
  EXPECT_EQ(driver.Row(1).points, kWin);
  EXPECT_EQ(driver.Row(2).points, 3 * kWin);
}

TEST(WithdrawalTest, WhoLeavesLaterKeepsWhatItGotWithoutPlay) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 3);
  driver.Apply(Kind::kWithdrawn, 1);
  driver.Apply(Kind::kWithdrawn, 2);
  EXPECT_EQ(driver.Row(1).points, 0);
  EXPECT_EQ(driver.Row(2).points, kWin);
  EXPECT_EQ(driver.Row(3).points, 2 * kWin);
}

TEST(WithdrawalTest, AtATableTheOthersPlay) {
  auto driver = Started(ConfigOf(Format::kRoundRobin, 4), 4);
  driver.Apply(Kind::kWithdrawn, 3);
  driver.Play(1, {4, 2, 1});
  EXPECT_EQ(driver.Row(4).points, kWin);
  EXPECT_EQ(driver.Row(2).points, kWin / 2);
  EXPECT_EQ(driver.Row(1).points, 0);
  EXPECT_EQ(driver.Row(3).matches, 0);
}

TEST(WithdrawalTest, TheLastOneAtATableGetsAWinsPoints) {
  auto driver = Started(ConfigOf(Format::kRoundRobin, 3), 3);
  driver.Apply(Kind::kWithdrawn, 1);
  driver.Apply(Kind::kWithdrawn, 2);
  EXPECT_EQ(driver.Row(3).points, kWin);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

TEST(WithdrawalTest, InABracketTheOpponentGoesOn) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Play(1, {1, 4});
  driver.Apply(Kind::kWithdrawn, 1);
  driver.Play(2, {3, 2});
  EXPECT_EQ(driver.fixture(3).decision, Decision::kWalkover);
  EXPECT_THAT(driver.fixture(3).placing, ElementsAre(2, 0));
  EXPECT_EQ(driver.Row(3).place_from, 1);
  EXPECT_EQ(driver.Row(1).place_from, 2) << "what it has reached stands";
}

TEST(WithdrawalTest, ASwissDoesNotPairItAnyMore) {
  auto config = ConfigOf(Format::kSwiss);
  config.rounds = 3;
  auto driver = Started(config, 6);
  for (int fixture = 1; fixture <= 3; ++fixture) {
    const auto& slots = driver.fixture(fixture).slots;
    driver.Play(fixture, {slots[0] + 1, slots[1] + 1});
  }
  driver.Apply(Kind::kWithdrawn, 6);
  int sixes = 0;
  for (const Fixture& fixture : driver.league().fixtures())
    if (fixture.round == 2)
      for (const Entrant entrant : fixture.slots) sixes += entrant == 5 ? 1 : 0;
  EXPECT_EQ(sixes, 0);
}

TEST(WithdrawalTest, ASwissPairsAnewWhatHasNotBegun) {
  auto driver = Started(ConfigOf(Format::kSwiss), 4);
  driver.Apply(Kind::kWithdrawn, 1);
  ASSERT_EQ(driver.league().fixtures().size(), 2u);
  EXPECT_EQ(driver.fixture(2).decision, Decision::kBye) << "three are left";
  EXPECT_EQ(driver.Row(driver.fixture(2).slots[0] + 1).points, kWin);
}

TEST(WithdrawalTest, ASwissWithOneBotLeftIsOver) {
  auto driver = Started(ConfigOf(Format::kSwiss), 4);
  for (std::int64_t bot = 1; bot <= 3; ++bot) driver.Apply(Kind::kWithdrawn, bot);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

// --- disqualification

TEST(DisqualificationTest, InARoundRobinItsMatchesCountForNobody) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 3);
  const auto match = driver.Play(FixtureOf(driver, {1, 2}), {2, 1});
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_EQ(driver.Row(2).points, 0);
  EXPECT_EQ(driver.Row(2).matches, 0);
  EXPECT_EQ(driver.Row(1).place_from, 0);
  EXPECT_EQ(driver.fixture(FixtureOf(driver, {1, 3})).state, FixtureState::kCancelled);
  EXPECT_FALSE(driver.fixture(FixtureOf(driver, {1, 2})).attempts[0].counts);
  EXPECT_THAT(driver.league().Unrated(), ElementsAre(match));
}

TEST(DisqualificationTest, AtATableTheOthersCloseUp) {
  auto driver = Started(ConfigOf(Format::kRoundRobin, 3), 3);
  driver.Play(1, {1, 2, 3});
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_EQ(driver.Row(2).points, kWin);
  EXPECT_EQ(driver.Row(2).wins, 1);
  EXPECT_EQ(driver.Row(3).points, 0);
  EXPECT_TRUE(driver.fixture(1).attempts[0].counts);
  EXPECT_EQ(driver.league().Unrated().size(), 1u);
}

TEST(DisqualificationTest, InABracketResultsStandForTheOpponents) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Play(1, {1, 4});
  driver.Play(2, {2, 3});
  driver.Play(3, {1, 2});
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_EQ(driver.Row(1).place_from, 0);
  EXPECT_EQ(driver.Row(2).place_from, 1) << "the others move up";
  EXPECT_EQ(driver.Row(3).place_from, 2);
  EXPECT_EQ(driver.Row(4).place_from, 2) << "what it lost stays lost";
  EXPECT_EQ(driver.Row(4).losses, 1);
}

TEST(DisqualificationTest, InASwissResultsStandForTheOpponents) {
  auto config = ConfigOf(Format::kSwiss);
  config.rounds = 1;
  auto driver = Started(config, 2);
  driver.Play(1, {2, 1});
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_EQ(driver.Row(2).points, kWin);
  EXPECT_EQ(driver.Row(2).place_from, 1);
}

TEST(DisqualificationTest, OpponentOfARunningFixtureOfASwissGetsThePoints) {
  auto driver = Started(ConfigOf(Format::kSwiss), 4);
  const auto match = driver.FileFixture(1);
  driver.Apply(Kind::kDisqualified, driver.fixture(2).slots[0] + 1);
  EXPECT_EQ(driver.fixture(2).decision, Decision::kWalkover);
  driver.Finish(match, {driver.fixture(1).slots[0] + 1, driver.fixture(1).slots[1] + 1});
}

TEST(DisqualificationTest, CanComeWhenAllIsOver) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 3);
  ASSERT_TRUE(driver.PlayOn());
  const std::string before = Dump(driver.league());
  driver.Apply(Kind::kDisqualified, 2);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
  EXPECT_EQ(driver.Row(2).place_from, 0);
  driver.Apply(Kind::kReinstated, 2);
  EXPECT_EQ(Dump(driver.league()), before);
}

// --- reinstatement

TEST(ReinstatementTest, MatchesThatWereCancelledArePlayed) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
  driver.Apply(Kind::kReinstated, 1);
  EXPECT_EQ(driver.league().state(), LeagueState::kRunning);
  driver.Play(1, {1, 2});
  EXPECT_EQ(driver.Row(1).points, kWin);
}

TEST(ReinstatementTest, WhoWasWithdrawnBeforeIsWithdrawnAgain) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 3);
  driver.Apply(Kind::kWithdrawn, 1);
  const std::string before = Dump(driver.league());
  driver.Apply(Kind::kDisqualified, 1);
  driver.Apply(Kind::kReinstated, 1);
  EXPECT_EQ(Dump(driver.league()), before);
  EXPECT_EQ(driver.Row(1).status, EntrantStatus::kWithdrawn);
}

TEST(ReinstatementTest, InABracketALostFixtureIsOpenAgain) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre(3, 0));
  driver.Apply(Kind::kReinstated, 1);
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kReady);
  driver.Play(1, {1, 4});
}

TEST(ReinstatementTest, WhatWasBuiltOnItStands) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Apply(Kind::kDisqualified, 1);
  driver.Play(2, {2, 3});
  const auto final = driver.FileFixture(3);
  driver.Apply(Kind::kReinstated, 1);
  EXPECT_EQ(driver.fixture(1).decision, Decision::kWalkover);
  driver.Finish(final, {4, 2});
  EXPECT_EQ(driver.Row(4).place_from, 1);
  EXPECT_EQ(driver.Row(1).place_from, 3) << "placed again, where it went out";
}

TEST(ReinstatementTest, InASwissTheNextRoundPairsItAgain) {
  auto config = ConfigOf(Format::kSwiss);
  config.rounds = 3;
  auto driver = Started(config, 4);
  driver.Apply(Kind::kDisqualified, 4);
  for (const Fixture& fixture : driver.league().fixtures())
    if (fixture.state == FixtureState::kReady) {
      const std::int64_t a = fixture.slots[0] + 1, b = fixture.slots[1] + 1;
      driver.Play(fixture.id.number, {a, b});
      break;
    }
  const auto match = driver.FileFixture(3);  // round 2 has begun without it
  driver.Apply(Kind::kReinstated, 4);
  EXPECT_EQ(driver.Row(4).matches, 0);
  driver.Finish(match, {driver.fixture(3).slots[0] + 1, driver.fixture(3).slots[1] + 1});
  int fours = 0;
  for (const Fixture& fixture : driver.league().fixtures())
    if (fixture.round == 3)
      for (const Entrant entrant : fixture.slots) fours += entrant == 3 ? 1 : 0;
  EXPECT_EQ(fours, 1);
}

// Six bots in two groups, 1 4 5 and 2 3 6; the lower number has won each match.
LeagueDriver AfterTheGroups(std::int32_t advance_per_group) {
  auto config = ConfigOf(Format::kGroupsThenBracket);
  config.advance_per_group = advance_per_group;
  auto driver = Started(config, 6);
  for (std::int32_t fixture = 1; fixture <= 6; ++fixture) {
    const auto& slots = driver.fixture(fixture).slots;
    const std::int64_t low = std::min(slots[0], slots[1]) + 1;
    driver.Play(fixture, {low, std::max(slots[0], slots[1]) + 1});
  }
  return driver;
}

TEST(WithdrawalTest, WhoLeavesAfterTheGroupsMakesRoomForTheNextOne) {
  auto driver = AfterTheGroups(1);
  driver.Apply(Kind::kWithdrawn, 1);
  EXPECT_THAT(driver.fixture(7).slots, ElementsAre(3, 1));
  EXPECT_EQ(driver.Row(1, 1).place_from, 1) << "its results stand";
}

TEST(DisqualificationTest, OnceTheBracketHasBegunNobodyMovesUpFromTheGroups) {
  auto driver = AfterTheGroups(2);
  EXPECT_THAT(driver.fixture(7).slots, ElementsAre(0, 2));
  EXPECT_THAT(driver.fixture(8).slots, ElementsAre(1, 3));
  driver.FileFixture(7);
  driver.Apply(Kind::kDisqualified, 4);
  EXPECT_THAT(driver.fixture(8).slots, ElementsAre(1, 3));
  EXPECT_EQ(driver.fixture(8).decision, Decision::kWalkover);
}

TEST(ReinstatementTest, WhatTheBracketIsBuiltOnStandsAfterTheGroups) {
  auto driver = AfterTheGroups(1);
  EXPECT_THAT(driver.fixture(7).slots, ElementsAre(0, 1));
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_THAT(driver.fixture(7).slots, ElementsAre(3, 1)) << "the next one of its group";
  driver.FileFixture(7);
  driver.Apply(Kind::kReinstated, 1);
  EXPECT_THAT(driver.fixture(7).slots, ElementsAre(3, 1));
  EXPECT_EQ(driver.Row(1, 1).place_from, 1) << "in the table of its group";
  EXPECT_GT(driver.Row(1).place_from, 2);
}

// --- no-shows

TEST(NoShowTest, TheOnlyOneReadyGetsAWinsPointsWithoutPlay) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  driver.Play(1, {2});
  EXPECT_EQ(driver.fixture(1).decision, Decision::kWalkover);
  EXPECT_EQ(driver.Row(2).points, kWin);
  EXPECT_EQ(driver.Row(2).wins, 0);
  EXPECT_EQ(driver.Row(2).byes, 1);
  EXPECT_EQ(driver.Row(1).no_shows, 1);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished) << "it is not played again";
}

TEST(NoShowTest, IfNobodyIsReadyNobodyGetsAnything) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  driver.Play(1, {});
  EXPECT_EQ(driver.Row(1).points, 0);
  EXPECT_EQ(driver.Row(2).points, 0);
  EXPECT_EQ(driver.Row(1).no_shows, 1);
  EXPECT_EQ(driver.Row(2).no_shows, 1);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

TEST(NoShowTest, IfNobodyIsReadyForAFixtureOfABracketNobodyGoesOn) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Play(1, {});
  EXPECT_THAT(driver.fixture(1).placing, ElementsAre());
  driver.Play(2, {2, 3});
  EXPECT_EQ(driver.fixture(3).decision, Decision::kBye);
  EXPECT_EQ(driver.Row(2).place_from, 1);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

TEST(NoShowTest, AtATableItIsLastAndNobodysOpponent) {
  auto config = ConfigOf(Format::kRoundRobin, 3);
  config.tie_breaks = {TieBreak::kBuchholz};
  auto driver = Started(config, 3);
  driver.Play(1, {3, 1});
  EXPECT_EQ(driver.Row(3).points, kWin);
  EXPECT_EQ(driver.Row(1).points, kWin / 2);
  EXPECT_EQ(driver.Row(2).points, 0);
  EXPECT_EQ(driver.Row(2).matches, 0);
  EXPECT_EQ(driver.Row(3).tie_breaks[0], kWin / 2) << "bot 1 only";
}

TEST(NoShowTest, SoManyInARowWithdrawABot) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.no_show_limit = 2;
  auto driver = Started(config, 4);
  driver.Play(FixtureOf(driver, {1, 2}), {2});
  EXPECT_EQ(driver.league().entrants()[0].status, EntrantStatus::kActive);
  driver.Play(FixtureOf(driver, {1, 3}), {3});
  EXPECT_EQ(driver.league().entrants()[0].status, EntrantStatus::kWithdrawn);
  EXPECT_EQ(driver.fixture(FixtureOf(driver, {1, 4})).decision, Decision::kWalkover);
  EXPECT_EQ(driver.Row(4).points, kWin);
}

TEST(NoShowTest, MatchThatWasPlayedBeginsTheCountAnew) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.no_show_limit = 2;
  auto driver = Started(config, 4);
  driver.Play(FixtureOf(driver, {1, 2}), {2});
  driver.Play(FixtureOf(driver, {1, 3}), {3, 1});
  EXPECT_EQ(driver.league().entrants()[0].no_shows_in_a_row, 0);
  driver.Play(FixtureOf(driver, {1, 4}), {4});
  EXPECT_EQ(driver.league().entrants()[0].status, EntrantStatus::kActive);
}

TEST(NoShowTest, OneThatIsAnnulledWithdrawsNobody) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.no_show_limit = 1;
  auto driver = Started(config, 3);
  const auto match = driver.Play(FixtureOf(driver, {1, 2}), {2});
  EXPECT_EQ(driver.league().entrants()[0].status, EntrantStatus::kWithdrawn);
  driver.Apply({.kind = Kind::kAnnulled, .match = match});
  EXPECT_EQ(driver.league().entrants()[0].status, EntrantStatus::kActive);
  EXPECT_EQ(driver.Row(1).no_shows, 0);
  EXPECT_EQ(driver.fixture(FixtureOf(driver, {1, 3})).state, FixtureState::kReady);
}

TEST(NoShowTest, InADoubleEliminationItDropsAndPlaysOn) {
  auto driver = Started(ConfigOf(Format::kDoubleElimination), 4);
  driver.Play(1, {1});  // 4 does not come
  driver.Play(2, {2, 3});
  const auto losers = driver.fixture(3);
  ASSERT_EQ(losers.section, Section::kLosers);
  EXPECT_THAT(losers.slots, testing::UnorderedElementsAre(3, 2));
  driver.Play(3, {4, 3});
}

}  // namespace
}  // namespace taki::league
