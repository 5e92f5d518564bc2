#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "referee/league/at.h"
#include "referee/league/lot.h"
#include "referee/league/matching.h"
#include "referee/league/swiss.h"
#include "referee/league/swiss_ranking.h"

namespace taki::league::pairing {
namespace {

// How often on the first seat more than on the second.
int Lead(const SwissEntrant& entrant) {
  const auto count = [&](int seat) {
    return seat < Size(entrant.seats) ? At(entrant.seats, seat) : 0;
  };
  return count(0) - count(1);
}

class Pairing {
 public:
  Pairing(std::span<const SwissEntrant> entrants, const rules::Bytes32& event_seed, int round)
      : entrants_(entrants), words_(LotWords(event_seed, "swiss " + std::to_string(round))) {
    std::vector<int> by_seed(entrants.size());
    std::iota(by_seed.begin(), by_seed.end(), 0);
    ranking_ = RankSwiss(entrants, by_seed);
    FindGroups();
    DrawLots();
  }

  Round Run() {
    // Positions of the ranking; with an odd number the last is the bye.
    const int n = Players() + Players() % 2;
    const std::vector<int> partner =
        CheapestPairs(n, [this](int i, int j) { return CostOf(i, j); });
    Round round;
    for (int i = 0; i < Players(); ++i) {
      const int j = At(partner, i);
      if (j == Players())
        round.bye = At(ranking_.order, i);
      else if (i < j)
        round.tables.push_back(Seated(i, j));
    }
    return round;
  }

 private:
  int Players() const { return Size(ranking_.order); }
  const SwissEntrant& Entrant(int position) const {
    return entrants_[static_cast<std::size_t>(At(ranking_.order, position))];
  }

  // group_sum_: the first and the last position of the group, added.
  void FindGroups() {
    group_sum_.resize(ranking_.order.size());
    for (int first = 0, last = 0; first < Players(); first = last + 1) {
      for (last = first;
           last + 1 < Players() && At(ranking_.units, last + 1) == At(ranking_.units, first);)
        ++last;
      for (int i = first; i <= last; ++i) At(group_sum_, i) = first + last;
    }
  }

  // One word for each pair of positions, the bye included.
  void DrawLots() {
    const auto n = static_cast<std::size_t>(Players()) + 1;
    lots_.resize(n * n);
    for (std::uint32_t& lot : lots_) lot = words_.Next();
  }
  std::uint32_t Lot(int i, int j) const { return At(lots_, i * (Players() + 1) + j); }

  // The levels are the points of swiss.h. Requires: i < j.
  Cost CostOf(int i, int j) const {
    // The bye's 1 is in every pairing once, so it changes none. It keeps the matching quick: were
    // the bye everybody's cheapest partner, as it is if all are of one owner, 500 would take ten
    // seconds.
    if (j == Players())
      return {1, Entrant(i).had_bye, At(ranking_.units, i), 0, 0, Squared(2 * (j - i - 1)),
              0, Lot(i, j) >> 1};
    const SwissEntrant &a = Entrant(i), &b = Entrant(j);
    const std::int64_t difference = At(ranking_.units, i) - At(ranking_.units, j);
    const int fold = difference == 0 ? i + j - At(group_sum_, i) : 2 * (j - i - 1);
    const int lead_first = std::min(Lead(a), Lead(b)) + 1;
    const int lead_second = std::max(Lead(a), Lead(b)) - 1;
    return {Squared(Meetings(a, At(ranking_.order, j))),
            0,
            0,
            Squared(difference),
            a.owner != kNobody && a.owner == b.owner,
            Squared(fold),
            Squared(lead_first) + Squared(lead_second),
            Lot(i, j) >> 1};
  }

  Table Seated(int i, int j) const {
    const int lead_i = Lead(Entrant(i)), lead_j = Lead(Entrant(j));
    const bool i_first = lead_i != lead_j ? lead_i < lead_j : Lot(i, j) % 2 == 0;
    Table table{At(ranking_.order, i), At(ranking_.order, j)};
    if (!i_first) std::swap(table[0], table[1]);
    return table;
  }

  std::span<const SwissEntrant> entrants_;
  rules::WordStream words_;
  SwissRanking ranking_;
  std::vector<int> group_sum_;  // [position]
  std::vector<std::uint32_t> lots_;
};

}  // namespace

Round PairSwiss(std::span<const SwissEntrant> entrants, const rules::Bytes32& event_seed,
                int round) {
  return Pairing(entrants, event_seed, round).Run();
}

}  // namespace taki::league::pairing
