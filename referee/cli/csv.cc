#include "referee/cli/csv.h"

namespace taki::cli {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "7", "-2.5"; not "+3", which is a card.
bool IsNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  bool point = false, digit = false;
  for (const char c : text) {
    if (c == '.' && digit && !point)
      point = true;
    else if (IsDigit(c))
      digit = true;
    else
      return false;
  }
  return digit && text.back() != '.';
}

bool LooksLikeFormula(std::string_view text) {
  constexpr std::string_view kBeginnings = "=+-@\t\r\n";
  return !text.empty() && kBeginnings.find(text.front()) != std::string_view::npos &&
         !IsNumber(text);
}

}  // namespace

CsvLine& CsvLine::Add(std::string_view text) {
  return LooksLikeFormula(text) ? AddCell("'" + std::string(text)) : AddCell(text);
}

CsvLine& CsvLine::Add(std::int64_t number) { return AddCell(std::to_string(number)); }

CsvLine& CsvLine::AddCell(std::string_view cell) {
  if (!first_) text_ += ',';
  first_ = false;
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += cell;
    return *this;
  }
  text_ += '"';
  for (const char c : cell) text_.append(c == '"' ? 2 : 1, c);
  text_ += '"';
  return *this;
}

}  // namespace taki::cli
