// taki league bracket LEAGUE
#include <algorithm>

#include "referee/cli/bracket_text.h"
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Between two bots stands the number of their fixture (see taki league
fixtures) and, if it had several games, the points; w/o: won without play,
lot: by lot, shared: a game that came to nothing. A seed stands before its
bot; who has a bye begins a round later. Names are cut to what the terminal
is wide, or 100 columns elsewhere.

Examples:
  taki league bracket cup
  taki league bracket cup --ascii)";

constexpr int kPipedWidth = 100;

struct Options {
  std::shared_ptr<std::string> league;
  bool ascii = false;
};

ExitCode Bracket(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  const v1::League league = GetLeague(client, *options.league).league();
  v1::GetBracketRequest request;
  request.set_league_id(league.league_id());
  const v1::GetBracketResponse bracket = client.GetBracket(request);
  if (context.json) {
    PrintJson(ToJson(bracket), context.out());
    return ExitCode::kOk;
  }
  BracketStyle style;
  style.width = context.around.out_is_terminal ? context.width() : kPipedWidth;
  style.ascii = options.ascii;
  PrintLine(league, context);
  context.out() << '\n';
  if (bracket.rounds().empty()) context.out() << "The bracket is drawn when the league starts.\n";
  for (const std::string& line : BracketLines(bracket, style, context.OutPainter()))
    context.out() << line << '\n';
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueBracket(CLI::App& league, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *league.add_subcommand("bracket", "Draw the bracket");
  options->league = AddLeagueArgument(app);
  app.add_flag("--ascii", options->ascii, "lines of - | + . ' only");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Bracket(context, *options); };
  });
}

}  // namespace taki::cli
