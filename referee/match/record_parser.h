// Reads the text of a match record strictly: exactly the form of docs/notation.md, byte for byte.
// For this room, and for `taki match replay`, which shows what stands there.
//
// Nothing here allocates by what a number in the text says; time is linear in the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/match/record_text.h"

namespace taki::match {

// Takes a text apart, line by line. A line counts only with its newline.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}
  // The next line without its newline; nothing at the end, or if the newline is missing.
  std::optional<std::string_view> Next();
  bool AtEnd() const { return at_ == text_.size(); }
  int number() const { return number_; }             // of the line that Next gave last, from 1
  std::size_t line_start() const { return start_; }  // its offset

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  int number_ = 0;
};

// Reads the lines of the header. On failure a sentence that says what was expected in line
// `lines.number()`, or in the one after it if the text ends there; the first line after the header
// is left in `next`, if there is one.
std::optional<std::string> ParseHeader(LineReader& lines, RecordHeader& header,
                                       std::optional<std::string_view>& next);

// "PLY SEAT WHAT CHARGED_MS"; ply and charged_ms as they stand there. Nothing if the line has
// another form.
std::optional<Line> ParseLine(std::string_view line);

}  // namespace taki::match
