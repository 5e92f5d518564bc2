// Ends streams whose readers have stopped reading.
//
// A synchronous Write waits as long as the peer's window is full: for ever, if the peer does not
// read. One thread looks after all such writes; it sleeps until the next one can be late, and has
// nothing to do while no stream is watched. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

namespace taki::service {

class WriteWatch {
 public:
  explicit WriteWatch(std::chrono::milliseconds limit);
  ~WriteWatch();  // no Stream may be left

  // One stream, used by the thread that writes to it.
  class Stream {
   public:
    // `cancel` is called once, by the watching thread, when a write has lasted for the limit.
    Stream(WriteWatch& watch, std::function<void()> cancel);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    // Around each write. Cheap: no lock.
    void Begin() { since_ns_.store(NowNs(), std::memory_order_relaxed); }
    void End() { since_ns_.store(0, std::memory_order_relaxed); }

   private:
    friend class WriteWatch;
    WriteWatch& watch_;
    const std::function<void()> cancel_;
    std::atomic<std::int64_t> since_ns_{0};  // 0: it is not writing
    bool cancelled_ = false;                 // guarded by watch_.mutex_
  };

 private:
  static std::int64_t NowNs();
  void Run();
  // Cancels what is late; when to look again.
  std::int64_t LookNs(std::int64_t now_ns);

  const std::int64_t limit_ns_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::set<Stream*> streams_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace taki::service
