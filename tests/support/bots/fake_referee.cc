#include "tests/support/bots/fake_referee.h"

#include <grpcpp/server_builder.h>

#include <cstdlib>
#include <utility>

namespace taki::testing {

std::optional<v1::PlayRequest> FakeStream::Read() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return !read_.empty() || closed_; });
  if (read_.empty()) return std::nullopt;
  v1::PlayRequest request = std::move(read_.front());
  read_.pop_front();
  return request;
}

void FakeStream::Send(const v1::PlayResponse& frame) {
  const std::lock_guard lock(mutex_);
  to_write_.push_back(frame);
  WriteOrFinish();
}

void FakeStream::End(const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  end_ = status;
  WriteOrFinish();
}

void FakeStream::WriteOrFinish() {
  if (writing_ || finishing_) return;
  if (!to_write_.empty()) {
    writing_ = true;
    StartWrite(&to_write_.front());
  } else if (end_) {
    finishing_ = true;
    Finish(*end_);
  }
}

void FakeStream::OnReadDone(bool ok) {
  const std::lock_guard lock(mutex_);
  if (ok) {
    read_.push_back(incoming_);
    StartRead(&incoming_);
  } else {
    closed_ = true;
  }
  changed_.notify_all();
}

void FakeStream::OnWriteDone(bool ok) {
  const std::lock_guard lock(mutex_);
  to_write_.pop_front();
  writing_ = false;
  if (!ok) to_write_.clear();
  WriteOrFinish();
}

void FakeStream::OnCancel() { End(grpc::Status::CANCELLED); }

void FakeStream::OnDone() {
  std::shared_ptr<FakeStream> self;  // released after the lock
  const std::lock_guard lock(mutex_);
  closed_ = true;
  self = std::move(self_);
  changed_.notify_all();
}

class FakeReferee::PlayService : public v1::PlayService::CallbackService {
 public:
  explicit PlayService(FakeReferee& referee) : referee_(referee) {}

 private:
  grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* Play(
      grpc::CallbackServerContext* context) override {
    std::string authorization;
    const auto found = context->client_metadata().find("authorization");
    if (found != context->client_metadata().end()) {
      authorization.assign(found->second.data(), found->second.size());
    }
    std::shared_ptr<FakeStream> stream(new FakeStream(authorization));
    stream->self_ = stream;
    stream->StartRead(&stream->incoming_);
    const std::lock_guard lock(referee_.mutex_);
    referee_.accepted_.push_back(stream);
    referee_.all_.push_back(stream);
    referee_.changed_.notify_all();
    return stream.get();
  }

  FakeReferee& referee_;
};

class FakeReferee::HistoryService : public v1::HistoryService::Service {
 public:
  explicit HistoryService(FakeReferee& referee) : referee_(referee) {}

 private:
  grpc::Status GetMatch(grpc::ServerContext*, const v1::GetMatchRequest* request,
                        v1::GetMatchResponse* response) override {
    const std::lock_guard lock(referee_.mutex_);
    const auto found = referee_.matches_.find(request->match_id());
    if (found == referee_.matches_.end()) return {grpc::StatusCode::NOT_FOUND, "no such match"};
    *response->mutable_match() = found->second;
    return grpc::Status::OK;
  }

  FakeReferee& referee_;
};

FakeReferee::FakeReferee()
    : play_(std::make_unique<PlayService>(*this)),
      history_(std::make_unique<HistoryService>(*this)) {
  Start();
}

FakeReferee::~FakeReferee() { Stop(); }

void FakeReferee::Start() {
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddListeningPort(address_, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(play_.get());
  builder.RegisterService(history_.get());
  server_ = builder.BuildAndStart();
  if (server_ == nullptr) std::abort();
  address_ = "127.0.0.1:" + std::to_string(port);
}

void FakeReferee::Stop() {
  if (server_ == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& weak : all_) {
      if (const auto stream = weak.lock())
        stream->End(grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone"));
    }
    all_.clear();
  }
  server_->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(1));
  server_->Wait();
  server_.reset();
}

std::shared_ptr<FakeStream> FakeReferee::Accept() {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, kPatience, [&] { return !accepted_.empty(); })) return nullptr;
  std::shared_ptr<FakeStream> stream = std::move(accepted_.front());
  accepted_.pop_front();
  return stream;
}

void FakeReferee::SetMatch(const v1::Match& match) {
  const std::lock_guard lock(mutex_);
  matches_[match.match_id()] = match;
}

}  // namespace taki::testing
