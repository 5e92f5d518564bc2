// The referee's fair clock (docs/adr/0005-fair-clock.md; faults T3, D6): the monotonic clock less
// the time in which the loop stood still.
//
// All match machines live on it, so that crediting a stall to every running deadline is one
// addition. Short turns are not credited: a bot's thinking beside a busy but responsive referee is
// its own time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "referee/match/instant.h"

namespace taki::host {

class FairClock {
 public:
  explicit FairClock(std::int64_t stall_ns) : stall_ns_(stall_ns) {}

  // The loop is about to wait for `until_ns` at the latest.
  void BeforePoll(std::int64_t now_ns, std::int64_t until_ns) {
    if (polled_once_) Credit(now_ns - poll_returned_ns_);
    until_ns_ = until_ns;
    poll_began_ns_ = now_ns;
  }
  // It is back. Returning later than it asked for is a stall too (the process was stopped), but a
  // stall in it is not told from waiting before `until_ns`: so much of one is charged.
  void AfterPoll(std::int64_t now_ns) {
    late_ = Credit(now_ns - std::max(until_ns_, poll_began_ns_));
    poll_returned_ns_ = now_ns;
    polled_once_ = true;
    now_ = std::max(now_, Fair(now_ns));
  }
  // For waiting that is nobody's time (the store cannot commit): credited whole.
  void CreditAll(std::int64_t ns) {
    lag_ns_ += ns;
    poll_returned_ns_ += ns;
  }

  // The instant of this turn; never goes back.
  match::Instant now() const { return now_; }
  // When something arrived: not before the previous turn, not after this one. After a stall nobody
  // knows, since it may have waited to be read all the time: then what is best for its sender.
  match::Instant Arrived(std::int64_t at_ns, match::Instant previous_turn) const {
    return late_ ? previous_turn : std::clamp(Fair(at_ns), previous_turn, now_);
  }
  // How much of this turn, up to `now_ns`, is not credited but will be if the turn becomes a stall.
  std::int64_t InThisTurn(std::int64_t now_ns) const { return now_ns - poll_returned_ns_; }
  std::int64_t Monotonic(match::Instant instant) const { return instant.ns + lag_ns_; }
  std::int64_t lag_ns() const { return lag_ns_; }
  std::int64_t stalls() const { return stalls_; }

 private:
  match::Instant Fair(std::int64_t ns) const { return {ns - lag_ns_}; }
  bool Credit(std::int64_t late_ns) {
    if (late_ns < stall_ns_) return false;
    lag_ns_ += late_ns;
    ++stalls_;
    return true;
  }

  std::int64_t stall_ns_;
  std::int64_t lag_ns_ = 0;
  std::int64_t stalls_ = 0;
  std::int64_t until_ns_ = 0, poll_began_ns_ = 0, poll_returned_ns_ = 0;
  bool polled_once_ = false;
  bool late_ = false;  // the last poll came back late
  match::Instant now_{};
};

}  // namespace taki::host
