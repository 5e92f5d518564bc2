// taki match void ID, taki match requeue ID, taki league requeue LEAGUE FIXTURE: the referee's
// remedies when something was not as it should be.
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr char kVoidFooter[] =
    R"(A match that is not over ends at once, VOID; a league plays it again. Of a
league's match that is over the result is struck, and the game is played
again, unless a later fixture depends on it. Other results stand.

Example:
  taki match void m-000042)";

constexpr char kRequeueMatchFooter[] =
    R"(A match of no league that is VOID or QUARANTINED is played anew: the same
bots on the same seats, the same settings, a new seed. A league's match stands
for its fixture: see taki league requeue.

Example:
  taki match requeue m-000042)";

constexpr char kRequeueFooter[] =
    R"(For a fixture whose game was given up after so many void attempts: it gets as
many more. Refused if others depend on the fixture.

Example:
  taki league requeue autumn 7)";

void PrintMatch(const v1::Match& match, const std::string& what, Context& context) {
  context.out() << Escaped(match.match_id()) << "  " << what << "  " << SeatsInBrief(match) << '\n';
}

ExitCode Void(Context& context, const std::string& match_id) {
  v1::VoidMatchRequest request;
  request.set_match_id(match_id);
  const v1::Match match = context.WithToken().VoidMatch(request).match();
  if (context.json)
    PrintJson({{"match", ToJson(match)}}, context.out());
  else if (match.state() == v1::MATCH_STATE_FINISHED)
    PrintMatch(match, "its result is struck", context);
  else
    PrintMatch(match, Text(match.state()), context);
  return ExitCode::kOk;
}

ExitCode Requeue(Context& context, const v1::RequeueMatchRequest& request) {
  const v1::RequeueMatchResponse response = context.WithToken().RequeueMatch(request);
  if (context.json)
    PrintJson(ToJson(response), context.out());
  else if (response.has_match())
    PrintMatch(response.match(), Text(response.match().state()), context);
  else
    PrintLine(response.league(), context);
  return ExitCode::kOk;
}

std::shared_ptr<std::string> AddMatchArgument(CLI::App& app) {
  auto id = std::make_shared<std::string>();
  app.add_option("ID", *id, "the match")->required()->check(MatchIdText())->type_name("");
  return id;
}

}  // namespace

void AddMatchVoid(CLI::App& match, Command& chosen) {
  CLI::App& app = *match.add_subcommand("void", "End a match, or strike its result");
  const auto id = AddMatchArgument(app);
  app.footer(kVoidFooter);
  app.callback([&chosen, id] { chosen = [id](Context& context) { return Void(context, *id); }; });
}

void AddMatchRequeue(CLI::App& match, Command& chosen) {
  CLI::App& app = *match.add_subcommand("requeue", "Play a match anew that came to nothing");
  const auto id = AddMatchArgument(app);
  app.footer(kRequeueMatchFooter);
  app.callback([&chosen, id] {
    chosen = [id](Context& context) {
      v1::RequeueMatchRequest request;
      request.set_match_id(*id);
      return Requeue(context, request);
    };
  });
}

void AddLeagueRequeue(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("requeue", "Try a game again that was given up");
  const auto name = AddLeagueArgument(app);
  auto fixture = std::make_shared<int>();
  app.add_option("FIXTURE", *fixture, "its number: see taki league fixtures")
      ->required()
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("");
  app.footer(kRequeueFooter);
  app.callback([&chosen, name, fixture] {
    chosen = [name, fixture](Context& context) {
      v1::RequeueMatchRequest request;
      request.set_league_id(LeagueIdOf(context.WithToken(), *name));
      request.set_fixture_id(*fixture);
      return Requeue(context, request);
    };
  });
}

}  // namespace taki::cli
