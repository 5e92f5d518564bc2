#include "referee/daemon/signals.h"

#include <pthread.h>
#include <signal.h>

#include <string>
#include <utility>

namespace taki::daemon {
namespace {

sigset_t Waited() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  return set;
}

}  // namespace

void BlockSignals() {
  const sigset_t set = Waited();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

SignalThread::SignalThread(std::function<void()> on_stop, host::Log log)
    : thread_([this, on_stop = std::move(on_stop), log = std::move(log)] {
        const sigset_t set = Waited();
        for (;;) {
          int signal = 0;
          sigwait(&set, &signal);
          if (over_.load()) return;
          if (signal == SIGHUP) {
            log(host::LogLevel::kInfo, "signal", "SIGHUP changes nothing; stop with SIGTERM");
            continue;
          }
          log(host::LogLevel::kInfo, "signal", signal == SIGTERM ? "SIGTERM" : "SIGINT");
          on_stop();
        }
      }) {}

SignalThread::~SignalThread() {
  over_.store(true);
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
}

}  // namespace taki::daemon
