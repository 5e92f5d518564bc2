#include "referee/cli/canvas.h"

namespace taki::cli {

void Canvas::Put(int row, int column, const std::string& text, int width) {
  if (width > 0) rows_[row][column] = {text, width};
}

std::vector<std::string> Canvas::Lines() const {
  std::vector<std::string> lines;
  for (const auto& [row, pieces] : rows_) {
    lines.resize(static_cast<std::size_t>(row));  // rows with nothing on them
    std::string line;
    int at = 0;
    for (const auto& [column, piece] : pieces) {
      line += std::string(static_cast<std::size_t>(column - at), ' ') + piece.text;
      at = column + piece.width;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace taki::cli
