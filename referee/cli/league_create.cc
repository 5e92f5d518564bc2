// taki league create NAME BOT...
#include <optional>

#include "referee/cli/commands.h"
#include "referee/cli/config_file.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/league_config.h"
#include "referee/cli/league_text.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The file holds the same settings in protobuf's text format, LeagueConfig of
proto/taki/v1/league.proto; a flag goes before the file, and bots of the
command line are entered after those of the file. What is set nowhere is set
by the referee (defaults in parentheses). Entries are open until the league
is started.

With --dry-run nothing is recorded: the settings, the number of matches and
the schedule are printed, as far as the schedule is known in advance.

Examples:
  taki league create autumn --format round-robin --bots alice,bob,carol
  taki league create autumn-cup alice bob --format swiss --rounds 5 --start
  taki league create --config autumn.league --dry-run)";

constexpr int kFixturesMax = 10'000;  // the most that a referee previews

struct Options {
  std::string name, file, request_id;
  std::vector<std::string> bots, listed_bots;
  LeagueConfigOptions config;
  bool dry_run = false, start = false;
};

v1::LeagueConfig ConfigOf(const Options& options, const std::optional<LeagueFile>& file) {
  v1::LeagueConfig config;
  if (file) config = file->config();
  if (!options.name.empty()) config.set_name(options.name);
  Set(options.config, config);
  for (const auto* bots : {&options.bots, &options.listed_bots})
    for (const std::string& bot : *bots) config.add_bots(bot);
  return config;
}

ExitCode Preview(Context& context, const v1::LeagueConfig& config) {
  v1::PreviewLeagueRequest request;
  *request.mutable_config() = config;
  request.set_max_fixtures(kFixturesMax);
  const v1::PreviewLeagueResponse preview = context.WithToken().PreviewLeague(request);
  if (context.json) {
    PrintJson(ToJson(preview), context.out());
    return ExitCode::kOk;
  }
  PrintSettings(preview.config(), context);
  context.out() << '\n' << PlanText(preview.progress()) << "\n\n";
  if (!preview.fixtures().empty())
    PrintFixtures({preview.fixtures().begin(), preview.fixtures().end()}, context);
  if (preview.fixtures_left_out() > 0)
    context.err() << "There are " << preview.fixtures_left_out() << " fixtures more.\n";
  return ExitCode::kOk;
}

v1::League Make(Client& client, const v1::LeagueConfig& config, const Options& options) {
  v1::CreateLeagueRequest request;
  *request.mutable_config() = config;
  request.set_request_id(options.request_id);
  return client.CreateLeague(request).league();
}

// A league that cannot start is not made: its name would be used up. (Whether the name is free is
// CreateLeague's to say, which knows a request that is repeated.)
void CheckThatItCanStart(Client& client, const v1::LeagueConfig& config) {
  v1::PreviewLeagueRequest request;
  *request.mutable_config() = config;
  request.set_max_fixtures(1);
  try {
    client.PreviewLeague(request);
  } catch (const Failure& failure) {
    if (failure.reason != "LEAGUE_EXISTS") throw;
  }
}

v1::League StartIt(Client& client, const v1::League& made) {
  v1::StartLeagueRequest request;
  request.set_league_id(made.league_id());
  try {
    return client.StartLeague(request).league();
  } catch (Failure& failure) {  // what was done stands, and must be known
    failure.hint += (failure.hint.empty() ? "" : " ") + Escaped(made.config().name()) +
                    " was created as " + Escaped(made.league_id()) +
                    "; start it with taki league start.";
    throw;
  }
}

ExitCode Create(Context& context, const Options& options) {
  if (options.dry_run && options.start)
    throw UsageFailure("--dry-run records nothing, so there is nothing to --start");
  std::optional<LeagueFile> file;
  if (!options.file.empty()) file.emplace(options.file, context.around.in);
  const v1::LeagueConfig config = ConfigOf(options, file);
  v1::League league;
  try {
    if (options.dry_run) return Preview(context, config);
    if (options.start) CheckThatItCanStart(context.WithToken(), config);
    league = Make(context.WithToken(), config, options);
  } catch (Failure& failure) {
    if (file) file->Locate(config, failure);
    throw;
  }
  if (options.start) league = StartIt(context.WithToken(), league);
  if (context.json)
    PrintJson({{"league", ToJson(league)}}, context.out());
  else
    PrintLine(league, context);
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueCreate(CLI::App& league, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *league.add_subcommand("create", "Make a league, or try one out");
  app.add_option("NAME", options->name, "unique, for ever: [a-z0-9][a-z0-9._-]{1,31}")
      ->type_name("");
  app.add_option("BOT", options->bots, "bots to enter at once, in the order of seeds")
      ->expected(0, CLI::detail::expected_max_vector_size)
      ->type_name("");
  app.add_option("--bots", options->listed_bots, "the same, after those")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("BOT,BOT,...");
  app.add_option("--config", options->file,
                 "read the settings from this file (- for\nstandard input)")
      ->type_name("FILE");
  app.add_flag("--dry-run", options->dry_run, "print what it would play, record nothing");
  app.add_flag("--start", options->start, "start it at once");
  app.add_option("--request-id", options->request_id, "repeating the command is safe")
      ->type_name("TEXT");
  AddLeagueConfigOptions(app, options->config);
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Create(context, *options); };
  });
}

}  // namespace taki::cli
