// taki match show ID
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"
#include "referee/cli/transcript.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(A transcript line holds the moves that one seat made in a row in one turn,
in the notation of docs/notation.md. `[2 R5 B+2]` are cards drawn because
of the move before it; `[3 dave 2]` if another seat drew them. Which cards
were drawn is told when the match is over.

Examples:
  taki match show m-000042 | less -R
  taki match show m-000042 --no-moves
  taki match show m-000042 --json | jq '.moves[].token')";

struct Options {
  std::string match_id;
  bool no_moves = false;
};

void PrintText(const v1::Match& match, const std::vector<v1::Move>& moves, Context& context) {
  PrintHead(match, context);
  context.out() << '\n';
  PrintSeats(match, context);
  if (const std::string sentence = EndingSentence(match); !sentence.empty())
    context.out() << '\n' << sentence << '\n';
  if (moves.empty()) return;
  context.out() << '\n';
  PrintTranscript(match, moves, context);
}

ExitCode Show(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  const v1::Match match = GetMatch(client, options.match_id);
  std::vector<v1::Move> moves;
  if (!options.no_moves) moves = AllMoves(client, options.match_id);
  if (!context.json) {
    PrintText(match, moves, context);
    return ExitCode::kOk;
  }
  Json json{{"match", ToJson(match)}};
  if (!options.no_moves) {
    Json list = Json::array();
    for (const v1::Move& move : moves) list.push_back(ToJson(move));
    json["moves"] = std::move(list);
  }
  PrintJson(json, context.out());
  return ExitCode::kOk;
}

}  // namespace

void AddMatchShow(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("show", "Show a match: settings, places, every move");
  app.add_option("ID", options->match_id, "the match")
      ->required()
      ->check(MatchIdText())
      ->type_name("");
  app.add_flag("--no-moves", options->no_moves, "leave the transcript out");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Show(context, *options); };
  });
}

}  // namespace taki::cli
