#include "tests/support/event_text.h"

#include "referee/rules/notation.h"

namespace taki::test {
namespace {

using rules::Event;

std::string Played(const Event& event) {
  std::string text(rules::Token(event.card));
  if (!event.card.has_color() &&
      (event.card == rules::kChangeColorCard || event.card == rules::kSuperTakiCard))
    text += std::string(">") + rules::Letter(event.color);
  return text + (event.last_card ? "!" : "");
}

std::string Drawn(const Event& event) {
  std::string text;
  for (const rules::Card card : event.drawn()) text += std::string(rules::Token(card)) + " ";
  if (event.count == 0) text = "nothing ";
  if (event.count < event.owed)
    text.back() = ',',
    text += " " + std::to_string(event.count) + " of " + std::to_string(event.owed) + " ";
  return text + "(" + std::string(Name(event.reason)) + ")";
}

}  // namespace

std::string_view Name(rules::DrawReason reason) {
  switch (reason) {
    case rules::DrawReason::kStuck: return "stuck";
    case rules::DrawReason::kStack: return "stack";
    case rules::DrawReason::kAfterPlus: return "plus";
    case rules::DrawReason::kPlusThree: return "+3";
    case rules::DrawReason::kBreaker: return "breaker";
    case rules::DrawReason::kLastCard: return "last card";
    case rules::DrawReason::kStage: return "stage";
  }
  return "?";
}

std::string_view Name(rules::SeatEnd end) {
  switch (end) {
    case rules::SeatEnd::kCompleted: return "COMPLETED";
    case rules::SeatEnd::kIllegalAction: return "ILLEGAL_ACTION";
    case rules::SeatEnd::kTimeout: return "TIMEOUT";
    case rules::SeatEnd::kDisconnected: return "DISCONNECTED";
    case rules::SeatEnd::kNoShow: return "NO_SHOW";
    case rules::SeatEnd::kResigned: return "RESIGNED";
    case rules::SeatEnd::kDisqualified: return "DISQUALIFIED";
  }
  return "?";
}

std::string Text(const Event& event) {
  const std::string seat = std::to_string(event.seat.number());
  switch (event.kind) {
    case Event::Kind::kCardPlayed: return seat + " plays " + Played(event);
    case Event::Kind::kCardsDrawn: return seat + " draws " + Drawn(event);
    case Event::Kind::kPileReshuffled: return "reshuffle of " + std::to_string(event.count);
    case Event::Kind::kTakiClosed: return seat + " closes the TAKI";
    case Event::Kind::kRunEnded: return seat + " leaves the TAKI open";
    case Event::Kind::kKingEnded: return seat + " plays nothing after the King";
    case Event::Kind::kWindowOpened: return seat + " opens a window";
    case Event::Kind::kWindowClosed:
      return seat + "'s window closes: " +
             (event.answered ? std::to_string(event.other.number()) + " answers " +
                                   std::string(rules::Token(event.card))
                             : std::string("no answer"));
    case Event::Kind::kStageCompleted:
      return seat + " completes " + std::to_string(event.count) +
             (event.owed == 0 ? std::string(", the last stage")
                              : ", next stage " + std::to_string(event.owed));
    case Event::Kind::kSeatForfeited: return seat + " forfeits " + std::string(Name(event.end));
    case Event::Kind::kTurnBegan: return "turn " + seat;
  }
  return "?";
}

}  // namespace taki::test
