// Lines of a terminal that change in place.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace taki::cli {

// Owns the lines between what was printed before it and the cursor. Nothing else may be printed
// there while something is shown. Uses cursor movement: for terminals only.
class Screen {
 public:
  explicit Screen(std::ostream& out) : out_(out) {}

  // In place of what was shown before. Longer lines are cut by the terminal, not wrapped. Requires:
  // fewer lines than the terminal has, each Escaped (but for colours).
  void Show(const std::vector<std::string>& lines);
  // Leaves nothing: what is printed next stands where it began.
  void Clear();

 private:
  std::ostream& out_;
  std::size_t shown_ = 0;
};

}  // namespace taki::cli
