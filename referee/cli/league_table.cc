// taki league table LEAGUE
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"
#include "referee/cli/standings_table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Also while the league runs. A win at a table of two is one point, at a
larger table the share of beaten opponents. Behind the points stand the
tie-breaks in the order in which they decide (docs/competitions.md):

  Direct  against those that are tied          BH-1  Buchholz, cut by the least
  Wins    matches won, byes too                BH    Buchholz
  SB      Sonneborn-Berger                     Lot   of the event seed

"Matches" are those that were played, "Won" those that the bot won alone;
"Places" counts how often it was first, second, ...

Examples:
  taki league table autumn
  taki league table l-000007 --json | jq -r '.standings[].bot')";

ExitCode PrintTable(Context& context, const std::string& league) {
  Client& client = context.WithoutToken();
  const v1::GetLeagueResponse got = GetLeague(client, league);
  const v1::GetStandingsResponse standings = GetStandings(client, got.league().league_id());
  if (context.json) {
    PrintJson(ToJson(standings), context.out());
    return ExitCode::kOk;
  }
  PrintLine(got.league(), context);
  context.out() << ProgressText(standings.progress()) << "\n\n";
  PrintStandings(got.league().config(), standings, context);
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueTable(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("table", "Show the table");
  const auto name = AddLeagueArgument(app);
  app.footer(kFooter);
  app.callback([&chosen, name] {
    chosen = [name](Context& context) { return PrintTable(context, *name); };
  });
}

}  // namespace taki::cli
