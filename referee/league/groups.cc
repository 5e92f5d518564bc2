#include "referee/league/groups.h"

#include <bit>
#include <cstddef>

#include "referee/league/at.h"
#include "referee/league/bracket.h"
#include "referee/league/round_robin.h"
#include "referee/league/separate.h"
#include "referee/league/snake.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

// [seed]: its position among the slots of round 1 of a bracket for so many.
std::vector<unsigned> Positions(int entrants) {
  const std::vector<int> order =
      SeedOrder(static_cast<int>(std::bit_ceil(static_cast<unsigned>(entrants))));
  std::vector<unsigned> positions(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) At(positions, order[i]) = static_cast<unsigned>(i);
  return positions;
}

}  // namespace

std::vector<std::vector<int>> SnakeGroups(int entrants, int groups) {
  TAKI_CHECK(groups >= 1 && entrants >= groups);
  return Snake(entrants, groups);
}

std::vector<Round> GroupRounds(const std::vector<int>& group, int cycles) {
  std::vector<Round> rounds = BergerRounds(Size(group), cycles);
  for (Round& round : rounds) {
    for (Table& table : round.tables)
      for (int& entrant : table) entrant = At(group, entrant);
    if (round.bye != kNobody) round.bye = At(group, round.bye);
  }
  return rounds;
}

std::vector<GroupPlace> BracketSeeds(int groups, int advance) {
  TAKI_CHECK(groups >= 1 && advance >= 1 && groups * advance >= 2);
  std::vector<SeparateItem> items;
  for (int place = 0; place < advance; ++place)
    for (int i = 0; i < groups; ++i) items.push_back({place % 2 == 0 ? i : groups - 1 - i, place});
  // Two positions are in the same match of the round given by the first bit in which they differ.
  const std::vector<unsigned> positions = Positions(Size(items));
  std::vector<GroupPlace> seeds;
  for (const int item : Separate(items, [&](int a, int b) {
         return static_cast<int>(std::bit_width(At(positions, a) ^ At(positions, b))) - 1;
       }))
    seeds.push_back({At(items, item).origin, At(items, item).rank});
  return seeds;
}

}  // namespace taki::league::pairing
