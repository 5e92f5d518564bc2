// taki match watch ID
#include <iomanip>

#include "referee/cli/commands.h"
#include "referee/cli/event_text.h"
#include "referee/cli/follow.h"
#include "referee/cli/json.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(One line an event, its number before it; a match that is over is replayed.
It follows the match over a restart of the referee. The exit code is 1 if
the match ends void. With --json one line a message (docs/cli.md). A match
with a delay for the public is seen at once with the organiser's --token-file.

Examples:
  taki match watch m-000042
  taki match watch m-000042 --from-seq 100 --events-per-second 2
  taki match watch m-000042 --json | jq -c .event)";

struct Options {
  std::string match_id;
  int from_seq = 0;
  int events_per_second = 0;
};

// Prints what is watched; keeps the match, whose seats the events name.
class WatchPrinter {
 public:
  explicit WatchPrinter(Context& context) : context_(context), painter_(context.OutPainter()) {}

  void On(const v1::WatchMatchResponse& message) {
    using Kind = v1::WatchMatchResponse;
    switch (message.kind_case()) {
      case Kind::kMatch: return OnMatch(message.match());
      case Kind::kStart: return Line("", "dealt: " + PositionText(message.start()));
      case Kind::kEvent:
        return Line(std::to_string(message.event().seq()),
                    EventText(match_, message.event().event()));
      case Kind::kFinished: return OnFinished(message.finished());
      case Kind::kHeartbeat:
      case Kind::KIND_NOT_SET: return;
    }
  }

 private:
  void OnMatch(const v1::Match& match) {
    match_ = match;
    context_.out() << painter_(Color::kBold, Escaped(match.match_id())) << "  "
                   << painter_(ColorOf(match.state()), Text(match.state())) << "  "
                   << SeatsInBrief(match) << '\n'
                   << std::flush;
  }

  void OnFinished(const v1::MatchFinished& finished) {
    match_.set_state(finished.ending() == v1::MATCH_ENDING_VOID ? v1::MATCH_STATE_VOID
                                                                : v1::MATCH_STATE_FINISHED);
    match_.set_ending(finished.ending());
    match_.set_void_reason(finished.void_reason());
    *match_.mutable_seats() = finished.seats();
    context_.out() << painter_(ColorOf(match_.state()), Text(match_.ending())) << "  "
                   << EndingSentence(match_) << "\n\n";
    PrintSeats(match_, context_);
  }

  void Line(const std::string& seq, const std::string& text) {
    if (text.empty()) return;
    context_.out() << std::setw(5) << seq << "  " << painter_.Cards(text) << '\n' << std::flush;
  }

  Context& context_;
  Painter painter_;
  v1::Match match_;
};

ExitCode Watch(Context& context, const Options& options) {
  WatchPrinter printer(context);
  const auto print = [&](const v1::WatchMatchResponse& message) {
    if (context.json)
      PrintJsonLine(ToJson(message), context.out());
    else
      printer.On(message);
  };
  const v1::MatchFinished finished = Follow(context.WithoutToken(), options.match_id,
                                            options.from_seq, print, options.events_per_second);
  return finished.ending() == v1::MATCH_ENDING_VOID ? ExitCode::kNo : ExitCode::kOk;
}

}  // namespace

void AddMatchWatch(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("watch", "Follow a match, live or replayed");
  app.add_option("ID", options->match_id, "the match")
      ->required()
      ->check(MatchIdText())
      ->type_name("");
  app.add_option("--from-seq", options->from_seq, "begin at this event (1)")
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("N");
  app.add_option("--events-per-second", options->events_per_second, "evenly, 1 to 1000 (no limit)")
      ->check(CLI::Range(1, 1'000).description(""))
      ->type_name("N");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Watch(context, *options); };
  });
}

}  // namespace taki::cli
