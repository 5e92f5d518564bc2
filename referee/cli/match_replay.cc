// taki match replay ID|FILE
#include <algorithm>
#include <map>

#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/files.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"
#include "referee/cli/replay_model.h"
#include "referee/cli/replay_screen.h"
#include "referee/cli/replay_text.h"
#include "referee/rules/notation.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(On a terminal it fills the screen; `?` tells the keys. Piped, or with
--plain, the match is printed turn by turn. Of a match that is over every
hand is shown; of one that goes on what is public. A record file, or `-`,
is replayed without a referee, and without the replies that were refused,
which no record holds.

Examples:
  taki match replay m-000042
  taki match replay m-000042 --from 120
  taki match replay m-000042 --at 17
  taki match replay m-000042.taki --plain | less)";

constexpr int kDecisionsAPage = 1'000;

struct Options {
  std::string subject;
  std::optional<int> from;
  std::optional<int> at;
  bool plain = false;
};

// --- what a referee tells
// ---------------------------------------------------------------------------------------------

// Ends the stream that brought the first messages: the rest of it is not wanted.
struct Enough {};

// The leading card at the deal, which the record of a match that goes on does not tell.
std::optional<rules::Card> FirstLeading(Client& client, const std::string& match_id) {
  std::optional<rules::Card> leading;
  v1::WatchMatchRequest request;
  request.set_match_id(match_id);
  try {
    client.WatchMatch(request, [&](const v1::WatchMatchResponse& message) {
      if (message.has_match()) return;
      if (message.has_start())
        leading = rules::ParseCard(message.start().leading_card().notation());
      throw Enough{};
    });
  } catch (const Enough&) {
  }
  return leading;
}

// Every decision of which a reply was refused. Nothing: this referee cannot tell them, or not yet.
std::optional<std::vector<v1::DecisionRecord>> Faults(Client& client, const std::string& match_id) {
  std::vector<v1::DecisionRecord> faults;
  v1::ListDecisionsRequest request;
  request.set_match_id(match_id);
  request.set_only_faults(true);
  request.set_omit_observations(true);
  request.set_page_size(kDecisionsAPage);
  try {
    do {
      const v1::ListDecisionsResponse page = client.ListDecisions(request);
      faults.insert(faults.end(), page.decisions().begin(), page.decisions().end());
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
  } catch (const Failure& failure) {
    const bool no_telling = failure.status == "UNIMPLEMENTED" || failure.reason == "MATCH_NOT_OVER";
    if (!no_telling) throw;
    return std::nullopt;
  }
  return faults;
}

std::string ReplyText(const v1::RecordedReply& reply) {
  std::string text;
  for (const auto& action : reply.applied()) text += action.notation() + " ";
  text += reply.not_applied();
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Where in the record each refused reply belongs.
std::vector<ReplayRefusal> Refusals(const std::vector<v1::DecisionRecord>& faults,
                                    const std::vector<v1::Move>& moves) {
  struct Plies {
    int first = 0, last = 0;
  };
  std::map<int, Plies> of_decision;
  for (const v1::Move& move : moves)
    of_decision.try_emplace(move.decision_id(), Plies{move.ply(), move.ply()}).first->second.last =
        move.ply();
  std::vector<ReplayRefusal> refusals;
  for (const v1::DecisionRecord& fault : faults) {
    const auto found = of_decision.find(fault.decision().decision_id());
    for (const v1::RecordedReply& reply : fault.replies()) {
      if (reply.verdict().kind() != v1::VERDICT_KIND_ILLEGAL) continue;
      ReplayRefusal refusal{.ply = moves.empty() ? -1 : moves.back().ply(),
                            .applied = reply.applied_size() > 0,
                            .seat = fault.seat(),
                            .reply = ReplyText(reply),
                            .rule = reply.verdict().rule_id(),
                            .text = reply.verdict().text()};
      if (found == of_decision.end())  // the match ended before the decision was closed
        refusal.applied = true;
      else
        refusal.ply = refusal.applied ? found->second.last : found->second.first;
      refusals.push_back(std::move(refusal));
    }
  }
  return refusals;
}

ReplaySource Fetch(Client& client, const std::string& match_id) {
  const v1::GetMatchResponse got = GetWithRecord(client, match_id);
  ReplaySource source;
  source.record = got.record();
  source.match = got.match();
  const bool over = IsOver(source.match.state());
  if (!over) {
    if (source.match.started_ms() == 0) return source;
    if (source.record.empty())  // the public is told it late
      throw Failure{ExitCode::kNo, match_id + " is shown with a delay of " +
                                       DurationText(source.match.public_delay_ms()) +
                                       " until it is over: see `taki match watch`"};
    source.first_leading = FirstLeading(client, match_id);
  }
  const auto faults = Faults(client, match_id);
  if (!faults) return source;
  source.refusals_known = over;  // before that a bot is told its own alone
  const bool refused = std::any_of(faults->begin(), faults->end(),
                                   [](const auto& fault) { return fault.replies_size() > 0; });
  if (refused) source.refusals = Refusals(*faults, AllMoves(client, match_id));
  return source;
}

ReplaySource Read(Context& context, const std::string& subject) {
  if (IsMatchId(subject)) return Fetch(context.WithoutToken(), subject);
  ReplaySource source;
  source.record = ReadAll(subject, context.around.in);
  source.match = MatchOfRecord(source.record);
  return source;
}

// --- showing it
// ---------------------------------------------------------------------------------------------

void StepThrough(ReplayScreen& screen, Terminal& terminal, const Painter& painter,
                 const std::function<ReplayModel()>& read_again) {
  for (;;) {
    terminal.Show(screen.Lines(terminal.size(), painter));
    const Terminal::Event event = terminal.Next(screen.interval_ms());
    if (event.kind == Terminal::Event::Kind::kGone) return;
    if (event.kind == Terminal::Event::Kind::kTime) screen.OnTime();
    if (event.kind != Terminal::Event::Kind::kKey) continue;
    switch (screen.OnKey(event.press)) {
      case ReplayScreen::Wish::kQuit: return;
      case ReplayScreen::Wish::kGoOn: break;
      case ReplayScreen::Wish::kReload: try { screen.Reload(read_again());
        } catch (const Failure& failure) {
          screen.Say(failure.text);
        }
        break;
    }
  }
}

// Nothing was dealt: there is one thing to say, and no position.
bool NeverDealt(const ReplaySource& source, bool from_file) {
  return !from_file && source.match.started_ms() == 0;
}

void PrintJsonSteps(const ReplayModel& model, const Options& options, std::ostream& out) {
  const std::vector<ReplayStep>& steps = model.steps();
  if (options.at) return PrintJsonLine(ToJson(model, steps[model.AtPly(*options.at)]), out);
  for (std::size_t i = options.from ? model.AtPly(*options.from) : 0; i < steps.size(); ++i)
    PrintJsonLine(ToJson(model, steps[i]), out);
}

ExitCode Replay(Context& context, const Options& options) {
  const ReplaySource source = Read(context, options.subject);
  const bool from_file = !IsMatchId(options.subject);
  if (NeverDealt(source, from_file)) {
    context.out() << Escaped(source.match.match_id()) << "  " << Text(source.match.state())
                  << "  no cards were dealt: there is nothing to replay\n";
    return ExitCode::kOk;
  }
  ReplayModel model(source);
  const ExitCode code = model.problem().empty() ? ExitCode::kOk : ExitCode::kNo;
  if (context.json) {
    PrintJsonSteps(model, options, context.out());
    return code;
  }
  if (options.at) {
    PrintPosition(model, *options.at, context.out());
    return code;
  }
  const bool full_screen = context.around.out_is_terminal && !options.plain;
  const std::unique_ptr<Terminal> terminal =
      full_screen && context.around.open_terminal ? context.around.open_terminal() : nullptr;
  if (terminal == nullptr) {
    PrintReplay(model, options.from, context.out());
    return code;
  }
  const std::size_t begin = options.from ? model.AtPly(*options.from) : 0;
  ReplayScreen screen(std::move(model), begin);
  StepThrough(screen, *terminal, context.OutPainter(), [&] {
    if (from_file) throw LocalFailure("a file does not go on");
    return ReplayModel(Read(context, options.subject));
  });
  return code;
}

}  // namespace

void AddMatchReplay(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("replay", "Step through a match, all hands shown");
  app.add_option("ID|FILE", options->subject, "the match, a record file, or - (standard input)")
      ->required()
      ->type_name("");
  CLI::Option* from = app.add_option("--from", options->from, "begin after this ply (-1: the deal)")
                          ->check(CLI::Range(-1, 100'000'000).description(""))
                          ->type_name("PLY");
  app.add_option("--at", options->at, "print only the position after this ply")
      ->check(CLI::Range(-1, 100'000'000).description(""))
      ->type_name("PLY")
      ->excludes(from);
  app.add_flag("--plain", options->plain, "print it, on a terminal too");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Replay(context, *options); };
  });
}

}  // namespace taki::cli
