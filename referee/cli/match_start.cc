// taki match start BOT BOT...
#include <limits>
#include <map>
#include <optional>

#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/follow.h"
#include "referee/cli/json.h"
#include "referee/cli/match_options.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The ids of the matches are printed, one a line. With --wait each match is
printed when it is over, with its places; the exit code is 1 if one is void.
What is not set here is set by the referee (defaults in parentheses).

Examples:
  taki match start alice bob
  taki match start alice bob carol --seating random --count 20 --wait
  taki match start alice bob --stages 8 --move-time-ms 50 --time-bank-ms 0)";

const std::map<std::string, v1::Seating> kSeatings{{"youngest", v1::SEATING_YOUNGEST_FIRST},
                                                   {"listed", v1::SEATING_AS_LISTED},
                                                   {"random", v1::SEATING_RANDOM}};

struct Options {
  std::vector<std::string> bots;
  v1::Seating seating = v1::SEATING_UNSPECIFIED;
  MatchOptions match;
  bool rated = false;
  std::optional<int> public_delay_ms;
  std::string seed;
  int count = 1;
  std::string request_id;
  bool wait = false;
};

v1::RequestMatchRequest RequestOf(const Options& options) {
  v1::RequestMatchRequest request;
  for (const std::string& bot : options.bots) request.add_bots(bot);
  request.set_seating(options.seating);
  Set(options.match, *request.mutable_ruleset());
  Set(options.match, *request.mutable_time_control());
  request.set_rated(options.rated);
  if (options.public_delay_ms) request.set_public_delay_ms(*options.public_delay_ms);
  if (!options.seed.empty()) request.set_seed(SeedBytes(options.seed));
  return request;
}

// The id of the n-th of `count` matches, so that the whole command is safe to repeat.
std::string RequestId(const Options& options, int n) {
  if (options.request_id.empty() || options.count == 1) return options.request_id;
  return options.request_id + "-" + std::to_string(n);
}

void PrintStarted(const v1::Match& match, Context& context) {
  context.out() << Escaped(match.match_id()) << "  " << SeatsInBrief(match) << '\n' << std::flush;
}

void PrintEnded(const v1::Match& match, Context& context) {
  const Painter painter = context.OutPainter();
  context.out() << Escaped(match.match_id()) << "  "
                << painter(ColorOf(match.state()), Text(match.ending())) << "  ";
  if (match.ending() == v1::MATCH_ENDING_VOID)
    context.out() << Escaped(match.void_reason()) << "  ";
  context.out() << SeatsInBrief(match) << '\n' << std::flush;
}

// The match when it is over. Only its end is wanted, so it is watched from an event that never
// comes.
v1::Match Await(Client& client, const std::string& match_id) {
  if (const v1::Match match = GetMatch(client, match_id); IsOver(match.state())) return match;
  constexpr int kNoEvent = std::numeric_limits<int>::max();
  Follow(client, match_id, kNoEvent, [](const v1::WatchMatchResponse&) {});
  return GetMatch(client, match_id);
}

ExitCode WaitForAll(std::vector<v1::Match>& matches, Client& client, Context& context) {
  bool all_count = true;
  int over = 0;
  for (v1::Match& match : matches) {
    match = Await(client, match.match_id());
    all_count = all_count && match.state() == v1::MATCH_STATE_FINISHED;
    if (!context.json) PrintEnded(match, context);
    ++over;
    if (context.around.err_is_terminal && !context.around.out_is_terminal)
      context.err() << '\r' << over << " of " << matches.size() << " over"
                    << (over == static_cast<int>(matches.size()) ? "\n" : "") << std::flush;
  }
  return all_count ? ExitCode::kOk : ExitCode::kNo;
}

ExitCode Start(Context& context, const Options& options) {
  Client& client = context.WithToken();
  v1::RequestMatchRequest request = RequestOf(options);
  std::vector<v1::Match> matches;
  for (int n = 1; n <= options.count; ++n) {
    request.set_request_id(RequestId(options, n));
    matches.push_back(client.RequestMatch(request).match());
    // Told at once: a failure of a later one must not hide it.
    if (!context.json && !options.wait) PrintStarted(matches.back(), context);
  }
  const ExitCode code = options.wait ? WaitForAll(matches, client, context) : ExitCode::kOk;
  if (context.json) {
    Json list = Json::array();
    for (const v1::Match& match : matches) list.push_back(ToJson(match));
    PrintJson({{"matches", list}}, context.out());
  }
  return code;
}

}  // namespace

void AddMatchStart(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("start", "Start a match between chosen bots");
  app.add_option("BOT", options->bots, "2 to 10 bots, each once")
      ->required()
      ->expected(2, 10)
      ->type_name("");
  app.add_option("--seating", options->seating, "youngest (default), listed or random")
      ->transform(CLI::CheckedTransformer(kSeatings, CLI::ignore_case).description(""))
      ->type_name("HOW");
  app.add_flag("--rated", options->rated, "it counts for ratings");
  app.add_option("--public-delay-ms", options->public_delay_ms, "the public sees it later (0)")
      ->type_name("MS");
  app.add_option("--seed", options->seed, "the seed of the deal, if not rated")
      ->check(SeedText())
      ->type_name("HEX64");
  app.add_option("--count", options->count, "so many matches (1)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--request-id", options->request_id, "repeating the command is safe")
      ->type_name("TEXT");
  app.add_flag("--wait", options->wait, "wait until they are over");
  AddMatchOptions(app, options->match);
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Start(context, *options); };
  });
}

}  // namespace taki::cli
