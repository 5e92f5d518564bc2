#include "referee/service/text.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>

namespace taki::service {
namespace {

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsMark(char c) { return c == '.' || c == '_' || c == '-'; }

struct Range {
  char32_t first, last;
};

// Unicode 15: Cc, Cf, Zl, Zp and Co, and what is no character at all.
constexpr Range kRefused[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},
    {0x08E2, 0x08E2},   {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0xD800, 0xF8FF},   {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},
    {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}};
constexpr Range kCombining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x1AB0, 0x1AFF},
                                {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};

template <std::size_t kCount>
bool IsIn(const Range (&ranges)[kCount], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](Range r) { return c >= r.first && c <= r.last; });
}

// Takes one character off `text`; false if it does not begin with valid UTF-8 (overlong forms and
// surrogates are not). Requires: !text.empty().
bool TakeCharacter(std::string_view& text, char32_t& character) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || text.size() < length) return false;
  char32_t value = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return false;
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return false;
  text.remove_prefix(length);
  character = value;
  return true;
}

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

bool IsBotName(std::string_view text) {
  if (text.size() < 2 || text.size() > 32 || !(IsLower(text[0]) || IsDigit(text[0]))) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLower(c) || IsDigit(c) || IsMark(c); });
}

bool IsBotVersion(std::string_view text) {
  return !text.empty() && text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) || IsMark(c);
  });
}

bool IsWebAddress(std::string_view text) {
  const std::string_view scheme = text.starts_with("https://")  ? "https://"
                                  : text.starts_with("http://") ? "http://"
                                                                : "";
  return !scheme.empty() && text.size() > scheme.size() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

std::string_view TextFault(std::string_view text, std::size_t bytes_max,
                           std::size_t characters_max) {
  if (text.size() > bytes_max) return "must be shorter: it has too many bytes";
  std::size_t characters = 0, marks = 0;
  while (!text.empty()) {
    char32_t c = 0;
    if (!TakeCharacter(text, c)) return "must be valid UTF-8";
    if (IsIn(kRefused, c))
      return "must hold no control, format or private-use character (tabs, newlines, direction "
             "marks, zero-width characters)";
    marks = IsIn(kCombining, c) ? marks + 1 : 0;
    if (marks > 2) return "must hold at most two combining marks in a row";
    if (++characters > characters_max) return "must be shorter: it has too many characters";
  }
  return {};
}

std::string Escaped(std::string_view text, std::size_t bytes_max) {
  const bool cut = text.size() > bytes_max;
  text = text.substr(0, bytes_max);
  std::string out;
  char buffer[16];
  while (!text.empty()) {
    char32_t c = 0;
    if (text[0] >= ' ' && text[0] <= '~' && text[0] != '\\') {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    if (TakeCharacter(text, c)) {
      std::snprintf(buffer, sizeof buffer, "\\u{%x}", static_cast<unsigned>(c));
    } else {
      std::snprintf(buffer, sizeof buffer, "\\x%02x", static_cast<std::uint8_t>(text[0]));
      text.remove_prefix(1);
    }
    out += buffer;
  }
  if (cut) out += "...";
  return out;
}

std::string Base64Url(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() * 8 + 5) / 6);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<std::uint8_t>(c);
    for (count += 8; count >= 6; count -= 6) out += kAlphabet[bits >> (count - 6) & 63u];
  }
  if (count > 0) out += kAlphabet[bits << (6 - count) & 63u];
  return out;
}

bool ParseBase64Url(std::string_view text, std::string& bytes) {
  bytes.clear();
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) return false;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFFu);
    }
  }
  return Base64Url(bytes) == text;  // no stray bits, no stray character
}

}  // namespace taki::service
