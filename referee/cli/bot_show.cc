// taki bot show NAME
#include <algorithm>
#include <optional>

#include "absl/strings/str_format.h"
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_text.h"
#include "referee/cli/match_text.h"
#include "referee/cli/points_text.h"
#include "referee/cli/standings_table.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Who it is, its rating and how that came about, how its matches went (by table
size, seat and opponent), how long it thinks, and what went wrong of how many.
"Places" counts how often it was first, second, ...; times are what was
charged, exact up to 16 ms and else at most an eighth too high.

Examples:
  taki bot show alice
  taki bot show alice --bot-version 1.2 --rated
  taki bot show alice --json | jq '.by_opponent[] | [.opponent, .ahead]')";

struct Options {
  std::string name, version;
  bool rated = false, unrated = false;
  int opponents = 20;
};

using enum Table::Align;

void PrintTitle(const std::string& title, Context& context) {
  context.out() << '\n' << context.OutPainter()(Color::kBold, title) << '\n';
}

// "first, second (now), third"
std::string Versions(const v1::Bot& bot) {
  std::string text;
  for (const v1::BotVersion& version : bot.versions()) {
    text += (text.empty() ? "" : ", ") + Escaped(version.version());
    if (version.version() == bot.current_version()) text += " (now)";
  }
  return OrDash(text);
}

std::string RatingText(const v1::GetBotProfileResponse& profile) {
  if (!profile.has_standing()) return "-";
  const v1::LeaderboardRow& row = profile.standing();
  return Fixed(row.rating(), 1) + " +/- " + Fixed(row.plus_minus(), 1) + ", rank " +
         PlacesText(row.rank_from(), row.rank_to()) + ", version " +
         OrDash(Escaped(row.bot_version())) + (row.provisional() ? ", provisional" : "");
}

void PrintHead(const v1::GetBotProfileResponse& profile, Context& context) {
  const v1::Bot& bot = profile.bot();
  Table table({{""}, {""}});
  table.Add({"name", Escaped(bot.name())});
  table.Add({"display name", OrDash(Escaped(bot.display_name()))});
  table.Add({"owner", OrDash(Escaped(bot.owner()))});
  table.Add({"registered", DayText(bot.registered_ms())});
  table.Add({"online", bot.connected() ? "yes" : "no"});
  table.Add({"versions", Versions(bot)});
  table.Add({"rating", RatingText(profile)});
  const Painter painter = context.OutPainter();
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 0 ? painter(Color::kDim, cell) : cell;
              });
}

void PrintRatings(const v1::GetBotProfileResponse& profile, Context& context) {
  if (profile.rating_history().empty()) return;
  PrintTitle("Rating", context);
  Table table({{"Ended"},
               {"Match"},
               {"Version"},
               {"Rating", kRight},
               {"+/-", kRight},
               {"Matches", kRight}});
  for (const v1::RatingPoint& point : profile.rating_history())
    table.Add({SecondText(point.finished_ms()), OrDash(Escaped(point.match_id())),
               OrDash(Escaped(point.bot_version())), Fixed(point.rating(), 1),
               Fixed(point.plus_minus(), 1), std::to_string(point.matches())});
  table.Print(context.out(), context.width(), context.OutPainter());
}

void AddResults(const std::string& seats, const std::string& seat, const v1::ResultCounts& results,
                Table& table) {
  table.Add({seats, seat, std::to_string(results.matches()), std::to_string(results.wins()),
             results.matches() > 0 ? Fixed(results.mean_place(), 2) : "-",
             PlaceCounts(results.place_counts())});
}

// All, then each table size, then its seats.
void PrintResults(const v1::GetBotProfileResponse& profile, Context& context) {
  PrintTitle("Results", context);
  Table table({{"Seats", kRight},
               {"Seat", kRight},
               {"Matches", kRight},
               {"Wins", kRight},
               {"Mean place", kRight},
               {"Places"}});
  AddResults("all", "all", profile.results(), table);
  for (const v1::SeatsRecord& record : profile.by_seats()) {
    AddResults(std::to_string(record.seats()), "all", record.results(), table);
    for (const v1::SeatRecord& seat : profile.by_seat())
      if (seat.seats() == record.seats())
        AddResults(std::to_string(seat.seats()), std::to_string(seat.seat()), seat.results(),
                   table);
  }
  table.Print(context.out(), context.width(), context.OutPainter());
}

void PrintOpponents(const v1::GetBotProfileResponse& profile, Context& context) {
  if (profile.by_opponent().empty()) return;
  PrintTitle("Opponents", context);
  Table table({{"Opponent"},
               {"Matches", kRight},
               {"Before it", kRight},
               {"Level", kRight},
               {"Behind it", kRight}});
  for (const v1::OpponentRecord& record : profile.by_opponent())
    table.Add({Escaped(record.opponent()), std::to_string(record.matches()),
               std::to_string(record.ahead()), std::to_string(record.level()),
               std::to_string(record.behind())});
  table.Print(context.out(), context.width(), context.OutPainter());
}

// "3/120 (2.5 %)"
std::string RateText(std::int64_t count, std::int64_t of) {
  const double percent = of > 0 ? 100.0 * static_cast<double>(count) / static_cast<double>(of) : 0;
  return absl::StrFormat("%d/%d (%.2g %%)", count, of, percent);
}

void PrintDecisions(const v1::GetBotProfileResponse& profile, Context& context) {
  const v1::DecisionTiming& timing = profile.timing();
  const v1::DecisionFaults& faults = profile.decision_faults();
  PrintTitle("Decisions", context);
  if (timing.decisions() == 0) {
    context.out() << "It has made none.\n";
    return;
  }
  Table times({{"Decisions", kRight},
               {"Half", kRight},
               {"90 %", kRight},
               {"99 %", kRight},
               {"99.9 %", kRight},
               {"All within", kRight}});
  times.Add({std::to_string(timing.decisions()), DurationText(timing.p50_ms()),
             DurationText(timing.p90_ms()), DurationText(timing.p99_ms()),
             DurationText(timing.p999_ms()), DurationText(timing.max_ms())});
  times.Print(context.out(), context.width(), context.OutPainter());
  PrintTitle("Faults", context);
  Table table({{""}, {""}});
  table.Add({"timeouts", RateText(faults.timeouts(), faults.decisions()) + " of decisions"});
  table.Add({"illegal replies",
             RateText(faults.illegal_replies(), faults.decisions()) + " of decisions"});
  for (const v1::FaultRate& fault : profile.match_faults())
    table.Add({"ended " + Text(fault.end()), RateText(fault.count(), fault.of()) + " of matches"});
  table.Print(context.out(), context.width(), context.OutPainter());
}

v1::GetBotProfileRequest RequestOf(const Options& options) {
  v1::GetBotProfileRequest request;
  request.set_bot(options.name);
  request.set_bot_version(options.version);
  if (options.rated || options.unrated) request.set_rated(options.rated);
  request.set_max_opponents(options.opponents);
  return request;
}

ExitCode Show(Context& context, const Options& options) {
  const v1::GetBotProfileResponse profile =
      context.WithoutToken().GetBotProfile(RequestOf(options));
  if (context.json) {
    PrintJson(ToJson(profile), context.out());
    return ExitCode::kOk;
  }
  PrintHead(profile, context);
  PrintRatings(profile, context);
  PrintResults(profile, context);
  PrintOpponents(profile, context);
  PrintDecisions(profile, context);
  if (profile.opponents_total() > profile.by_opponent_size())
    context.err() << "There are " << profile.opponents_total() << " opponents; see --opponents.\n";
  return ExitCode::kOk;
}

}  // namespace

void AddBotShow(CLI::App& bot, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *bot.add_subcommand("show", "Show what is known of a bot");
  app.add_option("NAME", options->name, "the bot")->required()->type_name("");
  app.add_option("--bot-version", options->version, "only this version of it")->type_name("TEXT");
  CLI::Option* rated =
      app.add_flag("--rated", options->rated, "only results that count for ratings");
  app.add_flag("--unrated", options->unrated, "only results that do not")->excludes(rated);
  app.add_option("--opponents", options->opponents, "at most so many opponents (20)")
      ->check(CLI::Range(1, 1'000).description(""))
      ->type_name("N");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Show(context, *options); };
  });
}

}  // namespace taki::cli
