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
  // `timeout_ms` bounds each call but the streams.
  Client(Found server, std::optional<Found> token, int timeout_ms);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  v1::RegisterBotResponse RegisterBot(const v1::RegisterBotRequest& request);
  v1::ListBotsResponse ListBots(const v1::ListBotsRequest& request);
  v1::RotateTokenResponse RotateToken(const v1::RotateTokenRequest& request);

  v1::CreateLeagueResponse CreateLeague(const v1::CreateLeagueRequest& request);
  v1::PreviewLeagueResponse PreviewLeague(const v1::PreviewLeagueRequest& request);
  v1::EnterBotResponse EnterBot(const v1::EnterBotRequest& request);
  v1::WithdrawBotResponse WithdrawBot(const v1::WithdrawBotRequest& request);
  v1::DisqualifyBotResponse DisqualifyBot(const v1::DisqualifyBotRequest& request);
  v1::ReinstateBotResponse ReinstateBot(const v1::ReinstateBotRequest& request);
  v1::StartLeagueResponse StartLeague(const v1::StartLeagueRequest& request);
  v1::PauseLeagueResponse PauseLeague(const v1::PauseLeagueRequest& request);
  v1::ResumeLeagueResponse ResumeLeague(const v1::ResumeLeagueRequest& request);
  v1::DrainLeagueResponse DrainLeague(const v1::DrainLeagueRequest& request);
  v1::AbortLeagueResponse AbortLeague(const v1::AbortLeagueRequest& request);
  v1::GetLeagueResponse GetLeague(const v1::GetLeagueRequest& request);
  v1::ListLeaguesResponse ListLeagues(const v1::ListLeaguesRequest& request);
  v1::ListFixturesResponse ListFixtures(const v1::ListFixturesRequest& request);
  v1::GetStandingsResponse GetStandings(const v1::GetStandingsRequest& request);
  v1::GetBracketResponse GetBracket(const v1::GetBracketRequest& request);
  v1::RequestMatchResponse RequestMatch(const v1::RequestMatchRequest& request);
  v1::VoidMatchResponse VoidMatch(const v1::VoidMatchRequest& request);
  v1::RequeueMatchResponse RequeueMatch(const v1::RequeueMatchRequest& request);

  v1::GetMatchResponse GetMatch(const v1::GetMatchRequest& request);
  v1::ListMatchesResponse ListMatches(const v1::ListMatchesRequest& request);
  v1::ListMovesResponse ListMoves(const v1::ListMovesRequest& request);
  v1::GetDecisionResponse GetDecision(const v1::GetDecisionRequest& request);
  v1::ListDecisionsResponse ListDecisions(const v1::ListDecisionsRequest& request);
  v1::TryReplyResponse TryReply(const v1::TryReplyRequest& request);
  v1::VerifyMatchResponse VerifyMatch(const v1::VerifyMatchRequest& request);
  v1::GetLeaderboardResponse GetLeaderboard(const v1::GetLeaderboardRequest& request);
  v1::GetHeadToHeadResponse GetHeadToHead(const v1::GetHeadToHeadRequest& request);
  v1::GetBotProfileResponse GetBotProfile(const v1::GetBotProfileRequest& request);
  v1::GetRatingHistoryResponse GetRatingHistory(const v1::GetRatingHistoryRequest& request);

  // One stream, to its end. The message handed to `on_message` is valid during the call; other
  // calls may be made from it.
  using OnWatched = std::function<void(const v1::WatchMatchResponse&)>;
  void WatchMatch(const v1::WatchMatchRequest& request, const OnWatched& on_message);
  using OnLeagueWatched = std::function<void(const v1::WatchLeagueResponse&)>;
  void WatchLeague(const v1::WatchLeagueRequest& request, const OnLeagueWatched& on_message);
  using OnExported = std::function<void(const v1::ExportMatchesResponse&)>;
  void ExportMatches(const v1::ExportMatchesRequest& request, const OnExported& on_message);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace taki::cli
