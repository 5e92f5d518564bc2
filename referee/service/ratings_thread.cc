#include "referee/service/ratings_thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace taki::service {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// A tenth of what others get of a core for which there is not enough: a fit still ends some day.
constexpr int kNice = 10;
constexpr nanoseconds kLook = std::chrono::seconds(1);

}  // namespace

nanoseconds RestAfter(nanoseconds took, bool somebody_waits) {
  return somebody_waits ? 3 * took : std::max(30 * took, kLook);
}

RatingsThread::RatingsThread(Ratings& ratings) : ratings_(ratings) {
  ratings_.LeaveWorkTo([this](bool urgent) { Wake(urgent); });
  thread_ = std::thread([this] { Run(); });
}

RatingsThread::~RatingsThread() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  woken_.notify_all();
  ratings_.Stop();
  thread_.join();
}

void RatingsThread::Wake(bool urgent) {
  {
    std::lock_guard lock(mutex_);
    wanted_ = true;
    urgent_ |= urgent;
  }
  woken_.notify_all();
}

void RatingsThread::Run() {
  for (bool is_first = true;; is_first = false) {
    const auto begin = steady_clock::now();
    const bool there_is_more = ratings_.Work();
    // Not before the first board: until then readers are sent away. On Linux this is the thread's
    // own.
    if (is_first) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
    if (!Rest(steady_clock::now() - begin, there_is_more)) return;
  }
}

bool RatingsThread::Rest(nanoseconds took, bool there_is_more) {
  const auto now = steady_clock::now();
  std::unique_lock lock(mutex_);
  woken_.wait_until(lock, now + RestAfter(took, true), [this] { return stop_ || urgent_; });
  woken_.wait_until(lock, now + RestAfter(took, false),
                    [&] { return stop_ || urgent_ || wanted_ || there_is_more; });
  wanted_ = urgent_ = false;
  return !stop_;
}

}  // namespace taki::service
