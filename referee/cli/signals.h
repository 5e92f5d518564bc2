// SIGINT and SIGTERM as a call, for a command that has something to end before it goes.
//
// While it lives, the first of each is told by `on_signal`, in a thread of its own; a second one
// ends the process as ever. At most one at a time.
#pragma once

#include <functional>
#include <memory>

namespace taki::cli {

class SignalWatch {
 public:
  explicit SignalWatch(std::function<void()> on_signal);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace taki::cli
