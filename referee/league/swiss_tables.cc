#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "referee/league/at.h"
#include "referee/league/balanced_tables.h"
#include "referee/league/lot.h"
#include "referee/league/seat_balance.h"
#include "referee/league/swiss.h"
#include "referee/league/swiss_ranking.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

// Rematches, differences of scores, pairs of one owner: compared in this order.
using TableCost = std::array<std::int64_t, 3>;

TableCost& operator+=(TableCost& a, const TableCost& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}
TableCost& operator-=(TableCost& a, const TableCost& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

// What it costs if two meet, by their positions in the ranking.
class PairCosts {
 public:
  PairCosts(std::span<const SwissEntrant> entrants, const SwissRanking& ranking)
      : n_(Size(ranking.order)) {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        const SwissEntrant& a = entrants[static_cast<std::size_t>(At(ranking.order, i))];
        const SwissEntrant& b = entrants[static_cast<std::size_t>(At(ranking.order, j))];
        costs_.push_back({Squared(Meetings(a, At(ranking.order, j))),
                          Squared(At(ranking.units, i) - At(ranking.units, j)),
                          a.owner != kNobody && a.owner == b.owner});
      }
  }
  const TableCost& Of(int i, int j) const { return At(costs_, i * n_ + j); }
  int entrants() const { return n_; }

 private:
  int n_;
  std::vector<TableCost> costs_;
};

// Who sits with whom, as a list of positions of the ranking, cut into tables.
class Seating {
 public:
  Seating(const PairCosts& costs, const std::vector<int>& sizes) : costs_(&costs) {
    for (int t = 0; t < Size(sizes); ++t)
      for (int i = 0; i < At(sizes, t); ++i) {
        begin_.push_back(Size(who_) - i);
        end_.push_back(Size(who_) - i + At(sizes, t));
        who_.push_back(Size(who_));
      }
    for (int slot = 0; slot < Size(who_); ++slot)
      for (int other = At(begin_, slot); other < slot; ++other)
        cost_ += costs.Of(At(who_, slot), At(who_, other));
  }

  const TableCost& cost() const { return cost_; }

  // Exchanges as long as something is gained. Adds the exchanges looked at to `looks`.
  void Descend(std::int64_t& looks) {
    for (bool gained = true; gained;) {
      gained = false;
      for (int a = 0; a < Size(who_); ++a)
        for (int b = At(end_, a); b < Size(who_); ++b, ++looks)
          if (Change(a, b) < TableCost{}) {
            Exchange(a, b);
            gained = true;
          }
    }
  }

  void Exchange(int a, int b) {
    cost_ += Change(a, b);
    std::swap(At(who_, a), At(who_, b));
  }
  bool SameTable(int a, int b) const { return At(begin_, a) == At(begin_, b); }

  std::vector<Table> Tables() const {
    std::vector<Table> tables;
    for (int slot = 0; slot < Size(who_); slot = At(end_, slot))
      tables.emplace_back(who_.begin() + slot, who_.begin() + At(end_, slot));
    return tables;
  }

 private:
  // Requires: a and b are at different tables.
  TableCost Change(int a, int b) const {
    TableCost change{};
    AddMove(a, At(who_, b), change);
    AddMove(b, At(who_, a), change);
    return change;
  }
  void AddMove(int slot, int comer, TableCost& change) const {
    for (int other = At(begin_, slot); other < At(end_, slot); ++other) {
      if (other == slot) continue;
      change += costs_->Of(comer, At(who_, other));
      change -= costs_->Of(At(who_, slot), At(who_, other));
    }
  }

  const PairCosts* costs_;
  std::vector<int> begin_, end_;  // [slot]: of its table
  std::vector<int> who_;          // [slot]
  TableCost cost_{};
};

// The shuffles: a few exchanges by lot, and down again.
Seating Shuffled(Seating best, int entrants, rules::WordStream& words) {
  constexpr std::int64_t kLooksMax = 30'000;
  constexpr std::uint32_t kExchangesMax = 6;
  const auto anybody = [&] {
    return static_cast<int>(words.Below(static_cast<std::uint32_t>(entrants)));
  };
  for (std::int64_t looks = 0; best.cost()[0] > 0 && looks < kLooksMax; ++looks) {
    Seating other = best;
    for (std::uint32_t left = 1 + words.Below(kExchangesMax); left > 0; --left) {
      const int a = anybody(), b = anybody();
      if (!other.SameTable(a, b)) other.Exchange(a, b);
    }
    other.Descend(looks);
    if (other.cost() < best.cost()) best = std::move(other);
  }
  return best;
}

}  // namespace

Round PairSwissTables(std::span<const SwissEntrant> entrants, int seats,
                      const rules::Bytes32& event_seed, int round) {
  TAKI_CHECK(seats >= 3 && seats <= 10);
  const std::string name = "swiss " + std::to_string(round);
  const SwissRanking ranking = RankSwiss(entrants, LotRanks(event_seed, name, Size(entrants)));
  Round out;
  if (ranking.order.empty()) return out;
  if (ranking.order.size() == 1) {
    out.bye = ranking.order[0];
    return out;
  }
  const PairCosts costs(entrants, ranking);
  Seating seating(costs, TableSizes(costs.entrants(), seats));
  std::int64_t looks = 0;
  seating.Descend(looks);
  rules::WordStream words = LotWords(event_seed, name + " tables");
  for (const Table& positions : Shuffled(seating, costs.entrants(), words).Tables()) {
    Table table;
    std::vector<std::vector<int>> sat;
    for (const int position : positions) {
      table.push_back(At(ranking.order, position));
      sat.push_back(entrants[static_cast<std::size_t>(table.back())].seats);
    }
    out.tables.push_back(SeatTable(table, sat, words));
  }
  return out;
}

}  // namespace taki::league::pairing
