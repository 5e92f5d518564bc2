// taki.v1.BotService: registers bots and tells about them (proto/taki/v1/bot_service.proto).
#pragma once

#include "referee/service/call.h"
#include "taki/v1/bot_service.grpc.pb.h"

namespace taki::service {

class BotService final : public v1::BotService::Service {
 public:
  explicit BotService(const Backend& backend) : backend_(backend) {}

  grpc::Status RegisterBot(grpc::ServerContext* context, const v1::RegisterBotRequest* request,
                           v1::RegisterBotResponse* response) override;
  grpc::Status GetBot(grpc::ServerContext* context, const v1::GetBotRequest* request,
                      v1::GetBotResponse* response) override;
  grpc::Status ListBots(grpc::ServerContext* context, const v1::ListBotsRequest* request,
                        v1::ListBotsResponse* response) override;
  grpc::Status RotateToken(grpc::ServerContext* context, const v1::RotateTokenRequest* request,
                           v1::RotateTokenResponse* response) override;

 private:
  const Backend backend_;
};

}  // namespace taki::service
