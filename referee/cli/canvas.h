// Text that is put together at rows and columns, as lines.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace taki::cli {

class Canvas {
 public:
  // `text` takes `width` columns from `column` on (colours take none). Requires: nothing else is
  // put upon them; all rows and columns from 0.
  void Put(int row, int column, const std::string& text, int width);

  // Without spaces at the ends.
  std::vector<std::string> Lines() const;

 private:
  struct Piece {
    std::string text;
    int width = 0;
  };
  std::map<int, std::map<int, Piece>> rows_;
};

}  // namespace taki::cli
