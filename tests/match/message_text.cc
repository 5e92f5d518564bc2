#include "tests/match/message_text.h"

#include <array>
#include <sstream>

#include "referee/match/visible.h"
#include "referee/rules/notation.h"
#include "tests/support/event_text.h"

namespace taki::match::test {
namespace {

void Print(std::ostream& out, const rules::PublicState& state) {
  out << "seats " << int{state.seats} << " phase " << static_cast<int>(state.phase) << " turn "
      << state.turn.number() << " direction " << int{state.direction} << " lead "
      << rules::Token(state.leading) << rules::Letter(state.leading_color) << " top "
      << rules::Token(state.top) << " open " << state.taki_open << " stack " << int{state.stack}
      << " pile " << int{state.draw_pile} << " turns " << state.turns_ended;
  for (const rules::PublicSeat& seat : state.seat)
    out << " | " << int{seat.cards} << ' ' << int{seat.stages_completed} << ' '
        << int{seat.stage_hand} << ' ' << seat.forfeited;
}

void Print(std::ostream& out, const rules::View& view) {
  Print(out, view.state);
  out << " seat " << view.seat.number() << " hand " << rules::Tokens(view.hand);
}

// Prints a message to a seat, and says whose it is; nothing: for everyone.
class Printer {
 public:
  explicit Printer(std::optional<rules::Seat> viewer) : viewer_(viewer) {}

  std::optional<rules::Seat> operator()(const SendAssigned& sent) {
    out << "assigned";
    return sent.seat;
  }
  std::optional<rules::Seat> operator()(const SendStarted& sent) {
    out << "started: ";
    Print(out, sent.view);
    return sent.seat;
  }
  std::optional<rules::Seat> operator()(const SendDecision& sent) {
    const Decision& decision = sent.decision;
    out << "decision " << decision.id.number << " kind " << static_cast<int>(decision.kind)
        << " move " << decision.move_time_ms << " bank " << decision.bank_left_ms << " left "
        << decision.time_left_ms << " strikes " << decision.strikes << '/' << decision.strike_limit
        << " previous " << decision.previous_charged_ms << " again " << decision.asked_again
        << " legal";
    for (const rules::Action& action : decision.legal) out << ' ' << rules::Token(action);
    out << ": ";
    Print(out, decision.view);
    return decision.seat;
  }
  std::optional<rules::Seat> operator()(const SendVerdict& sent) {
    const Verdict& verdict = sent.verdict;
    out << "verdict " << verdict.decision.number << ' ' << Name(verdict.kind) << " rule "
        << verdict.rule << " applied " << verdict.applied << " refused " << verdict.refused_index
        << " charged " << verdict.charged_ms << " bank " << verdict.bank_left_ms << " strikes "
        << verdict.strikes << " recorded " << Tokens(verdict.recorded) << ": " << verdict.text;
    return sent.seat;
  }
  std::optional<rules::Seat> operator()(const SendEvent& sent) {
    out << "event " << sent.seq << ": " << Text(VisibleTo(sent.event, viewer_));
    return std::nullopt;
  }
  std::optional<rules::Seat> operator()(const SendSnapshot& sent) {
    out << "snapshot " << sent.snapshot.last_seq << " bank " << sent.snapshot.bank_left_ms
        << " strikes " << sent.snapshot.strikes << ": ";
    Print(out, sent.snapshot.view);
    return sent.seat;
  }
  std::optional<rules::Seat> operator()(const SendFinished&) {
    out << "finished";
    return std::nullopt;
  }

  std::ostringstream out;

 private:
  std::optional<rules::Seat> viewer_;
};

}  // namespace

std::string_view Name(VerdictKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {
      "ACCEPTED", "ILLEGAL", "STALE", "EXPIRED", "DUPLICATE_CONFLICT", "MATCH_OVER"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string Text(const MatchEvent& event) {
  const std::string about =
      std::to_string(event.seat.number()) +
      (event.kind == MatchEvent::Kind::kTimedOut ? " timed out (" : " struck (") +
      std::to_string(event.strikes) + ")";
  return event.kind == MatchEvent::Kind::kRules ? taki::test::Text(event.rules) : "seat " + about;
}

std::string Tokens(const std::vector<rules::Action>& actions) {
  std::string tokens;
  for (const rules::Action& action : actions) {
    if (!tokens.empty()) tokens += ' ';
    tokens += rules::Token(action);
  }
  return tokens;
}

std::vector<std::string> Received(const std::vector<Message>& messages,
                                  std::optional<rules::Seat> viewer) {
  std::vector<std::string> lines;
  for (const Message& message : messages) {
    Printer printer(viewer);
    const auto addressee = std::visit(printer, message);
    if (!addressee || addressee == viewer) lines.push_back(printer.out.str());
  }
  return lines;
}

}  // namespace taki::match::test
