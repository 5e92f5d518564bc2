// A fixture: bots that are to play one or more matches against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "referee/league/log.h"

namespace taki::league {

// The part of the competition that a fixture belongs to.
enum class Section : std::uint8_t {
  kTable,       // round robin, Swiss, gauntlet, ladder: one table of standings
  kGroup,       // a group of GROUPS_THEN_BRACKET
  kWinners,     // the bracket; of a double elimination its upper half
  kLosers,      // lower half
  kThirdPlace,  //
  kGrandFinal,  // of a double elimination; its second fixture is the reset
};
std::string_view Name(Section section);  // "TABLE", ...

// Where the bot on one slot of a fixture comes from.
struct Source {
  enum class Kind : std::uint8_t {
    kSeed,        // seed `number`; 0: nobody, a bye
    kPlace,       // place `place` of fixture `number`: 1 its winner, 2 its loser
    kGroupPlace,  // place `place` of group `number`
    kPaired,      // by standings (Swiss), by hand of the ladder
  };
  Kind kind = Kind::kSeed;
  std::int32_t number = 0;
  std::int32_t place = 0;
  friend bool operator==(const Source&, const Source&) = default;
};

// An entrant of a league by its index in League::entrants(), the order of entry; kNobody: a slot
// that stays empty (a bye).
using Entrant = std::int32_t;
inline constexpr Entrant kUnknown = -1;  // not known yet
inline constexpr Entrant kNobody = -2;

enum class FixtureState : std::uint8_t {
  kPending,    // not all bots are known
  kReady,      // may be played
  kPlaying,    // a match of it has been filed, and it is not decided
  kDecided,    //
  kCancelled,  // will not be played: nobody is left for it, or the league was drained or aborted
};
std::string_view Name(FixtureState state);

// How a fixture was decided.
enum class Decision : std::uint8_t {
  kNone,
  kPlayed,    // by its matches
  kBye,       // only one slot was ever filled
  kWalkover,  // the others were withdrawn, disqualified or did not show up
  kLot,       // still tied after all tie-break matches: by lot of the event seed
  kShared,    // void_limit reached: the points of a match were shared
};
std::string_view Name(Decision decision);

// One try at one match of a fixture.
struct Attempt {
  match::MatchId match;
  std::int32_t game = 0;     // from 1
  std::int32_t attempt = 0;  // from 1
  std::vector<Entrant> seats;
  bool over = false;
  bool annulled = false;             // by an organiser
  std::optional<Outcome> outcome{};  // if over; the seats in order
  bool counts = false;               // it is what the standings count for its game
};

struct Fixture {
  FixtureId id;
  Section section = Section::kTable;
  std::int32_t group = 0;            // kGroup: from 1, else 0
  std::int32_t round = 0;            // from 1, within the section
  std::int32_t number_in_round = 0;  // from 1
  std::vector<Source> sources;       // one a slot
  std::vector<Entrant> slots;        // seats of game 1; later games turn them round by one
  FixtureState state = FixtureState::kPending;
  Decision decision = Decision::kNone;
  std::vector<Attempt> attempts;  // in the order filed
  std::vector<Entrant> placing;   // kDecided in a bracket: best first, without kNobody
};

}  // namespace taki::league
