// From games to what the standings count of them. Internal to this room.
#pragma once

#include <functional>
#include <optional>

#include "referee/league/fixture.h"
#include "referee/league/judge.h"
#include "referee/league/standings.h"

namespace taki::league {

// By its places, a no-show last and without points; a win's points for a walkover, half of them
// each where they are shared. No seats if there is nothing to count.
ScoredGame Score(const Fixture& fixture, const GameResult& game);

// The same without those who are struck: matches of two count for nobody, at tables the others
// close up. Nothing if nobody is left to count for.
std::optional<ScoredGame> ScoreWithout(const Fixture& fixture, const GameResult& game,
                                       const std::function<bool(Entrant)>& is_struck);

}  // namespace taki::league
