// GAUNTLET: the first seeds, the challengers, each play all the others, not each other.
//
// In each cycle the others are dealt by lot into groups of seats - 1, of sizes that differ by at
// most one; each challenger sits down once with each group. In round r challenger i meets group i +
// r (mod the greater of the two numbers), so that nobody sits at two tables of a round.
#include <algorithm>

#include "referee/league/lot.h"
#include "referee/league/schedule.h"
#include "referee/league/seat_balance.h"
#include "referee/match/text.h"

namespace taki::league {
namespace {

struct GauntletTable {
  std::int32_t round = 0;
  pairing::Table seats;  // seeds from 0
};

// Seeds from 0. Of two seats a group is one bot, in the order of seeds.
std::vector<std::vector<int>> Groups(const Book& book, std::int32_t cycle) {
  const std::int32_t challengers = book.config().challengers;
  const std::int32_t others = book.size() - challengers;
  const std::int32_t each = book.config().seats - 1;
  std::vector<int> order =
      pairing::LotOrder(book.event_seed(), match::Concat("gauntlet ", cycle + 1), others);
  if (each == 1) std::sort(order.begin(), order.end());
  const std::int32_t count = (others + each - 1) / each;
  std::vector<std::vector<int>> groups(static_cast<std::size_t>(count));
  for (std::int32_t i = 0; i < others; ++i)
    groups[static_cast<std::size_t>(i % count)].push_back(challengers +
                                                          order[static_cast<std::size_t>(i)]);
  return groups;
}

// Of two seats they alternate: over challengers, over opponents, over cycles.
void Seat(pairing::Table& table, std::int32_t parity) {
  if (table.size() == 2 && parity % 2 == 1) std::swap(table[0], table[1]);
}

std::vector<GauntletTable> Tables(const Book& book) {
  const std::int32_t challengers = book.config().challengers;
  std::vector<GauntletTable> tables;
  std::int32_t round = 0;
  for (std::int32_t cycle = 0; cycle < RoundsOf(book.config(), book.size()); ++cycle) {
    const auto groups = Groups(book, cycle);
    const auto count = static_cast<std::int32_t>(groups.size());
    const std::int32_t rounds = std::max(challengers, count);
    for (std::int32_t r = 0; r < rounds; ++r) {
      ++round;
      for (std::int32_t i = 0; i < challengers; ++i) {
        const std::int32_t g = (i + r) % rounds;
        if (g >= count) continue;
        GauntletTable table{round, {i}};
        const auto& group = groups[static_cast<std::size_t>(g)];
        table.seats.insert(table.seats.end(), group.begin(), group.end());
        Seat(table.seats, i + g + cycle);
        tables.push_back(std::move(table));
      }
    }
  }
  return tables;
}

// Tables of three and more: everybody on each seat equally often, give or take one.
void BalanceTables(std::int32_t entrants, std::vector<GauntletTable>& tables) {
  std::vector<pairing::Table> seats;
  seats.reserve(tables.size());
  for (GauntletTable& table : tables) seats.push_back(std::move(table.seats));
  pairing::BalanceSeats(seats, entrants);
  for (std::size_t i = 0; i < tables.size(); ++i) tables[i].seats = std::move(seats[i]);
}

class Gauntlet final : public Schedule {
 public:
  void Begin(Book& book) const override {
    const FixtureRule rule{.strikes = true, .games = book.config().matches_per_fixture};
    std::vector<GauntletTable> tables = Tables(book);
    if (book.config().seats > 2) BalanceTables(book.size(), tables);
    std::int32_t round = 0, number = 0;
    for (const GauntletTable& table : tables) {
      number = table.round == round ? number + 1 : 1;
      round = table.round;
      Fixture fixture;
      fixture.round = round;
      fixture.number_in_round = number;
      for (const int seed : table.seats) {
        fixture.sources.push_back({Source::Kind::kSeed, seed + 1, 0});
        fixture.slots.push_back(book.BySeed(seed + 1));
      }
      book.Add(std::move(fixture), rule);
    }
  }
};

}  // namespace

std::unique_ptr<const Schedule> MakeGauntlet() { return std::make_unique<Gauntlet>(); }

}  // namespace taki::league
