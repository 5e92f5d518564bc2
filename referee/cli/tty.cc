#include "referee/cli/tty.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

#include "referee/rules/check.h"

namespace taki::cli {
namespace {

constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l";  // no cursor, no wrapping
constexpr std::string_view kLeave = "\033[?7h\033[?25h\033[?1049l";
constexpr int kEscapeLimit_ms = 50;  // the rest of an escape sequence comes at once

constexpr std::array kEnding = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::array kChanges = {SIGWINCH, SIGTSTP, SIGCONT};
constexpr std::array kFatal = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// What the signal handlers need; set while a Tty lives.
struct Handled {
  int tty = -1;
  int wake = -1;  // written to by handlers
  termios before{};
} handled;

// Async-signal-safe.
void Restore() {
  if (handled.tty < 0) return;
  [[maybe_unused]] const auto written = write(handled.tty, kLeave.data(), kLeave.size());
  tcsetattr(handled.tty, TCSANOW, &handled.before);
}

extern "C" void WakeUp(int signal) {
  const int error = errno;
  const char byte = static_cast<char>(signal);
  [[maybe_unused]] const auto written = write(handled.wake, &byte, 1);
  errno = error;
}

extern "C" void RestoreAndDie(int signal) {
  Restore();
  raise(signal);  // its handler was reset when it was called
}

class Tty final : public Terminal {
 public:
  explicit Tty(int tty) {
    TAKI_CHECK(handled.tty < 0);
    TAKI_CHECK(pipe2(wake_, O_CLOEXEC | O_NONBLOCK) == 0);
    tcgetattr(tty, &handled.before);
    handled.wake = wake_[1];
    handled.tty = tty;
    std::size_t n = 0;
    const auto handle = [&](int signal, void (*handler)(int), int flags) {
      struct sigaction action {};
      action.sa_handler = handler;
      action.sa_flags = flags;
      sigaction(signal, &action, &before_[n++]);
    };
    for (const int signal : kEnding) handle(signal, WakeUp, SA_RESTART);
    for (const int signal : kChanges) handle(signal, WakeUp, SA_RESTART);
    for (const int signal : kFatal) handle(signal, RestoreAndDie, static_cast<int>(SA_RESETHAND));
    Enter();
  }

  ~Tty() override {
    Restore();
    std::size_t n = 0;
    for (const int signal : kEnding) sigaction(signal, &before_[n++], nullptr);
    for (const int signal : kChanges) sigaction(signal, &before_[n++], nullptr);
    for (const int signal : kFatal) sigaction(signal, &before_[n++], nullptr);
    close(handled.tty);
    handled.tty = -1;
    close(wake_[0]);
    close(wake_[1]);
    if (ended_by_ != 0) raise(ended_by_);  // who waits for us learns why we ended
  }

  Size size() const override {
    winsize size{};
    if (ioctl(handled.tty, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
      return {};
    return {size.ws_col, size.ws_row};
  }

  void Show(const std::vector<std::string>& lines) override {
    std::string frame = "\033[H";
    const std::size_t rows = static_cast<std::size_t>(size().rows);
    for (std::size_t i = 0; i < rows; ++i) {
      if (i > 0) frame += "\r\n";
      if (i < lines.size()) frame += lines[i];
      frame += "\033[K";
    }
    Write(frame);
  }

  Event Next(std::optional<int> limit_ms) override {
    for (;;) {
      const bool in_key = keys_.Waits();
      if (const auto press = keys_.Next(/*no_more=*/false)) {
        if (press->key != Key::kSuspend) return {Event::Kind::kKey, *press};
        Suspend();
        return {Event::Kind::kResize};
      }
      pollfd files[] = {{handled.tty, POLLIN, 0}, {wake_[0], POLLIN, 0}};
      const int wait_ms = in_key && keys_.Waits() ? kEscapeLimit_ms : limit_ms.value_or(-1);
      const int ready = poll(files, 2, wait_ms);
      if (ready < 0 && errno != EINTR) return {Event::Kind::kGone};
      if (ready == 0) {
        if (const auto press = keys_.Next(/*no_more=*/true)) return {Event::Kind::kKey, *press};
        return {Event::Kind::kTime};
      }
      if (ready < 0) continue;
      if (files[1].revents != 0) return OnSignal();
      if (!ReadKeys()) return {Event::Kind::kGone};
    }
  }

 private:
  static void Write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(handled.tty, bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) return;  // it is gone: the next read says so
      if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  static void Enter() {
    termios raw = handled.before;
    raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(handled.tty, TCSAFLUSH, &raw);
    Write(kEnter);
  }

  void Suspend() {
    Restore();
    raise(SIGSTOP);  // returns when the shell lets us go on
    Enter();
  }

  bool ReadKeys() {
    char bytes[256];
    const ssize_t size = read(handled.tty, bytes, sizeof bytes);
    if (size < 0 && errno == EINTR) return true;
    if (size <= 0) return false;
    keys_.Feed({bytes, static_cast<std::size_t>(size)});
    return true;
  }

  Event OnSignal() {
    char signals[64];
    const ssize_t size = read(wake_[0], signals, sizeof signals);
    for (ssize_t i = 0; i < size; ++i) {
      switch (signals[i]) {
        case SIGWINCH: break;
        case SIGTSTP: Suspend(); break;
        case SIGCONT: Enter(); break;  // after a stop that nobody told us of
        default: ended_by_ = signals[i]; return {Event::Kind::kGone};
      }
    }
    return {Event::Kind::kResize};
  }

  KeyReader keys_;
  int wake_[2] = {-1, -1};
  int ended_by_ = 0;
  std::array<struct sigaction, kEnding.size() + kChanges.size() + kFatal.size()> before_{};
};

}  // namespace

std::unique_ptr<Terminal> OpenTty() {
  const int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (tty < 0) return nullptr;
  termios probe{};
  if (tcgetattr(tty, &probe) != 0) {
    close(tty);
    return nullptr;
  }
  return std::make_unique<Tty>(tty);
}

}  // namespace taki::cli
