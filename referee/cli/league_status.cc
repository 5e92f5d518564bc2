// taki league status LEAGUE
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"
#include "referee/cli/points_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The settings, how much is done, and the bots. The event seed, from which all
lots are drawn, is told when the league has started; `commitment` binds it.

Examples:
  taki league status autumn
  taki league status l-000007 --json | jq .progress)";

void PrintBots(const v1::GetLeagueResponse& league, Context& context) {
  using enum Table::Align;
  Table table({{"Seed", kRight},
               {"Bot"},
               {"Owner"},
               {"Rating", kRight},
               {"Status"},
               {"Running", kRight},
               {"No-shows in a row", kRight},
               {"Display name"}});
  for (const v1::Entrant& bot : league.entrants())
    table.Add({bot.seed() > 0 ? std::to_string(bot.seed()) : "-", Escaped(bot.bot()),
               OrDash(Escaped(bot.owner())), bot.has_rating() ? Fixed(bot.rating(), 1) : "-",
               Text(bot.status()), std::to_string(bot.matches_running()),
               std::to_string(bot.no_shows_in_a_row()), OrDash(Escaped(bot.display_name()))});
  table.Print(context.out(), context.width(), context.OutPainter());
}

ExitCode Status(Context& context, const std::string& name) {
  const v1::GetLeagueResponse league = GetLeague(context.WithoutToken(), name);
  if (context.json) {
    PrintJson(ToJson(league), context.out());
    return ExitCode::kOk;
  }
  PrintHead(league.league(), league.progress(), context);
  context.out() << '\n';
  if (league.entrants().empty())
    context.out() << "No bots are entered.\n";
  else
    PrintBots(league, context);
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueStatus(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("status", "Show settings, progress and bots");
  const auto name = AddLeagueArgument(app);
  app.footer(kFooter);
  app.callback(
      [&chosen, name] { chosen = [name](Context& context) { return Status(context, *name); }; });
}

}  // namespace taki::cli
