// Knock-out brackets (bracket.h) as fixtures of a league, and who has got how far. Internal to this
// room.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "referee/league/bracket.h"
#include "referee/league/schedule.h"

namespace taki::league {

// Adds the fixtures of `plan`. `seed_source(seed)` says from where its entrant `seed` (from 0)
// comes.
void AddBracket(Book& book, const pairing::Bracket& plan,
                const std::function<Source(int seed)>& seed_source);

// The entrants that have got into the bracket, best first, by how far they have got; those in one
// element share their places. Who is still in comes first, together.
std::vector<std::vector<Entrant>> BracketRanking(const Book& book);

// Gives `rows` the places of `ranking`, without the disqualified, who come last; sorts them by
// place and seed. Requires: `ranking` has everyone of `rows`.
void PlaceBy(const Book& book, const std::vector<std::vector<Entrant>>& ranking,
             std::vector<Standing>& rows);

}  // namespace taki::league
