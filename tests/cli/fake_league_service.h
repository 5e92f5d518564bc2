// The fake referee's LeagueService: answers from canned leagues, notes what was changed.
#pragma once

#include <string>

#include "taki/v1/league_service.grpc.pb.h"
#include "tests/cli/fake_referee.h"

namespace taki::test {

class FakeLeagueService final : public v1::LeagueService::Service {
 public:
  explicit FakeLeagueService(FakeReferee& owner) : fake_(owner) {}

  using Context = grpc::ServerContext*;
  grpc::Status CreateLeague(Context, const v1::CreateLeagueRequest*,
                            v1::CreateLeagueResponse*) override;
  grpc::Status PreviewLeague(Context, const v1::PreviewLeagueRequest*,
                             v1::PreviewLeagueResponse*) override;
  grpc::Status EnterBot(Context, const v1::EnterBotRequest*, v1::EnterBotResponse*) override;
  grpc::Status WithdrawBot(Context, const v1::WithdrawBotRequest*,
                           v1::WithdrawBotResponse*) override;
  grpc::Status DisqualifyBot(Context, const v1::DisqualifyBotRequest*,
                             v1::DisqualifyBotResponse*) override;
  grpc::Status ReinstateBot(Context, const v1::ReinstateBotRequest*,
                            v1::ReinstateBotResponse*) override;
  grpc::Status StartLeague(Context, const v1::StartLeagueRequest*,
                           v1::StartLeagueResponse*) override;
  grpc::Status PauseLeague(Context, const v1::PauseLeagueRequest*,
                           v1::PauseLeagueResponse*) override;
  grpc::Status ResumeLeague(Context, const v1::ResumeLeagueRequest*,
                            v1::ResumeLeagueResponse*) override;
  grpc::Status DrainLeague(Context, const v1::DrainLeagueRequest*,
                           v1::DrainLeagueResponse*) override;
  grpc::Status AbortLeague(Context, const v1::AbortLeagueRequest*,
                           v1::AbortLeagueResponse*) override;
  grpc::Status GetLeague(Context, const v1::GetLeagueRequest*, v1::GetLeagueResponse*) override;
  grpc::Status ListLeagues(Context, const v1::ListLeaguesRequest*,
                           v1::ListLeaguesResponse*) override;
  grpc::Status ListFixtures(Context, const v1::ListFixturesRequest*,
                            v1::ListFixturesResponse*) override;
  grpc::Status GetStandings(Context, const v1::GetStandingsRequest*,
                            v1::GetStandingsResponse*) override;
  grpc::Status GetBracket(Context, const v1::GetBracketRequest*, v1::GetBracketResponse*) override;
  grpc::Status WatchLeague(Context, const v1::WatchLeagueRequest*,
                           grpc::ServerWriter<v1::WatchLeagueResponse>*) override;
  grpc::Status RequestMatch(Context, const v1::RequestMatchRequest*,
                            v1::RequestMatchResponse*) override;
  grpc::Status VoidMatch(Context, const v1::VoidMatchRequest*, v1::VoidMatchResponse*) override;
  grpc::Status RequeueMatch(Context, const v1::RequeueMatchRequest*,
                            v1::RequeueMatchResponse*) override;

 private:
  // Notes "CALL LEAGUE REST", needs the organiser's token; the league as the answer.
  template <class Response>
  grpc::Status Change(Context context, const std::string& call, const std::string& league_id,
                      const std::string& rest, v1::LeagueState state, Response* response);
  // The same of a bot, which must be entered unless it enters.
  template <class Response>
  grpc::Status ChangeBot(Context context, const std::string& call, const std::string& league_id,
                         const std::string& bot, bool must_be_in, Response* response);

  FakeReferee& fake_;
};

}  // namespace taki::test
