// Signals, taken by one thread: the others have them blocked.
//
// SIGTERM and SIGINT call `on_stop`, each time; SIGHUP is logged and changes nothing; SIGPIPE is
// ignored by the whole process (P13, P14).
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "referee/host/host.h"

namespace taki::daemon {

// For this thread and all that it starts. Before any other thread exists.
void BlockSignals();

class SignalThread {
 public:
  // Requires BlockSignals.
  SignalThread(std::function<void()> on_stop, host::Log log);
  ~SignalThread();  // waits for `on_stop` to return
  SignalThread(const SignalThread&) = delete;
  SignalThread& operator=(const SignalThread&) = delete;

 private:
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace taki::daemon
