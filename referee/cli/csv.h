// Lines of comma-separated values: RFC 4180, UTF-8, and harmless in a spreadsheet (fault N26).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace taki::cli {

// One line. A text that a spreadsheet would take for a formula, since it begins with = + - @ or an
// invisible character, gets a ' in front; a plain number, 7 or -2.5, stays one.
class CsvLine {
 public:
  CsvLine& Add(std::string_view text);
  CsvLine& Add(std::int64_t number);
  CsvLine& AddEmpty() { return AddCell(""); }

  // The line with its end (CR LF).
  std::string Text() const { return text_ + "\r\n"; }

 private:
  CsvLine& AddCell(std::string_view cell);
  std::string text_;
  bool first_ = true;
};

}  // namespace taki::cli
