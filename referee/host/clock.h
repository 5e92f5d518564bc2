// The two clocks of the outside world, as a seam: the real ones in the daemon, fakes in tests and
// simulation.
#pragma once

#include <cstdint>

namespace taki::host {

class Clock {
 public:
  virtual ~Clock() = default;
  // CLOCK_MONOTONIC in nanoseconds: all budgets and timers.
  virtual std::int64_t MonotonicNs() = 0;
  // Unix time in milliseconds: for display only (fault T1).
  virtual std::int64_t UnixMs() = 0;
};

// The operating system's clocks.
class SystemClock final : public Clock {
 public:
  std::int64_t MonotonicNs() override;
  std::int64_t UnixMs() override;
};

}  // namespace taki::host
