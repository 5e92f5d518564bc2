// Brackets played out: against the reference brackets, with random results for 2 to 33 entrants,
// and with withdrawals and reinstatements at any time.
#include "tests/support/bracket_progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "referee/league/at.h"
#include "tests/league/pairing_vectors.h"
#include "tests/support/splitmix.h"

namespace taki::league::pairing {
namespace {

BracketEvent Result(int fixture, std::vector<int> order) {
  return {BracketEvent::Kind::kResult, fixture, std::move(order), -1};
}
BracketEvent Begun(int fixture) { return {BracketEvent::Kind::kBegun, fixture, {}, -1}; }
BracketEvent Withdrawn(int entrant) { return {BracketEvent::Kind::kWithdrawn, -1, {}, entrant}; }
BracketEvent Reinstated(int entrant) { return {BracketEvent::Kind::kReinstated, -1, {}, entrant}; }

// Who wins a fixture: the players in the order of finish.
using Referee = std::function<std::vector<int>(const BracketFixture&, std::vector<int> players)>;

std::vector<int> FavouritesWin(const BracketFixture&, std::vector<int> players) {
  std::sort(players.begin(), players.end());
  return players;
}

// A bracket and what happened in it.
struct Event {
  Bracket bracket;
  std::vector<BracketEvent> log;

  BracketProgress Now() const { return Progress(bracket, log); }
  std::vector<int> Ready() const {
    std::vector<int> ready;
    const BracketProgress now = Now();
    for (std::size_t f = 0; f < now.fixtures.size(); ++f)
      if (now.fixtures[f].status == FixtureStatus::kReady) ready.push_back(static_cast<int>(f));
    return ready;
  }
  const BracketFixture& Plan(int fixture) const { return At(bracket.fixtures, fixture); }
  void Play(int fixture, const Referee& referee) {
    log.push_back(Begun(fixture));
    const BracketProgress now = Now();
    log.push_back(Result(fixture, referee(Plan(fixture), At(now.fixtures, fixture).players)));
  }
  void PlayAll(const Referee& referee) {
    for (std::vector<int> ready = Ready(); !ready.empty(); ready = Ready())
      for (const int fixture : ready) Play(fixture, referee);
  }
};

// Rows of the reference: [group, round, match, one, two, winner].
using Row = std::vector<std::string>;

std::vector<Row> Rows(const nlohmann::json& json) {
  std::vector<Row> rows;
  for (const auto& row : json) {
    rows.emplace_back();
    for (const auto& cell : row)
      rows.back().push_back(cell.is_string() ? cell.get<std::string>() : cell.dump());
  }
  return rows;
}

std::vector<Row> RowsOf(const Event& event, const std::map<Part, std::string>& groups) {
  std::vector<Row> rows;
  const BracketProgress now = event.Now();
  for (std::size_t f = 0; f < now.fixtures.size(); ++f) {
    if (now.fixtures[f].status != FixtureStatus::kPlayed) continue;
    const BracketFixture& plan = event.bracket.fixtures[f];
    const auto name = [](int seed) { return "S" + std::to_string(seed + 1); };
    rows.push_back({groups.at(plan.part), std::to_string(plan.round + 1),
                    std::to_string(plan.number + 1), name(now.fixtures[f].slots[0]),
                    name(now.fixtures[f].slots[1]), name(now.fixtures[f].order[0])});
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

const std::map<Part, std::string> kSingleGroups{{Part::kMain, "1"}, {Part::kThirdPlace, "2"}};
const std::map<Part, std::string> kDoubleGroups{
    {Part::kMain, "1"}, {Part::kLosers, "2"}, {Part::kGrandFinal, "3"}};

TEST(SingleEliminationProgressTest, IsTheReferenceBracketIfFavouritesWin) {
  for (const auto& [n, reference] : PairingVectors()["single_elimination"]["cases"].items()) {
    Event event{SingleElimination(std::stoi(n), false), {}};
    event.PlayAll(FavouritesWin);
    EXPECT_EQ(RowsOf(event, kSingleGroups), Rows(reference["favourites_win"])) << n;
  }
}

TEST(SingleEliminationProgressTest, PlaysForThirdPlaceAsTheReferenceDoes) {
  Event event{SingleElimination(8, true), {}};
  event.PlayAll(FavouritesWin);
  auto expected = Rows(PairingVectors()["single_elimination"]["third_place_8"]);
  EXPECT_EQ(RowsOf(event, kSingleGroups), expected);
  EXPECT_EQ(event.Now().ranking, (std::vector<std::vector<int>>{{0}, {1}, {2}, {3}, {4, 5, 6, 7}}));
}

TEST(DoubleEliminationProgressTest, IsTheReferenceBracket) {
  const auto& cases = PairingVectors()["double_elimination"]["cases"];
  for (const auto& [name, reference] : cases.items()) {
    Event event{DoubleElimination(name[0] - '0'), {}};
    const bool reset = name.find("reset") != std::string::npos;
    event.PlayAll([&](const BracketFixture& plan, std::vector<int> players) {
      players = FavouritesWin(plan, players);
      if (reset && plan.part == Part::kGrandFinal && plan.round == 0)
        std::reverse(players.begin(), players.end());
      return players;
    });
    EXPECT_EQ(RowsOf(event, kDoubleGroups), Rows(reference)) << name;
    EXPECT_TRUE(event.Now().done);
  }
}

TEST(DoubleEliminationProgressTest, TheGrandFinalIsRepeatedOnlyIfTheLosersChampionWinsIt) {
  Event event{DoubleElimination(2), {}};
  event.Play(0, FavouritesWin);
  event.log.push_back(Result(1, {0, 1}));
  EXPECT_EQ(event.Now().fixtures[2].status, FixtureStatus::kNotNeeded);
  EXPECT_EQ(event.Now().ranking, (std::vector<std::vector<int>>{{0}, {1}}));
  event.log.back() = Result(1, {1, 0});
  EXPECT_EQ(event.Now().fixtures[2].status, FixtureStatus::kReady);
  EXPECT_EQ(event.Now().ranking, (std::vector<std::vector<int>>{{0, 1}}));
  event.log.push_back(Result(2, {1, 0}));
  EXPECT_EQ(event.Now().ranking, (std::vector<std::vector<int>>{{1}, {0}}));
}

// --- random results

Referee ByChance(test::SplitMix& chance) {
  return [&chance](const BracketFixture&, std::vector<int> players) {
    for (std::size_t i = players.size(); i > 1; --i)
      std::swap(players[i - 1], players[chance.Below(i)]);
    return players;
  };
}

// How often each entrant came behind those who went on, in fixtures with at least two entrants.
std::vector<int> Losses(const Event& event) {
  std::vector<int> losses(static_cast<std::size_t>(event.bracket.entrants));
  const BracketProgress now = event.Now();
  for (std::size_t f = 0; f < now.fixtures.size(); ++f) {
    const BracketFixture& plan = event.bracket.fixtures[f];
    const std::vector<int>& order = now.fixtures[f].order;
    for (std::size_t place = static_cast<std::size_t>(plan.advance); place < order.size(); ++place)
      ++At(losses, order[place]);
  }
  return losses;
}

int Played(const Event& event) {
  const BracketProgress now = event.Now();
  return static_cast<int>(
      std::count_if(now.fixtures.begin(), now.fixtures.end(),
                    [](const FixtureProgress& f) { return f.status == FixtureStatus::kPlayed; }));
}

std::vector<int> Everybody(const std::vector<std::vector<int>>& ranking) {
  std::vector<int> all;
  for (const auto& same : ranking) all.insert(all.end(), same.begin(), same.end());
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<int> FirstNumbers(int n) {
  std::vector<int> numbers;
  for (int i = 0; i < n; ++i) numbers.push_back(i);
  return numbers;
}

TEST(SingleEliminationProgressTest, EverybodyButTheChampionLosesOnce) {
  test::SplitMix chance(1);
  for (int n = 2; n <= 33; ++n)
    for (const bool third_place : {false, true})
      for (int run = 0; run < 3; ++run) {
        Event event{SingleElimination(n, third_place), {}};
        event.PlayAll(ByChance(chance));
        const BracketProgress end = event.Now();
        EXPECT_TRUE(end.done);
        EXPECT_EQ(Played(event), third_place && n >= 4 ? n : n - 1);
        EXPECT_EQ(Everybody(end.ranking), FirstNumbers(n));
        ASSERT_EQ(end.ranking[0].size(), 1u);
        EXPECT_EQ(end.ranking[1].size(), 1u);
        if (third_place && n >= 3) {
          EXPECT_EQ(end.ranking[2].size(), 1u);
        }
        std::vector<int> losses = Losses(event);
        for (std::size_t f = 0; f < end.fixtures.size(); ++f)  // a second defeat, for third place
          if (event.bracket.fixtures[f].part == Part::kThirdPlace &&
              end.fixtures[f].order.size() == 2)
            --At(losses, end.fixtures[f].order[1]);
        std::vector<int> expected(static_cast<std::size_t>(n), 1);
        At(expected, end.ranking[0][0]) = 0;
        EXPECT_EQ(losses, expected) << n;
      }
}

TEST(SingleEliminationProgressTest, IfFavouritesWinTheSeedsOfEachMatchAddUp) {
  for (int slots = 2; slots <= 32; slots *= 2) {
    Event event{SingleElimination(slots, false), {}};
    event.PlayAll(FavouritesWin);
    const BracketProgress end = event.Now();
    for (std::size_t f = 0; f < end.fixtures.size(); ++f)
      EXPECT_EQ(end.fixtures[f].slots[0] + end.fixtures[f].slots[1] + 2,
                (slots >> event.bracket.fixtures[f].round) + 1);
  }
}

TEST(TableEliminationProgressTest, EverybodyIsRankedAndAllButOneAreOutAtOneTable) {
  test::SplitMix chance(2);
  for (int n = 2; n <= 33; ++n)
    for (int seats = 3; seats <= 10; ++seats)
      for (int advance = 1; advance < seats; ++advance) {
        Event event{TableElimination(n, seats, advance), {}};
        event.PlayAll(ByChance(chance));
        const BracketProgress end = event.Now();
        EXPECT_TRUE(end.done);
        EXPECT_EQ(Everybody(end.ranking), FirstNumbers(n));
        std::vector<int> expected(static_cast<std::size_t>(n), 1);
        ASSERT_EQ(end.ranking[0].size(), 1u);
        At(expected, end.ranking[0][0]) = 0;
        EXPECT_EQ(Losses(event), expected) << n << ' ' << seats << ' ' << advance;
      }
}

TEST(DoubleEliminationProgressTest, EverybodyOutHasLostTwiceAndTheChampionAtMostOnce) {
  test::SplitMix chance(3);
  for (int n = 2; n <= 33; ++n)
    for (int run = 0; run < 4; ++run) {
      Event event{DoubleElimination(n), {}};
      event.PlayAll(ByChance(chance));
      const BracketProgress end = event.Now();
      EXPECT_TRUE(end.done);
      EXPECT_EQ(Everybody(end.ranking), FirstNumbers(n));
      ASSERT_EQ(end.ranking[0].size(), 1u);
      const int champion = end.ranking[0][0];
      std::vector<int> losses = Losses(event);
      const int of_champion = At(losses, champion);
      EXPECT_LE(of_champion, 1);
      EXPECT_EQ(end.fixtures.back().status,
                of_champion == 1 || end.fixtures.back().order.size() == 2
                    ? FixtureStatus::kPlayed
                    : FixtureStatus::kNotNeeded);
      EXPECT_EQ(Played(event),
                end.fixtures.back().status == FixtureStatus::kPlayed ? 2 * n - 1 : 2 * n - 2);
      At(losses, champion) = 2;
      EXPECT_EQ(losses, std::vector<int>(static_cast<std::size_t>(n), 2)) << n;
    }
}

// --- withdrawals

TEST(WithdrawalTest, TheOpponentGoesOnWithoutAMatch) {
  Event event{SingleElimination(4, false), {Withdrawn(3)}};  // 0 v 3, 1 v 2
  const BracketProgress now = event.Now();
  EXPECT_EQ(now.fixtures[0].status, FixtureStatus::kWalkover);
  EXPECT_EQ(now.fixtures[0].order, (std::vector<int>{0, 3}));
  EXPECT_EQ(now.fixtures[2].slots, (std::vector<int>{0, kUnknown}));
  EXPECT_EQ(event.Ready(), (std::vector<int>{1}));
}

TEST(WithdrawalTest, OfBothPassesAByeOn) {
  Event event{SingleElimination(4, false), {Withdrawn(3), Withdrawn(0)}};
  EXPECT_EQ(event.Now().fixtures[0].status, FixtureStatus::kEmpty);
  event.PlayAll(FavouritesWin);
  const BracketProgress end = event.Now();
  EXPECT_EQ(end.fixtures[2].status, FixtureStatus::kBye);
  EXPECT_EQ(end.fixtures[2].slots, (std::vector<int>{kNobody, 1}));
  EXPECT_EQ(end.ranking, (std::vector<std::vector<int>>{{1}, {0, 2, 3}}));
}

TEST(WithdrawalTest, AfterAResultLeavesItStanding) {
  Event event{SingleElimination(4, false), {Result(0, {3, 0}), Withdrawn(3), Result(1, {1, 2})}};
  const BracketProgress end = event.Now();
  EXPECT_EQ(end.fixtures[0].status, FixtureStatus::kPlayed);
  EXPECT_EQ(end.fixtures[2].status, FixtureStatus::kWalkover);
  EXPECT_EQ(end.ranking, (std::vector<std::vector<int>>{{1}, {3}, {0, 2}}));
}

TEST(WithdrawalTest, DropsIntoTheLosersBracketAndLosesThereToo) {
  Event event{DoubleElimination(4), {Withdrawn(0)}};
  event.PlayAll(FavouritesWin);
  const BracketProgress end = event.Now();
  EXPECT_EQ(end.fixtures[2].status, FixtureStatus::kWalkover);
  EXPECT_EQ(end.fixtures[2].order, (std::vector<int>{2, 0}));
  EXPECT_EQ(Losses(event)[0], 2);
  EXPECT_EQ(end.ranking.back(), (std::vector<int>{0}));
}

TEST(WithdrawalTest, OfTheWinnersChampionLosesBothGrandFinals) {
  Event event{DoubleElimination(2), {Result(0, {0, 1}), Withdrawn(0)}};
  const BracketProgress end = event.Now();
  EXPECT_TRUE(end.done);
  EXPECT_EQ(end.fixtures[1].status, FixtureStatus::kWalkover);
  EXPECT_EQ(end.fixtures[2].status, FixtureStatus::kWalkover);
  EXPECT_EQ(end.ranking, (std::vector<std::vector<int>>{{1}, {0}}));
}

TEST(WithdrawalTest, AtATableLeavesTheOthersToPlayOn) {
  Event event{TableElimination(4, 4, 2), {Withdrawn(1)}};
  EXPECT_EQ(event.Now().fixtures[0].players, (std::vector<int>{0, 2, 3}));
  event.log.push_back(Result(0, {3, 2, 0}));
  EXPECT_EQ(event.Now().ranking, (std::vector<std::vector<int>>{{3}, {2}, {0}, {1}}));
}

TEST(WithdrawalTest, AndReinstatementLeaveNoTrace) {
  Event event{DoubleElimination(8), {Withdrawn(0), Reinstated(0)}};
  Event never{DoubleElimination(8), {}};
  event.PlayAll(FavouritesWin);
  never.PlayAll(FavouritesWin);
  EXPECT_EQ(event.Now().ranking, never.Now().ranking);
  EXPECT_EQ(RowsOf(event, kDoubleGroups), RowsOf(never, kDoubleGroups));
}

TEST(WithdrawalTest, AWalkoverStandsOnceAMatchThatRestsOnItHasBegun) {
  Event event{SingleElimination(4, false), {Result(1, {1, 2}), Withdrawn(3)}};
  EXPECT_EQ(event.Ready(), (std::vector<int>{2}));
  event.log.push_back(Reinstated(3));
  EXPECT_EQ(event.Ready(), (std::vector<int>{0}));
  event.log.back() = Begun(2);
  event.log.push_back(Reinstated(3));
  EXPECT_EQ(event.Now().fixtures[0].status, FixtureStatus::kWalkover);
  EXPECT_EQ(event.Ready(), (std::vector<int>{2}));
}

TEST(WithdrawalTest, AReinstatedOnePlaysOnInTheLosersBracket) {
  Event event{DoubleElimination(4),
              {Withdrawn(3), Result(1, {1, 2}), Result(3, {0, 1}), Reinstated(3)}};
  EXPECT_EQ(event.Now().fixtures[0].status, FixtureStatus::kWalkover);
  EXPECT_EQ(event.Now().fixtures[2].players, (std::vector<int>{3, 2}));
}

// Plays on with withdrawals and reinstatements at any time.
Event Turbulent(Bracket bracket, test::SplitMix& chance) {
  Event event{std::move(bracket), {}};
  const auto anybody = [&] {
    return static_cast<int>(chance.Below(static_cast<std::size_t>(event.bracket.entrants)));
  };
  const unsigned unrest = static_cast<unsigned>(chance.Below(40));
  for (std::vector<int> ready = event.Ready(); !ready.empty(); ready = event.Ready()) {
    if (chance.Chance(unrest)) event.log.push_back(Withdrawn(anybody()));
    if (chance.Chance(unrest / 4)) event.log.push_back(Reinstated(anybody()));
    ready = event.Ready();
    if (ready.empty()) break;
    event.Play(ready[chance.Below(ready.size())], ByChance(chance));
  }
  return event;
}

std::set<int> Gone(const Event& event) {
  std::set<int> gone;
  for (const BracketEvent& past : event.log) {
    if (past.kind == BracketEvent::Kind::kWithdrawn) gone.insert(past.entrant);
    if (past.kind == BracketEvent::Kind::kReinstated) gone.erase(past.entrant);
  }
  return gone;
}
bool EverWithdrew(const Event& event, int entrant) {
  return std::any_of(event.log.begin(), event.log.end(), [&](const BracketEvent& past) {
    return past.kind == BracketEvent::Kind::kWithdrawn && past.entrant == entrant;
  });
}

TEST(WithdrawalTest, AtAnyTimeTheBracketEndsAndTheOthersLoseAsOftenAsTheyShould) {
  test::SplitMix chance(4);
  for (int n = 2; n <= 33; ++n)
    for (int run = 0; run < 12; ++run) {
      const int lives = run % 2 + 1;
      Event event =
          Turbulent(lives == 1 ? SingleElimination(n, false) : DoubleElimination(n), chance);
      const BracketProgress end = event.Now();
      ASSERT_TRUE(end.done) << n << ' ' << run;
      EXPECT_EQ(Everybody(end.ranking), FirstNumbers(n));
      const std::vector<int> losses = Losses(event);
      for (int entrant = 0; entrant < n; ++entrant) {
        const int lost = At(losses, entrant);
        EXPECT_LE(lost, lives);
        if (!EverWithdrew(event, entrant) && end.ranking[0] != std::vector<int>{entrant}) {
          EXPECT_EQ(lost, lives) << n << ' ' << run << ' ' << entrant;
        }
      }
    }
}

TEST(WithdrawalTest, NobodyWhoIsGoneWinsWithoutAMatch) {
  test::SplitMix chance(5);
  for (int n = 2; n <= 33; ++n)
    for (int run = 0; run < 6; ++run) {
      Event event = Turbulent(run % 3 == 0   ? SingleElimination(n, true)
                              : run % 3 == 1 ? DoubleElimination(n)
                                             : TableElimination(n, 4, 2),
                              chance);
      const BracketProgress end = event.Now();
      ASSERT_TRUE(end.done);
      const std::set<int> gone = Gone(event);
      for (const FixtureProgress& fixture : end.fixtures)
        if (fixture.status == FixtureStatus::kEmpty) {
          EXPECT_TRUE(fixture.order.empty());
        } else if (fixture.status == FixtureStatus::kBye) {
          EXPECT_EQ(fixture.order.size(), 1u);
        }
      // A fixture that nothing rests on was decided with everybody's final status.
      const FixtureProgress& last = end.fixtures.back();
      if (last.status == FixtureStatus::kBye || last.status == FixtureStatus::kWalkover) {
        EXPECT_EQ(gone.count(last.order[0]), 0u);
      }
    }
}

}  // namespace
}  // namespace taki::league::pairing
