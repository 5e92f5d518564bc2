#include "referee/league/bracket_schedule.h"

#include <algorithm>
#include <tuple>

namespace taki::league {
namespace {

Section SectionOf(pairing::Part part) {
  switch (part) {
    case pairing::Part::kMain: return Section::kWinners;
    case pairing::Part::kLosers: return Section::kLosers;
    case pairing::Part::kThirdPlace: return Section::kThirdPlace;
    case pairing::Part::kGrandFinal: return Section::kGrandFinal;
  }
  return Section::kWinners;
}

// In the order of the plan: who goes on is found again in a later fixture.
void NoteWhoIsOut(const Book& book, std::int32_t index, std::map<Entrant, OutKey>& keys) {
  const Fixture& fixture = book.fixture(index);
  const FixtureNotes& notes = book.notes(index);
  for (const Entrant entrant : fixture.slots) {
    if (entrant < 0) continue;
    const auto at = std::find(fixture.placing.begin(), fixture.placing.end(), entrant);
    if (!book.IsSettled(index) || notes.closed)
      keys[entrant] = kStillIn;
    else if (at == fixture.placing.end())
      keys[entrant] = {notes.stage, static_cast<std::int32_t>(fixture.slots.size()) - 1};
    else
      keys[entrant] = {notes.stage, static_cast<std::int32_t>(at - fixture.placing.begin())};
  }
}

class BracketSchedule final : public Schedule {
 public:
  void Begin(Book& book) const override {
    const LeagueConfig& config = book.config();
    const auto plan = [&] {
      if (config.format == Format::kDoubleElimination)
        return pairing::DoubleElimination(book.size());
      if (config.seats == 2) return pairing::SingleElimination(book.size(), config.third_place);
      return pairing::TableElimination(book.size(), config.seats, config.advance);
    }();
    AddBracket(book, plan, [](int seed) { return Source{Source::Kind::kSeed, seed + 1, 0}; });
  }

  std::vector<Standing> Standings(const Book& book) const override {
    std::vector<Standing> rows = Schedule::Standings(book);
    PlaceBy(book, BracketKeys(book), rows);
    return rows;
  }
};

}  // namespace

void AddBracket(Book& book, const pairing::Bracket& plan,
                const std::function<Source(int seed)>& seed_source) {
  const LeagueConfig& config = book.config();
  const std::int32_t first = book.fixture_count();
  for (const pairing::BracketFixture& planned : plan.fixtures) {
    Fixture fixture;
    fixture.section = SectionOf(planned.part);
    fixture.round = planned.round + 1;
    fixture.number_in_round = planned.number + 1;
    for (const pairing::Source& from : planned.slots) {
      Source source{Source::Kind::kSeed, 0, 0};  // nobody: a bye
      if (from.kind == pairing::Source::Kind::kSeed) source = seed_source(from.number);
      if (from.kind == pairing::Source::Kind::kPlace)
        source = {Source::Kind::kPlace, first + from.number + 1, from.place + 1};
      fixture.sources.push_back(source);
      const bool is_seed = source.kind == Source::Kind::kSeed;
      fixture.slots.push_back(!is_seed             ? kUnknown
                              : source.number == 0 ? kNobody
                                                   : book.BySeed(source.number));
    }
    const FixtureRule rule{.bracket = true,
                           .games = config.matches_per_fixture,
                           .tie_break_games = config.tie_break_matches,
                           .advance = planned.advance};
    book.Add(std::move(fixture), rule, planned.stage,
             planned.reset_of < 0 ? -1 : first + planned.reset_of);
  }
}

std::map<Entrant, OutKey> BracketKeys(const Book& book) {
  std::map<Entrant, OutKey> keys;
  for (std::int32_t index = 0; index < book.fixture_count(); ++index)
    if (book.notes(index).rule.bracket) NoteWhoIsOut(book, index, keys);
  return keys;
}

void PlaceBy(const Book& book, const std::map<Entrant, OutKey>& keys, std::vector<Standing>& rows) {
  std::map<OutKey, std::int32_t> sharing;
  for (const Standing& row : rows)
    if (!book.IsStruck(row.entrant)) ++sharing[keys.at(row.entrant)];
  std::map<OutKey, std::pair<std::int32_t, std::int32_t>> places;
  std::int32_t before = 0;
  for (const auto& [key, count] : sharing) {
    places[key] = {before + 1, before + count};
    before += count;
  }
  for (Standing& row : rows)
    std::tie(row.place_from, row.place_to) =
        book.IsStruck(row.entrant) ? std::pair{0, 0} : places.at(keys.at(row.entrant));
  std::sort(rows.begin(), rows.end(), [&book](const Standing& a, const Standing& b) {
    const auto key = [&book](const Standing& row) {
      return std::tuple(row.place_from == 0, row.place_from,
                        book.entrants()[static_cast<std::size_t>(row.entrant)].seed);
    };
    return key(a) < key(b);
  });
}

std::unique_ptr<const Schedule> MakeBracket() { return std::make_unique<BracketSchedule>(); }

}  // namespace taki::league
