#include "tests/cli/fake_league_service.h"

#include <algorithm>

#include "tests/cli/fake_status.h"

namespace taki::test {

using grpc::Status;
using grpc::StatusCode;

namespace {

Status NoLeague(const std::string& name) {
  return Refuse(StatusCode::NOT_FOUND, "there is no league " + name, "LEAGUE_NOT_FOUND");
}

}  // namespace

template <class Response>
Status FakeLeagueService::Change(Context context, const std::string& call,
                                 const std::string& league_id, const std::string& rest,
                                 v1::LeagueState state, Response* response) {
  if (const Status status = fake_.Note(*context, true); !status.ok()) return status;
  const auto found = fake_.leagues_.find(league_id);
  if (found == fake_.leagues_.end()) return NoLeague(league_id);
  v1::League& league = found->second.league;
  if (state == league.state())
    return Refuse(StatusCode::FAILED_PRECONDITION, league_id + " is so already",
                  "LEAGUE_STATE_REFUSED");
  fake_.changes.push_back(call + " " + league_id + (rest.empty() ? "" : " ") + rest);
  if (state != v1::LEAGUE_STATE_UNSPECIFIED) league.set_state(state);
  *response->mutable_league() = league;
  return Status::OK;
}

template <class Response>
Status FakeLeagueService::ChangeBot(Context context, const std::string& call,
                                    const std::string& league_id, const std::string& bot,
                                    bool must_be_in, Response* response) {
  const auto found = fake_.leagues_.find(league_id);
  const std::string name = bot.substr(0, bot.find(' '));
  if (must_be_in && found != fake_.leagues_.end() &&
      std::none_of(found->second.entrants.begin(), found->second.entrants.end(),
                   [&](const auto& entrant) { return entrant.bot() == name; }))
    return Refuse(StatusCode::NOT_FOUND, name + " is not entered", "BOT_NOT_ENTERED");
  return Change(context, call, league_id, bot, v1::LEAGUE_STATE_UNSPECIFIED, response);
}

Status FakeLeagueService::CreateLeague(Context context, const v1::CreateLeagueRequest* request,
                                       v1::CreateLeagueResponse* response) {
  if (const Status status = fake_.Note(*context, true); !status.ok()) return status;
  fake_.created = *request;
  if (!fake_.refused_field.empty())
    return RefuseField(fake_.refused_field, "must be something else");
  CannedLeague canned("l-000009", request->config().name(), request->config().format(), {});
  canned.league.set_state(v1::LEAGUE_STATE_OPEN);
  *response->mutable_league() = canned.league;
  fake_.Add(std::move(canned));
  return Status::OK;
}

Status FakeLeagueService::PreviewLeague(Context context, const v1::PreviewLeagueRequest* request,
                                        v1::PreviewLeagueResponse* response) {
  if (const Status status = fake_.Note(*context, true); !status.ok()) return status;
  fake_.previewed = *request;
  if (!fake_.refused_field.empty())
    return RefuseField(fake_.refused_field, "must be something else");
  *response = fake_.preview;
  return Status::OK;
}

Status FakeLeagueService::EnterBot(Context context, const v1::EnterBotRequest* request,
                                   v1::EnterBotResponse* response) {
  if (request->bot() == "zoe")
    return Refuse(StatusCode::NOT_FOUND, "no bot is called zoe", "BOT_NOT_FOUND");
  return ChangeBot(context, "EnterBot", request->league_id(), request->bot(), false, response);
}

Status FakeLeagueService::WithdrawBot(Context context, const v1::WithdrawBotRequest* request,
                                      v1::WithdrawBotResponse* response) {
  return ChangeBot(context, "WithdrawBot", request->league_id(), request->bot(), true, response);
}

Status FakeLeagueService::DisqualifyBot(Context context, const v1::DisqualifyBotRequest* request,
                                        v1::DisqualifyBotResponse* response) {
  return ChangeBot(context, "DisqualifyBot", request->league_id(),
                   request->bot() + " " + request->reason(), true, response);
}

Status FakeLeagueService::ReinstateBot(Context context, const v1::ReinstateBotRequest* request,
                                       v1::ReinstateBotResponse* response) {
  return ChangeBot(context, "ReinstateBot", request->league_id(), request->bot(), true, response);
}

Status FakeLeagueService::StartLeague(Context context, const v1::StartLeagueRequest* request,
                                      v1::StartLeagueResponse* response) {
  return Change(context, "StartLeague", request->league_id(), "", v1::LEAGUE_STATE_RUNNING,
                response);
}

Status FakeLeagueService::PauseLeague(Context context, const v1::PauseLeagueRequest* request,
                                      v1::PauseLeagueResponse* response) {
  return Change(context, "PauseLeague", request->league_id(), "", v1::LEAGUE_STATE_PAUSED,
                response);
}

Status FakeLeagueService::ResumeLeague(Context context, const v1::ResumeLeagueRequest* request,
                                       v1::ResumeLeagueResponse* response) {
  return Change(context, "ResumeLeague", request->league_id(), "", v1::LEAGUE_STATE_RUNNING,
                response);
}

Status FakeLeagueService::DrainLeague(Context context, const v1::DrainLeagueRequest* request,
                                      v1::DrainLeagueResponse* response) {
  return Change(context, "DrainLeague", request->league_id(), "", v1::LEAGUE_STATE_DRAINING,
                response);
}

Status FakeLeagueService::AbortLeague(Context context, const v1::AbortLeagueRequest* request,
                                      v1::AbortLeagueResponse* response) {
  return Change(context, "AbortLeague", request->league_id(), "", v1::LEAGUE_STATE_ABORTED,
                response);
}

Status FakeLeagueService::GetLeague(Context context, const v1::GetLeagueRequest* request,
                                    v1::GetLeagueResponse* response) {
  if (const Status status = fake_.Note(*context); !status.ok()) return status;
  for (const auto& [id, canned] : fake_.leagues_) {
    const bool asked = request->name().empty() ? id == request->league_id()
                                               : canned.league.config().name() == request->name();
    if (!asked) continue;
    *response->mutable_league() = canned.league;
    *response->mutable_entrants() = {canned.entrants.begin(), canned.entrants.end()};
    *response->mutable_progress() = canned.progress;
    return Status::OK;
  }
  return NoLeague(request->name() + request->league_id());
}

Status FakeLeagueService::ListLeagues(Context context, const v1::ListLeaguesRequest* request,
                                      v1::ListLeaguesResponse* response) {
  if (const Status status = fake_.Note(*context); !status.ok()) return status;
  std::vector<v1::League> passing;
  for (auto league = fake_.leagues_.rbegin(); league != fake_.leagues_.rend(); ++league)
    if (request->state() == 0 || request->state() == league->second.league.state())
      passing.push_back(league->second.league);
  response->set_next_page_token(
      Page(passing, std::min(request->page_size(), 1), request->page_token(),
           [&](const v1::League& league) { *response->add_leagues() = league; }));
  return Status::OK;
}

Status FakeLeagueService::ListFixtures(Context context, const v1::ListFixturesRequest* request,
                                       v1::ListFixturesResponse* response) {
  if (const Status status = fake_.Note(*context); !status.ok()) return status;
  fake_.fixtures_listed = *request;
  const auto found = fake_.leagues_.find(request->league_id());
  if (found == fake_.leagues_.end()) return NoLeague(request->league_id());
  std::vector<v1::Fixture> passing;
  for (const v1::Fixture& fixture : found->second.fixtures)
    if (request->state() == 0 || request->state() == fixture.state()) passing.push_back(fixture);
  response->set_next_page_token(
      Page(passing, std::min(request->page_size(), 4), request->page_token(),
           [&](const v1::Fixture& fixture) { *response->add_fixtures() = fixture; }));
  return Status::OK;
}

Status FakeLeagueService::GetStandings(Context context, const v1::GetStandingsRequest* request,
                                       v1::GetStandingsResponse* response) {
  if (const Status status = fake_.Note(*context); !status.ok()) return status;
  const auto found = fake_.leagues_.find(request->league_id());
  if (found == fake_.leagues_.end()) return NoLeague(request->league_id());
  const CannedLeague& canned = found->second;
  *response->mutable_standings() = {canned.standings.begin(), canned.standings.end()};
  response->set_state(canned.league.state());
  *response->mutable_progress() = canned.progress;
  response->set_last_seq(canned.league.last_seq());
  return Status::OK;
}

Status FakeLeagueService::GetBracket(Context context, const v1::GetBracketRequest* request,
                                     v1::GetBracketResponse* response) {
  if (const Status status = fake_.Note(*context); !status.ok()) return status;
  const auto found = fake_.leagues_.find(request->league_id());
  if (found == fake_.leagues_.end()) return NoLeague(request->league_id());
  const CannedLeague& canned = found->second;
  if (canned.league.config().format() == v1::LEAGUE_FORMAT_ROUND_ROBIN)
    return Refuse(StatusCode::FAILED_PRECONDITION, "a round robin has no bracket", "NO_BRACKET");
  *response->mutable_rounds() = {canned.bracket.begin(), canned.bracket.end()};
  response->set_state(canned.league.state());
  response->set_last_seq(canned.league.last_seq());
  return Status::OK;
}

Status FakeLeagueService::WatchLeague(Context context, const v1::WatchLeagueRequest* request,
                                      grpc::ServerWriter<v1::WatchLeagueResponse>* writer) {
  if (const Status status = fake_.Note(*context); !status.ok()) return status;
  const auto found = fake_.leagues_.find(request->league_id());
  if (found == fake_.leagues_.end()) return NoLeague(request->league_id());
  const CannedLeague& canned = found->second;
  v1::WatchLeagueResponse first;
  auto& introduced = *first.mutable_introduced();
  *introduced.mutable_league() = canned.league;
  introduced.mutable_league()->set_state(v1::LEAGUE_STATE_RUNNING);
  for (const auto& entrant : canned.entrants) introduced.add_bots(entrant.bot());
  introduced.mutable_progress()->set_matches_total(canned.progress.matches_total());
  introduced.mutable_progress()->set_rounds(canned.progress.rounds());
  introduced.mutable_progress()->set_round(1);
  writer->Write(first);
  for (const v1::WatchLeagueResponse& message : canned.stream) {
    if (message.has_news() && message.news().seq() < request->from_seq()) continue;
    writer->Write(message);
    if (message.has_news() && message.news().seq() == fake_.break_league_after_seq) {
      fake_.break_league_after_seq = 0;
      return Refuse(StatusCode::UNAVAILABLE, "the referee stops", "DRAINING");
    }
  }
  return Status::OK;
}

Status FakeLeagueService::RequestMatch(Context context, const v1::RequestMatchRequest* request,
                                       v1::RequestMatchResponse* response) {
  if (const Status status = fake_.Note(*context, true); !status.ok()) return status;
  *response->mutable_match() = fake_.StartMatch(*request);
  return Status::OK;
}

Status FakeLeagueService::VoidMatch(Context context, const v1::VoidMatchRequest* request,
                                    v1::VoidMatchResponse* response) {
  if (const Status status = fake_.Note(*context, true); !status.ok()) return status;
  const auto found = fake_.matches_.find(request->match_id());
  if (found == fake_.matches_.end())
    return Refuse(StatusCode::NOT_FOUND, "there is no match " + request->match_id(),
                  "MATCH_NOT_FOUND");
  if (found->second.match.league_id().empty() &&
      found->second.match.state() == v1::MATCH_STATE_FINISHED)
    return Refuse(StatusCode::FAILED_PRECONDITION, request->match_id() + " is over",
                  "RESULT_STANDS");
  fake_.changes.push_back("VoidMatch " + request->match_id());
  *response->mutable_match() = found->second.match;
  return Status::OK;
}

Status FakeLeagueService::RequeueMatch(Context context, const v1::RequeueMatchRequest* request,
                                       v1::RequeueMatchResponse* response) {
  if (request->match_id().empty()) {
    v1::EnterBotResponse changed;
    const Status status =
        Change(context, "RequeueMatch", request->league_id(),
               "#" + std::to_string(request->fixture_id()), v1::LEAGUE_STATE_UNSPECIFIED, &changed);
    if (status.ok()) *response->mutable_league() = changed.league();
    return status;
  }
  if (const Status status = fake_.Note(*context, true); !status.ok()) return status;
  fake_.changes.push_back("RequeueMatch " + request->match_id());
  v1::RequestMatchRequest again;
  for (const auto& seat : fake_.matches_.at(request->match_id()).match.seats())
    again.add_bots(seat.bot());
  *response->mutable_match() = fake_.StartMatch(again);
  return Status::OK;
}

}  // namespace taki::test
