// Why a call failed: THE table of reasons, and how a reason becomes a gRPC status.
//
// Every status that is not OK and that the referee itself made carries an ErrorDetail
// (proto/taki/v1/error.proto) with one of these reasons. docs/errors.md is the same table for
// people; tests/service/error_test.cc compares the two. A reason never changes its meaning. Pure
// functions, safe from any thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "grpcpp/support/status.h"
#include "referee/host/frame.h"

namespace taki::service {

enum class Reason : std::uint8_t {
  kFieldInvalid,
  kTokenMissing,
  kTokenUnknown,
  kTokenRevoked,
  kRoleRefused,
  kBotExists,
  kBotNotFound,
  kMatchNotFound,
  kMatchNotOver,
  kMatchQuarantined,
  kDecisionNotFound,
  kResultStands,
  kLeagueExists,
  kLeagueNotFound,
  kLeagueStateRefused,
  kBotNotEntered,
  kFixtureNotFound,
  kNoBracket,
  kRequestIdReused,
  kTooManyMatches,
  kTooManyLeagues,
  kHelloExpected,
  kHelloTimeout,
  kDeadlineTooSoon,
  kMalformed,
  kMessageTooLarge,
  kRateLimited,
  kSlowReader,
  kSuperseded,
  kTooManyTakeovers,
  kTooManySessions,
  kTooManyWatchers,
  kTooManyExports,
  kMatchesUnfinished,
  kAnswerPending,
  kDraining,
  kNotServing,
  kInternal,
};

struct ReasonInfo {
  Reason reason;
  std::string_view name;  // UPPER_SNAKE
  grpc::StatusCode code;
  std::string_view sentence;  // what is wrong and what to do, where nothing more exact is known
};
const ReasonInfo& Info(Reason reason);
std::span<const ReasonInfo> AllReasons();
std::string_view CodeName(grpc::StatusCode code);  // "NOT_FOUND"

struct FieldError {
  std::string field;        // a path: "time_control.move_time_ms", "bots[2]"
  std::string description;  // what it must be
};
using FieldErrors = std::vector<FieldError>;

// One failure, before it becomes a status.
struct Error {
  Reason reason = Reason::kInternal;
  std::string message;                          // empty: the sentence of the table
  std::map<std::string, std::string> metadata;  // keys lower_snake, never a secret
  FieldErrors fields;
  std::int32_t retry_after_ms = 0;
};

// FIELD_INVALID, its message made of the first of `fields`. It carries the first kFieldErrorsMax of
// them: a status travels in metadata, of which a peer takes 8 KiB. Requires: not empty.
inline constexpr std::size_t kFieldErrorsMax = 16;
Error InvalidFields(FieldErrors fields);

// With code, sentence and the serialized ErrorStatus as details.
grpc::Status ToGrpcStatus(const Error& error);

// What the codes of a command of the host, or of a question to the store, mean in one call.
struct Meanings {
  Reason not_found = Reason::kInternal;
  Reason exists = Reason::kInternal;
  Reason precondition = Reason::kInternal;
  Reason exhausted = Reason::kTooManyMatches;
};
// What it came to, as an error of this call. "field: what is right" becomes a field error.
// Requires: !status.ok().
Error FromStatus(const absl::Status& status, const Meanings& meanings);

// How a stream ends; kDone is OK. `detail` is a sentence that replaces the table's, if not empty.
grpc::Status ToGrpcStatus(host::CloseReason reason, std::string_view detail,
                          std::int32_t retry_after_ms);

}  // namespace taki::service
