// Tables of aligned columns, at most as wide as the terminal: the last column wraps at its spaces.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "referee/cli/text.h"

namespace taki::cli {

class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };
  // Colours a cell after it was measured: gets the column's number and the (padded) text.
  using Paint = std::function<std::string(std::size_t column, const std::string& text)>;

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Requires: one cell a column, every cell Escaped.
  void Add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // Two spaces between columns, no space at the end of a line; titles bold on a terminal. Columns
  // without a title have no title line if none has one.
  void Print(std::ostream& out, int width, const Painter& painter, const Paint& paint = {}) const;

 private:
  void PrintRow(std::ostream& out, const std::vector<std::string>& cells,
                const std::vector<int>& widths, int width, const Paint& paint) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// `text` in lines of at most `width` columns, broken at spaces; a longer word stands alone.
std::vector<std::string> Wrapped(const std::string& text, int width);

}  // namespace taki::cli
