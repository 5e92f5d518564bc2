// The referee's services, called one at a time.
//
// The only file of the client (with client.cc) that knows gRPC: nothing of it is touched before the
// first call, so that --help and usage errors are instant. Every call throws a Failure when it is
// not answered with OK: kUnreachable if no referee answered, else kRefused. Used by one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "referee/cli/endpoint.h"
#include "taki/v1/bot_service.pb.h"
#include "taki/v1/history_service.pb.h"
#include "taki/v1/league_service.pb.h"

namespace taki::cli {

class Client {
 public:
  // `timeout_ms` bounds each call but Watch.
  Client(Found server, std::optional<Found> token, int timeout_ms);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  v1::RegisterBotResponse RegisterBot(const v1::RegisterBotRequest& request);
  v1::ListBotsResponse ListBots(const v1::ListBotsRequest& request);
  v1::RotateTokenResponse RotateToken(const v1::RotateTokenRequest& request);
  v1::RequestMatchResponse RequestMatch(const v1::RequestMatchRequest& request);
  v1::GetMatchResponse GetMatch(const v1::GetMatchRequest& request);
  v1::ListMatchesResponse ListMatches(const v1::ListMatchesRequest& request);
  v1::ListMovesResponse ListMoves(const v1::ListMovesRequest& request);
  v1::VerifyMatchResponse VerifyMatch(const v1::VerifyMatchRequest& request);

  using OnWatched = std::function<void(const v1::WatchMatchResponse&)>;
  // One stream, to its end. The message handed to `on_message` is valid during the call.
  void WatchMatch(const v1::WatchMatchRequest& request, const OnWatched& on_message);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace taki::cli
