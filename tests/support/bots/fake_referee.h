// A referee that plays nothing: a test hands each bot's stream what it wants and sees what comes
// back.
//
// It listens on a free loopback port from construction on. Streams are handed to the test in the
// order in which they come. Every wait ends after kPatience with a failure value, so that a test
// never hangs. Thread-safe.
#pragma once

#include <grpcpp/server.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace taki::testing {

// How long a test waits for something that should come at once, on a busy machine.
inline constexpr std::chrono::seconds kPatience{15};

// One Play stream of a bot. Lives until the stream is over, or longer if the test keeps it.
class FakeStream : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse> {
 public:
  // The `authorization` metadata.
  const std::string& authorization() const { return authorization_; }
  // The bot's next message; nothing if its side has closed or none comes.
  std::optional<v1::PlayRequest> Read();
  // Sends a frame. After the stream is over it does nothing.
  void Send(const v1::PlayResponse& frame);
  // Ends the stream with this status once all frames are sent.
  void End(const grpc::Status& status);

 private:
  friend class FakeReferee;
  explicit FakeStream(std::string authorization) : authorization_(std::move(authorization)) {}

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void WriteOrFinish();  // holds mutex_

  const std::string authorization_;
  std::shared_ptr<FakeStream> self_;  // until OnDone
  std::mutex mutex_;
  std::condition_variable changed_;
  v1::PlayRequest incoming_;
  std::deque<v1::PlayRequest> read_;
  bool closed_ = false;  // the bot's side
  std::deque<v1::PlayResponse> to_write_;
  bool writing_ = false;
  std::optional<grpc::Status> end_;
  bool finishing_ = false;
};

class FakeReferee {
 public:
  FakeReferee();
  ~FakeReferee();

  // host:port.
  const std::string& address() const { return address_; }
  // The next stream that was opened and not accepted yet; null if none comes.
  std::shared_ptr<FakeStream> Accept();
  // What HistoryService.GetMatch tells of a match; others are NOT_FOUND.
  void SetMatch(const v1::Match& match);
  // Goes away, with all streams, and comes back on the same port.
  void Stop();
  void Start();

 private:
  class PlayService;
  class HistoryService;

  std::string address_ = "127.0.0.1:0";
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<FakeStream>> accepted_;
  std::vector<std::weak_ptr<FakeStream>> all_;
  std::map<std::string, v1::Match> matches_;
  std::unique_ptr<PlayService> play_;
  std::unique_ptr<HistoryService> history_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace taki::testing
