// Why a command gave up.
//
// A command throws a Failure where it cannot go on; Run (run.h) catches it, prints it and turns it
// into the exit code. It never leaves this target.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/exit_code.h"

namespace taki::cli {

struct Failure {
  Failure(ExitCode code, std::string sentence) : exit_code(code), text(std::move(sentence)) {}

  ExitCode exit_code;
  std::string text;  // a sentence: what is wrong
  std::string hint;  // one more line: what to do about it; may be empty

  // Only if the referee refused (kRefused): what its ErrorDetail said.
  std::string status;  // the gRPC code, "NOT_FOUND"
  std::string reason;  // "BOT_NOT_FOUND"; empty if the status came without a detail
  std::map<std::string, std::string> metadata;
  std::vector<std::pair<std::string, std::string>> field_errors;  // field, what it must be
  std::int32_t retry_after_ms = 0;  // 0: nothing is promised by waiting
};

inline Failure UsageFailure(std::string text) { return {ExitCode::kUsage, std::move(text)}; }
inline Failure LocalFailure(std::string text) { return {ExitCode::kLocal, std::move(text)}; }

// One line "taki: ..." and one more for each fact, everything escaped; as JSON one object on one
// line: {"error": {"exit_code", "text", "hint", "status", "reason", "metadata", "field_errors",
// "retry_after_ms"}}.
void Print(const Failure& failure, bool as_json, std::ostream& err);

}  // namespace taki::cli
