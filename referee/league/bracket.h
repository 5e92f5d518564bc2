// Knock-out brackets as static plans: which fixtures there are and from where each of their slots
// is filled. Who has got how far is told by the book (book.h).
//
// SINGLE_ELIMINATION of two seats: a power of two of slots in seed order (1 v 16, 8 v 9, ...), so
// that the favourites can meet only as late as possible; free slots are byes, which fall to the top
// seeds. Who loses is out. With a match for third place, the losers of the semi-finals play it.
//
// SINGLE_ELIMINATION of tables of three and more: as few tables as the seats allow, their sizes
// differing by at most one and never one. The entrants are dealt to the tables in snake order (1 2
// 3, 6 5 4, 7 8 9, ...), the best `advance` of each table (at most all but one) go on: first all
// winners, the strongest table's before, then all seconds, the weakest table's before, and so on,
// as the snake expects them; those of one table are put to different tables of the next round where
// that can be. The first round that fits one table is the final.
//
// DOUBLE_ELIMINATION: who loses in the winners' bracket drops into the losers' bracket, who loses
// there is out. The losers of round 1 play each other in order; those of round r > 1 meet the
// survivors of the losers' bracket, the loser of match m, counted from 0, survivor m XOR (the
// lowest bits of r - 1 in reverse), so that two who have met are kept apart as long as possible: no
// rematch before losers' round 2 of 4 slots, 3 of 8, 4 of 16, 5 of 32, 7 of 64. The winners of both
// brackets play the grand final; only if the losers' champion wins it, both having lost once, it is
// played again.
#pragma once

#include <vector>

#include "referee/league/round.h"

namespace taki::league::pairing {

// From where a slot of a fixture is filled.
struct Source {
  enum class Kind {
    kSeed,   // the entrant `number`
    kPlace,  // who finishes fixture `number` on `place`, 0 the best
    kBye,    // never filled
  };
  Kind kind = Kind::kBye;
  int number = 0;
  int place = 0;
  friend bool operator==(const Source&, const Source&) = default;
};

enum class Part {
  kMain,  // the bracket; of a double elimination the winners'
  kLosers,
  kThirdPlace,
  kGrandFinal,  // of a double elimination: round 0, and round 1, which is played only if needed
};

struct BracketFixture {
  Part part = Part::kMain;
  int round = 0;   // from 0, within its part
  int number = 0;  // from 0, within its round
  std::vector<Source> slots;
  int advance = 1;  // so many of its best go on, or win
  // How good it is to go out here: the smaller the better, 0 in the final. Who goes out at the same
  // stage on the same place has the same final placing.
  int stage = 0;
  int reset_of = -1;  // the grand final which this fixture repeats, if the second slot won it
  friend bool operator==(const BracketFixture&, const BracketFixture&) = default;
};

struct Bracket {
  int entrants = 0;
  std::vector<BracketFixture> fixtures;  // each after all that it draws from
  friend bool operator==(const Bracket&, const Bracket&) = default;
};

// The seeds in the order of the slots of round 1: order(1) = 0; order(2m) replaces each s of
// order(m) by s, 2m - 1 - s. Requires: `slots` is a power of two.
std::vector<int> SeedOrder(int slots);

// Requires: entrants >= 2. The third place is played for if there are four or more, with three it
// falls to the loser of the semi-final without a match.
Bracket SingleElimination(int entrants, bool third_place);

// Requires: entrants >= 2, seats >= 2, 1 <= advance < seats. Of two seats: SingleElimination.
Bracket TableElimination(int entrants, int seats, int advance);

// Requires: entrants >= 2. 2n - 2 matches, 2n - 1 with the second grand final.
Bracket DoubleElimination(int entrants);

// Whether fixture `later` is filled, directly or through others, from fixture `earlier`.
bool Rests(const Bracket& bracket, int later, int earlier);

}  // namespace taki::league::pairing
