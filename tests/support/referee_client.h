// The calls that end-to-end tests make as an organiser or watcher, failing the test where one
// fails.
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "taki/v1/bot_service.grpc.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/league_service.grpc.pb.h"

namespace taki::test {

class RefereeClient {
 public:
  RefereeClient(const std::string& address, const std::string& admin_token);

  std::string Register(const std::string& bot);  // its token
  std::string StartMatch(const v1::RequestMatchRequest& request);
  // An eight-stage match with this much time for all.
  std::string StartMatch(const std::vector<std::string>& bots, int move_time_ms = 60'000);
  v1::Match GetMatch(const std::string& id);
  std::string Record(const std::string& id);
  std::vector<v1::Move> Moves(const std::string& id);
  std::vector<v1::DecisionRecord> Decisions(const std::string& id);
  v1::VerifyMatchResponse Verify(const std::string& id);
  // Watches from event `from_seq` to the end of the stream.
  std::vector<v1::WatchMatchResponse> Watch(const std::string& id, int from_seq = 0);

  v1::HistoryService::Stub& history() { return *history_; }

 private:
  std::unique_ptr<grpc::ClientContext> Context() const;
  const std::string admin_token_;
  std::unique_ptr<v1::BotService::Stub> bots_;
  std::unique_ptr<v1::LeagueService::Stub> league_;
  std::unique_ptr<v1::HistoryService::Stub> history_;
};

}  // namespace taki::test
