#include "tests/support/bots/raw_stream.h"

#include <chrono>

namespace taki::testing {
namespace {

// Tags: what was begun.
void* const kStart = reinterpret_cast<void*>(1);
void* const kWrite = reinterpret_cast<void*>(2);
void* const kRead = reinterpret_cast<void*>(3);
void* const kFinish = reinterpret_cast<void*>(4);

std::shared_ptr<grpc::Channel> OwnConnection(const std::string& server) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxSendMessageSize(-1);
  return grpc::CreateCustomChannel(server, grpc::InsecureChannelCredentials(), arguments);
}

std::string Text(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  buffer.Dump(&slices).ok();
  std::string text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

}  // namespace

RawStream::RawStream(const std::string& server, const std::string& token, int deadline_s)
    : stub_(OwnConnection(server)) {
  if (!token.empty()) context_.AddMetadata("authorization", "Bearer " + token);
  if (deadline_s > 0) {
    context_.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(deadline_s));
  }
  context_.set_wait_for_ready(true);
  stream_ = stub_.PrepareCall(&context_, "/taki.v1.PlayService/Play", &queue_);
  stream_->StartCall(kStart);
  open_ = Wait(kStart);
}

RawStream::~RawStream() {
  context_.TryCancel();
  if (reading_ && !read_done_) Wait(kRead);
  queue_.Shutdown();
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
  }
}

// Runs the queue until `tag` comes; a read that ends meanwhile is kept.
bool RawStream::Wait(void* tag) {
  for (;;) {
    void* done = nullptr;
    bool ok = false;
    if (!queue_.Next(&done, &ok)) return false;
    if (done == kRead) {
      read_done_ = true;
      read_ok_ = ok;
    }
    if (done == tag) return ok;
  }
}

bool RawStream::Write(const v1::PlayRequest& request) {
  return WriteBytes(request.SerializeAsString());
}

bool RawStream::WriteBytes(const std::string& bytes) {
  if (!open_) return false;
  const grpc::Slice slice(bytes);
  stream_->Write(grpc::ByteBuffer(&slice, 1), kWrite);
  return open_ = Wait(kWrite);
}

bool RawStream::WritesDone() {
  if (!open_) return false;
  stream_->WritesDone(kWrite);
  return Wait(kWrite);
}

std::optional<v1::PlayResponse> RawStream::Read() {
  if (!reading_) {
    reading_ = true;
    stream_->Read(&incoming_, kRead);
  }
  if (!read_done_) Wait(kRead);
  reading_ = read_done_ = false;
  v1::PlayResponse frame;
  if (!read_ok_ || !frame.ParseFromString(Text(incoming_))) return std::nullopt;
  return frame;
}

std::optional<v1::PlayResponse> RawStream::ReadWithin(int ms) {
  if (!reading_) {
    reading_ = true;
    stream_->Read(&incoming_, kRead);
  }
  const auto until = std::chrono::system_clock::now() + std::chrono::milliseconds(ms);
  while (!read_done_) {
    void* done = nullptr;
    bool ok = false;
    if (queue_.AsyncNext(&done, &ok, until) != grpc::CompletionQueue::GOT_EVENT) {
      return std::nullopt;
    }
    if (done == kRead) {
      read_done_ = true;
      read_ok_ = ok;
    }
  }
  return Read();
}

grpc::Status RawStream::Finish() {
  grpc::Status status;
  stream_->Finish(&status, kFinish);
  Wait(kFinish);
  return status;
}

}  // namespace taki::testing
