#include "referee/league/schedule.h"

#include <algorithm>
#include <numeric>

#include "referee/rules/check.h"

namespace taki::league {

std::unique_ptr<const Schedule> Schedule::Of(const LeagueConfig& config) {
  switch (config.format) {
    case Format::kRoundRobin: return MakeRoundRobin();
    case Format::kSwiss: return MakeSwiss();
    case Format::kSingleElimination:
    case Format::kDoubleElimination: return MakeBracket();
    case Format::kGroupsThenBracket: return MakeGroups();
    case Format::kGauntlet: return MakeGauntlet();
    case Format::kLadder: return MakeLadder();
  }
  TAKI_CHECK(false);
}

std::vector<Standing> Schedule::Standings(const Book& book) const {
  return TableOf(book, BySeed(book), AllFixtures(book));
}

std::vector<Standing> TableOf(const Book& book, const std::vector<Entrant>& members,
                              const std::vector<std::int32_t>& fixtures) {
  std::vector<ScoredGame> games;
  for (const std::int32_t index : fixtures) book.AddScores(index, games);
  std::vector<Entrant> placed, struck;
  for (const Entrant entrant : members)
    (book.IsStruck(entrant) ? struck : placed).push_back(entrant);
  const LeagueConfig& config = book.config();
  auto table = RankTable(config.tie_breaks, config.seats, placed, games, book.lots());
  std::vector<Standing> last;
  if (!struck.empty())
    last = RankTable(config.tie_breaks, config.seats, struck, games, book.lots());
  std::sort(last.begin(), last.end(), [&book](const Standing& a, const Standing& b) {
    const auto seed = [&book](const Standing& row) {
      return book.entrants()[static_cast<std::size_t>(row.entrant)].seed;
    };
    return seed(a) < seed(b);
  });
  for (Standing& row : last) row.place_from = row.place_to = 0;
  table.insert(table.end(), last.begin(), last.end());
  for (Standing& row : table) {
    row.status = book.entrants()[static_cast<std::size_t>(row.entrant)].status;
    row.no_shows = book.player(row.entrant).no_shows;
  }
  return table;
}

std::vector<Entrant> BySeed(const Book& book) {
  std::vector<Entrant> entrants;
  for (std::int32_t seed = 1; seed <= book.size(); ++seed) entrants.push_back(book.BySeed(seed));
  return entrants;
}

std::vector<std::int32_t> AllFixtures(const Book& book) {
  std::vector<std::int32_t> fixtures(book.fixtures().size());
  std::iota(fixtures.begin(), fixtures.end(), 0);
  return fixtures;
}

}  // namespace taki::league
