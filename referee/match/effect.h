// What a match machine wants done: records to commit, then messages to send (in this order,
// invariant I1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/match/record.h"
#include "referee/rules/event.h"
#include "referee/rules/legality.h"
#include "referee/rules/observation.h"

namespace taki::match {

// What happened, for bots and watchers: the events of the rules core and three of the machine's
// own.
struct MatchEvent {
  enum class Kind : std::uint8_t {
    kRules,     // `rules`
    kTimedOut,  // seat, strikes; after a window has closed for timeouts inside it
    kStrike,    // seat, strikes: an illegal action
  };
  Kind kind = Kind::kRules;
  rules::Event rules{};
  rules::Seat seat{};
  std::int32_t strikes = 0;
  friend bool operator==(const MatchEvent&, const MatchEvent&) = default;
};

enum class DecisionKind : std::uint8_t { kTurn, kRun, kAfterPlus, kAfterKing, kWindow };

// Complete by itself: a bot can be a stateless function of it (docs/protocol.md).
struct Decision {
  DecisionId id;
  rules::Seat seat{};
  DecisionKind kind = DecisionKind::kTurn;
  rules::View view{};
  rules::ActionList legal{};
  std::int32_t move_time_ms = 0;  // of the time control
  std::int32_t bank_left_ms = 0;
  std::int32_t time_left_ms = 0;  // for this decision from now on, bank included
  std::int32_t strikes = 0;
  std::int32_t strike_limit = 0;
  std::int32_t previous_charged_ms = 0;  // of this seat's previous decision; 0 if none
  bool asked_again = false;              // after a reconnection or a restart
  friend bool operator==(const Decision&, const Decision&) = default;
};

enum class VerdictKind : std::uint8_t {
  kAccepted,
  kIllegal,
  kStale,    // not the seat's open decision, and none that it was ever asked or that can be told
  kExpired,  // that decision timed out
  kDuplicateConflict,  // already answered, with something else: `recorded` stands
  kMatchOver,          // for this seat: the match has ended, or it has forfeited
};
struct Verdict {
  DecisionId decision;
  VerdictKind kind = VerdictKind::kAccepted;
  std::string rule{};               // "R3.3" for kIllegal
  std::string text{};               // what is wrong and what to do, for a person
  std::int32_t applied = 0;         // actions applied
  std::int32_t refused_index = -1;  // of the refused action in the reply, -1: none
  std::int32_t charged_ms = 0;
  std::int32_t bank_left_ms = 0;
  std::int32_t strikes = 0;
  std::vector<rules::Action> recorded{};  // kDuplicateConflict: the accepted answer
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// On rejoining: all that the seat needs to go on (its open decision follows).
struct Snapshot {
  rules::View view{};
  std::uint32_t last_seq = 0;
  std::int32_t bank_left_ms = 0;
  std::int32_t strikes = 0;
};

// Effects, in the order in which they are to be performed.
struct SendAssigned {
  rules::Seat seat{};
};
struct SendStarted {  // cards are dealt; to each seat with its own hand
  rules::Seat seat{};
  rules::View view{};
};
struct SendDecision {
  Decision decision;
};
struct SendVerdict {
  rules::Seat seat{};
  Verdict verdict;
};
struct SendEvent {  // to all seats and watchers, each seeing what it may; seq counts up by one
  std::uint32_t seq = 0;
  MatchEvent event;
};
struct SendSnapshot {
  rules::Seat seat{};
  Snapshot snapshot;
};
struct SendFinished {};  // to all seats and watchers; the result is Effects::result

using Message = std::variant<SendAssigned, SendStarted, SendDecision, SendVerdict, SendEvent,
                             SendSnapshot, SendFinished>;

// Filled by Match::Step; appended to, never cleared by it. Reused by the host, so that a warm loop
// does not allocate.
struct Effects {
  std::vector<Record> records{};
  std::vector<Line> lines{};
  std::vector<Message> messages{};
  std::optional<Result>
      result;  // the match is over; its records and the result are one transaction
  void Clear() {
    records.clear();
    lines.clear();
    messages.clear();
    result.reset();
  }
};

}  // namespace taki::match
