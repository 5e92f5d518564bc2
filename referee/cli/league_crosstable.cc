// taki league crosstable LEAGUE
#include <algorithm>
#include <limits>

#include "referee/cli/commands.h"
#include "referee/cli/crosstable.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Rows and columns stand in the order of the table. A cell says what the bot
of the row has against the bot of the column: 1 for each match in which it
stood before it, 0.5 for a shared place; after a slash the number of their
matches, if some met more than once. A dot: they have not met, or a result
was struck. Byes are points without play, which are in no cell.

Examples:
  taki league crosstable autumn
  taki league crosstable autumn --json | jq '.fixtures[].matches')";

ExitCode PrintCrosstable(Context& context, const std::string& name) {
  Client& client = context.WithoutToken();
  const v1::League league = GetLeague(client, name).league();
  const v1::GetStandingsResponse standings = GetStandings(client, league.league_id());
  const std::vector<v1::Fixture> fixtures = AllFixtures(client, league.league_id());
  if (context.json) {
    Json list = Json::array();
    for (const v1::Fixture& fixture : fixtures) list.push_back(ToJson(fixture));
    PrintJson({{"table", ToJson(standings)}, {"fixtures", list}}, context.out());
    return ExitCode::kOk;
  }
  PrintLine(league, context);
  if (standings.standings().empty())
    context.out() << "\nThere is no table before the league starts.\n";
  for (const Crosstable& one : Crosstables(league.config(), standings, fixtures)) {
    context.out() << '\n';
    if (one.group > 0) context.out() << "Group " << one.group << '\n';
    one.table.Print(context.out(), std::numeric_limits<int>::max(), context.OutPainter());
  }
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueCrosstable(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("crosstable", "Show who scored what against whom");
  const auto name = AddLeagueArgument(app);
  app.footer(kFooter);
  app.callback([&chosen, name] {
    chosen = [name](Context& context) { return PrintCrosstable(context, *name); };
  });
}

}  // namespace taki::cli
