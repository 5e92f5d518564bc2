#include "referee/cli/client.h"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <string>
#include <utility>

#include "referee/cli/failure.h"
#include "referee/cli/text.h"
#include "taki/v1/bot_service.grpc.pb.h"
#include "taki/v1/error.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/league_service.grpc.pb.h"

namespace taki::cli {
namespace {

// A record of the longest match is about half a megabyte, a page of 1,000 matches a little more.
constexpr int kMessageBytesMax = 64 << 20;

std::string CodeName(grpc::StatusCode code) {
  constexpr const char* kNames[] = {"OK",
                                    "CANCELLED",
                                    "UNKNOWN",
                                    "INVALID_ARGUMENT",
                                    "DEADLINE_EXCEEDED",
                                    "NOT_FOUND",
                                    "ALREADY_EXISTS",
                                    "PERMISSION_DENIED",
                                    "RESOURCE_EXHAUSTED",
                                    "FAILED_PRECONDITION",
                                    "ABORTED",
                                    "OUT_OF_RANGE",
                                    "UNIMPLEMENTED",
                                    "INTERNAL",
                                    "UNAVAILABLE",
                                    "DATA_LOSS",
                                    "UNAUTHENTICATED"};
  const auto n = static_cast<std::size_t>(code);
  return n < std::size(kNames) ? kNames[n] : std::to_string(n);
}

std::optional<v1::ErrorDetail> DetailOf(const grpc::Status& status) {
  v1::ErrorStatus outer;
  v1::ErrorDetail detail;
  if (!outer.ParseFromString(status.error_details())) return std::nullopt;
  for (const auto& any : outer.details())
    if (any.UnpackTo(&detail)) return detail;
  return std::nullopt;
}

Failure Refused(const grpc::Status& status, const v1::ErrorDetail& detail) {
  Failure failure{ExitCode::kRefused, Escaped(status.error_message())};
  failure.status = CodeName(status.error_code());
  failure.reason = detail.reason();
  failure.metadata = {detail.metadata().begin(), detail.metadata().end()};
  for (const auto& error : detail.field_errors())
    failure.field_errors.emplace_back(error.field(), error.description());
  failure.retry_after_ms = detail.retry_after_ms();
  return failure;
}

}  // namespace

struct Client::Connection {
  Found server;
  std::optional<Found> token;
  int timeout_ms;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::BotService::Stub> bots;
  std::unique_ptr<v1::LeagueService::Stub> league;
  std::unique_ptr<v1::HistoryService::Stub> history;

  void Open() {
    if (channel) return;
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(kMessageBytesMax);
    // A frozen referee, or a cable that is out, is noticed while a match is watched (fault N1).
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 200);
    // In spite of its name, how long a connection may take to come about: a far network or a busy
    // machine needs more than a blink. A referee that is not there refuses at once.
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 10'000);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2'000);
    channel =
        grpc::CreateCustomChannel(server.value, grpc::InsecureChannelCredentials(), arguments);
    bots = v1::BotService::NewStub(channel);
    league = v1::LeagueService::NewStub(channel);
    history = v1::HistoryService::NewStub(channel);
  }

  void Prepare(grpc::ClientContext& context, bool bounded) const {
    if (token) context.AddMetadata("authorization", "Bearer " + token->value);
    if (bounded)
      context.set_deadline(std::chrono::system_clock::now() +
                           std::chrono::milliseconds(timeout_ms));
  }

  Failure Explain(const grpc::Status& status) const {
    const auto code = status.error_code();
    if (const auto detail = DetailOf(status)) {
      Failure failure = Refused(status, *detail);
      if (code == grpc::StatusCode::UNAUTHENTICATED && token)
        failure.hint = "The token was found at: " + token->from;
      return failure;
    }
    if (code == grpc::StatusCode::UNAVAILABLE || code == grpc::StatusCode::DEADLINE_EXCEEDED) {
      Failure failure{ExitCode::kUnreachable, "no referee answers at " + Escaped(server.value) +
                                                  " (" + server.from +
                                                  "): " + Escaped(status.error_message())};
      failure.hint = "Start one with taki-referee, or name another with --server or TAKI_SERVER.";
      failure.status = CodeName(code);
      return failure;
    }
    // No detail of ours: another program answers there, or an older or newer referee.
    Failure failure{ExitCode::kRefused, Escaped(server.value) + " (" + server.from +
                                            ") answered: " + Escaped(status.error_message())};
    failure.status = CodeName(code);
    return failure;
  }

  template <class Stub, class Request, class Response>
  Response Call(const std::unique_ptr<Stub>& stub,
                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                const Request& request) {
    Open();
    grpc::ClientContext context;
    Prepare(context, /*bounded=*/true);
    Response response;
    const grpc::Status status = (stub.get()->*method)(&context, request, &response);
    if (!status.ok()) throw Explain(status);
    return response;
  }

  template <class Stub, class Request, class Response>
  void Watch(const std::unique_ptr<Stub>& stub,
             std::unique_ptr<grpc::ClientReader<Response>> (Stub::*method)(grpc::ClientContext*,
                                                                           const Request&),
             const Request& request, const std::function<void(const Response&)>& on_message) {
    Open();
    grpc::ClientContext context;
    Prepare(context, /*bounded=*/false);
    const auto reader = (stub.get()->*method)(&context, request);
    Response message;
    try {
      while (reader->Read(&message)) on_message(message);
    } catch (...) {  // a Failure of the reader's: the stream must be ended before it is dropped
      context.TryCancel();
      reader->Finish();
      throw;
    }
    const grpc::Status status = reader->Finish();
    if (!status.ok()) throw Explain(status);
  }
};

Client::Client(Found server, std::optional<Found> token, int timeout_ms)
    : connection_(std::make_unique<Connection>()) {
  connection_->server = std::move(server);
  connection_->token = std::move(token);
  connection_->timeout_ms = timeout_ms;
}
Client::~Client() = default;

v1::RegisterBotResponse Client::RegisterBot(const v1::RegisterBotRequest& request) {
  return connection_->Call(connection_->bots, &v1::BotService::Stub::RegisterBot, request);
}
v1::ListBotsResponse Client::ListBots(const v1::ListBotsRequest& request) {
  return connection_->Call(connection_->bots, &v1::BotService::Stub::ListBots, request);
}
v1::RotateTokenResponse Client::RotateToken(const v1::RotateTokenRequest& request) {
  return connection_->Call(connection_->bots, &v1::BotService::Stub::RotateToken, request);
}

v1::CreateLeagueResponse Client::CreateLeague(const v1::CreateLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::CreateLeague, request);
}
v1::PreviewLeagueResponse Client::PreviewLeague(const v1::PreviewLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::PreviewLeague, request);
}
v1::EnterBotResponse Client::EnterBot(const v1::EnterBotRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::EnterBot, request);
}
v1::WithdrawBotResponse Client::WithdrawBot(const v1::WithdrawBotRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::WithdrawBot, request);
}
v1::DisqualifyBotResponse Client::DisqualifyBot(const v1::DisqualifyBotRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::DisqualifyBot, request);
}
v1::ReinstateBotResponse Client::ReinstateBot(const v1::ReinstateBotRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::ReinstateBot, request);
}
v1::StartLeagueResponse Client::StartLeague(const v1::StartLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::StartLeague, request);
}
v1::PauseLeagueResponse Client::PauseLeague(const v1::PauseLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::PauseLeague, request);
}
v1::ResumeLeagueResponse Client::ResumeLeague(const v1::ResumeLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::ResumeLeague, request);
}
v1::DrainLeagueResponse Client::DrainLeague(const v1::DrainLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::DrainLeague, request);
}
v1::AbortLeagueResponse Client::AbortLeague(const v1::AbortLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::AbortLeague, request);
}
v1::GetLeagueResponse Client::GetLeague(const v1::GetLeagueRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::GetLeague, request);
}
v1::ListLeaguesResponse Client::ListLeagues(const v1::ListLeaguesRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::ListLeagues, request);
}
v1::ListFixturesResponse Client::ListFixtures(const v1::ListFixturesRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::ListFixtures, request);
}
v1::GetStandingsResponse Client::GetStandings(const v1::GetStandingsRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::GetStandings, request);
}
v1::GetBracketResponse Client::GetBracket(const v1::GetBracketRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::GetBracket, request);
}
v1::RequestMatchResponse Client::RequestMatch(const v1::RequestMatchRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::RequestMatch, request);
}
v1::VoidMatchResponse Client::VoidMatch(const v1::VoidMatchRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::VoidMatch, request);
}
v1::RequeueMatchResponse Client::RequeueMatch(const v1::RequeueMatchRequest& request) {
  return connection_->Call(connection_->league, &v1::LeagueService::Stub::RequeueMatch, request);
}

v1::GetMatchResponse Client::GetMatch(const v1::GetMatchRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::GetMatch, request);
}
v1::ListMatchesResponse Client::ListMatches(const v1::ListMatchesRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::ListMatches, request);
}
v1::ListMovesResponse Client::ListMoves(const v1::ListMovesRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::ListMoves, request);
}
v1::GetDecisionResponse Client::GetDecision(const v1::GetDecisionRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::GetDecision, request);
}
v1::ListDecisionsResponse Client::ListDecisions(const v1::ListDecisionsRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::ListDecisions, request);
}
v1::TryReplyResponse Client::TryReply(const v1::TryReplyRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::TryReply, request);
}
v1::VerifyMatchResponse Client::VerifyMatch(const v1::VerifyMatchRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::VerifyMatch, request);
}
v1::GetLeaderboardResponse Client::GetLeaderboard(const v1::GetLeaderboardRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::GetLeaderboard,
                           request);
}
v1::GetHeadToHeadResponse Client::GetHeadToHead(const v1::GetHeadToHeadRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::GetHeadToHead, request);
}
v1::GetBotProfileResponse Client::GetBotProfile(const v1::GetBotProfileRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::GetBotProfile, request);
}
v1::GetRatingHistoryResponse Client::GetRatingHistory(const v1::GetRatingHistoryRequest& request) {
  return connection_->Call(connection_->history, &v1::HistoryService::Stub::GetRatingHistory,
                           request);
}

void Client::WatchMatch(const v1::WatchMatchRequest& request, const OnWatched& on_message) {
  connection_->Watch(connection_->history, &v1::HistoryService::Stub::WatchMatch, request,
                     on_message);
}

void Client::WatchLeague(const v1::WatchLeagueRequest& request, const OnLeagueWatched& on_message) {
  connection_->Watch(connection_->league, &v1::LeagueService::Stub::WatchLeague, request,
                     on_message);
}
void Client::ExportMatches(const v1::ExportMatchesRequest& request, const OnExported& on_message) {
  connection_->Watch(connection_->history, &v1::HistoryService::Stub::ExportMatches, request,
                     on_message);
}

}  // namespace taki::cli
