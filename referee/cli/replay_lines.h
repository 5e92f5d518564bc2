// The lines of a replay's screen, fitted to a size: hands wrap where there is room, and what
// matters least goes first where there is little.
#pragma once

#include <string>
#include <vector>

#include "referee/cli/replay_model.h"
#include "referee/cli/terminal.h"
#include "referee/cli/text.h"

namespace taki::cli {

class ReplayLines {
 public:
  // All must outlive it. Any size is fine as input, 80x24 shows everything.
  ReplayLines(const ReplayModel& model, std::size_t at, Terminal::Size size,
              const Painter& painter);

  // `mode` stands beside where the replay is, `last` in the last line.
  std::vector<std::string> Screen(const std::string& mode, const std::string& last);
  std::vector<std::string> Help(const std::vector<std::string>& help);

 private:
  void Head(const std::string& mode);
  void TableAndAnswers();
  void Seats(int extra_lines);
  void Happened(int lines_max);
  void Moves(int lines_max);
  void Add(const std::string& line);  // cut to the width, cards coloured
  void Blank() { lines_.emplace_back(); }
  int left() const { return rows_ - static_cast<int>(lines_.size()); }

  const ReplayModel& model_;
  const ReplayStep& step_;
  std::size_t at_;
  int width_;
  int rows_;  // but for the last
  const Painter& painter_;
  std::vector<std::string> lines_;
};

}  // namespace taki::cli
