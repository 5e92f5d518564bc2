// Round robins of two seats against the Berger tables, and what the format promises, for 2 to 33
// entrants.
#include "referee/league/round_robin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "referee/league/at.h"
#include "tests/league/pairing_vectors.h"

namespace taki::league::pairing {
namespace {

TEST(RoundRobinTest, AreTheBergerTables) {
  for (const auto& [n, rounds] : PairingVectors()["berger"]["tables"].items()) {
    const std::vector<Round> ours = BergerRounds(std::stoi(n), 1);
    ASSERT_EQ(ours.size(), rounds.size()) << n;
    for (std::size_t r = 0; r < ours.size(); ++r)
      EXPECT_EQ(ours[r].tables, TablesOf(rounds[r])) << n << " entrants, round " << r + 1;
  }
}

TEST(RoundRobinTest, AnOddNumberIsTheNextTableWithTheLastAsBye) {
  const std::vector<Round> odd = BergerRounds(7, 1), even = BergerRounds(8, 1);
  for (std::size_t r = 0; r < even.size(); ++r) {
    EXPECT_EQ(odd[r].bye, even[r].tables[0][r % 2 == 0 ? 0 : 1]);
    EXPECT_EQ(odd[r].tables, std::vector<Table>(even[r].tables.begin() + 1, even[r].tables.end()));
  }
}

// What a schedule amounts to.
struct Count {
  std::map<std::pair<int, int>, int> meetings;  // of the lower and the higher entrant
  std::vector<int> byes, first_seats;
  bool everybody_once_a_round = true;

  Count(const std::vector<Round>& rounds, int n)
      : byes(static_cast<std::size_t>(n)), first_seats(static_cast<std::size_t>(n)) {
    for (const Round& round : rounds) {
      std::vector<int> seen;
      for (const Table& table : round.tables) {
        seen.insert(seen.end(), table.begin(), table.end());
        ++meetings[std::minmax(table.at(0), table.at(1))];
        ++first_seats.at(static_cast<std::size_t>(table[0]));
      }
      if (round.bye != kNobody) {
        seen.push_back(round.bye);
        ++byes.at(static_cast<std::size_t>(round.bye));
      }
      std::sort(seen.begin(), seen.end());
      for (int i = 0; i < n; ++i) everybody_once_a_round &= Size(seen) == n && At(seen, i) == i;
    }
  }
};

int Spread(const std::vector<int>& counts) {
  const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
  return *high - *low;
}

TEST(RoundRobinTest, EachPairMeetsOnceACycleAndEverybodyPlaysOrPausesOnceARound) {
  for (int n = 2; n <= 33; ++n)
    for (int cycles = 1; cycles <= 4; ++cycles) {
      const std::vector<Round> rounds = BergerRounds(n, cycles);
      EXPECT_EQ(Size(rounds), cycles * (n % 2 == 0 ? n - 1 : n));
      const Count count(rounds, n);
      EXPECT_TRUE(count.everybody_once_a_round) << n;
      EXPECT_EQ(Size(count.meetings), n * (n - 1) / 2) << n;
      for (const auto& [pair, meetings] : count.meetings) EXPECT_EQ(meetings, cycles) << n;
      EXPECT_EQ(count.byes, std::vector<int>(static_cast<std::size_t>(n), n % 2 * cycles)) << n;
    }
}

TEST(RoundRobinTest, FirstSeatsDifferByAtMostOneAndNotAtAllAfterAnEvenNumberOfCycles) {
  for (int n = 2; n <= 33; ++n)
    for (int cycles = 1; cycles <= 4; ++cycles) {
      const Count count(BergerRounds(n, cycles), n);
      EXPECT_LE(Spread(count.first_seats), n % 2 == 0 && cycles % 2 == 1 ? 1 : 0)
          << n << ' ' << cycles;
    }
}

}  // namespace
}  // namespace taki::league::pairing
