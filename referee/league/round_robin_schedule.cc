// ROUND_ROBIN: the whole schedule is known at the start, and no round waits for another.
#include "referee/league/balanced_tables.h"
#include "referee/league/round_robin.h"
#include "referee/league/schedule.h"

namespace taki::league {
namespace {

class RoundRobin final : public Schedule {
 public:
  void Begin(Book& book) const override {
    const LeagueConfig& config = book.config();
    const std::int32_t rounds = RoundsOf(config, book.size());
    const FixtureRule rule{.strikes = true, .games = config.matches_per_fixture};
    std::int32_t number = 0;
    for (const pairing::Round& round :
         config.seats == 2
             ? pairing::BergerRounds(book.size(), rounds)
             : pairing::BalancedTables(book.size(), config.seats, rounds, book.event_seed())) {
      ++number;
      for (std::size_t table = 0; table < round.tables.size(); ++table) {
        Fixture fixture;
        fixture.round = number;
        fixture.number_in_round = static_cast<std::int32_t>(table) + 1;
        for (const int index : round.tables[table]) {
          fixture.sources.push_back({Source::Kind::kSeed, index + 1, 0});
          fixture.slots.push_back(book.BySeed(index + 1));
        }
        book.Add(std::move(fixture), rule);
      }
    }
  }
};

}  // namespace

std::unique_ptr<const Schedule> MakeRoundRobin() { return std::make_unique<RoundRobin>(); }

}  // namespace taki::league
