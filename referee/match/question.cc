#include "referee/match/question.h"

#include "referee/rules/check.h"
#include "referee/rules/legality.h"

namespace taki::match {
namespace {

DecisionKind KindOf(rules::Phase phase) {
  switch (phase) {
    case rules::Phase::kTurn: return DecisionKind::kTurn;
    case rules::Phase::kRun: return DecisionKind::kRun;
    case rules::Phase::kAfterPlus: return DecisionKind::kAfterPlus;
    case rules::Phase::kAfterKing: return DecisionKind::kAfterKing;
    case rules::Phase::kWindow: return DecisionKind::kWindow;
    case rules::Phase::kOver: break;
  }
  TAKI_CHECK(false);
  return DecisionKind::kTurn;
}

}  // namespace

void PutQuestion(const MatchState& state, rules::Seat seat, Decision& out) {
  const TimeControl& clock = state.config().clock;
  out.id = state.open(seat);
  out.seat = seat;
  out.kind = KindOf(state.position().phase);
  out.view = rules::Observe(state.position(), seat);
  out.legal = rules::LegalActions(state.position(), seat);
  out.move_time_ms = clock.move_time_ms;
  out.bank_left_ms = state.bank_left_ms(seat);
  out.time_left_ms = clock.move_time_ms + state.bank_left_ms(seat);  // R11.1
  out.strikes = state.strikes(seat);
  out.strike_limit = clock.strike_limit;
  out.previous_charged_ms = state.previous_charged_ms(seat);
  out.asked_again = false;
}

}  // namespace taki::match
