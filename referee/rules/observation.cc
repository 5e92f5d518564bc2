#include "referee/rules/observation.h"

namespace taki::rules {

PublicState ObservePublic(const Position& p) {
  PublicState state;
  state.seats = p.seats;
  state.phase = p.phase;
  state.turn = p.turn;
  state.direction = p.direction;
  state.leading = p.leading;
  state.leading_color = p.leading_color;
  state.top = p.top;
  state.taki_open = p.taki_open;
  state.stack = p.stack;
  state.draw_pile = p.pile_size;
  state.turns_ended = p.turns_ended;
  for (std::size_t i = 0; i < p.seats; ++i) {
    PublicSeat& seat = state.seat[i];
    seat.cards = static_cast<std::uint8_t>(p.hands[i].size());
    seat.stages_completed = p.stages_completed[i];
    seat.stage_hand = p.stages_completed[i] < p.ruleset.stage_count
                          ? p.ruleset.stages[p.stages_completed[i]]
                          : std::uint8_t{0};
    seat.forfeited = p.forfeit_order[i] != 0;
  }
  return state;
}

View Observe(const Position& p, Seat seat) {
  return {ObservePublic(p), seat, p.hands[seat.index()]};
}

}  // namespace taki::rules
