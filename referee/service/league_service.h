// taki.v1.LeagueService: who plays whom (proto/taki/v1/league_service.proto).
#pragma once

#include "referee/service/call.h"
#include "taki/v1/league_service.grpc.pb.h"

namespace taki::service {

class LeagueService final : public v1::LeagueService::Service {
 public:
  explicit LeagueService(const Backend& backend) : backend_(backend) {}

  grpc::Status RequestMatch(grpc::ServerContext* context, const v1::RequestMatchRequest* request,
                            v1::RequestMatchResponse* response) override;

 private:
  const Backend backend_;
};

}  // namespace taki::service
