#include "referee/service/write_watch.h"

#include <algorithm>
#include <utility>

namespace taki::service {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

}  // namespace

std::int64_t WriteWatch::NowNs() { return nanoseconds(Clock::now().time_since_epoch()).count(); }

WriteWatch::WriteWatch(std::chrono::milliseconds limit)
    : limit_ns_(nanoseconds(limit).count()), thread_([this] { Run(); }) {}

WriteWatch::~WriteWatch() {
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

WriteWatch::Stream::Stream(WriteWatch& watch, std::function<void()> cancel)
    : watch_(watch), cancel_(std::move(cancel)) {
  std::lock_guard lock(watch_.mutex_);
  watch_.streams_.insert(this);
  watch_.changed_.notify_all();
}

WriteWatch::Stream::~Stream() {
  std::lock_guard lock(watch_.mutex_);
  watch_.streams_.erase(this);
}

void WriteWatch::Run() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    if (streams_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const Clock::time_point next{nanoseconds(LookNs(NowNs()))};
    changed_.wait_until(lock, next);
  }
}

// A write that begins after this look is late a whole limit from now at the earliest.
std::int64_t WriteWatch::LookNs(std::int64_t now_ns) {
  std::int64_t next_ns = now_ns + limit_ns_;
  for (Stream* stream : streams_) {
    const std::int64_t since_ns = stream->since_ns_.load(std::memory_order_relaxed);
    if (since_ns == 0 || stream->cancelled_) continue;
    if (since_ns + limit_ns_ <= now_ns) {
      stream->cancelled_ = true;
      stream->cancel_();
    } else {
      next_ns = std::min(next_ns, since_ns + limit_ns_);
    }
  }
  return next_ns;
}

}  // namespace taki::service
