// Knock-out brackets (bracket.h) as fixtures of a league, and who has got how far. Internal to this
// room.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "referee/league/bracket.h"
#include "referee/league/schedule.h"

namespace taki::league {

// Adds the fixtures of `plan`. `seed_source(seed)` says from where its entrant `seed` (from 0)
// comes.
void AddBracket(Book& book, const pairing::Bracket& plan,
                const std::function<Source(int seed)>& seed_source);

// How far an entrant has got, the smaller the better: the stage of the bracket where it went out,
// and its place in that fixture. Equal ones share their places.
using OutKey = std::pair<std::int32_t, std::int32_t>;
inline constexpr OutKey kStillIn{-1, 0};

// Of all that have got into the bracket.
std::map<Entrant, OutKey> BracketKeys(const Book& book);

// Gives `rows` places by their keys, the disqualified none, and sorts them by place and seed, the
// disqualified last. Requires: everyone of `rows` has a key.
void PlaceBy(const Book& book, const std::map<Entrant, OutKey>& keys, std::vector<Standing>& rows);

}  // namespace taki::league
