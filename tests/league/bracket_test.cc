// The plans of brackets: seed order, byes, where losers drop to, tables.
#include "referee/league/bracket.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "referee/league/at.h"
#include "tests/league/pairing_vectors.h"

namespace taki::league::pairing {
namespace {

TEST(SeedOrderTest, IsTheReferenceOrder) {
  for (const auto& [slots, order] : PairingVectors()["seed_order"]["orders"].items()) {
    std::vector<int> from_one;
    for (const int seed : SeedOrder(std::stoi(slots))) from_one.push_back(seed + 1);
    EXPECT_EQ(from_one, order.get<std::vector<int>>()) << slots;
  }
}

std::vector<BracketFixture> RoundOf(const Bracket& bracket, Part part, int round) {
  std::vector<BracketFixture> fixtures;
  for (const BracketFixture& fixture : bracket.fixtures)
    if (fixture.part == part && fixture.round == round) fixtures.push_back(fixture);
  return fixtures;
}

TEST(SingleEliminationTest, FirstRoundsAreTheReferenceOnes) {
  for (const auto& [n, reference] : PairingVectors()["single_elimination"]["cases"].items()) {
    const auto round = RoundOf(SingleElimination(std::stoi(n), false), Part::kMain, 0);
    ASSERT_EQ(round.size(), reference["round1"].size()) << n;
    for (std::size_t i = 0; i < round.size(); ++i)
      for (std::size_t slot = 0; slot < 2; ++slot) {
        const int seed = SeedOf(reference["round1"][i][slot]);
        const Source expected = seed == kNobody ? Source{} : Source{Source::Kind::kSeed, seed, 0};
        EXPECT_EQ(round[i].slots.at(slot), expected) << n << " entrants, fixture " << i + 1;
      }
  }
}

TEST(SingleEliminationTest, ByesFallToTheTopSeedsAndNobodyHasTwo) {
  for (int n = 2; n <= 33; ++n) {
    std::set<int> byes;
    for (const BracketFixture& fixture : SingleElimination(n, false).fixtures)
      if (fixture.slots[1].kind == Source::Kind::kBye)
        byes.insert(fixture.slots[0].number);
      else
        EXPECT_NE(fixture.slots[0].kind, Source::Kind::kBye);
    int slots = 2;
    while (slots < n) slots *= 2;
    EXPECT_EQ(Size(byes), slots - n) << n;
    if (!byes.empty()) {
      EXPECT_EQ(*byes.rbegin(), slots - n - 1) << n;
    }
  }
}

TEST(SingleEliminationTest, TheTopFourAreInDifferentQuarters) {
  for (int slots = 4; slots <= 64; slots *= 2) {
    std::map<int, int> position;
    for (const int seed : SeedOrder(slots)) position.emplace(seed, Size(position));
    EXPECT_NE(position[0] / (slots / 2), position[1] / (slots / 2));
    std::set<int> quarters;
    for (int seed = 0; seed < 4; ++seed) quarters.insert(position[seed] / (slots / 4));
    EXPECT_EQ(quarters.size(), 4u) << slots;
  }
}

// Every fixture draws from earlier ones, each seed stands on one slot, and each place is drawn once
// (twice where a grand final may be repeated).
void ExpectSound(const Bracket& bracket) {
  std::map<int, int> seeds;
  std::map<std::pair<int, int>, int> places;
  for (int f = 0; f < Size(bracket.fixtures); ++f) {
    const BracketFixture& fixture = At(bracket.fixtures, f);
    EXPECT_GE(fixture.slots.size(), 2u);
    for (const Source& source : fixture.slots) {
      if (source.kind == Source::Kind::kSeed) ++seeds[source.number];
      if (source.kind != Source::Kind::kPlace) continue;
      ASSERT_LT(source.number, f);
      const BracketFixture& from = At(bracket.fixtures, source.number);
      EXPECT_LT(source.place, Size(from.slots));
      EXPECT_GE(from.stage, fixture.stage);
      if (fixture.reset_of < 0) {
        EXPECT_EQ(++places[std::pair(source.number, source.place)], 1);
      }
    }
  }
  EXPECT_EQ(Size(seeds), bracket.entrants);
  for (const auto& [seed, times] : seeds) EXPECT_EQ(times, 1) << seed;
}

TEST(BracketTest, DrawsFromEarlierFixturesAndUsesEachSeedAndPlaceOnce) {
  for (int n = 2; n <= 33; ++n) {
    SCOPED_TRACE(n);
    ExpectSound(SingleElimination(n, false));
    ExpectSound(SingleElimination(n, true));
    ExpectSound(DoubleElimination(n));
    for (int seats = 2; seats <= 10; ++seats)
      for (int advance = 1; advance < seats; ++advance)
        ExpectSound(TableElimination(n, seats, advance));
  }
}

TEST(TableEliminationTest, TablesAreAsFewAsTheSeatsAllowAndTheirSizesDifferByOneAtMost) {
  for (int n = 2; n <= 33; ++n)
    for (int seats = 3; seats <= 10; ++seats)
      for (int advance = 1; advance < seats; ++advance) {
        const Bracket bracket = TableElimination(n, seats, advance);
        int left = n;
        for (int round = 0; left > 0; ++round) {
          const auto tables = RoundOf(bracket, Part::kMain, round);
          ASSERT_EQ(Size(tables), (left + seats - 1) / seats);
          int smallest = seats, largest = 0, seated = 0, go_on = 0;
          for (const BracketFixture& table : tables) {
            const auto size = Size(table.slots);
            smallest = std::min(smallest, size);
            largest = std::max(largest, size);
            seated += size;
            go_on += table.advance;
            EXPECT_EQ(table.advance, tables.size() == 1 ? 1 : std::min(advance, size - 1));
          }
          EXPECT_EQ(seated, left);
          EXPECT_GE(smallest, 2);
          EXPECT_LE(largest - smallest, 1);
          left = tables.size() == 1 ? 0 : go_on;
        }
      }
}

TEST(TableEliminationTest, DealsTheSeedsInSnakeOrder) {
  const auto tables = RoundOf(TableElimination(12, 4, 2), Part::kMain, 0);
  std::vector<std::vector<int>> seeds;
  for (const BracketFixture& table : tables) {
    seeds.emplace_back();
    for (const Source& source : table.slots) seeds.back().push_back(source.number + 1);
  }
  EXPECT_EQ(seeds, (std::vector<std::vector<int>>{{1, 6, 7, 12}, {2, 5, 8, 11}, {3, 4, 9, 10}}));
}

TEST(TableEliminationTest, ThoseOfOneTableGoToDifferentTablesIfTheNextRoundHasEnough) {
  for (int n = 2; n <= 33; ++n)
    for (int seats = 3; seats <= 10; ++seats)
      for (int advance = 2; advance < seats; ++advance) {
        const Bracket bracket = TableElimination(n, seats, advance);
        for (const BracketFixture& table : bracket.fixtures) {
          if (table.round == 0) continue;
          const auto tables = static_cast<int>(RoundOf(bracket, Part::kMain, table.round).size());
          std::map<int, int> from;
          for (const Source& source : table.slots) ++from[source.number];
          for (const auto& [earlier, times] : from) {
            const int go_on = At(bracket.fixtures, earlier).advance;
            EXPECT_LE(times, (go_on + tables - 1) / tables)
                << n << " entrants, tables of " << seats << ", " << advance << " advance";
          }
        }
      }
}

// The losers' round (from 1) in which two who met in the winners' bracket can meet again first, in
// a full bracket of `slots`. Two who drop from winners' rounds a < b have met only if the later
// match lies above the earlier one.
int EarliestRematch(int slots) {
  const Bracket bracket = DoubleElimination(slots);
  const auto count = Size(bracket.fixtures);
  const auto at = [&](int f) -> const BracketFixture& { return At(bracket.fixtures, f); };
  // drops[f]: the winners' fixtures whose losers can be in the losers' fixture f.
  std::vector<std::set<int>> drops(bracket.fixtures.size());
  int earliest = 1'000;
  for (int f = 0; f < count; ++f) {
    if (at(f).part != Part::kLosers) continue;
    std::vector<std::set<int>> sides;
    for (const Source& source : at(f).slots)
      sides.push_back(at(source.number).part == Part::kMain ? std::set<int>{source.number}
                                                            : At(drops, source.number));
    for (const int a : sides[0])
      for (const int b : sides[1])
        if (Rests(bracket, a, b) || Rests(bracket, b, a))
          earliest = std::min(earliest, at(f).round + 1);
    for (const std::set<int>& side : sides) At(drops, f).insert(side.begin(), side.end());
  }
  return earliest;
}

TEST(DoubleEliminationTest, KeepsThoseWhoHaveMetApart) {
  EXPECT_EQ(EarliestRematch(4), 2);
  EXPECT_EQ(EarliestRematch(8), 3);
  EXPECT_EQ(EarliestRematch(16), 4);
  EXPECT_EQ(EarliestRematch(32), 5);
  EXPECT_EQ(EarliestRematch(64), 7);
}

TEST(BracketTest, RestsFollowsTheBracketBackwards) {
  const Bracket bracket = DoubleElimination(4);  // 0, 1: round 1; 2: losers; 3: winners' final
  const int last = Size(bracket.fixtures) - 1;
  EXPECT_TRUE(Rests(bracket, 2, 0));
  EXPECT_TRUE(Rests(bracket, 3, 1));
  EXPECT_FALSE(Rests(bracket, 3, 2));
  EXPECT_FALSE(Rests(bracket, 0, 3));
  EXPECT_TRUE(Rests(bracket, last, last - 1));
  EXPECT_TRUE(Rests(bracket, last, 0));
}

}  // namespace
}  // namespace taki::league::pairing
