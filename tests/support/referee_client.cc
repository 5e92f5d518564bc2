#include "tests/support/referee_client.h"

#include <gtest/gtest.h>

namespace taki::test {
namespace {

void ExpectOk(const grpc::Status& status) {
  EXPECT_TRUE(status.ok()) << status.error_code() << ": " << status.error_message();
}

}  // namespace

RefereeClient::RefereeClient(const std::string& address, const std::string& admin_token)
    : admin_token_(admin_token) {
  const auto channel = grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  bots_ = v1::BotService::NewStub(channel);
  league_ = v1::LeagueService::NewStub(channel);
  history_ = v1::HistoryService::NewStub(channel);
}

std::unique_ptr<grpc::ClientContext> RefereeClient::Context() const {
  auto context = std::make_unique<grpc::ClientContext>();
  context->set_wait_for_ready(true);
  context->AddMetadata("authorization", "Bearer " + admin_token_);
  return context;
}

std::string RefereeClient::Register(const std::string& bot) {
  v1::RegisterBotRequest request;
  request.set_name(bot);
  request.set_owner("tests");
  v1::RegisterBotResponse response;
  ExpectOk(bots_->RegisterBot(Context().get(), request, &response));
  return response.token();
}

std::string RefereeClient::StartMatch(const v1::RequestMatchRequest& request) {
  v1::RequestMatchResponse response;
  ExpectOk(league_->RequestMatch(Context().get(), request, &response));
  return response.match().match_id();
}

std::string RefereeClient::StartMatch(const std::vector<std::string>& bots, int move_time_ms) {
  v1::RequestMatchRequest request;
  for (const std::string& bot : bots) request.add_bots(bot);
  request.mutable_time_control()->set_move_time_ms(move_time_ms);
  return StartMatch(request);
}

v1::Match RefereeClient::GetMatch(const std::string& id) {
  v1::GetMatchRequest request;
  request.set_match_id(id);
  v1::GetMatchResponse response;
  ExpectOk(history_->GetMatch(Context().get(), request, &response));
  return response.match();
}

std::string RefereeClient::Record(const std::string& id) {
  v1::GetMatchRequest request;
  request.set_match_id(id);
  request.set_include_record(true);
  v1::GetMatchResponse response;
  ExpectOk(history_->GetMatch(Context().get(), request, &response));
  return response.record();
}

std::vector<v1::Move> RefereeClient::Moves(const std::string& id) {
  std::vector<v1::Move> moves;
  v1::ListMovesRequest request;
  request.set_match_id(id);
  request.set_page_size(1'000);
  do {
    v1::ListMovesResponse response;
    const grpc::Status status = history_->ListMoves(Context().get(), request, &response);
    ExpectOk(status);
    moves.insert(moves.end(), response.moves().begin(), response.moves().end());
    request.set_page_token(response.next_page_token());
  } while (!request.page_token().empty());
  return moves;
}

std::vector<v1::DecisionRecord> RefereeClient::Decisions(const std::string& id) {
  std::vector<v1::DecisionRecord> decisions;
  v1::ListDecisionsRequest request;
  request.set_match_id(id);
  request.set_page_size(1'000);
  do {
    v1::ListDecisionsResponse response;
    const grpc::Status status = history_->ListDecisions(Context().get(), request, &response);
    ExpectOk(status);
    decisions.insert(decisions.end(), response.decisions().begin(), response.decisions().end());
    request.set_page_token(response.next_page_token());
  } while (!request.page_token().empty());
  return decisions;
}

v1::VerifyMatchResponse RefereeClient::Verify(const std::string& id) {
  v1::VerifyMatchRequest request;
  request.set_match_id(id);
  v1::VerifyMatchResponse response;
  ExpectOk(history_->VerifyMatch(Context().get(), request, &response));
  return response;
}

std::vector<v1::WatchMatchResponse> RefereeClient::Watch(const std::string& id, int from_seq) {
  v1::WatchMatchRequest request;
  request.set_match_id(id);
  request.set_from_seq(from_seq);
  const auto context = Context();
  const auto reader = history_->WatchMatch(context.get(), request);
  std::vector<v1::WatchMatchResponse> all;
  v1::WatchMatchResponse response;
  while (reader->Read(&response)) all.push_back(response);
  ExpectOk(reader->Finish());
  return all;
}

}  // namespace taki::test
