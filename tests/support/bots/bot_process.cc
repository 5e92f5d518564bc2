#include "tests/support/bots/bot_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace taki::testing {
namespace {

constexpr int kPatienceMs = 20'000;

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> WithOwnEnvironment(const std::vector<std::string>& additional) {
  std::vector<std::string> all = additional;  // the first of two wins
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  return all;
}

}  // namespace

BotProcess::BotProcess(const std::vector<std::string>& command,
                       const std::vector<std::string>& environment) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
  pipe_ = ends[0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<std::string> arguments = command;
  std::vector<std::string> variables = WithOwnEnvironment(environment);
  const int failed = posix_spawn(&pid_, arguments[0].c_str(), &actions, nullptr,
                                 Pointers(arguments).data(), Pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed != 0) pid_ = -1;
}

BotProcess::~BotProcess() {
  Kill();
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
  close(pipe_);
}

void BotProcess::Kill() {
  if (pid_ > 0) kill(pid_, SIGKILL);
}

std::optional<int> BotProcess::Wait() {
  if (pid_ <= 0) return std::nullopt;
  // The pipe ends when the process does.
  for (;;) {
    pollfd readable{.fd = pipe_, .events = POLLIN, .revents = 0};
    if (poll(&readable, 1, kPatienceMs) <= 0) return std::nullopt;
    std::array<char, 4096> bytes{};
    const ssize_t count = read(pipe_, bytes.data(), bytes.size());
    if (count <= 0) break;
    errors_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace taki::testing
