// Puts text together from pieces and numbers; internal to this room. (Debian's absl::StrCat does
// not take a std::string_view.)
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace taki::match {

inline void Append(std::string& text, std::string_view piece) { text += piece; }

inline void Append(std::string& text, std::integral auto number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

// "seat ", 3, " is asked" -> "seat 3 is asked"
template <class... Pieces>
std::string Concat(const Pieces&... pieces) {
  std::string text;
  (Append(text, pieces), ...);
  return text;
}

}  // namespace taki::match
