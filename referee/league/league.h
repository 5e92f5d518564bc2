// A league: entries, schedule, results and standings as a pure function of its configuration, its
// event seed and its log (referee/league/log.h).
//
// The same log gives the same bytes, on every machine; resuming after a crash is reading the log
// again. No clock, no I/O, no threads: the host files the matches that Wanted names, under its
// limits of concurrency, and appends what Prepare returns.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/league/config.h"
#include "referee/league/fixture.h"
#include "referee/league/log.h"
#include "referee/league/standings.h"
#include "referee/rules/sha256.h"

namespace taki::league {

enum class LeagueState : std::uint8_t {
  kOpen,      // bots may be entered
  kRunning,   //
  kPaused,    // running matches go on, no new ones
  kDraining,  // no new matches; ends with the last running one
  kFinished,  // everything is decided, or drained; what is decided may be taken back (a
              // reinstatement, an annulled result), then it goes on
  kAborted,   //
};
std::string_view Name(LeagueState state);
std::optional<LeagueState> ParseLeagueState(std::string_view name);

struct EntrantInfo {
  match::BotId bot;
  std::string owner;               // may be empty
  std::int32_t seed = 0;           // from 1; 0 before the start
  std::optional<double> rating{};  // Elo at the start
  EntrantStatus status = EntrantStatus::kActive;
  std::int32_t no_shows_in_a_row = 0;
  std::int32_t running = 0;  // matches filed and not over
};

// A match that may be filed now.
struct Wanted {
  MatchSlot slot;
  std::vector<Entrant> seats;
};

struct Progress {
  std::int32_t matches_done = 0;     // that count, byes not
  std::int32_t matches_running = 0;  // filed, not over
  std::int32_t matches_total = 0;    // as far as the schedule is known; a bracket or a Swiss counts
                                     // all its rounds, best-of-n the fewest; 0: no end (LADDER)
  std::int32_t matches_void = 0;     // attempts that came to nothing
  std::int32_t fixtures_done = 0;
  std::int32_t fixtures_total = 0;
  std::int32_t round = 0;  // the earliest round with an undecided fixture, 0: none
  std::int32_t rounds = 0;
};

class League {
 public:
  // Requires: Validate(config). `event_seed`: 32 bytes, drawn at creation, public from the start
  // on; its commitment (EventCommitment) is public at once.
  League(LeagueId id, LeagueConfig config, const rules::Bytes32& event_seed);
  League(League&&) noexcept;
  League& operator=(League&&) noexcept;
  ~League();

  // --- the log
  // The next entry: entry.seq is last_seq() + 1. FAILED_PRECONDITION if it does not fit what came
  // before: then nothing has changed.
  absl::Status Apply(const LogEntry& entry);
  std::int32_t last_seq() const;

  // --- commands: whether an organiser may do this now. OK, or FAILED_PRECONDITION / NOT_FOUND /
  // INVALID_ARGUMENT with a sentence that names the field and what to do. Changes nothing; the host
  // appends the entry of the same kind if it is OK.
  absl::Status CanEnter(match::BotId bot) const;
  absl::Status CanWithdraw(match::BotId bot) const;
  absl::Status CanStart() const;
  absl::Status CanPause() const;
  absl::Status CanResume() const;
  absl::Status CanDrain() const;
  absl::Status CanAbort() const;
  // A match of this league that is over. Refused if a fixture that was begun depends on its result.
  absl::Status CanAnnul(match::MatchId match) const;
  absl::Status CanRequeue(FixtureId fixture) const;
  absl::Status CanDisqualify(match::BotId bot) const;
  absl::Status CanReinstate(match::BotId bot) const;

  // --- what to play
  // Calls `take` for each match that may be filed now, in schedule order, until it returns false.
  // Not for LADDER. Nothing unless RUNNING. A fixture's games are filed one after the other.
  void ForEachWanted(const std::function<bool(const Wanted&)>& take) const;
  // LADDER: who should play now, of those in `available` (connected, with room for a match); at
  // most `limit` matches. The host files each as a new fixture (slot.fixture is the next free one).
  std::vector<Wanted> PairLadder(const std::vector<Entrant>& available, std::int32_t limit) const;

  // --- what is so
  LeagueId id() const;
  const LeagueConfig& config() const;
  LeagueState state() const;
  const rules::Bytes32& event_seed() const;          // secret before the start
  const std::vector<EntrantInfo>& entrants() const;  // in the order of entry
  std::optional<Entrant> Find(match::BotId bot) const;
  const std::vector<Fixture>& fixtures() const;  // fixtures()[i].id is i + 1
  Progress progress() const;
  // Sorted by (group, place, seed); empty before the start. Also while it runs: in a bracket those
  // who are still in share the first places. GROUPS_THEN_BRACKET: the places in the whole
  // competition as group 0, then the table of each group, so that everybody is in it twice.
  std::vector<Standing> Standings() const;
  // Matches whose result does not count for ratings: annulled ones, and those in which a bot sat
  // that is disqualified now. Sorted.
  std::vector<match::MatchId> Unrated() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Public when the league is created: SHA-256 of "TAKI-EVENT-1/commit" || LP(ToString(id)) || seed,
// in the notation of docs/fair-deal.md.
rules::Bytes32 EventCommitment(LeagueId id, const rules::Bytes32& event_seed);

}  // namespace taki::league
