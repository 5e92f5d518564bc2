// The generated services with their long-lived methods taken out of the synchronous API: those are
// served raw on the loop's completion queue (stream.h), so that their bytes are parsed by ourselves
// (faults N15, N16).
#pragma once

#include "grpc/health/v1/health.grpc.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/league_service.grpc.pb.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace taki::service {

using PlayRawService = v1::PlayService::WithRawMethod_Play<v1::PlayService::Service>;
using HistoryRawService = v1::HistoryService::WithRawMethod_WatchMatch<v1::HistoryService::Service>;
using LeagueRawService = v1::LeagueService::WithRawMethod_WatchLeague<v1::LeagueService::Service>;
using HealthRawService =
    grpc::health::v1::Health::WithRawMethod_Watch<grpc::health::v1::Health::Service>;

}  // namespace taki::service
