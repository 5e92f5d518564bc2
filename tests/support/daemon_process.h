// A real taki-referee in a process of its own, for end-to-end tests.
//
// It gets a folder of its own with database, token and port file, listens on a free port, and is
// killed at the end if it still lives. Waiting is done on what it logs or on its end, never on time
// passing. One thread.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace taki::test {

// A folder that goes away with its owner, with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Any program, started with posix_spawn (gRPC does not survive fork), its stderr (and stdout) read
// by a thread.
class ChildProcess {
 public:
  ~ChildProcess();  // SIGKILL, if it lives
  ChildProcess() = default;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void Start(const std::vector<std::string>& command);
  void Signal(int signal);
  // Waits for its end. Its exit code, or 128 + the signal that ended it.
  int Wait();
  // Waits until its output holds `text` (true) or has ended without it (false).
  bool WaitForOutput(const std::string& text);
  std::string output();
  pid_t pid() const { return pid_; }

 private:
  void ReadOutput(int fd);
  pid_t pid_ = 0;
  std::thread reader_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable grown_;
  std::string output_;
  bool ended_ = false;
};

class DaemonProcess {
 public:
  // Starts it and waits until it listens; the test fails if it does not. `flags` are added.
  void Start(const std::vector<std::string>& flags = {});
  // SIGTERM and Wait.
  int Stop();
  // As by kill -9 or a crash; Start again goes on with the same database.
  void Kill();
  ChildProcess& process() { return *process_; }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string db() const { return folder_.File("taki.db"); }
  std::string admin_token() const;
  const TemporaryFolder& folder() const { return folder_; }
  // Of the binary under test.
  static std::string Binary();

 private:
  TemporaryFolder folder_;
  std::unique_ptr<ChildProcess> process_;
  int port_ = 0;
};

}  // namespace taki::test
