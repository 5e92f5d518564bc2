#include "referee/cli/screen.h"

namespace taki::cli {

void Screen::Show(const std::vector<std::string>& lines) {
  std::string frame = "\033[?7l";  // no wrapping, or the lines could not be counted
  if (shown_ > 0) frame += "\033[" + std::to_string(shown_) + "A";
  for (const std::string& line : lines) frame += "\r" + line + "\033[K\n";
  frame += "\033[J\033[?7h";
  out_ << frame << std::flush;  // at once: an interrupt cannot leave half of it
  shown_ = lines.size();
}

void Screen::Clear() {
  if (shown_ > 0) out_ << "\033[" << shown_ << "A\r\033[J" << std::flush;
  shown_ = 0;
}

}  // namespace taki::cli
