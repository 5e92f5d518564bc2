// taki league list
#include <algorithm>
#include <vector>

#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_text.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Examples:
  taki league list
  taki league list --state running
  taki league list --json | jq -r '.leagues[].config.name')";

constexpr int kPageSize = 1'000;  // the most that a referee gives at once

struct Options {
  std::string state;
  int limit = 50;
};

// The title stands last: one in Hebrew, or a wide one, cannot disturb another column.
void PrintTable(const std::vector<v1::League>& leagues, Context& context) {
  Table table({{"League"}, {"Name"}, {"State"}, {"Format"}, {"Created"}, {"Title"}});
  for (const v1::League& league : leagues)
    table.Add({Escaped(league.league_id()), Escaped(league.config().name()), Text(league.state()),
               Text(league.config().format()), SecondText(league.created_ms()),
               OrDash(Escaped(league.config().title()))});
  table.Print(context.out(), context.width(), context.OutPainter());
}

ExitCode List(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  std::vector<v1::League> leagues;
  v1::ListLeaguesRequest request;
  request.set_state(
      static_cast<v1::LeagueState>(ParseShortName(v1::LeagueState_descriptor(), options.state)));
  do {
    request.set_page_size(std::min(options.limit - static_cast<int>(leagues.size()), kPageSize));
    const v1::ListLeaguesResponse page = client.ListLeagues(request);
    leagues.insert(leagues.end(), page.leagues().begin(), page.leagues().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty() && static_cast<int>(leagues.size()) < options.limit);
  const bool more = !request.page_token().empty();
  if (context.json) {
    Json list = Json::array();
    for (const v1::League& league : leagues) list.push_back(ToJson(league));
    PrintJson({{"leagues", list}, {"more", more}}, context.out());
    return ExitCode::kOk;
  }
  if (leagues.empty())
    context.out() << (options.state.empty() ? "There are no leagues.\n"
                                            : "No league is in this state.\n");
  else
    PrintTable(leagues, context);
  if (more) context.err() << "There are more than these " << leagues.size() << "; see --limit.\n";
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueList(CLI::App& league, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *league.add_subcommand("list", "List leagues, the newest first");
  app.add_option("--state", options->state,
                 "only those that are OPEN, RUNNING, PAUSED,\nDRAINING, FINISHED or ABORTED")
      ->type_name("STATE")
      ->check(EnumName(v1::LeagueState_descriptor()));
  app.add_option("--limit", options->limit, "at most so many (50)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return List(context, *options); };
  });
}

}  // namespace taki::cli
