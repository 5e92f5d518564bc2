// taki match list
#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"
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
  taki match list --bot alice --seat-end timeout --json)";

struct Options {
  std::string bot, bot_version, opponent;
  std::string state, ending, seat_end;
  int seats = 0;
  bool rated = false, unrated = false;
  std::string from, before;
  int limit = 50;
};

v1::ListMatchesRequest FiltersOf(const Options& options) {
  v1::ListMatchesRequest filters;
  filters.set_bot(options.bot);
  filters.set_bot_version(options.bot_version);
  filters.set_opponent(options.opponent);
  filters.set_state(
      static_cast<v1::MatchState>(ParseShortName(v1::MatchState_descriptor(), options.state)));
  filters.set_ending(
      static_cast<v1::MatchEnding>(ParseShortName(v1::MatchEnding_descriptor(), options.ending)));
  filters.set_seat_end(
      static_cast<v1::SeatEnd>(ParseShortName(v1::SeatEnd_descriptor(), options.seat_end)));
  filters.set_seats(options.seats);
  if (options.rated || options.unrated) filters.set_rated(options.rated);
  if (!options.from.empty()) filters.set_created_from_ms(TimeMs(options.from));
  if (!options.before.empty()) filters.set_created_before_ms(TimeMs(options.before));
  return filters;
}

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
  std::vector<v1::Match> matches;
  const bool more = ForEachMatch(context.WithoutToken(), FiltersOf(options), options.limit,
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

void AddFilters(CLI::App& app, Options& options) {
  const auto text = [&app](const char* flag, std::string& value, const char* about) {
    return app.add_option(flag, value, about)->group("Filters");
  };
  CLI::Option* bot = text("--bot", options.bot, "in which this bot has a seat")->type_name("NAME");
  text("--bot-version", options.bot_version, "... with this version of it")
      ->type_name("TEXT")
      ->needs(bot);
  text("--opponent", options.opponent, "... and this bot has another")
      ->type_name("NAME")
      ->needs(bot);
  text("--state", options.state, "QUEUED, ASSIGNED, RUNNING, FINISHED, VOID\nor QUARANTINED")
      ->type_name("STATE")
      ->check(EnumName(v1::MatchState_descriptor()));
  text("--ending", options.ending, "COMPLETED, WALKOVER, DEADLOCK, TURN_LIMIT\nor VOID")
      ->type_name("ENDING")
      ->check(EnumName(v1::MatchEnding_descriptor()));
  text("--seat-end", options.seat_end,
       "that ended so for the bot (or any seat):\nCOMPLETED, ILLEGAL_ACTION, TIMEOUT,\n"
       "DISCONNECTED, NO_SHOW, RESIGNED, DISQUALIFIED")
      ->type_name("END")
      ->check(EnumName(v1::SeatEnd_descriptor()));
  app.add_option("--seats", options.seats, "with this number of seats")
      ->type_name("N")
      ->check(CLI::Range(2, 10).description(""))
      ->group("Filters");
  CLI::Option* rated =
      app.add_flag("--rated", options.rated, "that count for ratings")->group("Filters");
  app.add_flag("--unrated", options.unrated, "that do not")->group("Filters")->excludes(rated);
  text("--from", options.from, "asked for at this time or later")
      ->type_name("TIME")
      ->check(TimeText());
  text("--before", options.before, "asked for before this time")
      ->type_name("TIME")
      ->check(TimeText());
}

}  // namespace

void AddMatchList(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("list", "List matches, the newest first");
  app.add_option("--limit", options->limit, "at most so many (50)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  AddFilters(app, *options);
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return List(context, *options); };
  });
}

}  // namespace taki::cli
