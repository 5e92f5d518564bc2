#include "referee/cli/text.h"

#include <cstdio>
#include <optional>

#include "referee/rules/notation.h"

namespace taki::cli {
namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t n>
bool IsIn(const Range (&ranges)[n], char32_t point) {
  for (const Range& range : ranges)
    if (range.first <= point && point <= range.last) return true;
  return false;
}

// What Escaped never lets through.
constexpr Range kUnsafe[] = {{0x00, 0x1f},     {0x7f, 0x9f},      {0xad, 0xad},
                             {0x61c, 0x61c},   {0x180e, 0x180e},  {0x200b, 0x200f},
                             {0x2028, 0x202e}, {0x2060, 0x206f},  {0xfeff, 0xfeff},
                             {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
// Marks that stand upon the character before them (Latin, Cyrillic, Hebrew, Arabic, symbols).
constexpr Range kCombining[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},  {0x5c1, 0x5c2},
    {0x5c4, 0x5c5},   {0x5c7, 0x5c7},   {0x610, 0x61a},   {0x64b, 0x65f},  {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
constexpr Range kWide[] = {
    {0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

// The code point at the start of `text` and its length, or nothing if those bytes are no UTF-8.
struct Decoded {
  char32_t point;
  std::size_t size;
};
std::optional<Decoded> Decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return Decoded{lead, 1};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return std::nullopt;
  char32_t point = lead & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    point = point << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (point < kSmallest[size] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
    return std::nullopt;
  return Decoded{point, size};
}

std::string Numbered(char form, unsigned value) {
  char text[16];
  std::snprintf(text, sizeof text, "\\%c{%x}", form, value);
  return text;
}

std::string_view Code(Color color) {
  switch (color) {
    case Color::kRed: return "\033[31m";
    case Color::kGreen: return "\033[32m";
    case Color::kYellow: return "\033[33m";
    case Color::kBlue: return "\033[34m";
    case Color::kBold: return "\033[1m";
    case Color::kDim: return "\033[2m";
  }
  return "";
}

Color PaintOf(rules::Color color) {
  switch (color) {
    case rules::Color::kRed: return Color::kRed;
    case rules::Color::kGreen: return Color::kGreen;
    case rules::Color::kBlue: return Color::kBlue;
    case rules::Color::kYellow: return Color::kYellow;
  }
  return Color::kBold;
}

// The colour of a card or action token, nothing if the word is none or has none.
std::optional<Color> PaintOfWord(std::string_view word) {
  const std::optional<rules::Action> action = rules::ParseAction(word);
  if (!action || action->kind != rules::Action::Kind::kPlay) return std::nullopt;
  if (action->card == rules::kChangeColorCard) return PaintOf(action->color);
  if (!action->card.has_color()) return std::nullopt;
  return PaintOf(action->card.color());
}

}  // namespace

std::string Escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const std::optional<Decoded> next = Decode(text);
    const std::size_t size = next ? next->size : 1;
    if (!next)
      escaped += Numbered('x', static_cast<unsigned char>(text[0]));
    else if (IsIn(kUnsafe, next->point))
      escaped += Numbered('u', static_cast<unsigned>(next->point));
    else
      escaped += text.substr(0, size);
    text.remove_prefix(size);
  }
  return escaped;
}

int Width(std::string_view escaped) {
  int width = 0;
  while (!escaped.empty()) {
    const std::optional<Decoded> next = Decode(escaped);
    if (next && !IsIn(kCombining, next->point)) width += IsIn(kWide, next->point) ? 2 : 1;
    escaped.remove_prefix(next ? next->size : 1);
  }
  return width;
}

std::string Cut(std::string_view escaped, int width, std::string_view mark) {
  if (Width(escaped) <= width) return std::string(escaped);
  std::string cut;
  while (!escaped.empty()) {
    const std::optional<Decoded> next = Decode(escaped);
    const std::string_view one = escaped.substr(0, next ? next->size : 1);
    if (Width(cut) + Width(one) > width - 1) break;
    cut += one;
    escaped.remove_prefix(one.size());
  }
  return cut.append(mark);
}

std::string OrDash(std::string text) { return text.empty() ? "-" : text; }

std::string Painter::operator()(Color color, std::string_view text) const {
  if (!on_ || text.empty()) return std::string(text);
  return std::string(Code(color)).append(text).append("\033[0m");
}

std::string Painter::Cards(std::string_view text) const {
  if (!on_) return std::string(text);
  constexpr std::string_view kAround = " []():,";
  std::string painted;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find_first_not_of(kAround), text.size());
    painted += text.substr(0, start);
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(kAround));
    const std::optional<Color> color = PaintOfWord(word);
    painted += color ? (*this)(*color, word) : std::string(word);
    text.remove_prefix(word.size());
  }
  return painted;
}

}  // namespace taki::cli
