// Text on a terminal: escaped, measured, coloured. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace taki::cli {

// `text` with everything that could move a cursor, hide or reorder what is read as `\u{1b}`: the
// control characters C0 (newline and tab too), DEL and C1, the bidirectional controls, zero width
// characters, the line and paragraph separators. A byte that is no UTF-8 becomes `\x{c3}`. All text
// that comes from a referee or a file passes through here before it is printed (fault N24).
std::string Escaped(std::string_view text);

// Columns that `escaped` takes on a terminal: combining marks none, East Asian and emoji two.
int Width(std::string_view escaped);

// `escaped` in at most `width` columns (1 or more): the rest of one that is longer is `mark` (of
// one column).
std::string Cut(std::string_view escaped, int width, std::string_view mark = "…");

// "-" for an empty text.
std::string OrDash(std::string text);

enum class Color : std::uint8_t { kRed, kGreen, kYellow, kBlue, kBold, kDim };

// Colours, or leaves alone when colours are off.
class Painter {
 public:
  explicit Painter(bool on) : on_(on) {}
  std::string operator()(Color color, std::string_view text) const;
  // Every card token of `text` (docs/notation.md) in its colour: "R5!", "C>G", "[B7".
  std::string Cards(std::string_view text) const;
  bool on() const { return on_; }

 private:
  bool on_;
};

}  // namespace taki::cli
