// taki match why ID SEAT
#include <algorithm>

#include "referee/cli/commands.h"
#include "referee/cli/decision_text.h"
#include "referee/cli/event_text.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Tells how a match ended for a seat, strike by strike, and shows the decision
that did it. SEAT is its number, or the name of its bot. Before the match is
over only with the bot's own token.

Examples:
  taki match why m-000042 2
  taki match why m-000042 carol)";

struct Options {
  std::string match_id;
  std::string seat;
};

const v1::MatchSeat& SeatNamed(const v1::Match& match, const std::string& seat) {
  for (const v1::MatchSeat& one : match.seats())
    if (one.bot() == seat || std::to_string(one.seat()) == seat) return one;
  throw Failure{ExitCode::kNo, "no seat of " + match.match_id() + " is " + Escaped(seat) +
                                   ": give a number below " + std::to_string(match.seats_size()) +
                                   ", or the name of a bot that sits in it"};
}

// Those with an illegal reply, a timeout or a forfeit.
std::vector<v1::DecisionRecord> FaultsOf(Client& client, const std::string& match_id, int seat) {
  std::vector<v1::DecisionRecord> records;
  v1::ListDecisionsRequest request;
  request.set_match_id(match_id);
  request.set_seat(seat);
  request.set_only_faults(true);
  do {
    const v1::ListDecisionsResponse page = client.ListDecisions(request);
    records.insert(records.end(), page.decisions().begin(), page.decisions().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return records;
}

std::string OrdinalText(int place) {
  const char* ending = "th";
  if (place % 10 == 1 && place != 11) ending = "st";
  if (place % 10 == 2 && place != 12) ending = "nd";
  if (place % 10 == 3 && place != 13) ending = "rd";
  return std::to_string(place) + ending;
}

// How the match ended for the seat.
std::string EndText(const v1::Match& match, const v1::MatchSeat& seat) {
  const std::string limit = std::to_string(match.time_control().strike_limit());
  switch (seat.end()) {
    case v1::SEAT_END_COMPLETED: return "It was in the match until the match ended.";
    case v1::SEAT_END_ILLEGAL_ACTION:
      return "It forfeited: strike " + limit + " of " + limit + " was an illegal action (R11.5).";
    case v1::SEAT_END_TIMEOUT:
      return "It forfeited: strike " + limit + " of " + limit + " was a timeout (R11.5).";
    case v1::SEAT_END_DISCONNECTED:
      return "It forfeited: a decision ran out while its bot was disconnected and had no grace "
             "left "
             "(R11.6).";
    case v1::SEAT_END_NO_SHOW:
      return "Its bot was not ready in time (R11.7): no stream, or no Ready.";
    case v1::SEAT_END_RESIGNED: return "Its bot sent Resign.";
    case v1::SEAT_END_DISQUALIFIED: return "An organiser disqualified its bot.";
    default:
      return IsOver(match.state()) ? "The match is void: " + Escaped(match.void_reason()) + "."
                                   : "The match goes on.";
  }
}

// What one strike, or forfeit, was for.
std::string FaultText(const v1::DecisionRecord& record, const std::string& what,
                      const std::string& why) {
  const v1::Decision& decision = record.decision();
  return "decision " + std::to_string(decision.decision_id()) + ", turn " +
         std::to_string(decision.observation().state().turn()) + ": " + what + ", " + why;
}

std::vector<std::string> StoryOf(const std::vector<v1::DecisionRecord>& faults) {
  std::vector<std::string> story;
  for (const v1::DecisionRecord& record : faults) {
    for (const v1::RecordedReply& reply : record.replies())
      if (reply.verdict().kind() == v1::VERDICT_KIND_ILLEGAL)
        story.push_back(FaultText(record, "it replied " + ReplyText(reply),
                                  "illegal by " + WhyText(reply.verdict())));
    const v1::DecisionTimes& times = record.times();
    if (record.fate() == v1::DECISION_FATE_TIMED_OUT)
      story.push_back(
          FaultText(record, "no answer within " + DurationText(times.charged_ms()),
                    "so the referee played " + Escaped(record.default_action().notation())));
    if (record.fate() == v1::DECISION_FATE_FORFEITED)
      story.push_back(
          FaultText(record, "not answered when it left the match", Text(record.forfeit_reason())));
  }
  return story;
}

void PrintStory(const v1::Match& match, const v1::MatchSeat& seat,
                const std::vector<v1::DecisionRecord>& faults, Context& context) {
  const Painter painter = context.OutPainter();
  context.out() << painter(Color::kBold, Escaped(match.match_id())) << "  "
                << SeatText(match, seat.seat());
  if (seat.place() > 0)
    context.out() << " came " << OrdinalText(seat.place()) << " of " << match.seats_size();
  context.out() << ". " << EndText(match, seat);
  if (const std::string ending = EndingSentence(match); !ending.empty())
    context.out() << ' ' << ending;
  context.out() << '\n';
  const std::vector<std::string> story = StoryOf(faults);
  if (story.empty()) {
    context.out() << "No timeout and no illegal action: it lost, or won, at the table.\n";
    return;
  }
  for (const std::string& line : story) context.out() << "  " << painter.Cards(line) << '\n';
  if (faults.empty()) return;
  const v1::DecisionRecord& last = faults.back();
  context.out() << "\nThe last of them:\n";
  PrintQuestion(match, last, context);
  PrintTimes(last, context);
  const std::string number = std::to_string(last.decision().decision_id());
  context.out() << "taki match decision " << Escaped(match.match_id()) << ' ' << number
                << " shows it whole; taki match resend " << Escaped(match.match_id())
                << " --decision " << number << " puts it to your bot again.\n";
}

ExitCode Why(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  const v1::Match match = GetMatch(client, options.match_id);
  const v1::MatchSeat& seat = SeatNamed(match, options.seat);
  const std::vector<v1::DecisionRecord> faults = FaultsOf(client, options.match_id, seat.seat());
  if (!context.json) {
    PrintStory(match, seat, faults, context);
    return ExitCode::kOk;
  }
  Json list = Json::array();
  for (const v1::DecisionRecord& record : faults) list.push_back(ToJson(record));
  PrintJson({{"match_id", match.match_id()},
             {"seat", ToJson(seat)},
             {"why", EndText(match, seat)},
             {"faults", std::move(list)}},
            context.out());
  return ExitCode::kOk;
}

}  // namespace

void AddMatchWhy(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("why", "Tell why a match ended as it did for a seat");
  app.add_option("ID", options->match_id, "the match")
      ->required()
      ->check(MatchIdText())
      ->type_name("");
  app.add_option("SEAT", options->seat, "the seat's number, or its bot's name")
      ->required()
      ->type_name("");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Why(context, *options); };
  });
}

}  // namespace taki::cli
