// The thread that makes boards while readers show the ones that are ready (ratings.h).
//
// After the first board it gives way to others (nice 10), and rests after work: three times as long
// as that took if somebody waits for more, else thirty times, so that a busy referee with a million
// matches spends at most a quarter of a core on it, and one that nobody asks some percent. Once a
// second it looks at the store for news.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "referee/service/ratings.h"

namespace taki::service {

// How long to rest after work that took `took`.
std::chrono::nanoseconds RestAfter(std::chrono::nanoseconds took, bool somebody_waits);

class RatingsThread {
 public:
  // Begins at once. Requires: nobody has read from `ratings` yet; it outlives this.
  explicit RatingsThread(Ratings& ratings);
  // Stops it first; that takes as long as a step of a fit. Readers who wait are sent away.
  ~RatingsThread();
  RatingsThread(const RatingsThread&) = delete;
  RatingsThread& operator=(const RatingsThread&) = delete;

 private:
  void Run();
  void Wake(bool urgent);
  // False: it is to stop.
  bool Rest(std::chrono::nanoseconds took, bool there_is_more);

  Ratings& ratings_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable woken_;
  bool wanted_ = false, urgent_ = false, stop_ = false;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace taki::service
