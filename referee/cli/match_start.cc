// taki match start BOT BOT...
#include <limits>
#include <map>
#include <optional>

#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/follow.h"
#include "referee/cli/json.h"
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
  std::string stages, draw_rule, taki_rule;
  int max_turns = 0;
  std::optional<int> move_time_ms, time_bank_ms, strike_limit, ready_time_ms, reconnect_grace_ms,
      reconnect_grace_match_ms, restart_grace_ms;
  bool rated = false;
  std::string seed;
  int count = 1;
  std::string request_id;
  bool wait = false;
};

void SetClock(const Options& options, v1::TimeControl& clock) {
  if (options.move_time_ms) clock.set_move_time_ms(*options.move_time_ms);
  if (options.time_bank_ms) clock.set_time_bank_ms(*options.time_bank_ms);
  if (options.strike_limit) clock.set_strike_limit(*options.strike_limit);
  if (options.ready_time_ms) clock.set_ready_time_ms(*options.ready_time_ms);
  if (options.reconnect_grace_ms) clock.set_reconnect_grace_ms(*options.reconnect_grace_ms);
  if (options.reconnect_grace_match_ms)
    clock.set_reconnect_grace_match_ms(*options.reconnect_grace_match_ms);
  if (options.restart_grace_ms) clock.set_restart_grace_ms(*options.restart_grace_ms);
}

v1::RequestMatchRequest RequestOf(const Options& options) {
  v1::RequestMatchRequest request;
  for (const std::string& bot : options.bots) request.add_bots(bot);
  request.set_seating(options.seating);
  v1::Ruleset& ruleset = *request.mutable_ruleset();
  for (const int size : Numbers(options.stages)) ruleset.add_stages(size);
  ruleset.set_draw_rule(
      static_cast<v1::DrawRule>(ParseShortName(v1::DrawRule_descriptor(), options.draw_rule)));
  ruleset.set_taki_rule(
      static_cast<v1::TakiRule>(ParseShortName(v1::TakiRule_descriptor(), options.taki_rule)));
  ruleset.set_max_turns(options.max_turns);
  SetClock(options, *request.mutable_time_control());
  request.set_rated(options.rated);
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

void AddClockOptions(CLI::App& app, Options& options) {
  const auto ms = [&app](const char* flag, std::optional<int>& value, const char* about) {
    app.add_option(flag, value, about)->type_name("MS")->group("Clocks");
  };
  ms("--move-time-ms", options.move_time_ms, "free time of each decision (1000)");
  ms("--time-bank-ms", options.time_bank_ms, "beyond it, in the match (60000)");
  app.add_option("--strike-limit", options.strike_limit, "the strike that forfeits (3)")
      ->type_name("N")
      ->group("Clocks");
  ms("--ready-time-ms", options.ready_time_ms, "for a bot to be ready (30000)");
  ms("--reconnect-grace-ms", options.reconnect_grace_ms, "a decision, if a bot is away (10000)");
  ms("--reconnect-grace-match-ms", options.reconnect_grace_match_ms, "the same, a match (30000)");
  ms("--restart-grace-ms", options.restart_grace_ms, "after the referee restarts (30000)");
}

void AddRuleOptions(CLI::App& app, Options& options) {
  app.add_option("--stages", options.stages, "hand sizes (8,7,6,5,4,3,2,1)")
      ->type_name("N,N,...")
      ->check(NumbersText())
      ->group("Rules");
  app.add_option("--draw-rule", options.draw_rule, "WHEN_STUCK (default) or ANY_TIME")
      ->type_name("RULE")
      ->check(EnumName(v1::DrawRule_descriptor()))
      ->group("Rules");
  app.add_option("--taki-rule", options.taki_rule, "PLAY_ALL (default) or PLAY_ANY")
      ->type_name("RULE")
      ->check(EnumName(v1::TakiRule_descriptor()))
      ->group("Rules");
  app.add_option("--max-turns", options.max_turns, "the match ends after so many (10000)")
      ->type_name("N")
      ->group("Rules");
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
  app.add_option("--seed", options->seed, "the seed of the deal, if not rated")
      ->check(SeedText())
      ->type_name("HEX64");
  app.add_option("--count", options->count, "so many matches (1)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--request-id", options->request_id, "repeating the command is safe")
      ->type_name("TEXT");
  app.add_flag("--wait", options->wait, "wait until they are over");
  AddRuleOptions(app, *options);
  AddClockOptions(app, *options);
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Start(context, *options); };
  });
}

}  // namespace taki::cli
