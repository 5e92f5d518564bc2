// Swiss rounds: each point of the cost on its own, against trying all pairings for small numbers,
// and the invariants of hundreds of random tournaments.
#include "referee/league/swiss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

#include "referee/league/at.h"
#include "referee/league/balanced_tables.h"
#include "tests/support/splitmix.h"

namespace taki::league::pairing {
namespace {

using Field = std::vector<SwissEntrant>;

rules::Bytes32 EventSeed(std::uint8_t number) {
  rules::Bytes32 seed{};
  seed[0] = number;
  return seed;
}

// Pairs as sets of two, sorted; without seats.
std::set<std::set<int>> Pairs(const Round& round) {
  std::set<std::set<int>> pairs;
  for (const Table& table : round.tables) pairs.insert({table.begin(), table.end()});
  return pairs;
}

Field Fresh(int n) { return Field(static_cast<std::size_t>(n)); }

void Met(Field& field, int a, int b) {
  At(field, a).met.push_back(b);
  At(field, b).met.push_back(a);
}

// --- each point on its own

TEST(SwissTest, TheFirstRoundFoldsTheSeeds) {
  EXPECT_EQ(Pairs(PairSwiss(Fresh(8), {}, 1)),
            (std::set<std::set<int>>{{0, 7}, {1, 6}, {2, 5}, {3, 4}}));
}

TEST(SwissTest, AnOddNumberGivesTheLowestSeedTheFirstBye) {
  for (int n = 3; n <= 33; n += 2) {
    const Round round = PairSwiss(Fresh(n), {}, 1);
    EXPECT_EQ(round.bye, n - 1) << n;
    for (const Table& table : round.tables) EXPECT_EQ(table[0] + table[1], n - 2);
  }
}

TEST(SwissTest, NobodyPlaysARematchEvenAcrossScores) {
  Field field = Fresh(4);
  At(field, 0).score = At(field, 1).score = 1;
  Met(field, 0, 1);
  const auto pairs = Pairs(PairSwiss(field, {}, 2));
  EXPECT_EQ(pairs.count({0, 1}), 0u);
}

TEST(SwissTest, IfARematchCannotBeAvoidedTheOldestPairingsAreSpread) {
  Field field = Fresh(2);
  Met(field, 0, 1);
  EXPECT_EQ(Pairs(PairSwiss(field, {}, 2)), (std::set<std::set<int>>{{0, 1}}));
  Field four = Fresh(4);  // all have met; 0 and 3 twice
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) Met(four, a, b);
  Met(four, 0, 3);
  EXPECT_EQ(Pairs(PairSwiss(four, {}, 4)).count({0, 3}), 0u);
}

TEST(SwissTest, TheByeGoesToTheLowestScoreThatHadNone) {
  Field field = Fresh(5);
  for (int i = 0; i < 5; ++i) At(field, i).score = 10 - i;
  At(field, 4).had_bye = true;
  EXPECT_EQ(PairSwiss(field, {}, 2).bye, 3);
}

TEST(SwissTest, ARematchIsWorseThanASecondBye) {
  Field field = Fresh(3);
  At(field, 2).had_bye = true;
  Met(field, 0, 2);
  Met(field, 1, 2);
  EXPECT_EQ(PairSwiss(field, {}, 3).bye, 2);
}

TEST(SwissTest, EqualScoresMeet) {
  Field field = Fresh(6);
  for (const int winner : {1, 3, 4, 5}) At(field, winner).score = 5'040;
  EXPECT_EQ(Pairs(PairSwiss(field, {}, 2)), (std::set<std::set<int>>{{1, 5}, {3, 4}, {0, 2}}));
}

TEST(SwissTest, OneOwnersBotsDoNotMeetWithinAScore) {
  Field field = Fresh(4);
  At(field, 0).owner = At(field, 3).owner = 7;
  EXPECT_EQ(Pairs(PairSwiss(field, {}, 1)).count({0, 3}), 0u);
  At(field, 0).score = At(field, 3).score = 1;  // but scores count more
  EXPECT_EQ(Pairs(PairSwiss(field, {}, 1)).count({0, 3}), 1u);
}

TEST(SwissTest, WhoMustLeaveAScoreMeetsTheNextInTheRanking) {
  Field field = Fresh(4);
  for (const int winner : {0, 1, 2}) At(field, winner).score = 2;
  EXPECT_EQ(Pairs(PairSwiss(field, {}, 2)), (std::set<std::set<int>>{{0, 1}, {2, 3}}));
}

TEST(SwissTest, WhoStartedLessOftenStarts) {
  Field field = Fresh(2);
  At(field, 0).seats = {2, 1};
  At(field, 1).seats = {1, 1};
  EXPECT_EQ(PairSwiss(field, {}, 3).tables, (std::vector<Table>{{1, 0}}));
  At(field, 1).seats = {3, 0};
  EXPECT_EQ(PairSwiss(field, {}, 3).tables, (std::vector<Table>{{0, 1}}));
}

TEST(SwissTest, OtherwiseTheLotDecidesWhoStarts) {
  std::set<int> starters;
  for (std::uint8_t seed = 0; seed < 20; ++seed)
    starters.insert(PairSwiss(Fresh(2), EventSeed(seed), 1).tables[0][0]);
  EXPECT_EQ(starters.size(), 2u);
}

TEST(SwissTest, TheUnitOfScoresDoesNotMatter) {
  Field small = Fresh(10);
  for (int i = 0; i < 10; ++i) At(small, i).score = i % 4;
  Field large = small;
  for (SwissEntrant& entrant : large) entrant.score = 1'000'000'000'000 + entrant.score * 5'040'000;
  EXPECT_EQ(PairSwiss(small, {}, 2), PairSwiss(large, {}, 2));
}

TEST(SwissTest, AbsentOnesAreLeftOutAndOneAloneHasABye) {
  Field field = Fresh(5);
  At(field, 1).present = At(field, 3).present = false;
  const Round round = PairSwiss(field, {}, 1);
  EXPECT_EQ(Pairs(round), (std::set<std::set<int>>{{0, 2}}));
  EXPECT_EQ(round.bye, 4);
  At(field, 0).present = At(field, 2).present = false;
  EXPECT_EQ(PairSwiss(field, {}, 1), (Round{{}, 4}));
  EXPECT_EQ(PairSwissTables(field, 4, {}, 1), (Round{{}, 4}));
  At(field, 4).present = false;
  EXPECT_EQ(PairSwiss(field, {}, 1), Round());
}

// --- against all pairings

// The points 1 to 7 of swiss.h for a whole pairing, written from their text.
using Points = std::array<std::int64_t, 7>;

Points PointsOf(const Field& field, const Round& round) {
  std::vector<int> ranking(field.size());
  std::iota(ranking.begin(), ranking.end(), 0);
  std::stable_sort(ranking.begin(), ranking.end(),
                   [&](int a, int b) { return At(field, a).score > At(field, b).score; });
  const auto position = [&](int x) {
    return static_cast<int>(std::find(ranking.begin(), ranking.end(), x) - ranking.begin());
  };
  Points points{};
  if (round.bye != kNobody) {
    points[1] = At(field, round.bye).had_bye;
    points[2] = At(field, round.bye).score;
    points[5] =
        4 * (Size(field) - 1 - position(round.bye)) * (Size(field) - 1 - position(round.bye));
  }
  for (const Table& table : round.tables) {
    const int a = table[0], b = table[1];
    const SwissEntrant &one = At(field, a), &two = At(field, b);
    const auto met = std::count(one.met.begin(), one.met.end(), b);
    points[0] += met * met;
    points[3] += (one.score - two.score) * (one.score - two.score);
    points[4] += one.owner >= 0 && one.owner == two.owner;
    int distance = 2 * (std::abs(position(a) - position(b)) - 1);
    if (one.score == two.score) {
      std::vector<int> group;
      for (const int x : ranking)
        if (At(field, x).score == one.score) group.push_back(x);
      const auto opposite =
          group.rbegin() + (std::find(group.begin(), group.end(), a) - group.begin());
      distance = position(b) - position(*opposite);
    }
    points[5] += distance * distance;
    const int lead_one = At(one.seats, 0) - At(one.seats, 1) + 1;
    const int lead_two = At(two.seats, 0) - At(two.seats, 1) - 1;
    points[6] += lead_one * lead_one + lead_two * lead_two;
  }
  return points;
}

// Calls `take` with every pairing of those in `left`, seats both ways being left to the better one.
void ForEachPairing(const Field& field, std::vector<int> left, Round& so_far,
                    const std::function<void(const Round&)>& take) {
  if (left.empty()) return take(so_far);
  const int first = left[0];
  left.erase(left.begin());
  if (Size(left) % 2 == 0 && so_far.bye == kNobody) {
    so_far.bye = first;
    ForEachPairing(field, left, so_far, take);
    so_far.bye = kNobody;
  }
  const auto lead = [&](int x) { return At(At(field, x).seats, 0) - At(At(field, x).seats, 1); };
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::vector<int> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    so_far.tables.push_back(lead(first) < lead(left[i]) ? Table{first, left[i]}
                                                        : Table{left[i], first});
    ForEachPairing(field, rest, so_far, take);
    so_far.tables.pop_back();
  }
}

TEST(SwissTest, IsTheLeastOfAllPairings) {
  test::SplitMix chance(7);
  for (int run = 0; run < 400; ++run) {
    const int n = 2 + static_cast<int>(chance.Below(7));
    Field field = Fresh(n);
    for (SwissEntrant& entrant : field) {
      entrant.score = static_cast<int>(chance.Below(4));
      entrant.owner = chance.Chance(50) ? kNobody : static_cast<int>(chance.Below(3));
      entrant.had_bye = chance.Chance(25);
      entrant.seats = {static_cast<int>(chance.Below(4)), static_cast<int>(chance.Below(4))};
    }
    for (std::size_t meetings = chance.Below(2 * field.size()); meetings > 0; --meetings) {
      const auto a = static_cast<int>(chance.Below(field.size())),
                 b = static_cast<int>(chance.Below(field.size()));
      if (a != b) Met(field, a, b);
    }
    std::vector<int> all(field.size());
    std::iota(all.begin(), all.end(), 0);
    std::optional<Points> least;
    Round so_far;
    ForEachPairing(field, all, so_far, [&](const Round& round) {
      const Points points = PointsOf(field, round);
      if (!least || points < *least) least = points;
    });
    EXPECT_EQ(PointsOf(field, PairSwiss(field, EventSeed(static_cast<std::uint8_t>(run)), 1)),
              *least)
        << "run " << run;
  }
}

// --- tournaments

// A Swiss as it is played: random results, some no-shows and withdrawals.
class Tournament {
 public:
  Tournament(int n, int seats, std::uint64_t seed) : field(Fresh(n)), chance_(seed), seats_(seats) {
    event_seed_ = EventSeed(static_cast<std::uint8_t>(seed));
    for (SwissEntrant& entrant : field) entrant.seats.resize(10);
  }

  Round Pair(int round) const {
    return seats_ == 2 ? PairSwiss(field, event_seed_, round)
                       : PairSwissTables(field, seats_, event_seed_, round);
  }
  void Play(const Round& round, unsigned no_shows_percent) {
    for (const Table& table : round.tables) {
      for (int i = 0; i < Size(table); ++i) ++At(At(field, At(table, i)).seats, i);
      if (Size(table) == 2 && chance_.Chance(no_shows_percent)) {
        At(field, table[0]).score += 2;
        At(field, table[0]).had_bye = true;
        continue;
      }
      for (int i = 0; i < Size(table); ++i)
        for (int j = i + 1; j < Size(table); ++j) {
          At(field, At(table, chance_.Chance(50) ? i : j)).score += 2;
          Met(field, At(table, i), At(table, j));
        }
    }
    if (round.bye != kNobody) {
      At(field, round.bye).score += 2;
      At(field, round.bye).had_bye = true;
    }
  }
  int Present() const {
    return static_cast<int>(
        std::count_if(field.begin(), field.end(), [](const SwissEntrant& e) { return e.present; }));
  }
  void Withdraw() { field[chance_.Below(field.size())].present = false; }

  Field field;

 private:
  test::SplitMix chance_;
  int seats_;
  rules::Bytes32 event_seed_;
};

void ExpectEverybodyOnce(const Field& field, const Round& round) {
  std::vector<int> seen, present;
  for (const Table& table : round.tables) seen.insert(seen.end(), table.begin(), table.end());
  if (round.bye != kNobody) seen.push_back(round.bye);
  std::sort(seen.begin(), seen.end());
  for (int i = 0; i < Size(field); ++i)
    if (At(field, i).present) present.push_back(i);
  EXPECT_EQ(seen, present);
}

int Rematches(const Field& field, const Round& round) {
  int rematches = 0;
  for (const Table& table : round.tables)
    for (const int a : table)
      for (const int b : table)
        rematches += a < b && std::count(At(field, a).met.begin(), At(field, a).met.end(), b) > 0;
  return rematches;
}

std::int64_t LowestWithoutBye(const Field& field) {
  std::int64_t lowest = 1'000'000;
  for (const SwissEntrant& entrant : field)
    if (entrant.present && !entrant.had_bye) lowest = std::min(lowest, entrant.score);
  return lowest;
}

TEST(SwissTournamentTest, KeepsTheInvariants) {
  for (std::uint64_t run = 0; run < 300; ++run) {
    const int n = 4 + static_cast<int>(run % 37);
    SCOPED_TRACE(std::to_string(n) + " entrants, seed " + std::to_string(run));
    Tournament tournament(n, 2, run);
    for (int round = 1; round <= std::min(n / 2, 9); ++round) {
      if (run % 4 == 3 && round % 2 == 0 && tournament.Present() > n - n / 4) tournament.Withdraw();
      const Round pairing = tournament.Pair(round);
      EXPECT_EQ(pairing, tournament.Pair(round));
      ExpectEverybodyOnce(tournament.field, pairing);
      const int present = tournament.Present();
      EXPECT_EQ(pairing.bye != kNobody, present % 2 == 1);
      // By Dirac's theorem nobody must meet again, whoever has the bye, as long as each of those
      // who play has at least half of them left (the bye takes one).
      if (2 * (present - 2 - (round - 1)) >= present) {
        EXPECT_EQ(Rematches(tournament.field, pairing), 0);
        if (pairing.bye != kNobody) {
          EXPECT_FALSE(At(tournament.field, pairing.bye).had_bye);
          EXPECT_EQ(At(tournament.field, pairing.bye).score, LowestWithoutBye(tournament.field));
        }
      }
      tournament.Play(pairing, run % 2 == 0 ? 0 : 10);
    }
  }
}

TEST(SwissTournamentTest, FirstSeatsStayNearSecondSeats) {
  int checked = 0, beyond_one = 0;
  for (std::uint64_t run = 0; run < 60; ++run) {
    Tournament tournament(4 + static_cast<int>(run % 37), 2, run);
    for (int round = 1; round <= std::min(Size(tournament.field) / 2, 9); ++round) {
      tournament.Play(tournament.Pair(round), 0);
      for (const SwissEntrant& entrant : tournament.field) {
        const int lead = std::abs(entrant.seats[0] - entrant.seats[1]);
        EXPECT_LE(lead, 3);
        ++checked;
        beyond_one += lead > 1;
      }
    }
  }
  EXPECT_LT(beyond_one * 8, checked);
}

TEST(SwissTest, FiveHundredArePaired) {
  Tournament tournament(500, 2, 1);
  for (int round = 1; round <= 3; ++round) {
    const Round pairing = tournament.Pair(round);
    ExpectEverybodyOnce(tournament.field, pairing);
    EXPECT_EQ(Rematches(tournament.field, pairing), 0);
    tournament.Play(pairing, 0);
  }
}

// --- tables

// Took minutes once: each pair but the bye's costs an owner.
TEST(SwissTest, AnOddThousandOfOneOwnerArePairedAsIfOfNone) {
  Field field = Fresh(999);
  const Round round = PairSwiss(field, {}, 1);
  for (SwissEntrant& entrant : field) entrant.owner = 0;
  EXPECT_EQ(PairSwiss(field, {}, 1), round);
  EXPECT_EQ(round.bye, 998);
}

TEST(SwissTablesTest, AreCutFromTheRanking) {
  Field field = Fresh(12);
  for (int i = 0; i < 12; ++i) At(field, i).score = i / 4;
  const Round round = PairSwissTables(field, 4, {}, 2);
  std::vector<std::set<int>> tables;
  for (const Table& table : round.tables) tables.emplace_back(table.begin(), table.end());
  EXPECT_EQ(tables, (std::vector<std::set<int>>{{8, 9, 10, 11}, {4, 5, 6, 7}, {0, 1, 2, 3}}));
}

TEST(SwissTablesTest, TheFirstRoundIsDrawnByLot) {
  std::set<std::set<int>> first_tables;
  for (std::uint8_t seed = 0; seed < 10; ++seed) {
    const Table table = PairSwissTables(Fresh(12), 4, EventSeed(seed), 1).tables[0];
    first_tables.insert({table.begin(), table.end()});
  }
  EXPECT_GT(first_tables.size(), 5u);
}

TEST(SwissTablesTest, OneOwnersBotsSitApartIfScoresAllowIt) {
  Field field = Fresh(9);
  for (const int i : {0, 1, 2}) At(field, i).owner = 1;
  for (const Table& table : PairSwissTables(field, 3, {}, 1).tables) {
    int of_owner = 0;
    for (const int entrant : table) of_owner += At(field, entrant).owner == 1;
    EXPECT_EQ(of_owner, 1);
  }
}

TEST(SwissTablesTest, SeatsGoToWhoSatThereLeast) {
  Field field = Fresh(3);
  At(field, 0).seats = {1, 1, 0};
  At(field, 1).seats = {1, 0, 1};
  At(field, 2).seats = {0, 1, 1};
  EXPECT_EQ(PairSwissTables(field, 3, {}, 3).tables, (std::vector<Table>{{2, 1, 0}}));
}

// The fewest squared meetings of any way to cut those in `left` into tables of these sizes.
int FewestMeetings(const Field& field, const std::vector<int>& sizes, std::size_t table,
                   std::vector<int> left, std::vector<int> sitting, int so_far, int best) {
  if (so_far >= best) return best;
  if (left.empty()) return so_far;
  if (sitting.empty() || Size(sitting) == sizes[table]) {
    if (!sitting.empty()) ++table;
    // The lowest seed opens a table; of several sizes each may be next, but equal ones are alike.
    sitting = {left[0]};
    left.erase(left.begin());
    std::vector<int> order = sizes;
    for (std::size_t other = table; other < sizes.size(); ++other) {
      if (other > table && order[other] == order[table]) continue;
      std::swap(order[table], order[other]);
      best = FewestMeetings(field, order, table, left, sitting, so_far, best);
      std::swap(order[table], order[other]);
    }
    return best;
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (sitting.size() > 1 && left[i] < sitting.back()) continue;
    int more = 0;
    for (const int other : sitting) {
      const auto& met = At(field, other).met;
      const auto times = static_cast<int>(std::count(met.begin(), met.end(), left[i]));
      more += times * times;
    }
    std::vector<int> rest = left, with = sitting;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    with.push_back(left[i]);
    best = FewestMeetings(field, sizes, table, rest, with, so_far + more, best);
  }
  return best;
}

int Meetings(const Field& field, const Round& round) {
  int meetings = 0;
  for (const Table& table : round.tables)
    for (const int a : table)
      for (const int b : table) {
        const auto times =
            static_cast<int>(std::count(At(field, a).met.begin(), At(field, a).met.end(), b));
        meetings += a < b ? times * times : 0;
      }
  return meetings;
}

TEST(SwissTablesTest, NobodyMeetsAgainIfThatCanBeAvoided) {
  for (std::uint64_t run = 0; run < 60; ++run) {
    const int n = 5 + static_cast<int>(run % 6), seats = 3 + static_cast<int>(run % 2);
    Tournament tournament(n, seats, run);
    std::vector<int> all(tournament.field.size());
    std::iota(all.begin(), all.end(), 0);
    for (int round = 1; round <= 5; ++round) {
      const Round pairing = tournament.Pair(round);
      EXPECT_EQ(Meetings(tournament.field, pairing),
                FewestMeetings(tournament.field, TableSizes(n, seats), 0, all, {}, 0, 1'000))
          << n << " entrants, tables of " << seats << ", round " << round;
      tournament.Play(pairing, 0);
    }
  }
}

TEST(SwissTablesTest, SeatEverybodyOnceAtTablesOfTheRightSize) {
  for (int n = 2; n <= 33; ++n)
    for (int seats = 3; seats <= 10; ++seats) {
      Tournament tournament(n, seats, static_cast<std::uint64_t>(n * seats));
      for (int round = 1; round <= 3; ++round) {
        const Round pairing = tournament.Pair(round);
        ExpectEverybodyOnce(tournament.field, pairing);
        std::vector<int> sizes;
        for (const Table& table : pairing.tables) sizes.push_back(Size(table));
        EXPECT_EQ(sizes, TableSizes(n, seats));
        tournament.Play(pairing, 0);
      }
    }
}

TEST(SwissTablesTest, TheSameHistoryGivesTheSameTables) {
  Tournament tournament(33, 10, 1);
  for (int round = 1; round <= 4; ++round) {
    const Round pairing = tournament.Pair(round);
    EXPECT_EQ(pairing, tournament.Pair(round));
    tournament.Play(pairing, 0);
  }
}

TEST(SwissTablesTest, SeatsOfOneEntrantStayWithinTwo) {
  for (int seats = 3; seats <= 10; ++seats) {
    Tournament tournament(seats * 4, seats, static_cast<std::uint64_t>(seats));
    for (int round = 1; round <= 8; ++round) {
      tournament.Play(tournament.Pair(round), 0);
      for (const SwissEntrant& entrant : tournament.field) {
        const auto [low, high] =
            std::minmax_element(entrant.seats.begin(), entrant.seats.begin() + seats);
        EXPECT_LE(*high - *low, 2);
      }
    }
  }
}

}  // namespace
}  // namespace taki::league::pairing
