// taki leaderboard
#include <algorithm>

#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"
#include "referee/cli/points_text.h"
#include "referee/cli/rating_text.h"
#include "referee/cli/standings_table.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Ratings are Elo, their mean is 0, by all rated matches, whatever their order
(docs/competitions.md). A rank is an interval, "2-4", if its +/- (95 %) is met
by others'. "Places" counts how often the bot was first, second, ...; "Faults"
in how many of its matches it was forfeited, by kind. Provisional: fewer than
30 matches, or +/- above 150.

Examples:
  taki leaderboard
  taki leaderboard --league autumn --min-matches 10
  taki leaderboard --json | jq -r '.rows[] | [.bot, .rating] | @tsv')";

struct Options {
  std::string league;
  int min_matches = 0, limit = 1'000;
  bool all_versions = false;
};

// "TIMEOUT 2/120, NO_SHOW 1/121"; "0/120" if there was none.
std::string Faults(const v1::LeaderboardRow& row) {
  std::string text;
  int of = row.matches();
  for (const auto& fault : row.faults()) {
    of = std::max(of, fault.of());
    if (fault.count() == 0) continue;
    text += (text.empty() ? "" : ", ") + ShortName(v1::SeatEnd_descriptor(), fault.end()) + " " +
            std::to_string(fault.count()) + "/" + std::to_string(fault.of());
  }
  return text.empty() ? "0/" + std::to_string(of) : text;
}

void PrintRows(const v1::GetLeaderboardResponse& board, Context& context) {
  using enum Table::Align;
  Table table({{"Rank", kRight},
               {"Bot"},
               {"Version"},
               {"Rating", kRight},
               {"+/-", kRight},
               {"Matches", kRight},
               {"Wins", kRight},
               {"Mean place", kRight},
               {"Places"},
               {""},
               {"Faults"}});
  for (const v1::LeaderboardRow& row : board.rows())
    table.Add({PlacesText(row.rank_from(), row.rank_to()), Escaped(row.bot()),
               OrDash(Escaped(row.bot_version())) + (row.current() ? "" : " (old)"),
               Fixed(row.rating(), 1), Fixed(row.plus_minus(), 1), std::to_string(row.matches()),
               std::to_string(row.wins()), Fixed(row.mean_place(), 2),
               PlaceCounts(row.place_counts()), row.provisional() ? "provisional" : "",
               Faults(row)});
  table.Print(context.out(), context.width(), context.OutPainter());
}

ExitCode Leaderboard(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  v1::GetLeaderboardRequest request;
  if (!options.league.empty()) request.set_league_id(LeagueIdOf(client, options.league));
  request.set_min_matches(options.min_matches);
  request.set_all_versions(options.all_versions);
  request.set_max_rows(options.limit);
  const v1::GetLeaderboardResponse board = client.GetLeaderboard(request);
  if (context.json) {
    PrintJson(ToJson(board), context.out());
    return ExitCode::kOk;
  }
  if (board.rows().empty())
    context.out() << "There is nothing to rank yet.\n";
  else
    PrintRows(board, context);
  context.out() << AsOfText(board.as_of(), board.last_match_id()) << '\n';
  if (board.rows_total() > board.rows_size())
    context.err() << "There are more than these " << board.rows_size() << "; see --limit.\n";
  return ExitCode::kOk;
}

}  // namespace

void AddLeaderboard(CLI::App& root, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *root.add_subcommand("leaderboard", "Rank the bots by all rated matches");
  app.add_option("--league", options->league, "by the matches of this league only")
      ->type_name("LEAGUE");
  app.add_option("--min-matches", options->min_matches, "only who has played so many")
      ->check(CLI::Range(0, 1'000'000'000).description(""))
      ->type_name("N");
  app.add_flag("--all-versions", options->all_versions, "a row for each version of a bot");
  app.add_option("--limit", options->limit, "at most so many (1000)")
      ->check(CLI::Range(1, 10'000).description(""))
      ->type_name("N");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Leaderboard(context, *options); };
  });
}

}  // namespace taki::cli
