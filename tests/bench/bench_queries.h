// Every unary question that the referee answers, with arguments that somebody might ask: for
// query_bench.cc, which takes the time, and for a test that compares answers.
#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/history.h"
#include "taki/v1/bot_service.grpc.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/league_service.grpc.pb.h"
#include "tests/support/splitmix.h"

namespace taki::bench {

// What can be asked about.
struct World {
  std::vector<std::string> bots;
  std::vector<store::LeagueRow> leagues;
  std::int64_t matches = 0;                // the newest one's number
  std::int64_t first_ms = 0, last_ms = 0;  // when the oldest and the newest were filed
};
World WorldOf(store::History& history);

struct Stubs {
  explicit Stubs(const std::shared_ptr<grpc::Channel>& channel)
      : bots(v1::BotService::NewStub(channel)),
        leagues(v1::LeagueService::NewStub(channel)),
        history(v1::HistoryService::NewStub(channel)) {}
  std::unique_ptr<v1::BotService::Stub> bots;
  std::unique_ptr<v1::LeagueService::Stub> leagues;
  std::unique_ptr<v1::HistoryService::Stub> history;
};

struct Query {
  std::string name;
  // Asks once; the answer as text.
  std::function<grpc::Status(Stubs&, const World&, test::SplitMix&, std::string& answer)> ask;
};
std::vector<Query> AllQueries();

}  // namespace taki::bench
