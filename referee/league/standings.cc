#include "referee/league/standings.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "referee/league/direct_encounter.h"
#include "referee/rules/check.h"

namespace taki::league {
namespace {

// A contribution to a tie-break in 1/5040 of a unit, so that a unit divided by 1 to 9, or twice
// that, is whole.
using Fine = std::int64_t;
constexpr Fine kFine = 5'040;

// A sum of them that does not overflow.
class FineSum {
 public:
  void Add(Fine value) {
    units_ += value / kFine;
    rest_ += value % kFine;
  }
  void Subtract(Fine value) {
    units_ -= value / kFine;
    rest_ -= value % kFine;
  }
  std::int64_t Units() const {  // rounded down
    return units_ + (rest_ >= 0 ? rest_ / kFine : -((kFine - 1 - rest_) / kFine));
  }

 private:
  std::int64_t units_ = 0;
  std::int64_t rest_ = 0;
};

struct Tally {
  std::int64_t points = 0;
  std::int32_t matches = 0, wins = 0, losses = 0, byes = 0;
  std::int64_t stages = 0;
  std::vector<std::int32_t> place_counts;
  FineSum buchholz, sonneborn_berger;
  std::optional<Fine> lowest, lowest_missed;  // Buchholz of a match; of one lost without play
};

void Lower(std::optional<Fine>& lowest, Fine value) {
  if (!lowest || value < *lowest) lowest = value;
}

class Tallies {
 public:
  Tallies(std::size_t entrants, std::int32_t seats) : tallies_(entrants) {
    for (Tally& tally : tallies_) tally.place_counts.resize(static_cast<std::size_t>(seats));
  }

  void Count(std::span<const ScoredGame> games) {
    for (const ScoredGame& game : games)
      for (const ScoredGame::Seat& seat : game.seats) CountOwn(game, seat);
    for (const ScoredGame& game : games)  // now that all points are known
      for (const ScoredGame::Seat& seat : game.seats) CountOpponents(game, seat);
  }

  const Tally& operator[](Entrant entrant) const {
    return tallies_[static_cast<std::size_t>(entrant)];
  }

 private:
  Tally& Of(Entrant entrant) { return tallies_[static_cast<std::size_t>(entrant)]; }

  void CountOwn(const ScoredGame& game, const ScoredGame::Seat& seat) {
    Tally& tally = Of(seat.entrant);
    tally.points += seat.units;
    tally.stages += seat.stages;
    if (seat.place == 0) {
      tally.byes += seat.units > 0 ? 1 : 0;
      return;
    }
    ++tally.matches;
    ++tally.place_counts[static_cast<std::size_t>(seat.place - 1)];
    if (seat.place > 1)
      ++tally.losses;
    else if (std::count_if(game.seats.begin(), game.seats.end(),
                           [](const ScoredGame::Seat& s) { return s.place == 1; }) == 1)
      ++tally.wins;
  }

  void CountOpponents(const ScoredGame& game, const ScoredGame::Seat& seat) {
    Tally& tally = Of(seat.entrant);
    if (seat.place == 0) {
      const Fine own = tally.points * kFine;
      tally.buchholz.Add(own);
      tally.sonneborn_berger.Add(tally.points * seat.units);  // times units / kPoint
      Lower(tally.lowest, own);
      if (seat.units == 0) Lower(tally.lowest_missed, own);
      return;
    }
    std::int64_t opponents = 0, points = 0, beaten = 0;  // beaten: points, twice
    for (const ScoredGame::Seat& other : game.seats) {
      if (other.place == 0 || other.entrant == seat.entrant) continue;
      ++opponents;
      points += Of(other.entrant).points;
      if (other.place >= seat.place)
        beaten += Of(other.entrant).points * (other.place > seat.place ? 2 : 1);
    }
    TAKI_CHECK(opponents > 0);
    const Fine average = points * (kFine / opponents);
    tally.buchholz.Add(average);
    tally.sonneborn_berger.Add(beaten * (kFine / (2 * opponents)));
    Lower(tally.lowest, average);
  }

  std::vector<Tally> tallies_;
};

std::int64_t BuchholzCut1(const Tally& tally) {
  FineSum sum = tally.buchholz;
  if (tally.lowest) sum.Subtract(tally.lowest_missed ? *tally.lowest_missed : *tally.lowest);
  return sum.Units();
}

// Of all but DIRECT_ENCOUNTER, which depends on who is tied.
std::int64_t Value(TieBreak tie_break, const Tally& tally, std::int64_t lot) {
  switch (tie_break) {
    case TieBreak::kDirectEncounter: return 0;
    case TieBreak::kWins: return tally.wins;
    case TieBreak::kBuchholzCut1: return BuchholzCut1(tally);
    case TieBreak::kBuchholz: return tally.buchholz.Units();
    case TieBreak::kSonnebornBerger: return tally.sonneborn_berger.Units();
    case TieBreak::kStages: return tally.stages;
    case TieBreak::kLot: return lot;
  }
  TAKI_CHECK(false);
}

Standing StandingOf(Entrant entrant, const Tally& tally) {
  Standing standing;
  standing.entrant = entrant;
  standing.points = tally.points;
  standing.matches = tally.matches;
  standing.wins = tally.wins;
  standing.losses = tally.losses;
  standing.byes = tally.byes;
  standing.stages = tally.stages;
  standing.place_counts = tally.place_counts;
  return standing;
}

// The rows of one table while they are being ordered: `group_starts_` cuts them into groups that
// are still tied.
class Ranking {
 public:
  Ranking(std::vector<Standing> rows, std::span<const ScoredGame> games)
      : rows_(std::move(rows)), games_(games) {
    Split(0, rows_.size(), [](const Standing& row) { return row.points; });
  }

  void Break(TieBreak tie_break, std::size_t index) {
    if (tie_break == TieBreak::kDirectEncounter) FillDirectEncounter(index);
    const std::vector<std::size_t> starts = std::move(group_starts_);
    group_starts_.clear();
    for (std::size_t g = 0; g < starts.size(); ++g)
      Split(starts[g], g + 1 < starts.size() ? starts[g + 1] : rows_.size(),
            [index](const Standing& row) { return row.tie_breaks[index]; });
  }

  // What the configured tie-breaks left level, the lot decides.
  std::vector<Standing> Finish(std::span<const std::int64_t> lots) && {
    const std::vector<std::size_t> starts = std::move(group_starts_);
    group_starts_.clear();
    for (std::size_t g = 0; g < starts.size(); ++g)
      Split(starts[g], g + 1 < starts.size() ? starts[g + 1] : rows_.size(),
            [lots](const Standing& row) { return lots[static_cast<std::size_t>(row.entrant)]; });
    for (std::size_t i = 0; i < rows_.size(); ++i)
      rows_[i].place_from = rows_[i].place_to = static_cast<std::int32_t>(i) + 1;
    return std::move(rows_);
  }

 private:
  template <class Key>
  void Split(std::size_t begin, std::size_t end, Key key) {
    const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(end);
    std::stable_sort(first, last,
                     [&key](const Standing& a, const Standing& b) { return key(a) > key(b); });
    for (std::size_t i = begin; i < end; ++i)
      if (i == begin || key(rows_[i]) != key(rows_[i - 1])) group_starts_.push_back(i);
  }

  void FillDirectEncounter(std::size_t index) {
    std::vector<std::vector<Entrant>> groups;
    for (std::size_t g = 0; g < group_starts_.size(); ++g) {
      const std::size_t end = g + 1 < group_starts_.size() ? group_starts_[g + 1] : rows_.size();
      groups.emplace_back();
      for (std::size_t i = group_starts_[g]; i < end; ++i)
        groups.back().push_back(rows_[i].entrant);
    }
    const std::vector<std::vector<std::int32_t>> ahead = DirectEncounter(groups, games_);
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t i = 0; i < groups[g].size(); ++i)
        rows_[group_starts_[g] + i].tie_breaks[index] = ahead[g][i];
  }

  std::vector<Standing> rows_;
  std::span<const ScoredGame> games_;
  std::vector<std::size_t> group_starts_;
};

}  // namespace

std::vector<std::int64_t> PointsByPlace(const std::vector<std::int32_t>& places) {
  const auto seats = static_cast<std::int64_t>(places.size());
  TAKI_CHECK(seats >= rules::kMinSeats && seats <= rules::kMaxSeats);
  std::vector<std::int64_t> units;
  for (const std::int32_t place : places) {
    const std::int64_t sharing = std::count(places.begin(), places.end(), place);
    const std::int64_t better =
        std::count_if(places.begin(), places.end(), [place](std::int32_t p) { return p < place; });
    // Places better + 1 to better + sharing, averaged: twice the share of beaten opponents.
    const std::int64_t twice = 2 * (seats - better) - 1 - sharing;
    units.push_back(kPoint * twice / (2 * (seats - 1)));
  }
  return units;
}

std::vector<Standing> RankTable(std::span<const TieBreak> tie_breaks, std::int32_t seats,
                                std::span<const Entrant> members, std::span<const ScoredGame> games,
                                std::span<const std::int64_t> lots) {
  Tallies tallies(lots.size(), seats);
  tallies.Count(games);
  std::vector<Standing> rows;
  for (const Entrant entrant : members) {
    rows.push_back(StandingOf(entrant, tallies[entrant]));
    for (const TieBreak tie_break : tie_breaks)
      rows.back().tie_breaks.push_back(
          Value(tie_break, tallies[entrant], lots[static_cast<std::size_t>(entrant)]));
  }
  Ranking ranking(std::move(rows), games);
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) ranking.Break(tie_breaks[i], i);
  return std::move(ranking).Finish(lots);
}

}  // namespace taki::league
