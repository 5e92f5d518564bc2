// Round robins of tables for 2 to 33 entrants and tables of 3 to 10: who sits with whom, where, and
// how often, counted; affine planes and the search against the reference.
#include "referee/league/balanced_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "referee/league/affine_plane.h"
#include "referee/league/at.h"
#include "referee/league/seat_balance.h"
#include "tests/league/pairing_vectors.h"
#include "tests/support/splitmix.h"

namespace taki::league::pairing {
namespace {

using Counts = std::vector<int>;

// What a schedule amounts to.
struct Tally {
  int n;
  Counts meetings;                  // [a * n + b]
  std::vector<Counts> seats;        // [entrant][seat]: at all tables
  Counts at_larger;                 // [entrant]
  int smaller = 1'000, larger = 0;  // table sizes
  bool everybody_once_a_round = true;

  Tally(const std::vector<Round>& rounds, int entrants)
      : n(entrants),
        meetings(static_cast<std::size_t>(n * n)),
        seats(static_cast<std::size_t>(n), Counts(10)),
        at_larger(static_cast<std::size_t>(n)) {
    for (const Round& round : rounds)
      for (const Table& table : round.tables) {
        smaller = std::min(smaller, Size(table));
        larger = std::max(larger, Size(table));
      }
    for (const Round& round : rounds) Add(round);
  }
  void Add(const Round& round) {
    Counts seen;
    for (const Table& table : round.tables) {
      seen.insert(seen.end(), table.begin(), table.end());
      for (int i = 0; i < Size(table); ++i) {
        ++At(At(seats, At(table, i)), i);
        At(at_larger, At(table, i)) += larger > smaller && Size(table) == larger;
        for (int j = 0; j < Size(table); ++j)
          if (i != j) ++At(meetings, At(table, i) * n + At(table, j));
      }
    }
    std::sort(seen.begin(), seen.end());
    for (int i = 0; i < n; ++i) everybody_once_a_round &= Size(seen) == n && At(seen, i) == i;
  }
  std::int64_t Cost() const {
    std::int64_t cost = 0;
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < a; ++b)
        cost += std::int64_t{At(meetings, a * n + b)} * At(meetings, a * n + b);
    return cost;
  }
};

int Spread(const Counts& counts) {
  const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
  return *high - *low;
}

// What is promised of seats for one entrant.
void ExpectFairSeats(const Tally& tally, int entrant) {
  const Counts& seats = At(tally.seats, entrant);
  const int common = tally.smaller;
  EXPECT_LE(Spread(Counts(seats.begin(), seats.begin() + common)), 1);
  if (tally.larger > common) {
    const int share = At(tally.at_larger, entrant) / tally.larger;
    const int left = At(tally.at_larger, entrant) % tally.larger;
    EXPECT_GE(At(seats, common), share);
    EXPECT_LE(At(seats, common), share + (left > 0 ? 1 : 0));
  }
}

TEST(AffinePlaneTest, IsTheReferencePlane) {
  for (const int q : {2, 3, 4, 5, 7}) {
    const std::string name =
        "affine_" + std::to_string(q * q) + "_players_tables_of_" + std::to_string(q);
    const auto& reference = PairingVectors()["balanced_tables"]["designs"][name];
    const std::vector<Round> ours = AffinePlane(q);
    ASSERT_EQ(ours.size(), reference.size()) << name;
    for (std::size_t r = 0; r < ours.size(); ++r)
      EXPECT_EQ(ours[r].tables, TablesOf(reference[r])) << name;
  }
}

TEST(AffinePlaneTest, EachPairMeetsExactlyOnce) {
  for (const int q : {2, 3, 4, 5, 7, 8, 9}) {
    const Tally tally(AffinePlane(q), q * q);
    EXPECT_TRUE(tally.everybody_once_a_round);
    EXPECT_EQ(tally.Cost(), q * q * (q * q - 1) / 2) << q;
  }
  EXPECT_FALSE(HasAffinePlane(6));
  EXPECT_FALSE(HasAffinePlane(10));
}

TEST(TableSizesTest, AreAsFewAsPossibleAndDifferByOneAtMostAndAreNeverOne) {
  for (int n = 2; n <= 200; ++n)
    for (int seats = 3; seats <= 10; ++seats) {
      const std::vector<int> sizes = TableSizes(n, seats);
      EXPECT_EQ(Size(sizes), (n + seats - 1) / seats);
      int sum = 0;
      for (const int size : sizes) sum += size;
      EXPECT_EQ(sum, n);
      EXPECT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend()));
      EXPECT_LE(sizes.front(), seats);
      EXPECT_GE(sizes.back(), 2);
      EXPECT_LE(sizes.front() - sizes.back(), 1);
    }
}

// Of the default number of rounds; each is made once for all tests.
const std::vector<Round>& Schedule(int n, int seats) {
  static std::map<std::pair<int, int>, std::vector<Round>> made;
  std::vector<Round>& schedule = made[{n, seats}];
  if (schedule.empty()) schedule = BalancedTables(n, seats, DefaultTableRounds(n, seats), {});
  return schedule;
}

class EveryScheduleTest : public testing::TestWithParam<int> {
 protected:
  void ForEach(const std::function<void(int n, const std::vector<Round>&)>& check) const {
    for (int n = 2; n <= 33; ++n) {
      SCOPED_TRACE(std::to_string(n) + " entrants");
      check(n, Schedule(n, GetParam()));
    }
  }
};

TEST_P(EveryScheduleTest, SeatsEverybodyOnceARoundAtTablesOfTheRightSize) {
  ForEach([](int n, const std::vector<Round>& rounds) {
    EXPECT_EQ(Size(rounds), DefaultTableRounds(n, GetParam()));
    const Tally tally(rounds, n);
    EXPECT_TRUE(tally.everybody_once_a_round);
    for (const Round& round : rounds) {
      std::vector<int> sizes;
      for (const Table& table : round.tables) sizes.push_back(Size(table));
      EXPECT_EQ(sizes, TableSizes(n, GetParam()));
      EXPECT_EQ(round.bye, kNobody);
    }
  });
}

TEST_P(EveryScheduleTest, IsFairInSeatsAndLargerTables) {
  ForEach([](int n, const std::vector<Round>& rounds) {
    const Tally tally(rounds, n);
    EXPECT_LE(Spread(tally.at_larger), 1);
    for (int entrant = 0; entrant < n; ++entrant) ExpectFairSeats(tally, entrant);
  });
}

TEST_P(EveryScheduleTest, LeavesNoExchangeThatWouldMakeMeetingsMoreEven) {
  ForEach([](int n, std::vector<Round> rounds) {
    const std::int64_t cost = Tally(rounds, n).Cost();
    for (Round& round : rounds)
      for (Table& one : round.tables)
        for (Table& other : round.tables) {
          if (one.size() != other.size() || &one >= &other) continue;
          for (int& a : one)
            for (int& b : other) {
              std::swap(a, b);
              EXPECT_GE(Tally(rounds, n).Cost(), cost);
              std::swap(a, b);
            }
        }
  });
}

INSTANTIATE_TEST_SUITE_P(TablesOf, EveryScheduleTest, testing::Range(3, 11),
                         testing::PrintToStringParamName());

TEST(BalancedTablesTest, TakesPlanesOneAfterTheOther) {
  const Tally once(BalancedTables(9, 3, 4, {}), 9), twice(BalancedTables(9, 3, 8, {}), 9);
  EXPECT_EQ(once.Cost(), 36);
  EXPECT_EQ(twice.Cost(), 4 * 36);
  for (int entrant = 0; entrant < 9; ++entrant) ExpectFairSeats(twice, entrant);
}

TEST(BalancedTablesTest, AreFairForAnyNumberOfRounds) {
  for (const int n : {2, 5, 7, 10, 11, 22})
    for (const int seats : {3, 4, 7})
      for (int rounds = 1; rounds <= 12; ++rounds) {
        const Tally tally(BalancedTables(n, seats, rounds, {}), n);
        EXPECT_TRUE(tally.everybody_once_a_round);
        EXPECT_LE(Spread(tally.at_larger), 1);
        for (int entrant = 0; entrant < n; ++entrant) ExpectFairSeats(tally, entrant);
      }
}

TEST(BalancedTablesTest, MeetingsAreAsEvenAsTheReferenceSearchMakesThem) {
  for (const auto& row : PairingVectors()["balanced_tables"]["local_search_400k_swaps"]) {
    const int n = row["n"], k = row["k"], rounds = row["rounds"];
    const std::int64_t cost = Tally(BalancedTables(n, k, rounds, {}), n).Cost();
    EXPECT_GE(cost, row["lower_bound"].get<std::int64_t>());
    EXPECT_LE(cost * 100, row["cost"].get<std::int64_t>() * 101) << row.dump();
  }
}

TEST(BalancedTablesTest, DependOnTheEventSeedAndNothingElse) {
  rules::Bytes32 other{};
  other[0] = 1;
  EXPECT_EQ(BalancedTables(13, 4, 6, {}), BalancedTables(13, 4, 6, {}));
  EXPECT_NE(BalancedTables(13, 4, 6, {}), BalancedTables(13, 4, 6, other));
}

// The hash was made by this code with g++; other compilers and options must give it too.
TEST(BalancedTablesTest, AreTheSameOnEveryMachine) {
  rules::Sha256 hash;
  for (const auto& [n, seats] : {std::pair(10, 3), {13, 4}, {17, 5}, {33, 10}, {6, 8}, {16, 4}})
    for (const Round& round : BalancedTables(n, seats, 6, {}))
      for (const Table& table : round.tables)
        for (const int entrant : table) hash.Update(std::to_string(entrant) + " ");
  EXPECT_EQ(rules::Hex(hash.Finish()),
            "b45e4dcea559e38fe84cc428aa10e7b0cb6bcca8648e45596010b0558d80205e");
}

TEST(BalancedTablesTest, ThousandsOfEntrantsAreSeatedToo) {
  const std::vector<Round> rounds = BalancedTables(1'203, 4, 3, {});
  const Tally tally(rounds, 1'203);
  EXPECT_TRUE(tally.everybody_once_a_round);
  for (int entrant = 0; entrant < 1'203; ++entrant) ExpectFairSeats(tally, entrant);
}

TEST(SeatBalanceTest, HoldsForAnyTables) {
  test::SplitMix chance(1);
  for (int run = 0; run < 300; ++run) {
    const int n = 2 + static_cast<int>(chance.Below(20));
    const int size =
        2 + static_cast<int>(chance.Below(static_cast<std::size_t>(std::min(n - 1, 9))));
    std::vector<Table> tables(1 + chance.Below(40));
    for (Table& table : tables) {
      const bool full = size == 2 || chance.Chance(50);
      std::set<int> sitting;
      while (Size(sitting) < (full ? size : size - 1))
        sitting.insert(static_cast<int>(chance.Below(static_cast<std::size_t>(n))));
      table.assign(sitting.begin(), sitting.end());
    }
    std::vector<Table> seated = tables;
    BalanceSeats(seated, n);
    Round round{seated, kNobody};
    const Tally tally({round}, n);
    for (int entrant = 0; entrant < n; ++entrant) ExpectFairSeats(tally, entrant);
    for (Table& table : seated) std::sort(table.begin(), table.end());
    EXPECT_EQ(seated, tables);
  }
}

}  // namespace
}  // namespace taki::league::pairing
