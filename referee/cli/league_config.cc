#include "referee/cli/league_config.h"

#include "referee/cli/json.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

void AddShape(CLI::App& app, LeagueConfigOptions& options) {
  const auto add = [&app](const char* flag, auto& value, const char* type, const char* about) {
    return app.add_option(flag, value, about)->type_name(type)->group("League");
  };
  add("--title", options.title, "TEXT", "its name for people (NAME)");
  add("--format", options.format, "FORMAT",
      "ROUND_ROBIN, SWISS, SINGLE_ELIMINATION,\nDOUBLE_ELIMINATION, GROUPS_THEN_BRACKET,\n"
      "GAUNTLET or LADDER")
      ->check(EnumName(v1::LeagueFormat_descriptor()));
  add("--seats", options.seats, "N", "bots of a match, 2 to 10 (2)");
  add("--rounds", options.rounds, "N", "rounds, cycles, matches (the format's own)");
  add("--games", options.matches_per_fixture, "N", "matches of a fixture; best of so many (1)");
  add("--tie-break-games", options.tie_break_matches, "N", "more of them if a bracket ties (2)");
  add("--advance", options.advance, "N", "elimination at tables: so many go on (1)");
  app.add_flag("--third-place", options.third_place, "brackets: place 3 is played for")
      ->group("League");
  add("--groups", options.groups, "N", "groups before the bracket (2)");
  add("--advance-per-group", options.advance_per_group, "N", "of each, so many go on (2)");
  add("--challengers", options.challengers, "N", "gauntlet: so many play all others (1)");
  add("--seeding", options.seeding, "HOW", "AS_ENTERED (default), RATING or LOT")
      ->check(EnumName(v1::LeagueSeeding_descriptor()));
  add("--tie-breaks", options.tie_breaks, "NAME,NAME,...",
      "DIRECT_ENCOUNTER, WINS, BUCHHOLZ_CUT_1,\nBUCHHOLZ, SONNEBORN_BERGER, STAGES, LOT\n(all)")
      ->check(EnumName(v1::TieBreak_descriptor()))
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* rated = app.add_flag("--rated", options.rated, "matches count for ratings (default)")
                           ->group("League");
  app.add_flag("--unrated", options.unrated, "they do not")->group("League")->excludes(rated);
}

void AddLimits(CLI::App& app, LeagueConfigOptions& options) {
  const auto add = [&app](const char* flag, auto& value, const char* type, const char* about) {
    app.add_option(flag, value, about)->type_name(type)->group("Limits");
  };
  add("--max-matches", options.max_matches, "N", "matches at once (32)");
  add("--max-matches-per-bot", options.max_matches_per_bot, "N", "of one bot (4)");
  add("--no-show-grace-ms", options.no_show_grace_ms, "MS", "wait for a bot that is away (60000)");
  add("--no-show-limit", options.no_show_limit, "N", "no-shows in a row withdraw a bot (3)");
  add("--void-limit", options.void_limit, "N", "void attempts share a game's points (3)");
  add("--public-delay-ms", options.public_delay_ms, "MS", "the public sees matches later (0)");
}

}  // namespace

void AddLeagueConfigOptions(CLI::App& app, LeagueConfigOptions& options) {
  AddShape(app, options);
  AddLimits(app, options);
  AddMatchOptions(app, options.match);
}

void Set(const LeagueConfigOptions& options, v1::LeagueConfig& config) {
  if (!options.title.empty()) config.set_title(options.title);
  if (!options.format.empty())
    config.set_format(static_cast<v1::LeagueFormat>(
        ParseShortName(v1::LeagueFormat_descriptor(), options.format)));
  if (!options.seeding.empty())
    config.set_seeding(static_cast<v1::LeagueSeeding>(
        ParseShortName(v1::LeagueSeeding_descriptor(), options.seeding)));
  if (!options.tie_breaks.empty()) config.clear_tie_breaks();
  for (const std::string& name : options.tie_breaks)
    config.add_tie_breaks(
        static_cast<v1::TieBreak>(ParseShortName(v1::TieBreak_descriptor(), name)));
  if (options.seats) config.set_seats(*options.seats);
  if (options.rounds) config.set_rounds(*options.rounds);
  if (options.matches_per_fixture) config.set_matches_per_fixture(*options.matches_per_fixture);
  if (options.tie_break_matches) config.set_tie_break_matches(*options.tie_break_matches);
  if (options.advance) config.set_advance(*options.advance);
  if (options.third_place) config.set_third_place(true);
  if (options.groups) config.set_groups(*options.groups);
  if (options.advance_per_group) config.set_advance_per_group(*options.advance_per_group);
  if (options.challengers) config.set_challengers(*options.challengers);
  if (options.rated || options.unrated) config.set_rated(options.rated);
  if (options.max_matches) config.set_max_matches(*options.max_matches);
  if (options.max_matches_per_bot) config.set_max_matches_per_bot(*options.max_matches_per_bot);
  if (options.no_show_grace_ms) config.set_no_show_grace_ms(*options.no_show_grace_ms);
  if (options.no_show_limit) config.set_no_show_limit(*options.no_show_limit);
  if (options.void_limit) config.set_void_limit(*options.void_limit);
  if (options.public_delay_ms) config.set_public_delay_ms(*options.public_delay_ms);
  v1::Ruleset ruleset = config.ruleset();
  Set(options.match, ruleset);
  if (ruleset.ByteSizeLong() > 0) *config.mutable_ruleset() = ruleset;
  v1::TimeControl clock = config.time_control();
  Set(options.match, clock);
  if (clock.ByteSizeLong() > 0) *config.mutable_time_control() = clock;
}

}  // namespace taki::cli
