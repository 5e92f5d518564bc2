// SWISS: each round is paired when the one before it is settled, and taken back as long as none of
// it was filed.
#include <algorithm>
#include <map>
#include <string>

#include "referee/league/schedule.h"
#include "referee/league/swiss.h"

namespace taki::league {
namespace {

// The past of one entrant, by what the standings have counted of it.
void Remember(const ScoredGame& game, std::vector<pairing::SwissEntrant>& past,
              const std::vector<EntrantInfo>& entrants) {
  const auto seed_of = [&entrants](Entrant entrant) {
    return static_cast<std::size_t>(entrants[static_cast<std::size_t>(entrant)].seed - 1);
  };
  for (const ScoredGame::Seat& seat : game.seats) {
    pairing::SwissEntrant& its = past[seed_of(seat.entrant)];
    its.score += seat.units;
    if (seat.place == 0 && seat.units == kPoint) its.had_bye = true;
  }
}

class Swiss final : public Schedule {
 public:
  void Begin(Book& book) const override { AddRound(book, 1); }

  void Forget(Book& book) const override {
    while (book.fixture_count() > 0) {
      const std::int32_t first = FirstOfLastRound(book);
      for (std::int32_t index = first; index < book.fixture_count(); ++index)
        if (book.IsFiled(index)) return;
      book.Drop(first);
    }
  }

  void Extend(Book& book) const override {
    while (!book.IsClosed() && book.unsettled() == 0 && LastRound(book) < Rounds(book) &&
           book.Active().size() >= 2)
      AddRound(book, LastRound(book) + 1);
  }

  void Foresee(const Book& book, Progress& progress) const override {
    progress.rounds = Rounds(book);
    if (book.IsClosed()) return;
    const auto active = static_cast<std::int32_t>(book.Active().size());
    const std::int32_t seats = book.config().seats;
    const std::int32_t fixtures = active < 2 ? 0 : (active + seats - 1) / seats;
    const std::int32_t matches = seats == 2 ? active / 2 : fixtures;
    const std::int32_t rounds = Rounds(book) - LastRound(book);
    progress.fixtures_total += rounds * fixtures;
    progress.matches_total += rounds * matches * book.config().matches_per_fixture;
  }

 private:
  static std::int32_t Rounds(const Book& book) { return RoundsOf(book.config(), book.size()); }
  static std::int32_t LastRound(const Book& book) {
    return book.fixtures().empty() ? 0 : book.fixtures().back().round;
  }
  static std::int32_t FirstOfLastRound(const Book& book) {
    std::int32_t first = book.fixture_count();
    while (first > 0 && book.fixture(first - 1).round == LastRound(book)) --first;
    return first;
  }

  static void AddRound(Book& book, std::int32_t number) {
    const LeagueConfig& config = book.config();
    const std::vector<pairing::SwissEntrant> past = Past(book);
    const pairing::Round round =
        config.seats == 2 ? pairing::PairSwiss(past, book.event_seed(), number)
                          : pairing::PairSwissTables(past, config.seats, book.event_seed(), number);
    const FixtureRule rule{.games = config.matches_per_fixture};
    std::int32_t in_round = 0;
    std::vector<pairing::Table> tables = round.tables;
    if (round.bye >= 0) tables.push_back({round.bye, pairing::kNobody});
    for (const pairing::Table& table : tables) {
      Fixture fixture;
      fixture.round = number;
      fixture.number_in_round = ++in_round;
      for (const int seed : table) {
        fixture.sources.push_back({Source::Kind::kPaired, 0, 0});
        fixture.slots.push_back(seed == pairing::kNobody ? kNobody : book.BySeed(seed + 1));
      }
      const std::int32_t index = book.Add(std::move(fixture), rule);
      book.Derive(index);
    }
  }

  static std::vector<pairing::SwissEntrant> Past(const Book& book) {
    std::vector<pairing::SwissEntrant> past(static_cast<std::size_t>(book.size()));
    std::map<std::string, int> owners;
    for (std::int32_t seed = 1; seed <= book.size(); ++seed) {
      const Entrant entrant = book.BySeed(seed);
      const std::string& owner = book.entrants()[static_cast<std::size_t>(entrant)].owner;
      pairing::SwissEntrant& its = past[static_cast<std::size_t>(seed - 1)];
      its.present = book.IsActive(entrant);
      if (!owner.empty())
        its.owner = owners.try_emplace(owner, static_cast<int>(owners.size())).first->second;
    }
    for (std::int32_t index = 0; index < book.fixture_count(); ++index) {
      std::vector<ScoredGame> games;
      book.AddScores(index, games);
      for (const ScoredGame& game : games) Remember(game, past, book.entrants());
      if (!games.empty()) RememberSeats(book, games, past);
    }
    return past;
  }

  // Who has met whom counts once a fixture, where one sat once a match played.
  static void RememberSeats(const Book& book, const std::vector<ScoredGame>& games,
                            std::vector<pairing::SwissEntrant>& past) {
    const auto seed_of = [&book](Entrant entrant) {
      return book.entrants()[static_cast<std::size_t>(entrant)].seed - 1;
    };
    std::vector<std::pair<int, int>> met;
    for (const ScoredGame& game : games)
      for (std::size_t i = 0; i < game.seats.size(); ++i) {
        if (game.seats[i].place == 0) continue;
        const int a = seed_of(game.seats[i].entrant);
        auto& seats = past[static_cast<std::size_t>(a)].seats;
        if (seats.size() <= i) seats.resize(i + 1);
        ++seats[i];
        for (const ScoredGame::Seat& other : game.seats)
          if (other.place != 0 && other.entrant != game.seats[i].entrant)
            met.emplace_back(a, seed_of(other.entrant));
      }
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    for (const auto& [a, b] : met) past[static_cast<std::size_t>(a)].met.push_back(b);
  }
};

}  // namespace

std::unique_ptr<const Schedule> MakeSwiss() { return std::make_unique<Swiss>(); }

}  // namespace taki::league
