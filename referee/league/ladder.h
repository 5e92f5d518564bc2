// LADDER: who should play whom now. Internal to this room.
//
// The rating is OpenSkill (referee/rating/openskill.h), which takes results in the order of their
// finish; it serves for this and nothing else. Floating point is used here only: what it leads to
// is in the log, so that no other machine has to come to the same.
//
// Who plays next, of those available:
//   1. Games that came to nothing are played again first.
//   2. Whoever has had fewer games than the lower quarter of those present (available or playing)
//      comes first, the fewest games before; then the others by the uncertainty of their rating.
//      Who is kLadderLead games ahead of that quarter waits: so nobody starves, and neither a bot
//      that always fails nor two that do so together get more games than others.
//   3. Against it play those nearest in rating, of those who do not have to wait; after them whom
//      it met in its last match; if that is not enough for one of the lower quarter, those with the
//      fewest games.
//   4. A table has `seats` seats, or as many as are present, if they are fewer. Seats are dealt so
//   that each has had each seat as equally often as the table allows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "referee/league/book.h"
#include "referee/rating/openskill.h"

namespace taki::league {

inline constexpr std::int32_t kLadderLead = 2;

// What a ladder knows beyond the book. Does nothing in other formats.
class Ladder {
 public:
  // Whether this may be filed as a new fixture of the ladder.
  absl::Status CanFile(const Book& book, const MatchSlot& slot,
                       const std::vector<Entrant>& seats) const;
  void AddFixture(Book& book, const std::vector<Entrant>& seats);
  // A match is over: its fixture's index and its index in Fixture::attempts.
  void Rate(const Book& book, std::pair<std::int32_t, std::int32_t> match);
  // At the start, and when results count no more: from all that count, in the order of their
  // finish.
  void Rebuild(const Book& book);

  std::vector<Wanted> Pair(const Book& book, const std::vector<Entrant>& available,
                           std::int32_t limit) const;

 private:
  struct Player {
    rating::Skill skill;
    std::int32_t games = 0;  // fixtures
    std::vector<int> sat;    // [seat]: how often
    std::vector<Entrant> last_met;
  };

  friend class LadderRound;
  bool IsOf(const Book& book) const { return book.config().format == Format::kLadder; }
  Player& PlayerOn(const Attempt& attempt, std::size_t seat) {
    return players_[static_cast<std::size_t>(attempt.seats[seat])];
  }

  std::vector<Player> players_;  // [entrant]
};

// How many more fixtures a ladder will have; those without an end: as many as anybody asks for.
std::int32_t LadderFixturesLeft(const Book& book);

}  // namespace taki::league
