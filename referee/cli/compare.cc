// taki compare A B
#include <optional>

#include "absl/strings/str_format.h"
#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/points_text.h"
#include "referee/cli/rating_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Is A better than B, by the rated matches in which both sat? At tables too a
match counts for who stood before the other. The sequential test (SPRT)
compares "A is ELO1 better" with "A is ELO0 better", and says as early as it
can which it accepts, at the risks ALPHA and BETA of being wrong; until then,
play on. The exit code is 0 if ELO1 is accepted, else 1.

Examples:
  taki compare alice bob
  taki compare alice bob --elo0 0 --elo1 20
  taki compare alice bob --json | jq -r .sprt.verdict)";

struct Options {
  std::string bot, bot_version, opponent, opponent_version;
  std::optional<double> elo0, elo1, alpha, beta;
};

v1::GetHeadToHeadRequest RequestOf(const Options& options) {
  v1::GetHeadToHeadRequest request;
  request.set_bot(options.bot);
  request.set_bot_version(options.bot_version);
  request.set_opponent(options.opponent);
  request.set_opponent_version(options.opponent_version);
  if (options.elo0) request.set_elo0(*options.elo0);
  if (options.elo1) request.set_elo1(*options.elo1);
  if (options.alpha) request.set_alpha(*options.alpha);
  if (options.beta) request.set_beta(*options.beta);
  return request;
}

std::string ScoreText(const v1::GetHeadToHeadResponse& result) {
  if (!result.has_score()) return "-";
  return absl::StrFormat("%.3f, with 95 %% between %.3f and %.3f", result.score(),
                         result.score_low(), result.score_high());
}

// What the sequential test says, as a sentence.
std::string Verdict(const v1::Sprt& sprt, const std::string& bot) {
  switch (sprt.verdict()) {
    case v1::SPRT_VERDICT_ACCEPT_ELO1:
      return "elo1 is accepted: " + bot + " is " + PointsText(sprt.elo1()) + " Elo better.";
    case v1::SPRT_VERDICT_ACCEPT_ELO0:
      return "elo0 is accepted: " + bot + " is not " + PointsText(sprt.elo1()) + " Elo better.";
    default: return "Not enough is known: play on.";
  }
}

std::string SprtText(const v1::Sprt& sprt) {
  return absl::StrFormat("LLR %.2f, elo0 at %.2f, elo1 at %.2f", sprt.llr(), sprt.lower(),
                         sprt.upper()) +
         " (elo0 " + PointsText(sprt.elo0()) + ", elo1 " + PointsText(sprt.elo1()) + ", alpha " +
         PointsText(sprt.alpha()) + ", beta " + PointsText(sprt.beta()) + ")";
}

void PrintText(const Options& options, const v1::GetHeadToHeadResponse& result, Context& context) {
  const std::string bot = Escaped(options.bot), opponent = Escaped(options.opponent);
  Table table({{""}, {""}});
  table.Add({"matches of both", std::to_string(result.matches())});
  table.Add({bot + " before " + opponent, std::to_string(result.wins())});
  table.Add({"on the same place", std::to_string(result.draws())});
  table.Add({opponent + " before " + bot, std::to_string(result.losses())});
  table.Add({"score of " + bot, ScoreText(result)});
  table.Add({bot + " is better", result.has_superiority()
                                     ? "with probability " + Fixed(result.superiority(), 3)
                                     : "-"});
  table.Add({"sequential test", SprtText(result.sprt())});
  const Painter painter = context.OutPainter();
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 0 ? painter(Color::kDim, cell) : cell;
              });
  context.out() << '\n'
                << painter(Color::kBold, Verdict(result.sprt(), bot)) << '\n'
                << AsOfText(result.as_of(), result.last_match_id()) << '\n';
}

ExitCode Compare(Context& context, const Options& options) {
  const v1::GetHeadToHeadResponse result = context.WithoutToken().GetHeadToHead(RequestOf(options));
  if (context.json)
    PrintJson(ToJson(result), context.out());
  else
    PrintText(options, result, context);
  return result.sprt().verdict() == v1::SPRT_VERDICT_ACCEPT_ELO1 ? ExitCode::kOk : ExitCode::kNo;
}

}  // namespace

void AddCompare(CLI::App& root, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *root.add_subcommand("compare", "Tell whether one bot is better than another");
  app.add_option("A", options->bot, "the bot")->required()->type_name("");
  app.add_option("B", options->opponent, "the other bot")->required()->type_name("");
  app.add_option("--bot-version", options->bot_version, "only this version of A")
      ->type_name("TEXT");
  app.add_option("--opponent-version", options->opponent_version, "only this version of B")
      ->type_name("TEXT");
  const auto number = [&app](const char* flag, std::optional<double>& value, const char* type,
                             const char* about) {
    app.add_option(flag, value, about)->type_name(type)->group("Sequential test");
  };
  number("--elo0", options->elo0, "ELO", "the lower hypothesis (0)");
  number("--elo1", options->elo1, "ELO", "the upper hypothesis (elo0 + 50)");
  number("--alpha", options->alpha, "RISK", "of accepting elo1 wrongly (0.05)");
  number("--beta", options->beta, "RISK", "of accepting elo0 wrongly (0.05)");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Compare(context, *options); };
  });
}

}  // namespace taki::cli
