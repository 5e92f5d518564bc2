#include "referee/match/visible.h"

namespace taki::match {

MatchEvent VisibleTo(const MatchEvent& event, std::optional<rules::Seat> viewer) {
  MatchEvent visible = event;
  if (event.kind != MatchEvent::Kind::kRules) return visible;
  if (event.rules.kind != rules::Event::Kind::kCardsDrawn) return visible;
  if (viewer != event.rules.seat) visible.rules.cards.fill(rules::Card());
  return visible;
}

}  // namespace taki::match
