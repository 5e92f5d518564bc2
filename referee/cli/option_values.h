// Values on the command line that are more than a number or a text: checks that CLI11 calls, and
// the conversions that follow. A check's error names what is allowed; the exit code is then kUsage.
#pragma once

#include <google/protobuf/descriptor.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace taki::cli {

// A value of a protocol enum by its short name, in any case (json.h).
CLI::Validator EnumName(const google::protobuf::EnumDescriptor* type);

// `m-` and at least six digits.
CLI::Validator MatchIdText();
bool IsMatchId(const std::string& text);

// `l-` and at least six digits: a league's id, which no league has as its name.
bool IsLeagueId(const std::string& text);

// Numbers with a comma between them: "8,7,6".
CLI::Validator NumbersText();
std::vector<int> Numbers(const std::string& text);

// 64 hexadecimal digits; the 32 bytes that they stand for.
CLI::Validator SeedText();
std::string SeedBytes(const std::string& hex);

// "2026-12-01", "2026-12-01T18:30", "2026-12-01T18:30:00", each UTC, with or without a Z, or
// milliseconds since 1970; as milliseconds since 1970.
CLI::Validator TimeText();
std::int64_t TimeMs(const std::string& text);

}  // namespace taki::cli
