#include "referee/cli/signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>
#include <utility>

#include "referee/rules/check.h"

namespace taki::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};
constexpr char kEnd = 'e', kSignal = 's';

int wake_fd = -1;  // written to by the handler; open while a SignalWatch lives

void Say(char what) { [[maybe_unused]] const auto written = write(wake_fd, &what, 1); }

extern "C" void OnSignal(int) {
  const int error = errno;
  Say(kSignal);
  errno = error;
}

}  // namespace

struct SignalWatch::Impl {
  std::function<void()> on_signal;
  std::array<int, 2> pipe{-1, -1};
  std::array<struct sigaction, kSignals.size()> before{};
  std::thread thread;

  void Wait() const {
    for (char what = 0;;) {
      const ssize_t size = read(pipe[0], &what, 1);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0 || what == kEnd) return;
      on_signal();
    }
  }
};

SignalWatch::SignalWatch(std::function<void()> on_signal) : impl_(std::make_unique<Impl>()) {
  TAKI_CHECK(wake_fd < 0 && pipe2(impl_->pipe.data(), O_CLOEXEC) == 0);
  impl_->on_signal = std::move(on_signal);
  wake_fd = impl_->pipe[1];
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = OnSignal;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);  // the second one ends us
    sigaction(kSignals[i], &action, &impl_->before[i]);
  }
  impl_->thread = std::thread([this] { impl_->Wait(); });
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &impl_->before[i], nullptr);
  Say(kEnd);
  impl_->thread.join();
  close(std::exchange(wake_fd, -1));
  close(impl_->pipe[0]);
}

}  // namespace taki::cli
