// taki league enter, withdraw, disqualify, reinstate
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"

namespace taki::cli {
namespace {

constexpr char kEnterFooter[] =
    R"(Only before the league is started. The order in which bots are entered is
their seeding, unless the league says otherwise. It stops at the first bot
that is refused; those before it are entered.

Examples:
  taki league enter autumn dave
  taki league enter l-000007 dave erin frank)";

constexpr char kWithdrawFooter[] =
    R"(Before the start the bot is not entered any more. Afterwards its results
stand, its running matches are played to their end, and it plays no more
fixtures; there is no way back. A bot may withdraw itself, with its own token.

Examples:
  taki league withdraw autumn dave
  taki league withdraw autumn dave --token-file dave.token)";

constexpr char kDisqualifyFooter[] =
    R"(Its running matches are forfeited and it loses its place; in formats where
everybody meets everybody its results count for nobody (docs/competitions.md).
The reason is for all to read. `taki league reinstate` takes it back.

Example:
  taki league disqualify autumn dave --reason "two bots in one process")";

constexpr char kReinstateFooter[] =
    R"(As if it had never been disqualified, but for what was built on that
meanwhile.

Example:
  taki league reinstate autumn dave)";

struct Options {
  std::shared_ptr<std::string> league;
  std::vector<std::string> bots;
  std::string reason;
};

// One call a bot; what the last one answered is printed.
template <class Change>
ExitCode ForEachBot(Context& context, const Options& options, const Change& change) {
  Client& client = context.WithToken();
  const std::string league_id = LeagueIdOf(client, *options.league);
  v1::League league;
  for (const std::string& bot : options.bots) league = change(client, league_id, bot);
  if (context.json)
    PrintJson({{"league", ToJson(league)}}, context.out());
  else
    PrintLine(league, context);
  return ExitCode::kOk;
}

template <class Request>
Request RequestOf(const std::string& league_id, const std::string& bot) {
  Request request;
  request.set_league_id(league_id);
  request.set_bot(bot);
  return request;
}

ExitCode Enter(Context& context, const Options& options) {
  return ForEachBot(context, options, [](Client& client, const auto& league, const auto& bot) {
    return client.EnterBot(RequestOf<v1::EnterBotRequest>(league, bot)).league();
  });
}

ExitCode Withdraw(Context& context, const Options& options) {
  return ForEachBot(context, options, [](Client& client, const auto& league, const auto& bot) {
    return client.WithdrawBot(RequestOf<v1::WithdrawBotRequest>(league, bot)).league();
  });
}

ExitCode Disqualify(Context& context, const Options& options) {
  return ForEachBot(context, options, [&](Client& client, const auto& league, const auto& bot) {
    auto request = RequestOf<v1::DisqualifyBotRequest>(league, bot);
    request.set_reason(options.reason);
    return client.DisqualifyBot(request).league();
  });
}

ExitCode Reinstate(Context& context, const Options& options) {
  return ForEachBot(context, options, [](Client& client, const auto& league, const auto& bot) {
    return client.ReinstateBot(RequestOf<v1::ReinstateBotRequest>(league, bot)).league();
  });
}

// LEAGUE and BOT, or BOT... if `several`.
std::shared_ptr<Options> AddArguments(CLI::App& app, bool several) {
  auto options = std::make_shared<Options>();
  options->league = AddLeagueArgument(app);
  app.add_option("BOT", options->bots, several ? "the bots, one after the other" : "the bot")
      ->required()
      ->expected(1, several ? CLI::detail::expected_max_vector_size : 1)
      ->type_name("");
  return options;
}

void OnChosen(CLI::App& app, Command& chosen, const std::shared_ptr<Options>& options,
              ExitCode (*run)(Context&, const Options&)) {
  app.callback([&chosen, options, run] {
    chosen = [options, run](Context& context) { return run(context, *options); };
  });
}

}  // namespace

void AddLeagueEnter(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("enter", "Enter bots into a league that is open");
  app.footer(kEnterFooter);
  OnChosen(app, chosen, AddArguments(app, /*several=*/true), Enter);
}

void AddLeagueWithdraw(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("withdraw", "Take a bot out, its results stand");
  app.footer(kWithdrawFooter);
  OnChosen(app, chosen, AddArguments(app, /*several=*/false), Withdraw);
}

void AddLeagueDisqualify(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("disqualify", "Take a bot out, it loses its place");
  const auto options = AddArguments(app, /*several=*/false);
  app.add_option("--reason", options->reason, "why, for all to read")
      ->required()
      ->type_name("TEXT");
  app.footer(kDisqualifyFooter);
  OnChosen(app, chosen, options, Disqualify);
}

void AddLeagueReinstate(CLI::App& league, Command& chosen) {
  CLI::App& app = *league.add_subcommand("reinstate", "Take a disqualification back");
  app.footer(kReinstateFooter);
  OnChosen(app, chosen, AddArguments(app, /*several=*/false), Reinstate);
}

}  // namespace taki::cli
