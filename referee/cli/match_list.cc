// taki match list
#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/match_filters.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The newest first. Behind each bot stands its place. Names of states and
endings may be written in any case; times are UTC.

Examples:
  taki match list --bot alice --limit 5
  taki match list --state running
  taki match list --ending walkover --from 2026-12-01
  taki match list --bot alice --place 1 --seats 4
  taki match list --league autumn --round 3
  taki match list --bot alice --seat-end timeout --json)";

struct Options {
  MatchFilters filters;
  int limit = 50;
};

// How it ended or, while it is not over, how far it has come.
std::string Standing(const v1::Match& match) {
  return match.ending() == v1::MATCH_ENDING_UNSPECIFIED ? Text(match.state())
                                                        : Text(match.ending());
}

void PrintTable(const std::vector<v1::Match>& matches, Context& context) {
  Table table({{"Match"}, {"Ended"}, {"Turns", Table::Align::kRight}, {"Asked for"}, {"Bots"}});
  for (const v1::Match& match : matches)
    table.Add({Escaped(match.match_id()), Standing(match),
               IsOver(match.state()) ? std::to_string(match.turns()) : "-",
               SecondText(match.created_ms()), SeatsInBrief(match)});
  const Painter painter = context.OutPainter();
  table.Print(context.out(), context.width(), painter);
}

ExitCode List(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  std::vector<v1::Match> matches;
  const bool more = ForEachMatch(client, ToProto(client, options.filters), options.limit,
                                 [&](const v1::Match& match) { matches.push_back(match); });
  if (context.json) {
    Json list = Json::array();
    for (const v1::Match& match : matches) list.push_back(ToJson(match));
    PrintJson({{"matches", list}, {"more", more}}, context.out());
    return ExitCode::kOk;
  }
  if (matches.empty())
    context.out() << "No match passes these filters.\n";
  else
    PrintTable(matches, context);
  if (more) context.err() << "There are more than these " << matches.size() << "; see --limit.\n";
  return ExitCode::kOk;
}

}  // namespace

void AddMatchList(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("list", "List matches, the newest first");
  app.add_option("--limit", options->limit, "at most so many (50)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  AddMatchFilters(app, options->filters);
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return List(context, *options); };
  });
}

}  // namespace taki::cli
