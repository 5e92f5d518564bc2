// A PlayTransport behind a real server on loopback, its loop on a thread of its own, and peers that
// a test scripts.
//
// The loop does nothing by itself: what arrives is kept for Await, and what a test wants done by
// the loop's thread it hands to Do. Nothing here waits for time to pass.
#pragma once

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "grpc/health/v1/health.grpc.pb.h"
#include "referee/service/health_service.h"
#include "referee/service/play_transport.h"
#include "taki/v1/error.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/league_service.grpc.pb.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace taki::service {

inline v1::ErrorDetail DetailOf(const grpc::Status& status) {
  v1::ErrorStatus details;
  v1::ErrorDetail detail;
  if (details.ParseFromString(status.error_details()) && details.details_size() == 1)
    details.details(0).UnpackTo(&detail);
  return detail;
}

class TransportTest : public testing::Test {
 protected:
  using What = decltype(host::Arrival::what);

  void StartServer(const TransportOptions& options);
  void SetUp() override { StartServer({}); }
  void TearDown() override { StopServer(); }
  void StopServer();

  // The oldest arrival of kind T that was not taken yet; fails the test if it takes too long.
  template <class T>
  host::Arrival Await() {
    return AwaitThat(
        [](const host::Arrival& arrival) { return std::holds_alternative<T>(arrival.what); });
  }
  host::Arrival AwaitThat(const std::function<bool(const host::Arrival&)>& wanted);
  bool Arrived(const std::function<bool(const host::Arrival&)>& wanted);  // not taken yet

  // Runs `work` on the loop's thread and waits for its end. Nothing once the loop is over.
  void Do(std::function<void(PlayTransport&)> work);
  void Send(host::StreamId stream, host::Frame frame);
  void Close(host::StreamId stream, host::CloseReason reason, std::string detail = "");

  // A connection of its own.
  std::shared_ptr<grpc::Channel> NewChannel();

  std::unique_ptr<PlayTransport> transport_;

 private:
  void RunLoop();

  std::unique_ptr<PlayRawService> play_;  // a service serves one server only
  std::unique_ptr<HistoryRawService> history_;
  std::unique_ptr<LeagueRawService> league_;
  std::unique_ptr<HealthService> health_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  std::thread loop_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<host::Arrival> arrived_;
  std::vector<std::function<void(PlayTransport&)>> work_;
  bool over_ = false;
};

// A bot's end of a stream, driven call by call.
class Peer {
 public:
  explicit Peer(std::shared_ptr<grpc::Channel> channel, const std::string& token = "taki_x",
                std::function<void(grpc::ClientContext&)> prepare = {});
  bool Write(const v1::PlayRequest& request) { return io_->Write(request); }
  bool Read(v1::PlayResponse& response) { return io_->Read(&response); }
  bool HalfClose() { return io_->WritesDone(); }
  void Cancel() { context_.TryCancel(); }
  // Reads what is left, then the status.
  grpc::Status End();

 private:
  std::unique_ptr<v1::PlayService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> io_;
};

// A peer that sends bytes, whatever they are.
class RawPeer {
 public:
  explicit RawPeer(std::shared_ptr<grpc::Channel> channel);
  bool Write(const std::string& bytes);
  grpc::Status End();

 private:
  bool Wait();
  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> io_;
};

}  // namespace taki::service
