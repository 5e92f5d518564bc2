// taki.v1.LeagueService: who plays whom (proto/taki/v1/league_service.proto). WatchLeague is served
// by the loop (play_transport.h).
//
// What changes something (league_service.cc) is left to the host; what only reads
// (league_reads.cc) replays the league's log (league_views.h) and never touches the loop.
#pragma once

#include <functional>
#include <string>

#include "referee/service/call.h"
#include "referee/service/grpc_services.h"
#include "referee/service/league_views.h"

namespace taki::service {

class LeagueService final : public LeagueRawService {
 public:
  explicit LeagueService(const Backend& backend) : backend_(backend) {}

  grpc::Status CreateLeague(grpc::ServerContext* context, const v1::CreateLeagueRequest* request,
                            v1::CreateLeagueResponse* response) override;
  grpc::Status EnterBot(grpc::ServerContext* context, const v1::EnterBotRequest* request,
                        v1::EnterBotResponse* response) override;
  grpc::Status WithdrawBot(grpc::ServerContext* context, const v1::WithdrawBotRequest* request,
                           v1::WithdrawBotResponse* response) override;
  grpc::Status StartLeague(grpc::ServerContext* context, const v1::StartLeagueRequest* request,
                           v1::StartLeagueResponse* response) override;
  grpc::Status PauseLeague(grpc::ServerContext* context, const v1::PauseLeagueRequest* request,
                           v1::PauseLeagueResponse* response) override;
  grpc::Status ResumeLeague(grpc::ServerContext* context, const v1::ResumeLeagueRequest* request,
                            v1::ResumeLeagueResponse* response) override;
  grpc::Status DrainLeague(grpc::ServerContext* context, const v1::DrainLeagueRequest* request,
                           v1::DrainLeagueResponse* response) override;
  grpc::Status AbortLeague(grpc::ServerContext* context, const v1::AbortLeagueRequest* request,
                           v1::AbortLeagueResponse* response) override;
  grpc::Status RequestMatch(grpc::ServerContext* context, const v1::RequestMatchRequest* request,
                            v1::RequestMatchResponse* response) override;
  grpc::Status VoidMatch(grpc::ServerContext* context, const v1::VoidMatchRequest* request,
                         v1::VoidMatchResponse* response) override;
  grpc::Status RequeueMatch(grpc::ServerContext* context, const v1::RequeueMatchRequest* request,
                            v1::RequeueMatchResponse* response) override;
  grpc::Status DisqualifyBot(grpc::ServerContext* context, const v1::DisqualifyBotRequest* request,
                             v1::DisqualifyBotResponse* response) override;
  grpc::Status ReinstateBot(grpc::ServerContext* context, const v1::ReinstateBotRequest* request,
                            v1::ReinstateBotResponse* response) override;

  grpc::Status PreviewLeague(grpc::ServerContext* context, const v1::PreviewLeagueRequest* request,
                             v1::PreviewLeagueResponse* response) override;
  grpc::Status GetLeague(grpc::ServerContext* context, const v1::GetLeagueRequest* request,
                         v1::GetLeagueResponse* response) override;
  grpc::Status ListLeagues(grpc::ServerContext* context, const v1::ListLeaguesRequest* request,
                           v1::ListLeaguesResponse* response) override;
  grpc::Status ListFixtures(grpc::ServerContext* context, const v1::ListFixturesRequest* request,
                            v1::ListFixturesResponse* response) override;
  grpc::Status GetStandings(grpc::ServerContext* context, const v1::GetStandingsRequest* request,
                            v1::GetStandingsResponse* response) override;
  grpc::Status GetBracket(grpc::ServerContext* context, const v1::GetBracketRequest* request,
                          v1::GetBracketResponse* response) override;

 private:
  // Has the host do `command` to a league; `errors` are those of the other fields. `not_found`:
  // what NOT_FOUND means when the league and the bot are known.
  grpc::Status Command(grpc::ServerContext* context, const std::string& league_id,
                       host::LeagueCommand command, FieldErrors errors, Reason not_found,
                       v1::League* out);
  grpc::Status Requeue(grpc::ServerContext* context, const store::MatchRow& row,
                       const std::string& request_id, v1::Match* out);
  // The match that the host made of `wanted`, or the one that an earlier call made.
  grpc::Status Request(grpc::ServerContext* context, const host::MatchRequest& wanted,
                       v1::Match* out);
  // Whether the league that an earlier call with this request_id made is what is asked for now.
  absl::StatusOr<bool> IsWhatWasAsked(const store::LeagueRow& row, const host::NewLeague& wanted);
  // The league that has the name. INVALID_ARGUMENT if it is no name, or not all that is set.
  absl::StatusOr<store::LeagueRow> ByName(const v1::GetLeagueRequest& request);
  // Calls `read` with the league of this id; `errors` as above.
  grpc::Status Read(const std::string& league_id, FieldErrors errors,
                    const std::function<void(const LeagueView&)>& read);

  const Backend backend_;
};

}  // namespace taki::service
