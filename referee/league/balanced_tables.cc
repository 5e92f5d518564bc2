#include "referee/league/balanced_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "referee/league/affine_plane.h"
#include "referee/league/at.h"
#include "referee/league/lot.h"
#include "referee/league/seat_balance.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

constexpr int kEntrantsMax = 1'000;  // for the search, whose memory is their square

// SplitMix64, since the search needs numbers in the millions, more than HMAC gives quickly.
class QuickChance {
 public:
  explicit QuickChance(rules::WordStream& words)
      : state_(std::uint64_t{words.Next()} << 32 | words.Next()) {}
  // Requires: bound >= 1.
  int Below(int bound) {
    const auto next = [this] {
      std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      return static_cast<std::uint32_t>((z ^ (z >> 31)) >> 32);
    };
    return static_cast<int>(rules::BelowFrom(next, static_cast<std::uint32_t>(bound)));
  }

 private:
  std::uint64_t state_;
};

// Where the tables of a round begin and end in the list of its entrants. The larger ones come
// first.
struct Layout {
  std::vector<int> begin, end;  // [position]: of the table that it belongs to
  int larger_end = 0;           // the first position of the smaller tables; 0 if all are equal

  explicit Layout(const std::vector<int>& sizes) {
    int from = 0;
    for (const int size : sizes) {
      begin.insert(begin.end(), static_cast<std::size_t>(size), from);
      end.insert(end.end(), static_cast<std::size_t>(size), from + size);
      from += size;
      if (size > sizes.back()) larger_end = from;
    }
  }
  int entrants() const { return Size(begin); }
  bool SameTable(int a, int b) const { return At(begin, a) == At(begin, b); }
  bool IsLarger(int position) const { return position < larger_end; }
};

// A schedule by lot: [round][position]. Those who sat least often at larger tables sit there next.
std::vector<std::vector<int>> ByLot(const Layout& layout, int rounds, rules::WordStream& words) {
  std::vector<int> at_larger(static_cast<std::size_t>(layout.entrants()));
  std::vector<std::vector<int>> schedule;
  for (int r = 0; r < rounds; ++r) {
    std::vector<int> order(at_larger.size());
    std::iota(order.begin(), order.end(), 0);
    rules::Shuffle(words, std::span(order));
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return At(at_larger, a) < At(at_larger, b); });
    for (int i = 0; i < layout.larger_end; ++i) ++At(at_larger, At(order, i));
    const std::span all(order);
    const auto larger = static_cast<std::size_t>(layout.larger_end);
    rules::Shuffle(words, all.first(larger));
    rules::Shuffle(words, all.subspan(larger));
    schedule.push_back(std::move(order));
  }
  return schedule;
}

// The local search. A step takes two entrants at different tables of one round and exchanges them
// if that does not raise the cost.
class Search {
 public:
  Search(const Layout& layout, std::vector<std::vector<int>> schedule)
      : layout_(layout),
        n_(layout.entrants()),
        schedule_(std::move(schedule)),
        meetings_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_)),
        at_larger_(static_cast<std::size_t>(n_)),
        larger_least_(Size(schedule_) * layout.larger_end / n_) {
    for (const std::vector<int>& order : schedule_)
      for (int i = 0; i < n_; ++i) {
        At(at_larger_, At(order, i)) += layout_.IsLarger(i);
        for (int j = At(layout_.begin, i); j < i; ++j) Meet(At(order, i), At(order, j), 1);
      }
    for (int a = 0; a < n_; ++a)
      for (int b = 0; b < a; ++b) cost_ += std::int64_t{Of(a)[b]} * Of(a)[b];
  }

  // The sum over all pairs of the squared number of their meetings, and what no schedule goes
  // below.
  std::int64_t cost() const { return cost_; }
  std::int64_t CostAtLeast() const {
    std::int64_t meetings = 0;
    for (int i = 0; i < n_; ++i) meetings += i - At(layout_.begin, i);
    meetings *= Size(schedule_);
    const std::int64_t pairs = std::int64_t{n_} * (n_ - 1) / 2;
    const std::int64_t low = meetings / pairs, more = meetings % pairs;
    return more * (low + 1) * (low + 1) + (pairs - more) * low * low;
  }

  void Step(QuickChance& chance) {
    std::vector<int>& order = At(schedule_, chance.Below(Size(schedule_)));
    const int i = chance.Below(n_), j = chance.Below(n_);
    TryExchange(order, std::min(i, j), std::max(i, j), 0);
  }

  // One look at every exchange that there is: whether one of them lowered the cost.
  bool Descend() {
    bool lowered = false;
    for (std::vector<int>& order : schedule_)
      for (int i = 0; i < n_; ++i)
        for (int j = At(layout_.end, i); j < n_; ++j) lowered |= TryExchange(order, i, j, -1);
    return lowered;
  }

  std::vector<std::vector<int>> TakeSchedule() { return std::move(schedule_); }

 private:
  // Exchanges two entrants of a round if that changes the cost by at most `change_max`, and leaves
  // how often they sit at larger tables within one of the others. Requires: i <= j.
  bool TryExchange(std::vector<int>& order, int i, int j, int change_max) {
    if (layout_.SameTable(i, j)) return false;
    const int a = At(order, i), b = At(order, j);
    const bool changes_size = layout_.IsLarger(i) && !layout_.IsLarger(j);
    if (changes_size && (At(at_larger_, a) == larger_least_ || At(at_larger_, b) > larger_least_))
      return false;
    const int change = Change(order, i, b) + Change(order, j, a);
    if (change > change_max) return false;
    cost_ += change;
    Replace(order, i, b);
    Replace(order, j, a);
    std::swap(At(order, i), At(order, j));
    At(at_larger_, a) -= changes_size;
    At(at_larger_, b) += changes_size;
    return true;
  }

  int* Of(int a) { return meetings_.data() + std::ptrdiff_t{a} * n_; }
  void Meet(int a, int b, int times) {
    Of(a)[b] += times;
    Of(b)[a] += times;
  }

  // By how much the cost changes if `comer` takes the place of the entrant on position `i`, as far
  // as the others at that table are concerned: (m + 1)^2 - m^2 for the one, (m - 1)^2 - m^2 for the
  // other.
  int Change(const std::vector<int>& order, int i, int comer) {
    const int* goer_met = Of(At(order, i));
    const int* comer_met = Of(comer);
    int half = 0;
    for (int k = At(layout_.begin, i); k < At(layout_.end, i); ++k)
      if (k != i) half += comer_met[At(order, k)] - goer_met[At(order, k)] + 1;
    return 2 * half;
  }
  void Replace(const std::vector<int>& order, int i, int comer) {
    for (int k = At(layout_.begin, i); k < At(layout_.end, i); ++k) {
      if (k == i) continue;
      Meet(At(order, i), At(order, k), -1);
      Meet(comer, At(order, k), 1);
    }
  }

  const Layout& layout_;
  int n_;
  std::vector<std::vector<int>> schedule_;
  std::vector<int> meetings_;   // [a * n + b]
  std::vector<int> at_larger_;  // [entrant]: how often at a larger table; this or one more:
  int larger_least_;
  std::int64_t cost_ = 0;
};

// The best of a few searches.
std::vector<std::vector<int>> Searched(const Layout& layout, int rounds, rules::WordStream& words) {
  constexpr std::int64_t kStepsMin = 20'000, kStepsMax = 2'000'000, kStepsInAll = 400'000;
  const std::int64_t steps =
      std::clamp(std::int64_t{200} * layout.entrants() * rounds, kStepsMin, kStepsMax);
  constexpr std::int64_t kLooksMax = 4'000'000;  // in one pass of the descent
  const std::int64_t looks = std::int64_t{layout.entrants()} * layout.entrants() * rounds;
  std::vector<std::vector<int>> best;
  std::int64_t best_cost = 0;
  for (std::int64_t done = 0; done < kStepsInAll; done += steps) {
    Search search(layout, ByLot(layout, rounds, words));
    QuickChance chance(words);
    const std::int64_t at_least = search.CostAtLeast();
    for (std::int64_t step = 0; step < steps && search.cost() > at_least; ++step)
      search.Step(chance);
    if (looks <= kLooksMax)
      while (search.Descend()) {
      }
    const std::int64_t cost = search.cost();
    if (best.empty() || cost < best_cost) best = search.TakeSchedule();
    best_cost = done == 0 ? cost : std::min(best_cost, cost);
    if (cost == at_least) break;
  }
  return best;
}

std::vector<Round> RepeatedPlanes(int q, int rounds) {
  const std::vector<Round> plane = AffinePlane(q);
  std::vector<Round> out;
  out.reserve(static_cast<std::size_t>(rounds));
  for (int r = 0; r < rounds; ++r) out.push_back(At(plane, r % Size(plane)));
  return out;
}

std::vector<Round> SearchedRounds(const std::vector<int>& sizes, int rounds,
                                  const rules::Bytes32& event_seed) {
  const Layout layout(sizes);
  rules::WordStream words = LotWords(event_seed, "tables");
  const auto schedule = sizes.size() == 1 || layout.entrants() > kEntrantsMax
                            ? ByLot(layout, rounds, words)
                            : Searched(layout, rounds, words);
  std::vector<Round> out;
  for (const std::vector<int>& order : schedule) {
    Round round;
    auto from = order.begin();
    for (const int size : sizes) {
      round.tables.emplace_back(from, from + size);
      from += size;
    }
    out.push_back(std::move(round));
  }
  return out;
}

}  // namespace

int DefaultTableRounds(int entrants, int seats) {
  TAKI_CHECK(entrants >= 2 && seats >= 2);
  return (entrants - 1 + seats - 2) / (seats - 1);
}

std::vector<int> TableSizes(int entrants, int seats) {
  TAKI_CHECK(entrants >= 2 && seats >= 2 && (seats > 2 || entrants % 2 == 0));
  const int tables = (entrants + seats - 1) / seats;
  std::vector<int> sizes(static_cast<std::size_t>(tables), entrants / tables);
  for (int t = 0; t < entrants % tables; ++t) ++At(sizes, t);
  return sizes;
}

std::vector<Round> BalancedTables(int entrants, int seats, int rounds,
                                  const rules::Bytes32& event_seed) {
  TAKI_CHECK(seats >= 3 && seats <= 10 && rounds >= 1);
  std::vector<Round> schedule =
      entrants == seats * seats && HasAffinePlane(seats)
          ? RepeatedPlanes(seats, rounds)
          : SearchedRounds(TableSizes(entrants, seats), rounds, event_seed);
  std::vector<Table> tables;
  for (const Round& round : schedule)
    tables.insert(tables.end(), round.tables.begin(), round.tables.end());
  BalanceSeats(tables, entrants);
  auto seated = tables.begin();
  for (Round& round : schedule)
    for (Table& table : round.tables) table = std::move(*seated++);
  return schedule;
}

}  // namespace taki::league::pairing
