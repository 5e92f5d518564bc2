// A bot as a process of its own, with what it writes to stderr.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace taki::testing {

// Started by the constructor, killed by the destructor if it still runs. Used by one thread.
class BotProcess {
 public:
  // `command` is a path and its arguments; `environment` entries are "NAME=value" and come on top
  // of the test's own environment.
  explicit BotProcess(const std::vector<std::string>& command,
                      const std::vector<std::string>& environment = {});
  ~BotProcess();
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Waits until it has ended by itself: the exit code, 128 + the signal that ended it, or nothing
  // if it still runs after a long time.
  std::optional<int> Wait();
  // All that it has written to stderr until it ended. Complete after Wait.
  const std::string& Errors() const { return errors_; }
  // As a crash would end it.
  void Kill();

 private:
  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string errors_;
};

}  // namespace taki::testing
