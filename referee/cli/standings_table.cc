#include "referee/cli/standings_table.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/json.h"
#include "referee/cli/league_text.h"
#include "referee/cli/points_text.h"

namespace taki::cli {
namespace {

using Standings = google::protobuf::RepeatedPtrField<v1::Standing>;
using enum Table::Align;

// A column: its title, and the cell of each row.
struct Column {
  Table::Column head;
  std::function<std::string(const v1::Standing&)> cell;
};

std::string Title(v1::TieBreak tie_break) {
  switch (tie_break) {
    case v1::TIE_BREAK_DIRECT_ENCOUNTER: return "Direct";
    case v1::TIE_BREAK_WINS: return "Wins";
    case v1::TIE_BREAK_BUCHHOLZ_CUT_1: return "BH-1";
    case v1::TIE_BREAK_BUCHHOLZ: return "BH";
    case v1::TIE_BREAK_SONNEBORN_BERGER: return "SB";
    case v1::TIE_BREAK_STAGES: return "Stages";
    case v1::TIE_BREAK_LOT: return "Lot";
    default: return ShortName(v1::TieBreak_descriptor(), tie_break);
  }
}

double ValueOf(const v1::Standing& standing, v1::TieBreak tie_break) {
  for (const auto& value : standing.tie_breaks())
    if (value.tie_break() == tie_break) return value.value();
  return 0;
}

// A column of points, all with as many decimals as the longest needs.
Column Decimals(std::string title, const Standings& rows,
                const std::function<double(const v1::Standing&)>& value) {
  std::vector<double> values;
  for (const auto& row : rows) values.push_back(value(row));
  return {{std::move(title), kRight}, [value, decimals = DecimalsOf(values)](const auto& row) {
            return Fixed(value(row), decimals);
          }};
}

Column Count(std::string title, std::function<int(const v1::Standing&)> value) {
  return {{std::move(title), kRight},
          [value](const auto& row) { return std::to_string(value(row)); }};
}

bool Any(const Standings& rows, const std::function<int(const v1::Standing&)>& value) {
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return value(row) != 0; });
}

std::string Note(const v1::Standing& standing) {
  return standing.status() == v1::ENTRANT_STATUS_ACTIVE ? "" : Text(standing.status());
}

std::vector<Column> ColumnsOf(const v1::LeagueConfig& config, const Standings& rows) {
  std::vector<Column> columns;
  if (Any(rows, &v1::Standing::group))
    columns.push_back(
        {{"Group", kRight}, [](const auto& row) { return PlacesText(row.group(), row.group()); }});
  columns.push_back({{"Place", kRight},
                     [](const auto& row) { return PlacesText(row.place_from(), row.place_to()); }});
  columns.push_back({{"Bot"}, [](const auto& row) { return Escaped(row.bot()); }});
  columns.push_back(Decimals("Points", rows, &v1::Standing::points));
  for (const int n : config.tie_breaks()) {
    const auto tie_break = static_cast<v1::TieBreak>(n);
    columns.push_back(Decimals(Title(tie_break), rows,
                               [tie_break](const auto& row) { return ValueOf(row, tie_break); }));
  }
  columns.push_back(Count("Matches", &v1::Standing::matches));
  columns.push_back(Count("Won", &v1::Standing::wins));
  if (Any(rows, &v1::Standing::byes)) columns.push_back(Count("Byes", &v1::Standing::byes));
  if (Any(rows, &v1::Standing::no_shows))
    columns.push_back(Count("No-shows", &v1::Standing::no_shows));
  columns.push_back({{"Places"}, [](const auto& row) { return PlaceCounts(row.place_counts()); }});
  if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return !Note(row).empty(); }))
    columns.push_back({{""}, Note});
  return columns;
}

}  // namespace

Table StandingsTable(const v1::LeagueConfig& config, const v1::GetStandingsResponse& standings,
                     int rows_max) {
  const std::vector<Column> columns = ColumnsOf(config, standings.standings());
  std::vector<Table::Column> heads;
  heads.reserve(columns.size());
  for (const Column& column : columns) heads.push_back(column.head);
  Table table(std::move(heads));
  for (int i = 0; i < std::min(rows_max, standings.standings_size()); ++i) {
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const Column& column : columns) cells.push_back(column.cell(standings.standings(i)));
    table.Add(std::move(cells));
  }
  return table;
}

void PrintStandings(const v1::LeagueConfig& config, const v1::GetStandingsResponse& standings,
                    Context& context) {
  std::map<int, v1::GetStandingsResponse> groups;
  for (const v1::Standing& row : standings.standings()) {
    v1::Standing& copy = *groups[row.group()].add_standings();
    copy = row;
    copy.clear_group();  // the title says it
  }
  if (groups.empty()) context.out() << "There is no table before the league starts.\n";
  bool first = true;
  for (const auto& [group, rows] : groups) {
    if (!std::exchange(first, false)) context.out() << '\n';
    if (group > 0) context.out() << "Group " << group << '\n';
    StandingsTable(config, rows, rows.standings_size())
        .Print(context.out(), context.width(), context.OutPainter());
  }
}

}  // namespace taki::cli
