#include "referee/cli/retry.h"

#include <algorithm>
#include <thread>

namespace taki::cli {
namespace {

using std::chrono::milliseconds;

// All places for such streams are taken.
bool IsFull(const Failure& failure) { return failure.reason == "TOO_MANY_EXPORTS"; }

// The referee will have it again: it restarts, or it dropped us because we were slow.
bool WillPass(const Failure& failure) {
  return failure.exit_code == ExitCode::kUnreachable || failure.reason == "DRAINING" ||
         failure.reason == "NOT_SERVING" || failure.reason == "SLOW_READER" ||
         failure.status == "CANCELLED" || IsFull(failure);
}

// At once, then after 200, 400, ... 2000 ms; never before the referee says.
milliseconds Pause(int attempts, const Failure& failure) {
  const milliseconds ours =
      attempts == 0 ? milliseconds(0)
                    : std::min(milliseconds(2'000), milliseconds(100 << std::min(attempts, 5)));
  return std::max(ours, milliseconds(std::min(failure.retry_after_ms, 5'000)));
}

}  // namespace

void Retry::Run(const std::function<void()>& stream) {
  while (!over_) {
    Failure why{ExitCode::kUnreachable, "the stream ended early"};
    try {
      stream();
      if (!over_) throw Failure(why);
    } catch (const Failure& failure) {
      const bool gone_for_good = Clock::now() - last_sign_ > milliseconds(kGoneMax_ms);
      if (over_) break;
      if ((!told_ && !IsFull(failure)) || gone_for_good || !WillPass(failure)) throw;
      why = failure;
    }
    if (!over_) std::this_thread::sleep_for(Pause(attempts_++, why));
  }
}

void Retry::Sign() {
  told_ = true;
  attempts_ = 0;
  last_sign_ = Clock::now();
}

}  // namespace taki::cli
