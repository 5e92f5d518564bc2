#include "referee/daemon/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace taki::daemon {
namespace {

constexpr int kCells = 20;

// 2'145'000 -> "2.1 M", 8'500 -> "8500"
std::string Short(double number) {
  char text[32];
  std::snprintf(text, sizeof text, number < 1e6 ? "%.0f" : "%.1f M",
                number < 1e6 ? number : number / 1e6);
  return text;
}

std::string TimeLeft(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole < 120) return std::to_string(whole) + " s left";
  return std::to_string(whole / 60) + " min left";
}

}  // namespace

std::string ProgressText(std::int64_t done, std::int64_t total, std::int64_t actions,
                         std::chrono::milliseconds elapsed) {
  const double seconds = static_cast<double>(elapsed.count()) / 1e3;
  const std::string speed =
      seconds > 0 ? "  " + Short(static_cast<double>(actions) / seconds) + " actions/s" : "";
  if (total == 0) return std::to_string(done) + " matches" + speed;
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto full = static_cast<std::size_t>(part * kCells);
  std::string text = "[" + std::string(full, '#') + std::string(kCells - full, '.') + "] ";
  text += std::to_string(static_cast<int>(part * 100)) + " %  " + std::to_string(done) + " of " +
          std::to_string(total) + " matches" + speed;
  if (done > 0 && seconds >= 1) text += "  " + TimeLeft(seconds * (1 - part) / part);
  return text;
}

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressBar::Show(const std::string& text) {
  if (!terminal_) return;
  std::fprintf(stderr, "\r%s\033[K", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressBar::Clear() {
  if (!std::exchange(shown_, false)) return;
  std::fprintf(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace taki::daemon
