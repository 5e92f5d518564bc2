// grpc.health.v1.Health, our own: gRPC's built-in one costs every round trip 20 us (stack.md, 16).
// Check answers here; Watch is served by the loop (play_transport.h).
#pragma once

#include "referee/service/grpc_services.h"
#include "referee/service/play_transport.h"

namespace taki::service {

class HealthService final : public HealthRawService {
 public:
  explicit HealthService(const PlayTransport& transport) : transport_(transport) {}

  // NOT_FOUND for a service that is not ours, as health.proto says.
  grpc::Status Check(grpc::ServerContext* context,
                     const grpc::health::v1::HealthCheckRequest* request,
                     grpc::health::v1::HealthCheckResponse* response) override;

 private:
  const PlayTransport& transport_;
};

}  // namespace taki::service
