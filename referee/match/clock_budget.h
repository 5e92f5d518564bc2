// How much time one seat has for its open decision (docs/rules.md R11.1, R11.2, R11.6).
//
// A small value with pure functions; instants are of the fair clock. A decision may use move_time,
// then the seat's time bank; while the seat is away, after those reconnect_grace (a decision and a
// match).
#pragma once

#include <cstdint>
#include <optional>

#include "referee/match/config.h"
#include "referee/match/instant.h"

namespace taki::match {

struct Charge {
  std::int32_t charged_ms = 0;  // move time and bank used, whole milliseconds rounded down
  std::int32_t bank_ms = 0;     // of it from the bank
  std::int32_t grace_ms = 0;    // of reconnect_grace used beyond it
};

// The clock of one open decision.
class ClockBudget {
 public:
  // bank_left_ms, grace_left_ms: what the seat has left in this match.
  ClockBudget(const TimeControl& clock, std::int32_t bank_left_ms, std::int32_t grace_left_ms);

  void Start(Instant now, bool connected);
  // After a restart: starts by itself, away, at `latest` unless Connect comes before.
  void StartWhenBack(Instant latest);
  // The seat is back, or gone; without effect once expired, so that whoever comes too late is late.
  void Connect(Instant now);
  void Disconnect(Instant now);

  // The last instant at which a reply is in time, while things stay as they are. Requires: started
  // or StartWhenBack.
  Instant Deadline() const;
  bool Expired(Instant now) const { return now > Deadline(); }
  // True if expiry means DISCONNECTED (away and out of grace) rather than a timeout.
  bool away() const { return !connected_; }
  // What a decision closed at `now` (<= Deadline(), or at expiry clipped to it) costs.
  Charge ChargeAt(Instant now) const;
  // For the bot, at least 0.
  std::int32_t TimeLeftMs(Instant now) const;

 private:
  Instant Began() const;          // or will begin at the latest
  Instant PlainDeadline() const;  // without grace
  std::int32_t move_time_ms_;
  std::int32_t bank_left_ms_;
  std::int32_t grace_ms_;  // min of the decision's and what the match has left
  std::optional<Instant> started_;
  std::optional<Instant> start_latest_;
  bool connected_ = false;
  bool in_grace_ = false;  // came back while grace ran: the rest of the grace is its time to answer
};

}  // namespace taki::match
