// taki league start, pause, resume, drain, abort
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"

namespace taki::cli {
namespace {

constexpr char kStartFooter[] =
    R"(Entries and seeds are frozen, and the event seed is revealed, from which all
lots are drawn; its commitment was public when the league was created.

Examples:
  taki league start autumn
  taki league start autumn && taki league watch autumn)";
constexpr char kPauseFooter[] =
    R"(Matches that are running go on, no new ones begin.

Example:
  taki league pause autumn)";
constexpr char kResumeFooter[] =
    R"(Example:
  taki league resume autumn)";
constexpr char kDrainFooter[] =
    R"(No new matches begin, for good; the league ends with its running matches. The
table is then as it stands.

Example:
  taki league drain evening-ladder)";
constexpr char kAbortFooter[] =
    R"(Its running matches are made VOID. There is no way back; `taki league drain`
ends a league with its running matches, `taki league pause` can be undone.

Example:
  taki league abort autumn)";

template <class Request, class Response>
ExitCode Change(Context& context, const std::string& name,
                Response (Client::*call)(const Request&)) {
  Client& client = context.WithToken();
  Request request;
  request.set_league_id(LeagueIdOf(client, name));
  const v1::League league = (client.*call)(request).league();
  if (context.json)
    PrintJson({{"league", ToJson(league)}}, context.out());
  else
    PrintLine(league, context);
  return ExitCode::kOk;
}

template <class Request, class Response>
void Add(CLI::App& league, Command& chosen, const char* name, const char* about, const char* footer,
         Response (Client::*call)(const Request&)) {
  CLI::App& app = *league.add_subcommand(name, about);
  const auto argument = AddLeagueArgument(app);
  app.footer(footer);
  app.callback([&chosen, argument, call] {
    chosen = [argument, call](Context& context) { return Change(context, *argument, call); };
  });
}

}  // namespace

void AddLeagueStart(CLI::App& league, Command& chosen) {
  Add(league, chosen, "start", "Close the entries and begin", kStartFooter, &Client::StartLeague);
}

void AddLeaguePause(CLI::App& league, Command& chosen) {
  Add(league, chosen, "pause", "Begin no new matches for now", kPauseFooter, &Client::PauseLeague);
}

void AddLeagueResume(CLI::App& league, Command& chosen) {
  Add(league, chosen, "resume", "Go on after a pause", kResumeFooter, &Client::ResumeLeague);
}

void AddLeagueDrain(CLI::App& league, Command& chosen) {
  Add(league, chosen, "drain", "End it with its running matches", kDrainFooter,
      &Client::DrainLeague);
}

void AddLeagueAbort(CLI::App& league, Command& chosen) {
  Add(league, chosen, "abort", "End it at once", kAbortFooter, &Client::AbortLeague);
}

}  // namespace taki::cli
