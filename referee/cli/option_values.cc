#include "referee/cli/option_values.h"

#include <optional>
#include <sstream>

#include "absl/strings/numbers.h"
#include "absl/time/time.h"
#include "referee/cli/json.h"
#include "referee/rules/sha256.h"

namespace taki::cli {
namespace {

std::optional<std::int64_t> ParseTimeMs(std::string text) {
  std::int64_t number = 0;
  if (absl::SimpleAtoi(text, &number)) return number;
  if (!text.empty() && text.back() == 'Z') text.pop_back();
  for (const char* format : {"%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"}) {
    absl::Time time;
    if (absl::ParseTime(format, text, &time, nullptr)) return absl::ToUnixMillis(time);
  }
  return std::nullopt;
}

bool IsId(const std::string& text, const char* prefix) {
  return text.rfind(prefix, 0) == 0 && text.size() >= 8 &&
         text.find_first_not_of("0123456789", 2) == std::string::npos;
}

}  // namespace

CLI::Validator EnumName(const google::protobuf::EnumDescriptor* type) {
  return CLI::Validator(
      [type](std::string& text) {
        return ParseShortName(type, text) != 0 ? "" : "must be one of " + ShortNames(type);
      },
      "");
}

bool IsMatchId(const std::string& text) { return IsId(text, "m-"); }
bool IsLeagueId(const std::string& text) { return IsId(text, "l-"); }

CLI::Validator MatchIdText() {
  return CLI::Validator(
      [](std::string& text) { return IsMatchId(text) ? "" : "a match id looks like m-000042"; },
      "");
}

std::vector<int> Numbers(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    int number = 0;
    if (!absl::SimpleAtoi(part, &number)) return {};
    numbers.push_back(number);
  }
  return numbers;
}

CLI::Validator NumbersText() {
  return CLI::Validator(
      [](std::string& text) { return Numbers(text).empty() ? "must be numbers like 8,7,6" : ""; },
      "");
}

CLI::Validator SeedText() {
  return CLI::Validator(
      [](std::string& text) {
        rules::Bytes32 bytes;
        return rules::ParseHex(text, bytes) ? "" : "must be 64 lower case hexadecimal digits";
      },
      "");
}

std::string SeedBytes(const std::string& hex) {
  rules::Bytes32 bytes{};
  rules::ParseHex(hex, bytes);
  return {bytes.begin(), bytes.end()};
}

CLI::Validator TimeText() {
  return CLI::Validator(
      [](std::string& text) {
        return ParseTimeMs(text) ? "" : "must be a time (UTC) like 2026-12-01 or 2026-12-01T18:30";
      },
      "");
}

std::int64_t TimeMs(const std::string& text) { return ParseTimeMs(text).value_or(0); }

}  // namespace taki::cli
