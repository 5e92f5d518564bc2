#include "referee/league/bracket.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "referee/league/at.h"
#include "referee/league/separate.h"
#include "referee/league/snake.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

Source Seed(int seed) { return {Source::Kind::kSeed, seed, 0}; }
Source Place(int fixture, int place) { return {Source::Kind::kPlace, fixture, place}; }
Source Winner(int fixture) { return Place(fixture, 0); }
Source Loser(int fixture) { return Place(fixture, 1); }

int RoundsFor(int entrants) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(entrants - 1)));
}

// Appends fixtures and knows their indices: one list of indices a round.
class Plan {
 public:
  explicit Plan(int entrants) { bracket_.entrants = entrants; }

  std::vector<int> Add(Part part, int round, int stage, std::vector<std::vector<Source>> fixtures) {
    std::vector<int> indices;
    for (std::vector<Source>& slots : fixtures) {
      BracketFixture fixture;
      fixture.part = part;
      fixture.round = round;
      fixture.number = Size(indices);
      fixture.slots = std::move(slots);
      fixture.stage = stage;
      indices.push_back(Size(bracket_.fixtures));
      bracket_.fixtures.push_back(std::move(fixture));
    }
    return indices;
  }
  BracketFixture& Fixture(int index) { return At(bracket_.fixtures, index); }
  Bracket Take() { return std::move(bracket_); }

 private:
  Bracket bracket_;
};

// Slots of round 1, two a fixture.
std::vector<std::vector<Source>> FirstRound(int entrants, int rounds) {
  std::vector<std::vector<Source>> fixtures;
  for (const int seed : SeedOrder(1 << rounds)) {
    if (fixtures.empty() || fixtures.back().size() == 2) fixtures.emplace_back();
    fixtures.back().push_back(seed < entrants ? Seed(seed) : Source{});
  }
  return fixtures;
}

// Neighbours among `fixtures` meet, those on `place` of each.
std::vector<std::vector<Source>> Neighbours(const std::vector<int>& fixtures, int place) {
  std::vector<std::vector<Source>> next;
  for (std::size_t i = 0; i + 1 < fixtures.size(); i += 2)
    next.push_back({Place(fixtures[i], place), Place(fixtures[i + 1], place)});
  return next;
}

// --- double elimination

// The lowest bits of `round`, the lowest first, as a number of `width` bits.
std::size_t ReversedBits(int round, int width) {
  std::size_t reversed = 0;
  for (int bit = 0; bit < width; ++bit)
    reversed = reversed << 1 | (static_cast<std::size_t>(round) >> bit & 1);
  return reversed;
}

// The losers of `winners_round` (from 0, at least 1) meet the survivors.
std::vector<std::vector<Source>> Drop(const std::vector<int>& winners, int winners_round,
                                      const std::vector<int>& survivors) {
  const auto width = static_cast<int>(std::bit_width(survivors.size())) - 1;
  const std::size_t shift = ReversedBits(winners_round, width);
  std::vector<std::vector<Source>> fixtures;
  for (std::size_t i = 0; i < survivors.size(); ++i)
    fixtures.push_back({Loser(winners[i ^ shift]), Winner(survivors[i])});
  return fixtures;
}

// --- tables

// Those who go on from `tables`, as the snake expects their strength: see the head of bracket.h.
std::vector<Source> GoOn(Plan& plan, const std::vector<int>& tables, int advance) {
  std::vector<Source> next;
  for (int place = 0; place < advance; ++place) {
    std::vector<int> order = tables;
    if (place % 2 == 1) std::reverse(order.begin(), order.end());
    for (const int table : order)
      if (place < plan.Fixture(table).advance) next.push_back(Place(table, place));
  }
  return next;
}

// Puts those of one table to different tables of the next round, of which there are `tables`.
std::vector<Source> KeepApart(const std::vector<Source>& sources, int tables) {
  std::vector<SeparateItem> items;
  std::vector<int> table_of(sources.size());
  items.reserve(sources.size());
  for (const Source& source : sources) items.push_back({source.number, source.place});
  const auto dealt = Snake(Size(sources), tables);
  for (std::size_t t = 0; t < dealt.size(); ++t)
    for (const int i : dealt[t]) At(table_of, i) = static_cast<int>(t);
  std::vector<Source> apart;
  for (const int item : Separate(
           items, [&](int a, int b) { return At(table_of, a) == At(table_of, b) ? 0 : kNever; }))
    apart.push_back(At(sources, item));
  return apart;
}

// A round of `tables` tables for `sources`; the stage is set when the number of rounds is known.
std::vector<int> AddTables(Plan& plan, int round, const std::vector<Source>& sources, int tables,
                           int advance) {
  std::vector<std::vector<Source>> fixtures;
  for (const std::vector<int>& table : Snake(Size(sources), tables)) {
    fixtures.emplace_back();
    for (const int i : table) fixtures.back().push_back(At(sources, i));
  }
  const std::vector<int> indices = plan.Add(Part::kMain, round, 0, std::move(fixtures));
  for (const int index : indices) {
    BracketFixture& fixture = plan.Fixture(index);
    fixture.advance = std::min(advance, Size(fixture.slots) - 1);
  }
  return indices;
}

}  // namespace

std::vector<int> SeedOrder(int slots) {
  TAKI_CHECK(slots >= 1 && std::has_single_bit(static_cast<unsigned>(slots)));
  std::vector<int> order{0};
  while (Size(order) < slots) {
    const int last = 2 * Size(order) - 1;
    std::vector<int> doubled;
    for (const int seed : order) {
      doubled.push_back(seed);
      doubled.push_back(last - seed);
    }
    order = std::move(doubled);
  }
  return order;
}

Bracket SingleElimination(int entrants, bool third_place) {
  TAKI_CHECK(entrants >= 2);
  const int rounds = RoundsFor(entrants);
  Plan plan(entrants);
  // Stage 1 is the match for third place; the losers of round r < rounds - 1 go out at rounds - r.
  const auto stage = [&](int round) { return round == rounds - 1 ? 0 : rounds - round; };
  std::vector<int> last = plan.Add(Part::kMain, 0, stage(0), FirstRound(entrants, rounds));
  for (int round = 1; round < rounds; ++round) {
    if (round == rounds - 1 && third_place)
      plan.Add(Part::kThirdPlace, 0, 1, {{Loser(last[0]), Loser(last[1])}});
    last = plan.Add(Part::kMain, round, stage(round), Neighbours(last, 0));
  }
  return plan.Take();
}

Bracket TableElimination(int entrants, int seats, int advance) {
  TAKI_CHECK(entrants >= 2 && seats >= 2 && advance >= 1 && advance < seats);
  if (seats == 2) return SingleElimination(entrants, false);
  Plan plan(entrants);
  std::vector<Source> sources;
  sources.reserve(static_cast<std::size_t>(entrants));
  for (int seed = 0; seed < entrants; ++seed) sources.push_back(Seed(seed));
  int round = 0;
  for (; Size(sources) > seats; ++round) {
    const int tables = (Size(sources) + seats - 1) / seats;
    if (round > 0) sources = KeepApart(sources, tables);
    sources = GoOn(plan, AddTables(plan, round, sources, tables, advance), advance);
  }
  AddTables(plan, round, sources, 1, 1);
  Bracket bracket = plan.Take();
  for (BracketFixture& fixture : bracket.fixtures) fixture.stage = round - fixture.round;
  return bracket;
}

Bracket DoubleElimination(int entrants) {
  TAKI_CHECK(entrants >= 2);
  const int rounds = RoundsFor(entrants);
  const int losers_rounds = 2 * (rounds - 1);
  Plan plan(entrants);
  std::vector<int> winners =
      plan.Add(Part::kMain, 0, std::max(losers_rounds, 1), FirstRound(entrants, rounds));
  std::vector<int> losers;
  for (int round = 1; round < rounds; ++round) {
    const int minor = 2 * round - 2;  // the losers' round before the losers of `round` drop
    losers = plan.Add(Part::kLosers, minor, losers_rounds - minor,
                      round == 1 ? Neighbours(winners, 1) : Neighbours(losers, 0));
    const int stage = losers_rounds - (minor + 1);
    winners = plan.Add(Part::kMain, round, stage, Neighbours(winners, 0));
    losers = plan.Add(Part::kLosers, minor + 1, stage, Drop(winners, round, losers));
  }
  const Source losers_champion = losers.empty() ? Loser(winners[0]) : Winner(losers[0]);
  const int final = plan.Add(Part::kGrandFinal, 0, 0, {{Winner(winners[0]), losers_champion}})[0];
  const int reset = plan.Add(Part::kGrandFinal, 1, 0, {{Winner(winners[0]), losers_champion}})[0];
  plan.Fixture(reset).reset_of = final;
  return plan.Take();
}

bool Rests(const Bracket& bracket, int later, int earlier) {
  if (later <= earlier) return false;
  const BracketFixture& fixture = At(bracket.fixtures, later);
  if (fixture.reset_of == earlier) return true;
  return std::any_of(fixture.slots.begin(), fixture.slots.end(), [&](const Source& source) {
    return source.kind == Source::Kind::kPlace &&
           (source.number == earlier || Rests(bracket, source.number, earlier));
  });
}

}  // namespace taki::league::pairing
