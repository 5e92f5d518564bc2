// taki match decision ID NUMBER
#include "referee/cli/commands.h"
#include "referee/cli/decision_text.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/option_values.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Shows what exactly the bot was sent, what it answered, what the referee
said to that, and the times. Before the match is over only with the bot's
own token.

Examples:
  taki match decision m-000042 17
  taki match decision m-000042 17 --json | jq .decision.observation)";

struct Options {
  std::string match_id;
  int decision = 0;
};

ExitCode ShowDecision(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  v1::GetDecisionRequest request;
  request.set_match_id(options.match_id);
  request.set_decision_id(options.decision);
  const v1::DecisionRecord record = client.GetDecision(request).decision();
  if (context.json) {
    PrintJson(ToJson(record), context.out());
    return ExitCode::kOk;
  }
  PrintQuestion(GetMatch(client, options.match_id), record, context);
  const Painter painter = context.OutPainter();
  Table table({{"Reply"}, {"Verdict"}, {"Time", Table::Align::kRight}, {"Why"}});
  for (std::vector<std::string>& row : RowsOf(record)) table.Add(std::move(row));
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 0 ? painter.Cards(cell) : cell;
              });
  PrintTimes(record, context);
  return ExitCode::kOk;
}

}  // namespace

void AddMatchDecision(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("decision", "Show what a bot was asked, and what it said");
  app.add_option("ID", options->match_id, "the match")
      ->required()
      ->check(MatchIdText())
      ->type_name("");
  app.add_option("NUMBER", options->decision, "the decision's id, from 1")
      ->required()
      ->check(CLI::Range(1, 1'048'575))
      ->type_name("");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return ShowDecision(context, *options); };
  });
}

}  // namespace taki::cli
