// How far a long command has come, on one line of a terminal; nothing anywhere else.
//
// Used by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace taki::daemon {

// "[######..............]  30 %  300 of 1000 matches  2.1 M actions/s  12 s left". Requires: 0 <=
// done, 0 <= total; `total` may be less than `done`, or 0 if it is not known.
std::string ProgressText(std::int64_t done, std::int64_t total, std::int64_t actions,
                         std::chrono::milliseconds elapsed);

class ProgressBar {
 public:
  ProgressBar();  // on stderr
  // In place of what was shown before.
  void Show(const std::string& text);
  void Clear();

 private:
  const bool terminal_;
  bool shown_ = false;
};

}  // namespace taki::daemon
