// The log of a league: its durable inputs in the order in which they took effect.
//
// A league is a pure function of its configuration, its event seed and this log; nothing else is
// kept. An entry of kind kFinished names a match only: its outcome is read from the match itself,
// so that nothing is saved twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/league/config.h"
#include "referee/match/record.h"

namespace taki::league {

// A fixture of a league, from 1 in the order of the schedule.
struct FixtureId {
  std::int32_t number = 0;
  friend constexpr auto operator<=>(FixtureId, FixtureId) = default;
};

// Which match of which fixture a match is: game 1 of the fixture, its second attempt.
struct MatchSlot {
  FixtureId fixture;
  std::int32_t game = 0;     // from 1
  std::int32_t attempt = 0;  // from 1; an attempt that ended VOID is followed by another
  friend constexpr auto operator<=>(MatchSlot, MatchSlot) = default;
};

// What a league needs to know of a match that is over.
struct Outcome {
  struct Seat {
    match::BotId bot;
    std::int32_t place = 0;  // from 1; 0 in a VOID match
    rules::SeatEnd end = rules::SeatEnd::kCompleted;
    bool ready = true;  // false: NO_SHOW
    std::int32_t stages_completed = 0;
    friend bool operator==(const Seat&, const Seat&) = default;
  };
  match::MatchEnding ending = match::MatchEnding::kVoid;
  std::string void_reason;  // of a VOID match; QUARANTINED for one that was put aside
  std::vector<Seat> seats;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct LogEntry {
  enum class Kind : std::uint8_t {
    kEntered,    // bot, text: its owner. Before the start
    kWithdrawn,  // bot. Before the start: it is not entered any more
    kStarted,    // text: the ratings for the seeding, "3:1523.25 5:-12.5", Elo by bot id; may be
                 // empty. From here on the event seed is public
    kPaused,     //
    kResumed,    //
    kDrained,    // no more matches; running ones end
    kAborted,    // no more matches; running ones are made VOID
    kFiled,  // match, slot, bots: the seats in order. The match was put on record with this entry
    kFinished,  // match, outcome: it is over, whatever its ending
    kAnnulled,  // match: an organiser struck the result of a match that was over; it is played
                // again
    kRequeued,  // slot (fixture and game; game 0: each that was given up): void_limit more attempts
    kDisqualified,  // bot, text: why
    kReinstated,    // bot
  };
  std::int32_t seq = 0;  // from 1, without gaps
  Kind kind = Kind::kEntered;
  match::BotId bot{};
  match::MatchId match{};
  MatchSlot slot{};
  std::vector<match::BotId> bots{};
  std::string text{};
  std::int64_t at_ms = 0;  // Unix milliseconds, for display only
  Outcome outcome{};       // kFinished; filled from the match when the log is read
  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};
std::string_view Name(LogEntry::Kind kind);  // "ENTERED", ...
std::optional<LogEntry::Kind> ParseLogKind(std::string_view name);

}  // namespace taki::league
