#include "referee/cli/crosstable.h"

#include <algorithm>
#include <map>
#include <utility>

#include "referee/cli/points_text.h"

namespace taki::cli {
namespace {

using enum Table::Align;

// What a bot has against another.
struct Score {
  double points = 0;
  int games = 0;
};

// By the names of both bots.
using Scores = std::map<std::pair<std::string, std::string>, Score>;

void Add(const v1::FixtureMatch& match, Scores& scores) {
  for (const auto& one : match.seats())
    for (const auto& other : match.seats()) {
      if (one.bot() == other.bot() || one.place() == 0 || other.place() == 0) continue;
      Score& score = scores[{one.bot(), other.bot()}];
      score.points += one.place() < other.place() ? 1 : one.place() == other.place() ? 0.5 : 0;
      ++score.games;
    }
}

// A game that was given up is no match that counts: its point is shared.
void AddShared(const v1::Fixture& fixture, int games, Scores& scores) {
  if (fixture.decision() != v1::FIXTURE_DECISION_SHARED) return;
  const auto played = std::count_if(fixture.matches().begin(), fixture.matches().end(),
                                    [](const auto& match) { return match.counts(); });
  for (auto game = static_cast<int>(played); game < games; ++game)
    for (const auto& one : fixture.slots())
      for (const auto& other : fixture.slots()) {
        if (one.bot() == other.bot() || one.bot().empty() || other.bot().empty()) continue;
        Score& score = scores[{one.bot(), other.bot()}];
        score.points += 0.5;
        ++score.games;
      }
}

// Where everybody meets everybody, results of who is disqualified count for nobody.
void Strike(const v1::LeagueConfig& config, const v1::GetStandingsResponse& standings,
            Scores& scores) {
  const auto format = config.format();
  if (format == v1::LEAGUE_FORMAT_SWISS || format == v1::LEAGUE_FORMAT_SINGLE_ELIMINATION ||
      format == v1::LEAGUE_FORMAT_DOUBLE_ELIMINATION)
    return;
  for (const auto& row : standings.standings()) {
    if (row.status() != v1::ENTRANT_STATUS_DISQUALIFIED) continue;
    std::erase_if(scores, [&](const auto& entry) {
      return entry.first.first == row.bot() || entry.first.second == row.bot();
    });
  }
}

Scores ScoresOf(const v1::LeagueConfig& config, const std::vector<v1::Fixture>& fixtures) {
  const bool groups = config.format() == v1::LEAGUE_FORMAT_GROUPS_THEN_BRACKET;
  Scores scores;
  for (const v1::Fixture& fixture : fixtures) {
    if (groups && fixture.section() != v1::SECTION_GROUP) continue;
    for (const auto& match : fixture.matches())
      if (match.counts()) Add(match, scores);
    if (fixture.section() == v1::SECTION_TABLE || fixture.section() == v1::SECTION_GROUP)
      AddShared(fixture, config.matches_per_fixture(), scores);
  }
  return scores;
}

std::string Cell(const Scores& scores, const std::string& row, const std::string& column,
                 bool with_games) {
  if (row == column) return "*";
  const auto found = scores.find({row, column});
  if (found == scores.end()) return ".";
  const std::string points = PointsText(found->second.points, 1);
  return with_games ? points + "/" + std::to_string(found->second.games) : points;
}

Table TableOf(const std::vector<const v1::Standing*>& rows, const Scores& scores) {
  const bool with_games = std::any_of(scores.begin(), scores.end(),
                                      [](const auto& entry) { return entry.second.games > 1; });
  const bool byes =
      std::any_of(rows.begin(), rows.end(), [](const auto* row) { return row->byes() > 0; });
  std::vector<double> points;
  points.reserve(rows.size());
  for (const auto* row : rows) points.push_back(row->points());
  std::vector<Table::Column> heads = {{"#", kRight}, {"Bot"}};
  for (std::size_t i = 1; i <= rows.size(); ++i) heads.push_back({std::to_string(i), kRight});
  heads.push_back({"Points", kRight});
  if (byes) heads.push_back({"Byes", kRight});
  Table table(std::move(heads));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> cells = {std::to_string(i + 1), Escaped(rows[i]->bot())};
    for (const auto* other : rows)
      cells.push_back(Cell(scores, rows[i]->bot(), other->bot(), with_games));
    cells.push_back(Fixed(rows[i]->points(), DecimalsOf(points)));
    if (byes) cells.push_back(std::to_string(rows[i]->byes()));
    table.Add(std::move(cells));
  }
  return table;
}

}  // namespace

std::vector<Crosstable> Crosstables(const v1::LeagueConfig& config,
                                    const v1::GetStandingsResponse& standings,
                                    const std::vector<v1::Fixture>& fixtures) {
  Scores scores = ScoresOf(config, fixtures);
  Strike(config, standings, scores);
  std::map<int, std::vector<const v1::Standing*>> groups;
  for (const auto& row : standings.standings()) groups[row.group()].push_back(&row);
  if (groups.size() > 1) groups.erase(0);  // the places in the whole competition
  std::vector<Crosstable> tables;
  tables.reserve(groups.size());
  for (const auto& [group, rows] : groups) tables.push_back({group, TableOf(rows, scores)});
  return tables;
}

}  // namespace taki::cli
