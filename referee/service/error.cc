#include "referee/service/error.h"

#include <algorithm>
#include <array>
#include <utility>

#include "referee/rules/check.h"
#include "taki/v1/error.pb.h"

namespace taki::service {
namespace {

using grpc::StatusCode;

constexpr ReasonInfo kTable[] = {
    {Reason::kFieldInvalid, "FIELD_INVALID", StatusCode::INVALID_ARGUMENT,
     "A field of the request is not as it must be: see field_errors."},
    {Reason::kTokenMissing, "TOKEN_MISSING", StatusCode::UNAUTHENTICATED,
     "This call needs a token: send the metadata `authorization: Bearer taki_...`."},
    {Reason::kTokenUnknown, "TOKEN_UNKNOWN", StatusCode::UNAUTHENTICATED,
     "The token is not known here: was it rotated, or is it another referee's?"},
    {Reason::kTokenRevoked, "TOKEN_REVOKED", StatusCode::UNAUTHENTICATED,
     "The bot's token was rotated: connect again with the new one."},
    {Reason::kRoleRefused, "ROLE_REFUSED", StatusCode::PERMISSION_DENIED,
     "The token is valid, but its role may not do this."},
    {Reason::kBotExists, "BOT_EXISTS", StatusCode::ALREADY_EXISTS,
     "A bot of this name is registered already: choose another name, or rotate its token."},
    {Reason::kBotNotFound, "BOT_NOT_FOUND", StatusCode::NOT_FOUND,
     "No bot has this name: list the bots, or register it."},
    {Reason::kMatchNotFound, "MATCH_NOT_FOUND", StatusCode::NOT_FOUND,
     "No match has this id: list the matches."},
    {Reason::kMatchNotOver, "MATCH_NOT_OVER", StatusCode::FAILED_PRECONDITION,
     "The match is not over, and what was asked for is secret until then: try again when it is."},
    {Reason::kMatchQuarantined, "MATCH_QUARANTINED", StatusCode::DATA_LOSS,
     "The record of this match does not re-play, so it was taken out of play."},
    {Reason::kDecisionNotFound, "DECISION_NOT_FOUND", StatusCode::NOT_FOUND,
     "The match has asked no decision of this id: list its decisions."},
    {Reason::kResultStands, "RESULT_STANDS", StatusCode::FAILED_PRECONDITION,
     "The match is over, and its result stands."},
    {Reason::kLeagueExists, "LEAGUE_EXISTS", StatusCode::ALREADY_EXISTS,
     "A league of this name exists already: choose another name."},
    {Reason::kLeagueNotFound, "LEAGUE_NOT_FOUND", StatusCode::NOT_FOUND,
     "No league has this id or name: list the leagues."},
    {Reason::kLeagueStateRefused, "LEAGUE_STATE_REFUSED", StatusCode::FAILED_PRECONDITION,
     "The league is not in a state that allows this: look at it first."},
    {Reason::kBotNotEntered, "BOT_NOT_ENTERED", StatusCode::NOT_FOUND,
     "The bot was not entered into this league: look at its entrants."},
    {Reason::kFixtureNotFound, "FIXTURE_NOT_FOUND", StatusCode::NOT_FOUND,
     "The league has no fixture of this number: list its fixtures."},
    {Reason::kNoBracket, "NO_BRACKET", StatusCode::FAILED_PRECONDITION,
     "The format of this league has no bracket: ask for its standings."},
    {Reason::kRequestIdReused, "REQUEST_ID_REUSED", StatusCode::ALREADY_EXISTS,
     "This request_id made something else: use a new one."},
    {Reason::kTooManyMatches, "TOO_MANY_MATCHES", StatusCode::RESOURCE_EXHAUSTED,
     "Too many matches wait to be played: ask again when some are over."},
    {Reason::kTooManyLeagues, "TOO_MANY_LEAGUES", StatusCode::RESOURCE_EXHAUSTED,
     "As many leagues are open as the referee keeps: end one of them first."},
    {Reason::kHelloExpected, "HELLO_EXPECTED", StatusCode::FAILED_PRECONDITION,
     "The first message of a Play stream is Hello."},
    {Reason::kHelloTimeout, "HELLO_TIMEOUT", StatusCode::DEADLINE_EXCEEDED,
     "No Hello came in time: send it at once after opening the stream."},
    {Reason::kDeadlineTooSoon, "DEADLINE_TOO_SOON", StatusCode::INVALID_ARGUMENT,
     "A deadline of gRPC ends the whole stream: call Play without one, or at least an hour away."},
    {Reason::kMalformed, "MALFORMED", StatusCode::INVALID_ARGUMENT,
     "Too many messages could not be read as a PlayRequest."},
    {Reason::kMessageTooLarge, "MESSAGE_TOO_LARGE", StatusCode::RESOURCE_EXHAUSTED,
     "A message may hold at most 65536 bytes."},
    {Reason::kRateLimited, "RATE_LIMITED", StatusCode::RESOURCE_EXHAUSTED,
     "Too many messages other than accepted replies, or too many streams: send and open fewer."},
    {Reason::kSlowReader, "SLOW_READER", StatusCode::RESOURCE_EXHAUSTED,
     "The messages were not read fast enough: read them as they come."},
    {Reason::kSuperseded, "SUPERSEDED", StatusCode::ABORTED,
     "Another stream with this bot's token took over."},
    {Reason::kTooManyTakeovers, "TOO_MANY_TAKEOVERS", StatusCode::ALREADY_EXISTS,
     "Two programs with this bot's token take turns: stop one of them."},
    {Reason::kTooManySessions, "TOO_MANY_SESSIONS", StatusCode::RESOURCE_EXHAUSTED,
     "As many bots as the referee takes are connected: try again later."},
    {Reason::kTooManyWatchers, "TOO_MANY_WATCHERS", StatusCode::RESOURCE_EXHAUSTED,
     "As many watchers as the referee takes are connected: try again later."},
    {Reason::kTooManyExports, "TOO_MANY_EXPORTS", StatusCode::RESOURCE_EXHAUSTED,
     "As many exports or verifications as the referee takes are running: try again later."},
    {Reason::kMatchesUnfinished, "MATCHES_UNFINISHED", StatusCode::ABORTED,
     "The bot left while a match of its goes on: connect again, its clock runs."},
    {Reason::kAnswerPending, "ANSWER_PENDING", StatusCode::DEADLINE_EXCEEDED,
     "The referee did not confirm in time; the command may still take effect: look before you "
     "repeat it."},
    {Reason::kDraining, "DRAINING", StatusCode::UNAVAILABLE,
     "The referee stops; matches that are not over go on when it is back: try again then."},
    {Reason::kNotServing, "NOT_SERVING", StatusCode::UNAVAILABLE,
     "The referee cannot write or read its database now: try again later."},
    {Reason::kInternal, "INTERNAL", StatusCode::INTERNAL,
     "A fault of the referee; its log has more about it."},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kTable); ++i)
    if (static_cast<std::size_t>(kTable[i].reason) != i) return false;
  return std::size(kTable) == static_cast<std::size_t>(Reason::kInternal) + 1;
}
static_assert(InOrder(), "kTable stands in the order of Reason");

constexpr std::string_view kCodeNames[] = {
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

// The reason of each way in which the host ends a stream. kDone has none.
Reason ReasonOf(host::CloseReason reason) {
  using host::CloseReason;
  switch (reason) {
    case CloseReason::kDone: break;
    case CloseReason::kTokenMissing: return Reason::kTokenMissing;
    case CloseReason::kTokenUnknown: return Reason::kTokenUnknown;
    case CloseReason::kTokenRevoked: return Reason::kTokenRevoked;
    case CloseReason::kHelloExpected: return Reason::kHelloExpected;
    case CloseReason::kHelloTimeout: return Reason::kHelloTimeout;
    case CloseReason::kHelloInvalid: return Reason::kFieldInvalid;
    case CloseReason::kSuperseded: return Reason::kSuperseded;
    case CloseReason::kTooManyTakeovers: return Reason::kTooManyTakeovers;
    case CloseReason::kTooManySessions: return Reason::kTooManySessions;
    case CloseReason::kTooManyWatchers: return Reason::kTooManyWatchers;
    case CloseReason::kMalformed: return Reason::kMalformed;
    case CloseReason::kRateLimited: return Reason::kRateLimited;
    case CloseReason::kSlowReader: return Reason::kSlowReader;
    case CloseReason::kMatchesUnfinished: return Reason::kMatchesUnfinished;
    case CloseReason::kMatchNotFound: return Reason::kMatchNotFound;
    case CloseReason::kMatchQuarantined: return Reason::kMatchQuarantined;
    case CloseReason::kLeagueNotFound: return Reason::kLeagueNotFound;
    case CloseReason::kFieldInvalid: return Reason::kFieldInvalid;
    case CloseReason::kDraining: return Reason::kDraining;
    case CloseReason::kNotServing: return Reason::kNotServing;
  }
  return Reason::kInternal;
}

// "field: what is right" as a field error; nothing if `message` does not begin with a field's path.
FieldErrors FieldOf(std::string_view message) {
  const std::size_t colon = message.find(": ");
  if (colon == std::string_view::npos || colon == 0) return {};
  const std::string_view field = message.substr(0, colon);
  const bool path = std::all_of(field.begin(), field.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '[' ||
           c == ']';
  });
  if (!path) return {};
  return {{std::string(field), std::string(message.substr(colon + 2))}};
}

}  // namespace

const ReasonInfo& Info(Reason reason) {
  const auto index = static_cast<std::size_t>(reason);
  TAKI_CHECK(index < std::size(kTable));
  return kTable[index];
}

std::span<const ReasonInfo> AllReasons() { return kTable; }

std::string_view CodeName(grpc::StatusCode code) {
  const auto index = static_cast<std::size_t>(code);
  return index < std::size(kCodeNames) ? kCodeNames[index] : "UNKNOWN";
}

Error InvalidFields(FieldErrors fields) {
  TAKI_CHECK(!fields.empty());
  Error error{Reason::kFieldInvalid, fields[0].field + ": " + fields[0].description, {}, {}, 0};
  if (fields.size() > 1)
    error.message += " (and " + std::to_string(fields.size() - 1) + " more: see field_errors)";
  if (fields.size() > kFieldErrorsMax) fields.resize(kFieldErrorsMax);
  error.fields = std::move(fields);
  return error;
}

grpc::Status ToGrpcStatus(const Error& error) {
  const ReasonInfo& info = Info(error.reason);
  const std::string message = error.message.empty() ? std::string(info.sentence) : error.message;
  v1::ErrorDetail detail;
  detail.set_reason(std::string(info.name));
  detail.set_domain("taki.v1");
  detail.mutable_metadata()->insert(error.metadata.begin(), error.metadata.end());
  for (const FieldError& field : error.fields) {
    v1::FieldError& out = *detail.add_field_errors();
    out.set_field(field.field);
    out.set_description(field.description);
  }
  detail.set_retry_after_ms(error.retry_after_ms);
  v1::ErrorStatus status;
  status.set_code(info.code);
  status.set_message(message);
  status.add_details()->PackFrom(detail);
  return {info.code, message, status.SerializeAsString()};
}

Error FromStatus(const absl::Status& status, const Meanings& meanings) {
  const std::string message(status.message());
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return {Reason::kFieldInvalid, message, {}, FieldOf(message), 0};
    case absl::StatusCode::kNotFound: return {meanings.not_found, message, {}, {}, 0};
    case absl::StatusCode::kAlreadyExists: return {meanings.exists, message, {}, {}, 0};
    case absl::StatusCode::kFailedPrecondition: return {meanings.precondition, message, {}, {}, 0};
    case absl::StatusCode::kResourceExhausted: return {meanings.exhausted, message, {}, {}, 1'000};
    case absl::StatusCode::kUnavailable: return {Reason::kNotServing, message, {}, {}, 1'000};
    case absl::StatusCode::kDeadlineExceeded:
      return {Reason::kAnswerPending, message, {}, {}, 1'000};
    default: return {Reason::kInternal, message, {}, {}, 0};
  }
}

grpc::Status ToGrpcStatus(host::CloseReason reason, std::string_view detail,
                          std::int32_t retry_after_ms) {
  if (reason == host::CloseReason::kDone) return grpc::Status::OK;
  Error error{ReasonOf(reason), std::string(detail), {}, {}, retry_after_ms};
  if (error.reason == Reason::kFieldInvalid) error.fields = FieldOf(detail);
  return ToGrpcStatus(error);
}

}  // namespace taki::service
