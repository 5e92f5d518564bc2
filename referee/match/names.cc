#include "referee/match/names.h"

#include <algorithm>
#include <array>

#include "referee/rules/check.h"

namespace taki::match {
namespace {

// In the order of the enums.
constexpr std::array<std::string_view, 5> kEndings = {"COMPLETED", "WALKOVER", "DEADLOCK",
                                                      "TURN_LIMIT", "VOID"};
constexpr std::array<std::string_view, 7> kSeatEnds = {"COMPLETED",    "ILLEGAL_ACTION", "TIMEOUT",
                                                       "DISCONNECTED", "NO_SHOW",        "RESIGNED",
                                                       "DISQUALIFIED"};

template <class Enum, std::size_t n>
std::optional<Enum> Find(const std::array<std::string_view, n>& names, std::string_view name) {
  for (std::size_t i = 0; i < n; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

constexpr std::size_t kMaxNameSize = 32;
constexpr std::size_t kMaxReasonSize = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsMark(char c) { return c == '.' || c == '_' || c == '-'; }

}  // namespace

bool IsBotName(std::string_view text) {
  return text.size() >= 2 && text.size() <= kMaxNameSize && !IsMark(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLower(c) || IsDigit(c) || IsMark(c); });
}

bool IsBotVersion(std::string_view text) {
  return !text.empty() && text.size() <= kMaxNameSize &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLower(c) || IsUpper(c) || IsDigit(c) || IsMark(c); });
}

bool IsUpperSnake(std::string_view text) {
  return !text.empty() && text.size() <= kMaxReasonSize && IsUpper(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsUpper(c) || IsDigit(c) || c == '_'; });
}

MatchEnding EndingOf(rules::Ending ending) {
  switch (ending) {
    case rules::Ending::kCompleted: return MatchEnding::kCompleted;
    case rules::Ending::kWalkover: return MatchEnding::kWalkover;
    case rules::Ending::kDeadlock: return MatchEnding::kDeadlock;
    case rules::Ending::kTurnLimit: return MatchEnding::kTurnLimit;
    case rules::Ending::kNone: break;
  }
  TAKI_CHECK(false);
}

std::string_view Name(MatchEnding ending) { return kEndings[static_cast<std::size_t>(ending)]; }

std::string_view Name(rules::SeatEnd end) { return kSeatEnds[static_cast<std::size_t>(end)]; }

std::optional<MatchEnding> ParseMatchEnding(std::string_view name) {
  return Find<MatchEnding>(kEndings, name);
}

std::optional<rules::SeatEnd> ParseSeatEnd(std::string_view name) {
  return Find<rules::SeatEnd>(kSeatEnds, name);
}

}  // namespace taki::match
