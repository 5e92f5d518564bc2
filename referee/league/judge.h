// What the attempts at a fixture's games amount to: whether it is decided and how, and what is to
// be played next. Internal to this room.
//
// Pure, one fixture at a time: of the fixture, of who has left when, and of whether the league was
// drained or aborted. In a bracket a fixture must be decided (docs/competitions.md, "Brackets");
// elsewhere each of its games counts for the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "referee/league/fixture.h"
#include "referee/league/league.h"

namespace taki::league {

struct FixtureRule {
  bool bracket = false;  // it must be decided
  bool strikes = false;  // a disqualified bot is struck from its results
  std::int32_t games = 1;
  std::int32_t tie_break_games = 0;  // more games of a bracket's fixture that is tied
  std::int32_t advance = 1;          // so many of its best go on, or win
};

// What came of one game.
struct GameResult {
  enum class Kind : std::uint8_t {
    kOpen,       // to be played
    kRunning,    // being played: `attempt`
    kPlayed,     // `attempt` counts
    kWalkover,   // a win's points for `winner`: the others of `seats` have left or did not show up
    kNoShow,     // no bot of `seats` showed up
    kShared,     // VOID too often: half a point for each of `seats`
    kCancelled,  // it will not be played
  };
  Kind kind = Kind::kOpen;
  std::int32_t game = 0;  // from 1
  std::int32_t attempt =
      -1;  // index in Fixture::attempts, of the last one at it that was not annulled
  Entrant winner = kNobody;
  std::vector<Entrant> seats{};
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

// Of an entrant: the number of the log entry by which it left; 0: it is there.
struct Presence {
  std::int32_t gone_seq = 0;
  bool disqualified = false;
};

// What is known of a fixture beyond Fixture itself.
struct FixtureFacts {
  std::vector<std::int32_t>
      over_seqs;  // [attempt]: the log entry by which it was over; 0: it is not
  std::vector<std::int32_t> requeued;  // games, once for each void_limit more attempts
};

struct Circumstances {
  std::span<const Presence> presence;     // [entrant]
  std::span<const EntrantInfo> entrants;  // their seeds, for the lot
  const rules::Bytes32* event_seed = nullptr;
  std::int32_t closed_seq = 0;  // the log entry that drained or aborted the league; 0: none
  std::int32_t void_limit = 1;
};

struct Judgement {
  FixtureState state = FixtureState::kPending;
  Decision decision = Decision::kNone;
  std::vector<Entrant>
      placing;  // bracket, decided: best first, without who never showed up at a table
  std::vector<GameResult> games;  // in order, as many as matter
  std::optional<Wanted> next;     // kReady, or kPlaying with nothing running
  std::int32_t matches_left = 0;  // the fewest that can still decide it, those running included
  bool closed = false;            // cancelled only because the league was drained or aborted
};

// Requires: all slots are known.
Judgement Judge(const Fixture& fixture, const FixtureFacts& facts, const FixtureRule& rule,
                const Circumstances& circumstances);

// The fewest matches that can decide a fixture of which nothing has been played.
std::int32_t FewestMatches(const FixtureRule& rule);

}  // namespace taki::league
