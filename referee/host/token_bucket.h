// How often something may happen: so many times a second on average, and a burst at once.
//
// O(1), whatever is refused. Times are monotonic nanoseconds that do not go back. One thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace taki::host {

class TokenBucket {
 public:
  // Full at first. Requires: per_second > 0, burst > 0.
  TokenBucket(double per_second, double burst, std::int64_t now_ns)
      : per_second_(per_second), burst_(burst), left_(burst), at_ns_(now_ns) {}

  // True if there was `cost` left, which is gone now; else nothing is taken.
  bool Take(std::int64_t now_ns, double cost = 1) {
    left_ = std::min(burst_, left_ + static_cast<double>(now_ns - at_ns_) / 1e9 * per_second_);
    at_ns_ = now_ns;
    if (left_ < cost) return false;
    left_ -= cost;
    return true;
  }
  // After how long `cost` <= burst is there again, rounded up; 0: it is there.
  std::int64_t WaitNs(double cost = 1) const {
    return left_ >= cost ? 0
                         : static_cast<std::int64_t>(std::ceil((cost - left_) / per_second_ * 1e9));
  }

 private:
  double per_second_, burst_;
  double left_;
  std::int64_t at_ns_;
};

}  // namespace taki::host
