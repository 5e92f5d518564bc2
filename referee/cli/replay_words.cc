#include "referee/cli/replay_words.h"

#include "referee/cli/event_text.h"
#include "referee/match/record.h"
#include "referee/rules/notation.h"

namespace taki::cli {
namespace {

using rules::Event;
using rules::WindowAnswer;

std::string PlayedText(const Event& event) {
  rules::Action action = rules::Action::Play(event.card, event.last_card);
  action.color = event.color;
  return "plays " + rules::Token(action);
}

std::string DrawnText(const Event& event, bool faces) {
  std::string text = "draws " + std::to_string(event.count);
  if (event.owed > event.count) text += " of " + std::to_string(event.owed) + ", no more are left";
  if (faces && event.count > 0) {
    text += ":";
    for (const rules::Card card : event.drawn()) text.append(" ").append(rules::Token(card));
  }
  const auto reason = static_cast<v1::DrawReason>(1 + static_cast<int>(event.reason));
  const std::string why = ReasonText(reason);
  return why.empty() ? text : text + " (" + why + ")";
}

std::string StageText(const Event& event) {
  const std::string done = "completes stage " + std::to_string(event.count);
  return event.owed == 0 ? done + ", the last one"
                         : done + ", the next has " + std::to_string(event.owed);
}

std::string ClosedText(const v1::Match& match, const Event& event) {
  const std::string of = "the +3 of " + SeatText(match, event.seat.number());
  if (!event.answered) return "all pass on " + of;
  return SeatText(match, event.other.number()) + " answers " + of + " with " +
         rules::Token(rules::Action::Play(event.card, event.last_card));
}

std::string AnswerText(WindowAnswer answer) {
  switch (answer) {
    case WindowAnswer::kNone: return "...";
    case WindowAnswer::kPass: return "pass";
    case WindowAnswer::kBreaker: return "X";
    case WindowAnswer::kBreakerLastCard: return "X!";
    case WindowAnswer::kKing: return "K";
    case WindowAnswer::kKingLastCard: return "K!";
    case WindowAnswer::kForfeit: return "forfeit";
  }
  return "";
}

}  // namespace

std::string ColorName(rules::Color color) { return std::string(rules::Name(color)); }

std::string StepText(const v1::Match& match, const Event& event, bool faces) {
  const std::string who = SeatText(match, event.seat.number()) + " ";
  using Kind = Event::Kind;
  switch (event.kind) {
    case Kind::kCardPlayed: return who + PlayedText(event);
    case Kind::kCardsDrawn: return who + DrawnText(event, faces);
    case Kind::kPileReshuffled:
      return "the pile is shuffled anew: " + std::to_string(event.count) + " cards";
    case Kind::kTakiClosed: return who + "closes the TAKI";
    case Kind::kRunEnded: return who + "ends the run, the TAKI stays open";
    case Kind::kKingEnded: return who + "plays nothing after the King";
    case Kind::kWindowOpened: return who + "awaits the answers to the +3";
    case Kind::kWindowClosed: return ClosedText(match, event);
    case Kind::kStageCompleted: return who + StageText(event);
    case Kind::kSeatForfeited: return who + "forfeits: " + std::string(match::Name(event.end));
    case Kind::kTurnBegan: return "";
  }
  return "";
}

std::string WindowText(const v1::Match& match, const rules::Position& position, bool answers) {
  std::string text = "the +3 of " + SeatText(match, position.turn.number()) + ":";
  const char* before = " ";
  for (rules::Seat seat = NextSeat(position, position.turn); seat != position.turn;
       seat = NextSeat(position, seat)) {
    const WindowAnswer answer = answers ? position.answers[seat.index()] : WindowAnswer::kNone;
    text += before + SeatText(match, seat.number()) + " " + AnswerText(answer);
    before = ", ";
  }
  return text;
}

}  // namespace taki::cli
