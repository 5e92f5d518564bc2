#include "referee/service/convert.h"

namespace taki::service {
namespace {

// The parts of an event that everyone may see, by kind. Of kCardsDrawn it reads no card.
void RulesEventToProto(const rules::Event& event, v1::PublicEvent* out) {
  const std::int32_t seat = event.seat.number();
  switch (event.kind) {
    case rules::Event::Kind::kCardPlayed: {
      v1::CardPlayed* played = out->mutable_card_played();
      played->set_seat(seat);
      ToProto(event.card, played->mutable_card());
      if (event.card == rules::kChangeColorCard) played->set_named_color(ToProto(event.color));
      played->set_last_card(event.last_card);
      played->set_leading_color(ToProto(event.color));
      break;
    }
    case rules::Event::Kind::kCardsDrawn: {
      v1::CardsDrawn* drawn = out->mutable_cards_drawn();
      drawn->set_seat(seat);
      drawn->set_count(event.count);
      drawn->set_owed(event.owed);
      drawn->set_reason(ToProto(event.reason));
      break;
    }
    case rules::Event::Kind::kPileReshuffled:
      out->mutable_pile_reshuffled()->set_cards(event.count);
      break;
    case rules::Event::Kind::kTakiClosed: out->mutable_taki_closed()->set_seat(seat); break;
    case rules::Event::Kind::kRunEnded: out->mutable_run_ended()->set_seat(seat); break;
    case rules::Event::Kind::kKingEnded: out->mutable_king_ended()->set_seat(seat); break;
    case rules::Event::Kind::kWindowOpened: out->mutable_window_opened()->set_seat(seat); break;
    case rules::Event::Kind::kWindowClosed: {
      v1::WindowClosed* closed = out->mutable_window_closed();
      closed->set_seat(seat);
      if (!event.answered) break;
      closed->set_answering_seat(event.other.number());
      ToProto(event.card, closed->mutable_answer());
      closed->set_last_card(event.last_card);
      break;
    }
    case rules::Event::Kind::kStageCompleted: {
      v1::StageCompleted* stage = out->mutable_stage_completed();
      stage->set_seat(seat);
      stage->set_stages_completed(event.count);
      stage->set_next_hand_size(event.owed);
      break;
    }
    case rules::Event::Kind::kSeatForfeited: {
      v1::SeatForfeited* forfeited = out->mutable_seat_forfeited();
      forfeited->set_seat(seat);
      forfeited->set_reason(ToProto(event.end));
      break;
    }
    case rules::Event::Kind::kTurnBegan: out->mutable_turn_began()->set_seat(seat); break;
  }
}

}  // namespace

v1::DecisionKind ToProto(rules::Phase phase) {
  switch (phase) {
    case rules::Phase::kTurn: return v1::DECISION_KIND_TURN;
    case rules::Phase::kRun: return v1::DECISION_KIND_RUN;
    case rules::Phase::kAfterPlus: return v1::DECISION_KIND_AFTER_PLUS;
    case rules::Phase::kAfterKing: return v1::DECISION_KIND_AFTER_KING;
    case rules::Phase::kWindow: return v1::DECISION_KIND_WINDOW;
    case rules::Phase::kOver: break;
  }
  return v1::DECISION_KIND_UNSPECIFIED;
}

v1::DrawReason ToProto(rules::DrawReason reason) {
  switch (reason) {
    case rules::DrawReason::kStuck: return v1::DRAW_REASON_STUCK;
    case rules::DrawReason::kStack: return v1::DRAW_REASON_STACK;
    case rules::DrawReason::kAfterPlus: return v1::DRAW_REASON_AFTER_PLUS;
    case rules::DrawReason::kPlusThree: return v1::DRAW_REASON_PLUS_THREE;
    case rules::DrawReason::kBreaker: return v1::DRAW_REASON_BREAKER;
    case rules::DrawReason::kLastCard: return v1::DRAW_REASON_LAST_CARD;
    case rules::DrawReason::kStage: return v1::DRAW_REASON_STAGE;
  }
  return v1::DRAW_REASON_UNSPECIFIED;
}

void ToProto(const rules::PublicState& state, v1::PublicState* out) {
  out->set_turn(state.turns_ended + 1);
  out->set_turn_seat(state.turn.number());
  out->set_phase(ToProto(state.phase));
  out->set_direction(state.direction > 0 ? v1::DIRECTION_LEFT : v1::DIRECTION_RIGHT);
  ToProto(state.leading, out->mutable_leading_card());
  out->set_leading_color(ToProto(state.leading_color));
  ToProto(state.top, out->mutable_top_card());
  out->set_taki_open(state.taki_open);
  out->set_stack(state.stack);
  out->set_draw_pile(state.draw_pile);
  for (std::size_t i = 0; i < state.seats; ++i) {
    const rules::PublicSeat& seat = state.seat[i];
    v1::SeatState* to = out->add_seats();
    to->set_seat(static_cast<std::int32_t>(i));
    to->set_cards(seat.cards);
    to->set_stage_hand_size(seat.stage_hand);
    to->set_stages_completed(seat.stages_completed);
    to->set_forfeited(seat.forfeited);
  }
}

void ToProto(const rules::View& view, v1::Observation* out) {
  out->set_seat(view.seat.number());
  view.hand.ForEach([out](rules::Card card) { ToProto(card, out->add_hand()); });
  ToProto(view.state, out->mutable_state());
}

void ToPublicProto(const match::MatchEvent& event, v1::PublicEvent* out) {
  switch (event.kind) {
    case match::MatchEvent::Kind::kRules: RulesEventToProto(event.rules, out); break;
    case match::MatchEvent::Kind::kTimedOut:
      out->mutable_timed_out()->set_seat(event.seat.number());
      out->mutable_timed_out()->set_strikes(event.strikes);
      break;
    case match::MatchEvent::Kind::kStrike:
      out->mutable_strike_given()->set_seat(event.seat.number());
      out->mutable_strike_given()->set_strikes(event.strikes);
      break;
  }
}

void ToProto(const host::SeatEvent& event, v1::Event* out) {
  out->set_match_id(match::ToString(event.match));
  out->set_seq(static_cast<std::int32_t>(event.seq));
  const rules::Event& happened = event.event.rules;
  const bool own_draw = event.event.kind == match::MatchEvent::Kind::kRules &&
                        happened.kind == rules::Event::Kind::kCardsDrawn &&
                        happened.seat == event.viewer;
  if (!own_draw) return ToPublicProto(event.event, out->mutable_public_event());
  v1::OwnDraw* own = out->mutable_own_draw();
  for (const rules::Card card : happened.drawn()) ToProto(card, own->add_cards());
  own->set_owed(happened.owed);
  own->set_reason(ToProto(happened.reason));
}

}  // namespace taki::service
