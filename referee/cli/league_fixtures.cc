// taki league fixtures LEAGUE
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The schedule with its results. A win at a table of two is one point, at a
larger one the share of beaten opponents. Behind a match that does not count
stands why. Before the start there is none: see taki league create --dry-run.

Examples:
  taki league fixtures autumn --bot alice
  taki league fixtures autumn --state playing
  taki league fixtures autumn --round 3 --json)";

struct Options {
  std::shared_ptr<std::string> league;
  std::string section, state, bot;
  int group = 0, round = 0, limit = 1'000;
};

v1::ListFixturesRequest FiltersOf(const Options& options) {
  v1::ListFixturesRequest filters;
  filters.set_section(
      static_cast<v1::Section>(ParseShortName(v1::Section_descriptor(), options.section)));
  filters.set_state(
      static_cast<v1::FixtureState>(ParseShortName(v1::FixtureState_descriptor(), options.state)));
  filters.set_bot(options.bot);
  filters.set_group(options.group);
  filters.set_round(options.round);
  return filters;
}

ExitCode Fixtures(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  v1::ListFixturesRequest filters = FiltersOf(options);
  filters.set_league_id(LeagueIdOf(client, *options.league));
  std::vector<v1::Fixture> fixtures;
  const bool more = ForEachFixture(client, filters, options.limit, [&](const v1::Fixture& fixture) {
    fixtures.push_back(fixture);
  });
  if (context.json) {
    Json list = Json::array();
    for (const v1::Fixture& fixture : fixtures) list.push_back(ToJson(fixture));
    PrintJson({{"fixtures", list}, {"more", more}}, context.out());
    return ExitCode::kOk;
  }
  if (fixtures.empty())
    context.out() << "No fixture passes these filters.\n";
  else
    PrintFixtures(fixtures, context);
  if (more) context.err() << "There are more than these " << fixtures.size() << "; see --limit.\n";
  return ExitCode::kOk;
}

}  // namespace

void AddLeagueFixtures(CLI::App& league, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *league.add_subcommand("fixtures", "List who plays whom, with the results");
  options->league = AddLeagueArgument(app);
  const auto add = [&app](const char* flag, auto& value, const char* type, const char* about) {
    return app.add_option(flag, value, about)->type_name(type)->group("Filters");
  };
  add("--section", options->section, "SECTION",
      "TABLE, GROUP, WINNERS, LOSERS, THIRD_PLACE\nor GRAND_FINAL")
      ->check(EnumName(v1::Section_descriptor()));
  add("--group", options->group, "N", "of this group")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add("--round", options->round, "N", "of this round")
      ->check(CLI::Range(1, 1'000'000'000).description(""));
  add("--state", options->state, "STATE", "PENDING, READY, PLAYING, DECIDED or\nCANCELLED")
      ->check(EnumName(v1::FixtureState_descriptor()));
  add("--bot", options->bot, "NAME", "with this bot");
  app.add_option("--limit", options->limit, "at most so many (1000)")
      ->check(CLI::Range(1, 10'000'000).description(""))
      ->type_name("N");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Fixtures(context, *options); };
  });
}

}  // namespace taki::cli
