// Who may see what of an event (docs/rules.md R7.4; fault S6): events carry the whole truth, and
// this is the one place that takes the hidden part away.
#pragma once

#include <optional>

#include "referee/match/effect.h"

namespace taki::match {

// The event as `viewer` may see it, a watcher without a seat being nullopt: the faces of drawn
// cards are left out (all of them the same card) unless the viewer drew them. How many were drawn,
// and why, is public. Pure; what it returns does not depend on anything that it leaves out.
MatchEvent VisibleTo(const MatchEvent& event, std::optional<rules::Seat> viewer);

}  // namespace taki::match
