#include "referee/cli/event_text.h"

#include <iterator>

#include "referee/cli/json.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

std::string ColorLetter(v1::Color color) {
  switch (color) {
    case v1::COLOR_RED: return "R";
    case v1::COLOR_GREEN: return "G";
    case v1::COLOR_BLUE: return "B";
    case v1::COLOR_YELLOW: return "Y";
    default: return "?";
  }
}

// A card that was said in fields.
std::string CardToken(const v1::Card& card) {
  if (!card.notation().empty()) return card.notation();
  constexpr const char* kFaces[] = {"?",  "1", "3", "4", "5",  "6", "7", "8",  "9", "S",
                                    "+2", "D", "+", "T", "ST", "K", "C", "+3", "X"};
  const auto face = static_cast<std::size_t>(card.face());
  const char* name = face < std::size(kFaces) ? kFaces[face] : "?";
  const bool colored = card.color() != v1::COLOR_UNSPECIFIED;
  return (colored ? ColorLetter(card.color()) : "") + name;
}

std::string Text(const v1::CardPlayed& played) {
  std::string token = Escaped(played.card().notation());
  if (played.card().face() == v1::FACE_CHANGE_COLOR)
    token += ">" + ColorLetter(played.named_color());
  return "plays " + token + (played.last_card() ? "!" : "");
}

std::string Text(const v1::CardsDrawn& drawn) {
  std::string text = "draws " + std::to_string(drawn.count());
  if (drawn.owed() > drawn.count())
    text += " of " + std::to_string(drawn.owed()) + ", no more are left";
  const std::string reason = ReasonText(drawn.reason());
  return reason.empty() ? text : text + " (" + reason + ")";
}

std::string Text(const v1::StageCompleted& stage) {
  const std::string done = "completes stage " + std::to_string(stage.stages_completed());
  if (stage.next_hand_size() == 0) return done + ", the last one";
  return done + ", the next has " + std::to_string(stage.next_hand_size());
}

std::string Text(const v1::Match& match, const v1::WindowClosed& closed) {
  if (!closed.has_answering_seat())
    return "all pass on the +3 of " + SeatText(match, closed.seat());
  return SeatText(match, closed.answering_seat()) + " answers the +3 of " +
         SeatText(match, closed.seat()) + " with " + Escaped(closed.answer().notation()) +
         (closed.last_card() ? "!" : "");
}

std::string StrikeText(const v1::Match& match, int strikes) {
  return " (strike " + std::to_string(strikes) + " of " +
         std::to_string(match.time_control().strike_limit()) + ")";
}

}  // namespace

std::string ActionText(const v1::Action& action) {
  if (!action.notation().empty()) return Escaped(action.notation());
  switch (action.kind_case()) {
    case v1::Action::kPlay: {
      const v1::PlayCard& play = action.play();
      const bool named = play.named_color() != v1::COLOR_UNSPECIFIED;
      return Escaped(CardToken(play.card()) + (named ? ">" + ColorLetter(play.named_color()) : "") +
                     (play.last_card() ? "!" : ""));
    }
    case v1::Action::kDraw: return "draw";
    case v1::Action::kClose: return "close";
    case v1::Action::kEnd: return "end";
    case v1::Action::kPassWindow: return "pass";
    case v1::Action::KIND_NOT_SET: return "?";
  }
  return "?";
}

std::string ReasonText(v1::DrawReason reason) {
  switch (reason) {
    case v1::DRAW_REASON_STUCK: return "";
    case v1::DRAW_REASON_STACK: return "the +2 stack";
    case v1::DRAW_REASON_AFTER_PLUS: return "no card after the Plus";
    case v1::DRAW_REASON_PLUS_THREE: return "for the +3";
    case v1::DRAW_REASON_BREAKER: return "for a Breaker on one's own turn";
    case v1::DRAW_REASON_LAST_CARD: return "last card not declared";
    case v1::DRAW_REASON_STAGE: return "the next hand";
    default: return "for a reason that this program does not know";
  }
}

std::string SeatText(const v1::Match& match, int seat) {
  const std::string name =
      seat >= 0 && seat < match.seats_size() ? Escaped(match.seats(seat).bot()) : "?";
  return std::to_string(seat) + " " + name;
}

std::string EventText(const v1::Match& match, const v1::PublicEvent& event) {
  const auto of = [&match](const auto& kind, const std::string& text) {
    return SeatText(match, kind.seat()) + " " + text;
  };
  using Event = v1::PublicEvent;
  switch (event.kind_case()) {
    case Event::kCardPlayed: return of(event.card_played(), Text(event.card_played()));
    case Event::kCardsDrawn: return of(event.cards_drawn(), Text(event.cards_drawn()));
    case Event::kTakiClosed: return of(event.taki_closed(), "closes the TAKI");
    case Event::kRunEnded: return of(event.run_ended(), "ends the run, the TAKI stays open");
    case Event::kKingEnded: return of(event.king_ended(), "plays nothing after the King");
    case Event::kWindowOpened: return of(event.window_opened(), "awaits the answers to the +3");
    case Event::kWindowClosed: return Text(match, event.window_closed());
    case Event::kStageCompleted: return of(event.stage_completed(), Text(event.stage_completed()));
    case Event::kPileReshuffled:
      return "the pile is shuffled anew: " + std::to_string(event.pile_reshuffled().cards()) +
             " cards";
    case Event::kTurnBegan: return of(event.turn_began(), "is on turn");
    case Event::kTimedOut:
      return of(event.timed_out(), "timed out" + StrikeText(match, event.timed_out().strikes()));
    case Event::kStrikeGiven:
      return of(event.strike_given(),
                "tried an illegal action" + StrikeText(match, event.strike_given().strikes()));
    case Event::kSeatForfeited:
      return of(event.seat_forfeited(), "forfeits: " + ShortName(v1::SeatEnd_descriptor(),
                                                                 event.seat_forfeited().reason()));
    case Event::KIND_NOT_SET: return "";
  }
  return "";
}

std::string PositionText(const v1::PublicState& state) {
  std::string text = "leading " + Escaped(state.leading_card().notation()) + ", draw pile " +
                     std::to_string(state.draw_pile()) + ", hands";
  for (const auto& seat : state.seats()) text += " " + std::to_string(seat.cards());
  return text;
}

}  // namespace taki::cli
