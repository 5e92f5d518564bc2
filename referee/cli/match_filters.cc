#include "referee/cli/match_filters.h"

#include "referee/cli/json.h"
#include "referee/cli/league_query.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

CLI::Option* AddText(CLI::App& app, const char* flag, std::string& value, const char* type,
                     const char* about) {
  return app.add_option(flag, value, about)->type_name(type)->group("Filters");
}

CLI::Option* AddNumber(CLI::App& app, const char* flag, int& value, int low, int high,
                       const char* about) {
  return app.add_option(flag, value, about)
      ->type_name("N")
      ->check(CLI::Range(low, high).description(""))
      ->group("Filters");
}

void AddBots(CLI::App& app, MatchFilters& filters) {
  CLI::Option* bot = AddText(app, "--bot", filters.bot, "NAME", "in which this bot has a seat");
  AddText(app, "--bot-version", filters.bot_version, "TEXT", "... with this version of it")
      ->needs(bot);
  AddText(app, "--opponent", filters.opponent, "NAME", "... and this bot has another")->needs(bot);
  AddNumber(app, "--place", filters.place, 1, 10, "... and the first came to this place")
      ->needs(bot);
}

void AddCourse(CLI::App& app, MatchFilters& filters, bool of_results) {
  AddText(
      app, "--state", filters.state, "STATE",
      of_results ? "FINISHED or VOID" : "QUEUED, ASSIGNED, RUNNING, FINISHED, VOID\nor QUARANTINED")
      ->check(EnumName(v1::MatchState_descriptor()));
  AddText(app, "--ending", filters.ending, "ENDING",
          "COMPLETED, WALKOVER, DEADLOCK, TURN_LIMIT\nor VOID")
      ->check(EnumName(v1::MatchEnding_descriptor()));
  AddText(app, "--seat-end", filters.seat_end, "END",
          "that ended so for the bot (or any seat):\nCOMPLETED, ILLEGAL_ACTION, TIMEOUT,\n"
          "DISCONNECTED, NO_SHOW, RESIGNED, DISQUALIFIED")
      ->check(EnumName(v1::SeatEnd_descriptor()));
  AddNumber(app, "--seats", filters.seats, 2, 10, "with this number of seats");
  CLI::Option* rated =
      app.add_flag("--rated", filters.rated, "that count for ratings")->group("Filters");
  app.add_flag("--unrated", filters.unrated, "that do not")->group("Filters")->excludes(rated);
}

void AddLeague(CLI::App& app, MatchFilters& filters) {
  CLI::Option* league =
      AddText(app, "--league", filters.league, "LEAGUE", "of the league of this name or id");
  CLI::Option* round =
      AddNumber(app, "--round", filters.round, 1, 1'000'000'000, "... of this round of it")
          ->needs(league);
  AddNumber(app, "--fixture", filters.fixture, 1, 1'000'000'000, "... of this fixture of it")
      ->needs(league)
      ->excludes(round);
}

}  // namespace

void AddMatchFilters(CLI::App& app, MatchFilters& filters, bool of_results) {
  AddBots(app, filters);
  AddCourse(app, filters, of_results);
  AddLeague(app, filters);
  AddText(app, "--from", filters.from, "TIME", "asked for at this time or later")
      ->check(TimeText());
  AddText(app, "--before", filters.before, "TIME", "asked for before this time")->check(TimeText());
}

v1::ListMatchesRequest ToProto(Client& client, const MatchFilters& filters) {
  v1::ListMatchesRequest request;
  request.set_bot(filters.bot);
  request.set_bot_version(filters.bot_version);
  request.set_opponent(filters.opponent);
  request.set_place(filters.place);
  request.set_state(
      static_cast<v1::MatchState>(ParseShortName(v1::MatchState_descriptor(), filters.state)));
  request.set_ending(
      static_cast<v1::MatchEnding>(ParseShortName(v1::MatchEnding_descriptor(), filters.ending)));
  request.set_seat_end(
      static_cast<v1::SeatEnd>(ParseShortName(v1::SeatEnd_descriptor(), filters.seat_end)));
  request.set_seats(filters.seats);
  if (filters.rated || filters.unrated) request.set_rated(filters.rated);
  if (!filters.league.empty()) request.set_league_id(LeagueIdOf(client, filters.league));
  request.set_round(filters.round);
  request.set_fixture_id(filters.fixture);
  if (!filters.from.empty()) request.set_created_from_ms(TimeMs(filters.from));
  if (!filters.before.empty()) request.set_created_before_ms(TimeMs(filters.before));
  return request;
}

}  // namespace taki::cli
