// taki bot ratings NAME
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/match_text.h"
#include "referee/cli/points_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(What the leaderboard showed after earlier results, the oldest first, each with
the match that was the last one to count.

Examples:
  taki bot ratings alice
  taki bot ratings alice --json | jq -r '.points[] | [.as_of, .rating] | @tsv')";

struct Options {
  std::string name, version;
  int limit = 50;
};

void PrintPoints(const v1::GetRatingHistoryResponse& history, Context& context) {
  using enum Table::Align;
  Table table({{"Change", kRight},
               {"Match"},
               {"Ended"},
               {"Version"},
               {"Rating", kRight},
               {"+/-", kRight},
               {"Matches", kRight}});
  for (const v1::RatingPoint& point : history.points())
    table.Add({std::to_string(point.as_of()), OrDash(Escaped(point.match_id())),
               SecondText(point.finished_ms()), OrDash(Escaped(point.bot_version())),
               Fixed(point.rating(), 1), Fixed(point.plus_minus(), 1),
               std::to_string(point.matches())});
  table.Print(context.out(), context.width(), context.OutPainter());
}

ExitCode Ratings(Context& context, const Options& options) {
  v1::GetRatingHistoryRequest request;
  request.set_bot(options.name);
  request.set_bot_version(options.version);
  request.set_max_points(options.limit);
  const v1::GetRatingHistoryResponse history = context.WithoutToken().GetRatingHistory(request);
  if (context.json)
    PrintJson(ToJson(history), context.out());
  else if (history.points().empty())
    context.out() << "No rated match of " << Escaped(options.name) << " counts yet.\n";
  else
    PrintPoints(history, context);
  return ExitCode::kOk;
}

}  // namespace

void AddBotRatings(CLI::App& bot, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *bot.add_subcommand("ratings", "Show how a bot's rating came about");
  app.add_option("NAME", options->name, "the bot")->required()->type_name("");
  app.add_option("--bot-version", options->version, "only this version of it")->type_name("TEXT");
  app.add_option("--limit", options->limit, "at most so many points (50)")
      ->check(CLI::Range(1, 100).description(""))
      ->type_name("N");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Ratings(context, *options); };
  });
}

}  // namespace taki::cli
