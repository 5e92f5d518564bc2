// The whole server of the daemon in this process: services, host and loop on a memory store, with
// the system's clock, port 0, and an organiser's token.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "referee/host/clock.h"
#include "referee/host/host.h"
#include "referee/service/server.h"
#include "store/memory_store.h"
#include "taki/v1/bot_service.grpc.pb.h"
#include "taki/v1/error.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/league_service.grpc.pb.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace taki::service {

class ServerTest : public testing::Test {
 protected:
  void SetUp() override { StartServer(); }
  void TearDown() override { StopServer(); }
  void StartServer();
  void StopServer();  // drains and waits until the loop has ended

  // A context with a token ("" none, "admin" the organiser's).
  static std::unique_ptr<grpc::ClientContext> As(const std::string& token);
  // Registers a bot and returns its token.
  std::string Register(const std::string& name);
  // The id of a new match.
  std::string RequestMatch(const v1::RequestMatchRequest& request);

  std::shared_ptr<grpc::Channel> NewChannel() const;
  static v1::ErrorDetail DetailOf(const grpc::Status& status);
  static std::string ReasonOf(const grpc::Status& status) { return DetailOf(status).reason(); }

  std::int64_t export_write_limit_ms_ = 30'000;
  absl::StatusCode run_ends_with_ = absl::StatusCode::kOk;  // what Host::Run must return
  store::MemoryStore store_;
  host::SystemClock clock_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<host::Host> host_;
  std::unique_ptr<v1::BotService::Stub> bots_;
  std::unique_ptr<v1::LeagueService::Stub> league_;
  std::unique_ptr<v1::HistoryService::Stub> history_;
  std::unique_ptr<v1::PlayService::Stub> play_;

 private:
  std::thread loop_;
};

}  // namespace taki::service
