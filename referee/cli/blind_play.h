// Re-plays the public record of a match that is not over: nobody can say which cards are held, but
// everything public follows from the moves all the same.
//
// Each hidden card is given some face, and whenever a card shows itself in a hand it changes places
// with that hidden card which stood for it. So all 116 cards are always there, what has been seen
// lies where it was seen, and counts, leading card, stack, direction, stages and reshuffles are
// those of the match. What a hand holds is made up: never show it. Pure; owned by one replay.
#pragma once

#include <optional>

#include "referee/rules/legality.h"
#include "referee/rules/position.h"
#include "referee/rules/transition.h"

namespace taki::cli {

class BlindPlay {
 public:
  // Requires: `leading`, the card turned over at the deal, has a colour (R2.3).
  BlindPlay(const rules::Ruleset& ruleset, int seats, rules::Card leading);

  // Only ObservePublic of it means something, and the answers that were put into an open window.
  const rules::Position& position() const { return position_; }

  // What forbids `action`, as far as that does not depend on hidden cards; applies it if nothing
  // does.
  std::optional<rules::Violation> Play(rules::Seat seat, rules::Action action,
                                       rules::EventSink& sink);
  // Requires: as rules::Forfeit.
  void Forfeit(rules::Seat seat, rules::SeatEnd reason, rules::EventSink& sink);

 private:
  class Unseen;
  std::optional<rules::Violation> CheckBlindly(rules::Seat seat, rules::Action action) const;
  bool BringIntoHand(rules::Seat seat, rules::Card card);
  bool TakeFromPile(rules::Card card, rules::Card instead);

  rules::Position position_;
  rules::CardSet unseen_;  // cards in the discard pile that nobody saw go there (R10.2)
};

}  // namespace taki::cli
