#include "referee/service/health_service.h"

namespace taki::service {

grpc::Status HealthService::Check(grpc::ServerContext*,
                                  const grpc::health::v1::HealthCheckRequest* request,
                                  grpc::health::v1::HealthCheckResponse* response) {
  if (!IsServiceName(request->service()))
    return {grpc::StatusCode::NOT_FOUND, "service: no service of that name is here"};
  response->set_status(transport_.serving() ? response->SERVING : response->NOT_SERVING);
  return grpc::Status::OK;
}

}  // namespace taki::service
