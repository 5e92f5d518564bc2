// One Play stream without kit and stubs: bytes in, bytes out, so that a bad bot can send what no
// stub would. Blocking; used by one thread.
#pragma once

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <memory>
#include <optional>
#include <string>

#include "taki/v1/play_service.pb.h"

namespace taki::testing {

class RawStream {
 public:
  // Opens a stream to `server`, on a connection of its own. An empty token sends none; with a
  // `deadline_s` above 0 the call has that deadline.
  RawStream(const std::string& server, const std::string& token, int deadline_s = 0);
  ~RawStream();

  // False if the stream has ended.
  bool Write(const v1::PlayRequest& request);
  bool WriteBytes(const std::string& bytes);
  bool WritesDone();
  // The next frame; nothing if the stream has ended.
  std::optional<v1::PlayResponse> Read();
  // The same, but nothing also if none comes in that time. The frame is then the next Read's.
  std::optional<v1::PlayResponse> ReadWithin(int ms);
  void Cancel() { context_.TryCancel(); }
  // The status, once Read has returned nothing.
  grpc::Status Finish();

 private:
  bool Wait(void* tag);

  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  grpc::GenericStub stub_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  grpc::ByteBuffer incoming_;
  bool reading_ = false;
  bool read_done_ = false, read_ok_ = false;
  bool open_ = false;
};

}  // namespace taki::testing
