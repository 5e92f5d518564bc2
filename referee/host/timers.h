// The loop's timers: one heap, due times of the monotonic clock (fault T7).
//
// A timer is never cancelled: what it was for is looked up when it fires, and one that is no longer
// wanted does nothing.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

namespace taki::host {

struct Timer {
  enum class Kind : std::uint8_t {
    kMatch,        // a deadline of match `key` may have passed
    kHello,        // stream `key` must have said hello
    kPing,         // of stream `key`
    kFlush,        // events of stream `key` have waited long enough
    kWatch,        // heartbeat or stall of watcher `key`
    kWatchDue,     // the next event of watcher `key` may be shown: by its pace, or its delay
    kLeague,       // an absent bot of league `key` may have been waited for long enough
    kLeagueWatch,  // heartbeat or stall of the league watcher `key`
    kDrained,      // the drain limit
  };
  std::int64_t due_ns = 0;
  Kind kind = Kind::kMatch;
  std::int64_t key = 0;
};

class Timers {
 public:
  void Add(Timer timer) { heap_.push(timer); }
  bool empty() const { return heap_.empty(); }
  // Requires: !empty().
  std::int64_t next_due_ns() const { return heap_.top().due_ns; }
  Timer Pop() {
    const Timer timer = heap_.top();
    heap_.pop();
    return timer;
  }

 private:
  // Equal due times fire in a fixed order, so that a simulated run is the same every time.
  struct Later {
    bool operator()(const Timer& a, const Timer& b) const {
      if (a.due_ns != b.due_ns) return a.due_ns > b.due_ns;
      if (a.kind != b.kind) return a.kind > b.kind;
      return a.key > b.key;
    }
  };
  std::priority_queue<Timer, std::vector<Timer>, Later> heap_;
};

}  // namespace taki::host
