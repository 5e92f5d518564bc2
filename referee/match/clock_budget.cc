#include "referee/match/clock_budget.h"

#include <algorithm>

#include "referee/rules/check.h"

namespace taki::match {

ClockBudget::ClockBudget(const TimeControl& clock, std::int32_t bank_left_ms,
                         std::int32_t grace_left_ms)
    : move_time_ms_(clock.move_time_ms),
      bank_left_ms_(bank_left_ms),
      grace_ms_(std::min(clock.reconnect_grace_ms, grace_left_ms)) {}

void ClockBudget::Start(Instant now, bool connected) {
  started_ = now;
  connected_ = connected;
}

void ClockBudget::StartWhenBack(Instant latest) {
  start_latest_ = latest;
  connected_ = false;
}

void ClockBudget::Connect(Instant now) {
  if (!started_) started_ = std::min(now, *start_latest_);
  if (connected_ || Expired(now)) return;  // what has expired stays expired, whoever comes
  connected_ = true;
  if (now > PlainDeadline()) in_grace_ = true;
}

void ClockBudget::Disconnect(Instant now) {
  if (!connected_ || Expired(now)) return;
  connected_ = false;
}

Instant ClockBudget::Deadline() const {
  const bool grace = !connected_ || in_grace_;
  return PlainDeadline() + Milliseconds(grace ? grace_ms_ : 0);
}

Charge ClockBudget::ChargeAt(Instant now) const {
  const std::int64_t plain_ms = move_time_ms_ + bank_left_ms_;
  const Duration used = std::min(now, Deadline()) - Began();
  const std::int64_t used_ms = std::max<std::int64_t>(used.ms(), 0);
  Charge charge;
  charge.charged_ms = static_cast<std::int32_t>(std::min(used_ms, plain_ms));
  charge.bank_ms = std::max(charge.charged_ms - move_time_ms_, 0);
  charge.grace_ms = static_cast<std::int32_t>(used_ms - charge.charged_ms);
  return charge;
}

std::int32_t ClockBudget::TimeLeftMs(Instant now) const {
  const Duration left = Deadline() - std::max(now, Began());
  return static_cast<std::int32_t>(std::max<std::int64_t>(left.ms(), 0));
}

Instant ClockBudget::PlainDeadline() const {
  return Began() + Milliseconds(move_time_ms_ + bank_left_ms_);
}

Instant ClockBudget::Began() const {
  TAKI_CHECK(started_ || start_latest_);
  return started_ ? *started_ : *start_latest_;
}

}  // namespace taki::match
