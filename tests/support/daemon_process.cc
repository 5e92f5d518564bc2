#include "tests/support/daemon_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

extern char** environ;

namespace taki::test {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = std::filesystem::temp_directory_path() / "taki-test-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    Signal(SIGKILL);
    Wait();
  }
}

void ChildProcess::Start(const std::vector<std::string>& command) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const int error = posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  ASSERT_EQ(error, 0) << "cannot start " << command[0];
  reader_ = std::thread([this, fd = ends[0]] { ReadOutput(fd); });
}

void ChildProcess::ReadOutput(int fd) {
  char buffer[4096];
  for (;;) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    std::lock_guard lock(mutex_);
    if (count > 0) output_.append(buffer, static_cast<std::size_t>(count));
    ended_ = count <= 0;
    grown_.notify_all();
    if (ended_) break;
  }
  close(fd);
}

void ChildProcess::Signal(int signal) {
  if (pid_ > 0) kill(pid_, signal);
}

int ChildProcess::Wait() {
  if (pid_ <= 0) return -1;
  int status = 0;
  EXPECT_EQ(waitpid(pid_, &status, 0), pid_);
  pid_ = 0;
  reader_.join();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool ChildProcess::WaitForOutput(const std::string& text) {
  std::unique_lock lock(mutex_);
  bool found = false;
  grown_.wait(lock, [&] {
    found = output_.find(text) != std::string::npos;
    return found || ended_;
  });
  return found;
}

std::string ChildProcess::output() {
  std::lock_guard lock(mutex_);
  return output_;
}

std::string DaemonProcess::Binary() {
  const char* binary = std::getenv("TAKI_REFEREE");
  return binary == nullptr ? TAKI_REFEREE_BINARY : binary;
}

void DaemonProcess::Start(const std::vector<std::string>& flags) {
  const std::string port_file = folder_.File("port");
  std::filesystem::remove(port_file);
  std::vector<std::string> command = {Binary(),  "--db",        db(),     "--listen",
                                      address(), "--port-file", port_file};
  command.insert(command.end(), flags.begin(), flags.end());
  process_ = std::make_unique<ChildProcess>();
  process_->Start(command);
  ASSERT_TRUE(process_->WaitForOutput(" listening ")) << process_->output();
  std::ifstream(port_file) >> port_;
  ASSERT_GT(port_, 0);
}

int DaemonProcess::Stop() {
  process_->Signal(SIGTERM);
  return process_->Wait();
}

void DaemonProcess::Kill() {
  process_->Signal(SIGKILL);
  process_->Wait();
}

std::string DaemonProcess::admin_token() const {
  std::string token;
  std::ifstream(db() + ".admin-token") >> token;
  return token;
}

}  // namespace taki::test
