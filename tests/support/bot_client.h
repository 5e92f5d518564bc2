// A bot for end-to-end tests: plays on one Play stream in a thread of its own, answers every
// decision with a random legal action (from a seed) or as the test says, and connects again when
// the stream ends before it was told to stop.
//
// It uses the public contract only, as any bot would, and no kit: what it sends is what the test
// wrote.
#pragma once

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "taki/v1/play_service.grpc.pb.h"
#include "tests/support/splitmix.h"

namespace taki::test {

class BotClient {
 public:
  struct Options {
    std::string address, token;
    std::string version = "1";
    std::uint64_t seed = 1;
    // Fills a reply whose match and decision are set; nothing: a random legal action.
    std::function<void(const v1::Decision&, v1::Reply&)> choose;
  };
  explicit BotClient(Options options);
  ~BotClient();  // Stop
  BotClient(const BotClient&) = delete;
  BotClient& operator=(const BotClient&) = delete;

  void Stop();
  // Waits until this many matches have ended, as MatchFinished said.
  void WaitForFinished(std::size_t count);
  std::map<std::string, v1::MatchFinished> finished();
  // Verdicts by kind, so far.
  std::map<v1::VerdictKind, int> verdicts();
  int sessions();  // times that Welcome came
  grpc::Status last_status();

 private:
  void Run();
  void PlayOnce(grpc::ClientContext& context);
  void OnItem(const v1::PlayItem& item);
  void Answer(const v1::Decision& decision);

  const Options options_;
  SplitMix random_;
  std::unique_ptr<v1::PlayService::Stub> stub_;
  grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>* io_ = nullptr;  // the thread's

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool stopping_ = false;
  grpc::ClientContext* context_ = nullptr;
  std::map<std::string, v1::MatchFinished> finished_;
  std::map<v1::VerdictKind, int> verdicts_;
  int sessions_ = 0;
  grpc::Status status_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace taki::test
