#include "referee/cli/table.h"

#include <algorithm>

#include "referee/rules/check.h"

namespace taki::cli {
namespace {

constexpr int kGap = 2;             // columns between two cells
constexpr int kNarrowestLast = 24;  // a last column this wide is left even if the line gets longer

std::string Padded(const std::string& text, int width, Table::Align align) {
  const std::string spaces(static_cast<std::size_t>(std::max(0, width - Width(text))), ' ');
  return align == Table::Align::kLeft ? text + spaces : spaces + text;
}

void PrintTrimmed(std::ostream& out, const std::string& line) {
  out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
}

}  // namespace

std::vector<std::string> Wrapped(const std::string& text, int width) {
  std::vector<std::string> lines(1);
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    if (!lines.back().empty() && Width(lines.back()) + 1 + Width(word) > width)
      lines.emplace_back(word);
    else
      lines.back() += (lines.back().empty() ? "" : " ") + word;
    start = end + 1;
  }
  return lines;
}

void Table::Add(std::vector<std::string> cells) {
  TAKI_CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

void Table::PrintRow(std::ostream& out, const std::vector<std::string>& cells,
                     const std::vector<int>& widths, int width, const Paint& paint) const {
  const std::size_t last = cells.size() - 1;
  int left = 0;
  for (std::size_t i = 0; i < last; ++i) left += widths[i] + kGap;
  const std::vector<std::string> wrapped =
      Wrapped(cells[last], std::max(kNarrowestLast, width - left));
  for (std::size_t n = 0; n < wrapped.size(); ++n) {
    std::string line;
    for (std::size_t i = 0; i < last; ++i) {
      const std::string cell = Padded(n == 0 ? cells[i] : "", widths[i], columns_[i].align);
      line += (paint ? paint(i, cell) : cell) + std::string(kGap, ' ');
    }
    const std::string cell = columns_[last].align == Align::kRight
                                 ? Padded(wrapped[n], widths[last], Align::kRight)
                                 : wrapped[n];
    PrintTrimmed(out, line + (paint ? paint(last, cell) : cell));
  }
}

void Table::Print(std::ostream& out, int width, const Painter& painter, const Paint& paint) const {
  std::vector<std::string> titles;
  std::vector<int> widths;
  bool titled = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    titles.push_back(columns_[i].title);
    titled = titled || !columns_[i].title.empty();
    int widest = Width(columns_[i].title);
    for (const auto& row : rows_) widest = std::max(widest, Width(row[i]));
    widths.push_back(widest);
  }
  if (titled)
    PrintRow(out, titles, widths, width, [&painter](std::size_t, const std::string& text) {
      return painter(Color::kBold, text);
    });
  for (const auto& row : rows_) PrintRow(out, row, widths, width, paint);
}

}  // namespace taki::cli
