// The match machine: one match from assignment to result, as a pure function of its inputs.
//
// No callbacks, no locks, no clock, no I/O: an instant is a number handed in, and what must happen
// outside is returned as Effects. Every change goes through a Record that is applied by one
// function, live and when resuming alike, so that a resumed match is the match (invariants I2, I3,
// I4). Owned by the host, touched by one thread.
//
// It voids a match of its own accord (R11.7, R11.8) with one of the reasons NOT_ENOUGH_READY,
// ALL_FORFEITED, TOO_LONG.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "referee/match/config.h"
#include "referee/match/effect.h"
#include "referee/match/input.h"
#include "referee/match/instant.h"
#include "referee/match/record.h"

namespace taki::match {

class Match {
 public:
  enum class State : std::uint8_t { kAssigned, kRunning, kOver };

  // A match whose ready time runs from `now`. Requires a valid config.
  Match(const MatchConfig& config, Instant now);
  // The same match after a crash, from its records in order (none: still to be made ready, its
  // ready time runs anew). All seats are away; open decisions wait for their seat or restart_grace,
  // then have a fresh move time and the recorded bank (T8). DATA_LOSS with input_no and reason if
  // the records do not replay: the caller quarantines the match (D9).
  static absl::StatusOr<Match> Resume(const MatchConfig& config, std::span<const Record> records,
                                      Instant now);

  Match(Match&&) noexcept;
  Match& operator=(Match&&) noexcept;
  ~Match();

  // Requires: now does not go back; seats that exist. Messages are for seats that have joined and
  // not left (events, and the end, for all).
  //
  // - Ready counts once: sent again, or after the start, it changes nothing.
  // - Resign and Disqualify before the start count as not ready; the seat then forfeits when the
  // cards
  //   are dealt, for its own reason (R11.7).
  // - Joined of a seat that is there already is another session that took over: it is told all
  // anew.
  // - After kOver every input but Reply and Joined is ignored: a Reply gets its recorded verdict if
  // it
  //   repeats an answered one, else kMatchOver; Joined brings a Snapshot if cards were dealt.
  void Step(const Input& input, Instant now, Effects& out);

  // The first instant at which TimeUp would do something (a deadline itself is still in time, T4);
  // nothing if nothing is pending.
  std::optional<Instant> NextDeadline() const;

  State state() const;
  const MatchConfig& config() const;
  const rules::Position& position() const;           // meaningful once kRunning
  std::uint32_t last_seq() const;                    // of events
  std::uint32_t inputs() const;                      // records so far
  std::uint32_t decisions() const;                   // asked so far
  const std::vector<std::string>& versions() const;  // one a seat; all "-" before the start
  const std::vector<std::string>& entropy() const;   // as recorded at the start

 private:
  struct Impl;
  explicit Match(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// All events of a match from its records, for watchers who come late: event i has seq i + 1. The
// same events as were sent live. `input_nos`, if given, becomes the number of the record that
// brought about each.
absl::StatusOr<std::vector<MatchEvent>> ReplayEvents(
    const MatchConfig& config, std::span<const Record> records,
    std::vector<std::uint32_t>* input_nos = nullptr);

}  // namespace taki::match
