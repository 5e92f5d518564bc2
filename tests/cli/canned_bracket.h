// Brackets as a referee tells them, from the plans of referee/league/bracket.h and results that a
// test makes up.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/league/bracket.h"
#include "taki/v1/league_service.pb.h"

namespace taki::test {

// Who wins fixture `number` (from 1) of two entrants (from 0): one of them, or nothing if it has
// not been played.
using Winner = std::function<std::optional<int>(int number, int one, int other)>;
// The one of the better seed, always.
std::optional<int> BetterSeed(int number, int one, int other);
// The same, of the first `fixtures` only.
Winner BetterSeedUpTo(int fixtures);
// The worse seed in the fixtures of `upsets`, else the better one.
Winner Upsets(std::vector<int> upsets);

// `bots` by seed. All fixtures are best of one.
v1::GetBracketResponse BracketOf(const league::pairing::Bracket& plan,
                                 const std::vector<std::string>& bots, const Winner& winner);

v1::Fixture& FixtureOf(v1::GetBracketResponse& bracket, int number);
// A game of a fixture of two that counts.
void AddGame(v1::Fixture& fixture, const std::string& winner, const std::string& loser);

// "alice", "bob", ...: `count` names, 16 at most.
std::vector<std::string> Names(int count);

}  // namespace taki::test
