// A clock that stands still until it is moved: time in tests is an argument, never waited for.
#pragma once

#include <cstdint>

#include "referee/host/clock.h"

namespace taki::test {

inline constexpr std::int64_t kMs = 1'000'000;  // nanoseconds in a millisecond

class FakeClock final : public host::Clock {
 public:
  std::int64_t MonotonicNs() override { return now_ns_; }
  std::int64_t UnixMs() override { return 1'800'000'000'000 + now_ns_ / kMs; }

  std::int64_t now_ns() const { return now_ns_; }
  void Advance(std::int64_t ns) { now_ns_ += ns; }
  // Never back.
  void AdvanceTo(std::int64_t ns) {
    if (ns > now_ns_) now_ns_ = ns;
  }

 private:
  std::int64_t now_ns_ = 1'000'000'000'000;
};

}  // namespace taki::test
