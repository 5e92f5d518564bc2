// taki match resend ID
#include <algorithm>

#include "referee/cli/commands.h"
#include "referee/cli/decision_text.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"
#include "referee/cli/rehearsal.h"
#include "referee/cli/signals.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Listens like a referee, and puts the decision, exactly as it was recorded,
to the bot that connects: start yours, under a debugger if you like, with
this address as its --server. Any token will do. The reply is shown beside
the recorded one, with what the referee says to it. A bot that is asked
again and again (--times) decides anew each time. --timeout bounds each
reply. The exit code is 1 unless every reply was legal.

Examples:
  taki match resend m-000042 --decision 17
  taki match resend m-000042 --decision 17 --to 127.0.0.1:7777 --times 100
  taki match resend m-000042 --seat 2 --all-of-seat --timeout 3600)";

constexpr int kDecisionsAPage = 100;

struct Options {
  std::string match_id;
  std::optional<int> seat;
  std::optional<int> decision;
  bool all_of_seat = false;
  std::string to = "127.0.0.1:0";
  bool beyond_loopback = false;
  int times = 1;
  int wait_s = 0;
};

// --- what was recorded
// ---------------------------------------------------------------------------------------------

v1::DecisionRecord OneDecision(Client& client, const Options& options) {
  v1::GetDecisionRequest request;
  request.set_match_id(options.match_id);
  request.set_decision_id(*options.decision);
  v1::DecisionRecord record = client.GetDecision(request).decision();
  if (options.seat && *options.seat != record.seat())
    throw Failure{ExitCode::kNo, "decision " + std::to_string(*options.decision) + " was of seat " +
                                     std::to_string(record.seat())};
  return record;
}

std::vector<v1::DecisionRecord> Recorded(Client& client, const Options& options) {
  if (!options.all_of_seat) return {OneDecision(client, options)};
  std::vector<v1::DecisionRecord> records;
  v1::ListDecisionsRequest request;
  request.set_match_id(options.match_id);
  request.set_seat(*options.seat);
  request.set_page_size(kDecisionsAPage);
  do {
    const v1::ListDecisionsResponse page = client.ListDecisions(request);
    records.insert(records.end(), page.decisions().begin(), page.decisions().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  if (records.empty())
    throw Failure{ExitCode::kNo, "seat " + std::to_string(*options.seat) + " was never asked"};
  return records;
}

// --- one attempt, and how it is told
// ---------------------------------------------------------------------------------------------

struct Attempt {
  Rehearsal::Outcome outcome = Rehearsal::Outcome::kDone;
  v1::Reply reply;      // kDone
  v1::Verdict verdict;  // kDone
  std::int64_t took_us = 0;

  bool legal() const {
    return outcome == Rehearsal::Outcome::kDone && verdict.kind() == v1::VERDICT_KIND_ACCEPTED;
  }
};

std::string TookText(std::int64_t us) {
  if (us >= 10'000) return DurationText(us / 1'000);
  return std::to_string(us / 1'000) + "." + std::to_string(us % 1'000 / 100) + " ms";
}

const char* OutcomeName(Rehearsal::Outcome outcome) {
  switch (outcome) {
    case Rehearsal::Outcome::kDone: return "ANSWERED";
    case Rehearsal::Outcome::kTimeUp: return "NO_ANSWER";
    case Rehearsal::Outcome::kLeft: return "LEFT";
    case Rehearsal::Outcome::kInterrupted: return "INTERRUPTED";
  }
  return "";
}

void AddAttempt(const Attempt& attempt, Table& table) {
  switch (attempt.outcome) {
    case Rehearsal::Outcome::kDone:
      return table.Add({"now", ActionsText(attempt.reply.actions()), VerdictText(attempt.verdict),
                        TookText(attempt.took_us), WhyText(attempt.verdict)});
    case Rehearsal::Outcome::kTimeUp:
      return table.Add({"now", "-", "NO_ANSWER", "", "the bot was silent (--timeout)"});
    case Rehearsal::Outcome::kLeft:
      return table.Add({"now", "-", "LEFT", "", "the bot's stream ended"});
    case Rehearsal::Outcome::kInterrupted: return table.Add({"now", "-", "INTERRUPTED", "", ""});
  }
}

void PrintText(const v1::Match& match, const v1::DecisionRecord& record,
               const std::vector<Attempt>& attempts, Context& context) {
  const Painter painter = context.OutPainter();
  PrintQuestion(match, record, context);
  Table table({{""}, {"Reply"}, {"Verdict"}, {"Time", Table::Align::kRight}, {"Why"}});
  for (std::vector<std::string> row : RowsOf(record)) {
    row.insert(row.begin(), "then");
    table.Add(std::move(row));
  }
  for (const Attempt& attempt : attempts) AddAttempt(attempt, table);
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 1 ? painter.Cards(cell) : cell;
              });
  context.out() << std::flush;
}

void PrintAsJson(const v1::DecisionRecord& record, const std::vector<Attempt>& attempts,
                 Context& context) {
  Json resent = Json::array();
  for (const Attempt& attempt : attempts) {
    Json one{{"outcome", OutcomeName(attempt.outcome)}, {"legal", attempt.legal()}};
    if (attempt.outcome == Rehearsal::Outcome::kDone) {
      one["reply"] = ToJson(attempt.reply);
      one["verdict"] = ToJson(attempt.verdict);
      one["took_us"] = attempt.took_us;
    }
    resent.push_back(std::move(one));
  }
  PrintJsonLine({{"recorded", ToJson(record)}, {"resent", std::move(resent)}}, context.out());
  context.out() << std::flush;
}

// --- the whole
// ---------------------------------------------------------------------------------------------

// Puts decisions to whichever bot is there; waits for another one when it has gone.
class Resender {
 public:
  Resender(Context& context, const Options& options, const v1::Match& match, Rehearsal& rehearsal)
      : context_(context), options_(options), match_(match), rehearsal_(rehearsal) {}

  Attempt Once(const v1::DecisionRecord& record) {
    Attempt attempt;
    if (!there_) attempt.outcome = WaitForBot(record.seat());
    if (!there_) return attempt;
    attempt.outcome = rehearsal_.Ask(match_, record.decision(), context_.timeout_s * 1'000);
    if (attempt.outcome == Rehearsal::Outcome::kLeft) there_ = false;
    if (attempt.outcome != Rehearsal::Outcome::kDone) {
      rehearsal_.Conclude(match_, nullptr);
      return attempt;
    }
    attempt.reply = rehearsal_.reply();
    attempt.took_us = rehearsal_.took_us();
    attempt.verdict = VerdictOn(attempt.reply);
    rehearsal_.Conclude(match_, &attempt.verdict);
    return attempt;
  }

 private:
  Rehearsal::Outcome WaitForBot(int seat) {
    const auto outcome = rehearsal_.Welcome(match_, seat, options_.wait_s * 1'000);
    if (outcome != Rehearsal::Outcome::kDone) return outcome;
    there_ = true;
    const v1::Hello& hello = rehearsal_.hello();
    context_.err() << "a bot is there: version " << Escaped(hello.bot_version());
    if (!hello.kit_name().empty())
      context_.err() << ", kit " << Escaped(hello.kit_name() + " " + hello.kit_version());
    context_.err() << '\n' << std::flush;
    return outcome;
  }

  v1::Verdict VerdictOn(const v1::Reply& reply) {
    v1::TryReplyRequest request;
    request.set_match_id(match_.match_id());
    request.set_decision_id(reply.decision_id());
    *request.mutable_actions() = reply.actions();
    return context_.WithoutToken().TryReply(request).verdict();
  }

  Context& context_;
  const Options& options_;
  const v1::Match& match_;
  Rehearsal& rehearsal_;
  bool there_ = false;
};

void SayWhere(const Rehearsal& rehearsal, std::size_t asks, Context& context) {
  context.err() << "listening on " << rehearsal.address() << "\nstart your bot: --server "
                << rehearsal.address() << " --token taki_any"
                << (asks == 1 ? " --once" : " --games " + std::to_string(asks)) << '\n'
                << std::flush;
}

void CheckSeats(const v1::Match& match, const std::vector<v1::DecisionRecord>& records) {
  for (const v1::DecisionRecord& record : records)
    if (record.seat() < 0 || record.seat() >= match.seats_size())
      throw Failure{ExitCode::kRefused, "the referee tells of a seat that the match has not"};
}

ExitCode Resend(Context& context, const Options& options) {
  if (options.all_of_seat ? !options.seat || options.decision : !options.decision)
    throw UsageFailure("name a decision (--decision), or a seat and --all-of-seat");
  if (!IsAddress(options.to))
    throw UsageFailure("--to must be host:port, for example 127.0.0.1:7777 or [::1]:0");
  if (!options.beyond_loopback && !IsLoopback(options.to))
    throw UsageFailure("--to: other machines could reach " + Escaped(options.to) +
                       ", and bots send their tokens unencrypted: say "
                       "--allow-plaintext-beyond-loopback if that is meant");
  Client& client = context.WithoutToken();
  const v1::Match match = GetMatch(client, options.match_id);
  const std::vector<v1::DecisionRecord> records = Recorded(client, options);
  CheckSeats(match, records);
  Rehearsal rehearsal(options.to);
  const SignalWatch signals([&rehearsal] { rehearsal.Interrupt(); });
  SayWhere(rehearsal, records.size() * static_cast<std::size_t>(options.times), context);

  Resender resender(context, options, match, rehearsal);
  bool all_legal = true;
  for (const v1::DecisionRecord& record : records) {
    std::vector<Attempt> attempts;
    bool interrupted = false;
    for (int i = 0; i < options.times && !interrupted; ++i) {
      attempts.push_back(resender.Once(record));
      all_legal = all_legal && attempts.back().legal();
      interrupted = attempts.back().outcome == Rehearsal::Outcome::kInterrupted;
    }
    if (context.json)
      PrintAsJson(record, attempts, context);
    else
      PrintText(match, record, attempts, context);
    if (interrupted) break;
    if (!context.json && &record != &records.back()) context.out() << '\n';
  }
  return all_legal ? ExitCode::kOk : ExitCode::kNo;
}

}  // namespace

void AddMatchResend(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("resend", "Put a recorded decision to your bot again");
  app.add_option("ID", options->match_id, "the match")
      ->required()
      ->check(MatchIdText())
      ->type_name("");
  app.add_option("--decision", options->decision, "the decision's number, from 1")
      ->check(CLI::Range(1, 100'000'000).description(""))
      ->type_name("N");
  app.add_option("--seat", options->seat, "the seat that it must be of")
      ->check(CLI::Range(0, 9).description(""))
      ->type_name("N");
  app.add_flag("--all-of-seat", options->all_of_seat, "every decision of --seat, in order");
  app.add_option("--to", options->to, "listen here (127.0.0.1:0, port 0: any free one)")
      ->type_name("ADDRESS");
  app.add_flag("--allow-plaintext-beyond-loopback", options->beyond_loopback,
               "... though other machines could reach it");
  app.add_option("--times", options->times, "ask so often (1)")
      ->check(CLI::Range(1, 100'000).description(""))
      ->type_name("N");
  app.add_option("--wait", options->wait_s, "seconds to wait for a bot (0: until ^C)")
      ->check(CLI::Range(0, 86'400).description(""))
      ->type_name("SECONDS");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Resend(context, *options); };
  });
}

}  // namespace taki::cli
