#include "referee/cli/run.h"

#include <algorithm>
#include <exception>
#include <memory>

#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/help_format.h"
#include "referee/rules/ruleset.h"

namespace taki::cli {
namespace {

constexpr char kAbout[] =
    "taki: the command line of the TAKI referee.\n"
    "Registers bots, runs leagues and matches, shows and checks what was played.";

constexpr char kRootFooter[] =
    R"(Where the referee is:  --server, else TAKI_SERVER, else 127.0.0.1:7450.
Which token to use:    --token, else --token-file, else TAKI_TOKEN, else
                       TAKI_TOKEN_FILE, else (where one is needed)
                       ./taki.db.admin-token, which taki-referee writes.

Exit codes:
  0  done; the answer is yes
  1  the answer is no: a record differs, a match is void, a league was aborted,
     a bot is not shown to be better, or its reply was not legal
  2  the command line, or a file of settings, is wrong
  3  no referee answers
  4  the referee refused; the sentence and the reason are printed
  5  a file here cannot be read or written, or no token was found

Examples:
  taki bot register alice --owner ann --save-token alice.token
  taki league create autumn --format round-robin --bots alice,bob,carol
  taki match start alice bob --wait
  taki match show m-000042
  taki match verify --all

`taki COMMAND --help` tells more; docs/cli.md tells all.)";

constexpr char kBotFooter[] =
    R"(Examples:
  taki bot register alice --owner ann
  taki bot list
  taki bot rotate alice --save-token alice.token)";

constexpr char kLeagueFooter[] =
    R"(LEAGUE is a league's name or id.

Examples:
  taki league create autumn --format swiss --bots alice,bob,carol,dave
  taki league start autumn
  taki league watch autumn
  taki league table autumn)";

constexpr char kMatchFooter[] =
    R"(Examples:
  taki match start alice bob carol
  taki match watch m-000042
  taki match replay m-000042
  taki match verify m-000042.taki)";

std::string Version() {
  return "taki " TAKI_VERSION " (rules_version " + std::to_string(rules::kRulesVersion) + ")";
}

// Flags that every command takes, before or after its name.
void AddSharedFlags(CLI::App& app, Context& context) {
  app.add_option("--server", context.endpoint.server, "HOST:PORT of the referee")
      ->type_name("ADDRESS");
  app.add_option("--token", context.endpoint.token, "the token itself (others here see it in ps)")
      ->type_name("TOKEN");
  app.add_option("--token-file", context.endpoint.token_file, "read the token from this file")
      ->type_name("FILE");
  app.add_option("--timeout", context.timeout_s, "seconds to wait for an answer (10)")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86'400).description(""));
  app.add_flag("--json", context.json, "print JSON (docs/cli.md)");
  app.set_version_flag("--version", Version(), "print the version");
}

void AddLeagueCommands(CLI::App& league, Command& chosen) {
  league.require_subcommand(1)->footer(kLeagueFooter);
  AddLeagueCreate(league, chosen);
  AddLeagueEnter(league, chosen);
  AddLeagueWithdraw(league, chosen);
  AddLeagueStart(league, chosen);
  AddLeaguePause(league, chosen);
  AddLeagueResume(league, chosen);
  AddLeagueDrain(league, chosen);
  AddLeagueAbort(league, chosen);
  AddLeagueDisqualify(league, chosen);
  AddLeagueReinstate(league, chosen);
  AddLeagueStatus(league, chosen);
  AddLeagueTable(league, chosen);
  AddLeagueCrosstable(league, chosen);
  AddLeagueBracket(league, chosen);
  AddLeagueFixtures(league, chosen);
  AddLeagueRequeue(league, chosen);
  AddLeagueWatch(league, chosen);
  AddLeagueList(league, chosen);
}

void AddCommands(CLI::App& app, Command& chosen) {
  CLI::App& bot = *app.add_subcommand("bot", "Register bots, list them, show their ratings");
  bot.require_subcommand(1)->footer(kBotFooter);
  AddBotRegister(bot, chosen);
  AddBotList(bot, chosen);
  AddBotRotate(bot, chosen);
  AddBotRatings(bot, chosen);
  AddBotShow(bot, chosen);
  AddLeagueCommands(*app.add_subcommand("league", "Run leagues and brackets, show their tables"),
                    chosen);
  CLI::App& match = *app.add_subcommand("match", "Start, watch, list, show and verify matches");
  match.require_subcommand(1)->footer(kMatchFooter);
  AddMatchStart(match, chosen);
  AddMatchWatch(match, chosen);
  AddMatchList(match, chosen);
  AddMatchShow(match, chosen);
  AddMatchReplay(match, chosen);
  AddMatchWhy(match, chosen);
  AddMatchDecision(match, chosen);
  AddMatchResend(match, chosen);
  AddMatchRecord(match, chosen);
  AddMatchVerify(match, chosen);
  AddMatchVoid(match, chosen);
  AddMatchRequeue(match, chosen);
  AddExport(app, chosen);
  AddLeaderboard(app, chosen);
  AddCompare(app, chosen);
}

// What CLI11 found: help or version (kOk), or a mistake (kUsage), already printed.
ExitCode Explained(const CLI::App& app, const CLI::ParseError& error, Surroundings& around) {
  return app.exit(error, around.out, around.err) == 0 ? ExitCode::kOk : ExitCode::kUsage;
}

ExitCode RunChosen(const Command& command, Context& context) {
  try {
    const ExitCode code = command(context);
    if (!context.out().flush()) throw LocalFailure("cannot write to the standard output");
    return code;
  } catch (const Failure& failure) {
    context.out().flush();
    Print(failure, context.json, context.err());
    return failure.exit_code;
  } catch (const std::exception& error) {  // memory, a broken stream: said, not a crash
    Print(LocalFailure(error.what()), context.json, context.err());
    return ExitCode::kLocal;
  }
}

}  // namespace

ExitCode Run(const std::vector<std::string>& arguments, Surroundings& around) {
  Context context(around);
  Command chosen;
  CLI::App app(kAbout, "taki");
  app.fallthrough()->require_subcommand(1)->footer(kRootFooter);
  app.formatter(std::make_shared<HelpFormat>());
  app.set_help_flag("-h,--help", "print this help");
  AddSharedFlags(app, context);
  AddCommands(app, chosen);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // last first
  } catch (const CLI::ParseError& error) {
    return Explained(app, error, around);
  }
  return RunChosen(chosen, context);
}

}  // namespace taki::cli
