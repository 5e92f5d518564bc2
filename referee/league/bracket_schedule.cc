#include "referee/league/bracket_schedule.h"

#include <algorithm>
#include <map>

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

// How good it is to have gone out like this, the smaller the better: the stage of the bracket, then
// the place in the fixture.
using OutKey = std::pair<std::int32_t, std::int32_t>;
constexpr OutKey kStillIn{-1, 0};

// Whether the bot on `place` (from 0) of a settled fixture has another one to play.
bool GoesOn(const Book& book, std::int32_t index, std::int32_t place) {
  const auto& dependents = book.notes(index).dependents;
  return std::any_of(dependents.begin(), dependents.end(), [&](std::int32_t dependent) {
    const FixtureNotes& notes = book.notes(dependent);
    if (notes.reset_of == index) return notes.needed;
    const Source wanted{Source::Kind::kPlace, index + 1, place + 1};
    const std::vector<Source>& sources = book.fixture(dependent).sources;
    return notes.reset_of < 0 && std::find(sources.begin(), sources.end(), wanted) != sources.end();
  });
}

void NoteWhoIsOut(const Book& book, std::int32_t index, std::map<Entrant, OutKey>& keys) {
  const Fixture& fixture = book.fixture(index);
  const FixtureNotes& notes = book.notes(index);
  for (const Entrant entrant : fixture.slots) {
    if (entrant < 0) continue;
    keys[entrant] = kStillIn;
    if (!book.IsSettled(index) || notes.closed || !notes.needed) continue;
    const auto at = std::find(fixture.placing.begin(), fixture.placing.end(), entrant);
    const auto place = static_cast<std::int32_t>(at - fixture.placing.begin());
    if (at == fixture.placing.end())
      keys[entrant] = {notes.stage, static_cast<std::int32_t>(fixture.slots.size()) - 1};
    else if (!GoesOn(book, index, place))
      keys[entrant] = {notes.stage, place};
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
    PlaceBy(book, BracketRanking(book), rows);
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

std::vector<std::vector<Entrant>> BracketRanking(const Book& book) {
  std::map<Entrant, OutKey> keys;
  for (std::int32_t index = 0; index < book.fixture_count(); ++index)
    if (book.notes(index).rule.bracket) NoteWhoIsOut(book, index, keys);
  std::map<OutKey, std::vector<Entrant>> by_key;
  for (const auto& [entrant, key] : keys) by_key[key].push_back(entrant);
  std::vector<std::vector<Entrant>> ranking;
  for (auto& [key, entrants] : by_key) ranking.push_back(std::move(entrants));
  return ranking;
}

void PlaceBy(const Book& book, const std::vector<std::vector<Entrant>>& ranking,
             std::vector<Standing>& rows) {
  std::map<Entrant, std::pair<std::int32_t, std::int32_t>> places;
  std::int32_t before = 0;
  for (const std::vector<Entrant>& sharing : ranking) {
    const auto placed = static_cast<std::int32_t>(
        std::count_if(sharing.begin(), sharing.end(),
                      [&book](Entrant entrant) { return !book.IsStruck(entrant); }));
    for (const Entrant entrant : sharing)
      places[entrant] =
          book.IsStruck(entrant) ? std::pair{0, 0} : std::pair{before + 1, before + placed};
    before += placed;
  }
  for (Standing& row : rows) std::tie(row.place_from, row.place_to) = places.at(row.entrant);
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
