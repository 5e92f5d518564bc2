// Opens one stream after the other until what is followed is over: over breaks of the connection
// and restarts of the referee.
#pragma once

#include <chrono>
#include <functional>

#include "referee/cli/failure.h"

namespace taki::cli {

// How long a referee may be gone, in the middle, before Retry gives up.
inline constexpr int kGoneMax_ms = 60'000;

class Retry {
 public:
  // A message came: the referee is there.
  void Sign();
  // It is over: the stream that said so is the last one.
  void SetOver() { over_ = true; }

  // Throws the Failure if the first attempt fails, if the referee stays away for kGoneMax_ms, or if
  // it refuses for good. A refusal that says when to come back is waited for, also at first.
  void Run(const std::function<void()>& stream);

 private:
  using Clock = std::chrono::steady_clock;
  bool told_ = false, over_ = false;
  int attempts_ = 0;
  Clock::time_point last_sign_ = Clock::now();
};

}  // namespace taki::cli
