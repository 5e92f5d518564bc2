#include "referee/service/stream.h"

#include <grpc/grpc.h>

#include <algorithm>
#include <utility>

#include "referee/rules/check.h"

namespace taki::service {
namespace {

using Bytes = grpc::ByteBuffer;

}  // namespace

// Bidirectional.
class PlayStream final : public Stream {
 public:
  PlayStream(StreamOwner& owner, PlayRawService& service, grpc::ServerCompletionQueue& queue)
      : Stream(owner, Lane::kPlay), service_(service), queue_(queue), io_(&context_) {
    service.RequestPlay(&context_, &io_, &queue, &queue, &accepted_tag_);
  }

 private:
  void StartRead() override { io_.Read(&incoming_, &read_tag_); }
  void StartWrite(const Bytes& message) override { io_.Write(message, &written_tag_); }
  void StartFinish(const grpc::Status& status) override { io_.Finish(status, &finished_tag_); }
  void StartSuccessor() override { AcceptPlay(owner_, service_, queue_); }

  PlayRawService& service_;
  grpc::ServerCompletionQueue& queue_;
  grpc::ServerAsyncReaderWriter<Bytes, Bytes> io_;
};

// Server-streaming: one request, which is there when the call comes in. `kRequest` asks gRPC for
// the next call of one method.
template <class Service, Lane kLane,
          void (Service::*kRequest)(grpc::ServerContext*, Bytes*, grpc::ServerAsyncWriter<Bytes>*,
                                    grpc::CompletionQueue*, grpc::ServerCompletionQueue*, void*)>
class ServerStream final : public Stream {
 public:
  ServerStream(StreamOwner& owner, Service& service, grpc::ServerCompletionQueue& queue)
      : Stream(owner, kLane), service_(service), queue_(queue), io_(&context_) {
    (service.*kRequest)(&context_, &incoming_, &io_, &queue, &queue, &accepted_tag_);
  }

 private:
  void StartRead() override { TAKI_CHECK(false && "nothing to read"); }
  void StartWrite(const Bytes& message) override { io_.Write(message, &written_tag_); }
  void StartFinish(const grpc::Status& status) override { io_.Finish(status, &finished_tag_); }
  void StartSuccessor() override { new ServerStream(owner_, service_, queue_); }

  Service& service_;
  grpc::ServerCompletionQueue& queue_;
  grpc::ServerAsyncWriter<Bytes> io_;
};

using WatchStream =
    ServerStream<HistoryRawService, Lane::kWatch, &HistoryRawService::RequestWatchMatch>;
using WatchLeagueStream =
    ServerStream<LeagueRawService, Lane::kWatchLeague, &LeagueRawService::RequestWatchLeague>;
using HealthStream = ServerStream<HealthRawService, Lane::kHealth, &HealthRawService::RequestWatch>;

// They delete themselves after their last tag (OnEvent).
void Stream::AcceptPlay(StreamOwner& owner, PlayRawService& service,
                        grpc::ServerCompletionQueue& queue) {
  new PlayStream(owner, service, queue);
}
void Stream::AcceptWatch(StreamOwner& owner, HistoryRawService& service,
                         grpc::ServerCompletionQueue& queue) {
  new WatchStream(owner, service, queue);
}
void Stream::AcceptWatchLeague(StreamOwner& owner, LeagueRawService& service,
                               grpc::ServerCompletionQueue& queue) {
  new WatchLeagueStream(owner, service, queue);
}
void Stream::AcceptHealth(StreamOwner& owner, HealthRawService& service,
                          grpc::ServerCompletionQueue& queue) {
  new HealthStream(owner, service, queue);
}

Stream::Stream(StreamOwner& owner, Lane lane) : owner_(owner), lane_(lane) {
  context_.AsyncNotifyWhenDone(&gone_tag_);
}

void Stream::OnEvent(Op op, bool ok, std::int64_t now_ns) {
  --tags_owed_;
  switch (op) {
    case Op::kAccepted:
      if (ok) OnAccepted();  // else the server shuts down
      break;
    case Op::kRead:
      reading_ = false;
      if (ok) {
        owner_.OnMessage(*this, incoming_);
      } else {
        owner_.OnReadsDone(*this);
      }
      break;
    case Op::kWritten:
      writing_ = false;
      if (!ok) gone_ = true;
      if (ok) last_seq_ = std::max(last_seq_, writing_seq_);
      if (ok && queue_.empty() && !closing_) owner_.OnDrained(*this);
      break;
    case Op::kGone: gone_ = true; break;
    case Op::kFinished: break;
  }
  if (gone_ && !closing_) Close(grpc::Status::CANCELLED, now_ns);  // nobody hears it
  Advance(now_ns);
  if (tags_owed_ > 0) return;
  if (id_.number != 0) owner_.OnGone(*this);
  delete this;
}

void Stream::OnAccepted() {
  ++tags_owed_;  // kGone
  StartSuccessor();
  owner_.OnAccepted(*this);
  TAKI_CHECK(id_.number != 0);
}

void Stream::Read() {
  if (closing_ || gone_) return;
  TAKI_CHECK(!reading_);
  reading_ = true;
  ++tags_owed_;
  StartRead();
}

bool Stream::Send(const grpc::Slice& message, std::uint32_t seq, const QueueLimits& limits,
                  std::int64_t now_ns) {
  if (closing_) return true;
  const bool full = queue_.size() >= limits.messages_max ||
                    (!queue_.empty() && queued_bytes_ + message.size() > limits.bytes_max);
  if (full) return false;
  queued_bytes_ += message.size();
  queue_.push_back({message, seq});
  Advance(now_ns);
  return true;
}

void Stream::Close(const grpc::Status& status, std::int64_t now_ns) {
  if (closing_) return;
  closing_ = true;
  closing_since_ns_ = now_ns;
  status_ = status;
  Advance(now_ns);
}

void Stream::CutOff(const grpc::Status& status, std::int64_t now_ns) {
  if (closing_) return;
  queue_.clear();
  queued_bytes_ = 0;
  Close(status, now_ns);
}

// Trailers wait behind a message that the peer does not read. A cancel does not, but TryCancel says
// no more than CANCELLED, so the core is asked for it.
void Stream::Cancel(const grpc::Status& why) {
  const grpc::Status& told = closing_ && !status_.ok() ? status_ : why;
  grpc_call_cancel_with_status(context_.c_call(), static_cast<grpc_status_code>(told.error_code()),
                               told.error_message().c_str(), nullptr);
}

std::int64_t Stream::waiting_since_ns() const {
  if (writing_ && closing_) return std::min(write_began_ns_, closing_since_ns_);
  if (writing_) return write_began_ns_;
  return closing_ ? closing_since_ns_ : 0;
}

void Stream::Advance(std::int64_t now_ns) {
  if (id_.number == 0 || writing_ || finish_begun_) return;
  if (gone_) queue_.clear();
  if (!queue_.empty()) {
    const Bytes message(&queue_.front().bytes, 1);
    writing_seq_ = queue_.front().seq;
    queued_bytes_ -= queue_.front().bytes.size();
    queue_.pop_front();
    writing_ = true;
    write_began_ns_ = now_ns;
    ++tags_owed_;
    StartWrite(message);
  } else if (closing_) {
    finish_begun_ = true;
    ++tags_owed_;
    StartFinish(status_);
  }
}

}  // namespace taki::service
