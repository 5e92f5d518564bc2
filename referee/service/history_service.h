// taki.v1.HistoryService: what was played (proto/taki/v1/history_service.proto). WatchMatch is
// served by the loop (play_transport.h).
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "referee/service/call.h"
#include "referee/service/grpc_services.h"
#include "referee/service/write_watch.h"

namespace taki::service {

class HistoryService final : public HistoryRawService {
 public:
  // A client of ExportMatches that takes nothing for `export_write_limit` is cut off.
  explicit HistoryService(const Backend& backend,
                          std::chrono::milliseconds export_write_limit = std::chrono::seconds(30))
      : backend_(backend), write_watch_(export_write_limit) {}

  grpc::Status GetMatch(grpc::ServerContext* context, const v1::GetMatchRequest* request,
                        v1::GetMatchResponse* response) override;
  grpc::Status ListMatches(grpc::ServerContext* context, const v1::ListMatchesRequest* request,
                           v1::ListMatchesResponse* response) override;
  grpc::Status ListMoves(grpc::ServerContext* context, const v1::ListMovesRequest* request,
                         v1::ListMovesResponse* response) override;
  grpc::Status VerifyMatch(grpc::ServerContext* context, const v1::VerifyMatchRequest* request,
                           v1::VerifyMatchResponse* response) override;

  // Told from the records by stories (history_decisions.cc).
  grpc::Status GetDecision(grpc::ServerContext* context, const v1::GetDecisionRequest* request,
                           v1::GetDecisionResponse* response) override;
  grpc::Status ListDecisions(grpc::ServerContext* context, const v1::ListDecisionsRequest* request,
                             v1::ListDecisionsResponse* response) override;
  grpc::Status TryReply(grpc::ServerContext* context, const v1::TryReplyRequest* request,
                        v1::TryReplyResponse* response) override;

  // All matches that are over, piece by piece (history_export.cc).
  grpc::Status ExportMatches(grpc::ServerContext* context, const v1::ExportMatchesRequest* request,
                             grpc::ServerWriter<v1::ExportMatchesResponse>* writer) override;

  // VerifyMatch of all that are over, on all cores (history_verify.cc).
  grpc::Status VerifyMatches(grpc::ServerContext* context, const v1::VerifyMatchesRequest* request,
                             grpc::ServerWriter<v1::VerifyMatchesResponse>* writer) override;

  grpc::Status GetServerInfo(grpc::ServerContext* context, const v1::GetServerInfoRequest* request,
                             v1::GetServerInfoResponse* response) override;

  // Made of the rated results alone (history_ratings.cc).
  grpc::Status GetLeaderboard(grpc::ServerContext* context,
                              const v1::GetLeaderboardRequest* request,
                              v1::GetLeaderboardResponse* response) override;
  grpc::Status GetHeadToHead(grpc::ServerContext* context, const v1::GetHeadToHeadRequest* request,
                             v1::GetHeadToHeadResponse* response) override;
  grpc::Status GetRatingHistory(grpc::ServerContext* context,
                                const v1::GetRatingHistoryRequest* request,
                                v1::GetRatingHistoryResponse* response) override;

  // Made of what is counted for each bot, and of its ratings (history_profile.cc).
  grpc::Status GetBotProfile(grpc::ServerContext* context, const v1::GetBotProfileRequest* request,
                             v1::GetBotProfileResponse* response) override;

 private:
  const Backend backend_;
  std::atomic<int> exports_{0};  // under way
  WriteWatch write_watch_;
  std::mutex verifying_;  // held by the one VerifyMatches that may run
};

}  // namespace taki::service
