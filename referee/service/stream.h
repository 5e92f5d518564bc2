// One long-lived call on the completion queue: Play, WatchMatch, WatchLeague or health Watch.
//
// A Stream lives from the moment the call may come in until its last tag has come back; then it
// deletes itself. It is made by Accept and belongs to the queue: everybody else knows it by its id,
// so that no pointer to a dead call exists. Everything here belongs to the loop's thread.
//
// Rules of gRPC 1.51 that are kept here (docs/adr/0001-one-loop-one-queue.md): one Read and one
// Write at a time; Finish once, when no Write is outstanding, also for a peer that is gone; the tag
// of AsyncNotifyWhenDone is owed only once the call came in; after a peer has died its tags come in
// any order, so they are counted.
#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <deque>
#include <string>

#include "referee/host/frame.h"
#include "referee/service/grpc_services.h"

namespace taki::service {

enum class Lane : std::uint8_t { kPlay, kWatch, kWatchLeague, kHealth };

struct QueueLimits {
  std::size_t messages_max = 256;
  std::size_t bytes_max = 256 * 1024;  // one message is always taken
};

class Stream;

// What a stream tells its owner, all from within OnEvent.
class StreamOwner {
 public:
  virtual ~StreamOwner() = default;
  virtual void OnAccepted(Stream& stream) = 0;  // gives it its id
  virtual void OnMessage(Stream& stream, const grpc::ByteBuffer& message) = 0;
  virtual void OnReadsDone(Stream& stream) = 0;  // half-closed or gone: nothing more to read
  virtual void OnDrained(Stream& stream) = 0;    // the queue has run empty
  virtual void OnGone(Stream& stream) = 0;       // the last call of all; not before OnAccepted
};

class Stream {
 public:
  enum class Op : std::uint8_t { kAccepted, kRead, kWritten, kFinished, kGone };
  struct Tag {
    Stream* stream;
    Op op;
  };

  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Ready for the next call of each kind. It stays with the queue until a call comes in or the
  // server shuts down.
  static void AcceptPlay(StreamOwner& owner, PlayRawService& service,
                         grpc::ServerCompletionQueue& queue);
  static void AcceptWatch(StreamOwner& owner, HistoryRawService& service,
                          grpc::ServerCompletionQueue& queue);
  static void AcceptWatchLeague(StreamOwner& owner, LeagueRawService& service,
                                grpc::ServerCompletionQueue& queue);
  static void AcceptHealth(StreamOwner& owner, HealthRawService& service,
                           grpc::ServerCompletionQueue& queue);

  // To be called for every tag that comes out of the queue.
  void OnEvent(Op op, bool ok, std::int64_t now_ns);

  // Queued; false if the reader is too slow for the queue: the caller then cuts it off. `seq` is
  // the number of the event in it, 0: none.
  bool Send(const grpc::Slice& message, std::uint32_t seq, const QueueLimits& limits,
            std::int64_t now_ns);
  // Ends the call after what is queued has gone out; with CutOff only after what is on its way.
  void Close(const grpc::Status& status, std::int64_t now_ns);
  void CutOff(const grpc::Status& status, std::int64_t now_ns);
  // Begins to read the next message. Requires: none is being read.
  void Read();

  Lane lane() const { return lane_; }
  host::StreamId id() const { return id_; }
  void set_id(host::StreamId id) { id_ = id; }
  bool closing() const { return closing_; }
  // Of the last event that was written; before there is one, the one before the first that is
  // wanted.
  std::uint32_t last_seq() const { return last_seq_; }
  void set_first_seq(std::int32_t seq) {
    last_seq_ = seq > 1 ? static_cast<std::uint32_t>(seq) - 1 : 0;
  }
  // When the oldest thing that is still to happen was begun: a Write, or closing. 0: nothing is.
  std::int64_t waiting_since_ns() const;
  // Ends a call whose peer does not read, at once; its tags come later, never inside this call. The
  // peer gets code and sentence (no details) of the status that it was closed with, else of `why`.
  void Cancel(const grpc::Status& why);
  grpc::ServerContext& context() { return context_; }
  const grpc::ByteBuffer& request() const { return incoming_; }  // of all but Play

  // Owned by the transport, kept here because both live as long.
  bool known_to_host = false;
  bool omit_legal_actions = false;
  bool from_now = false;  // kWatchLeague: what was before the introduction is not wanted

 protected:
  Stream(StreamOwner& owner, Lane lane);
  virtual ~Stream() = default;
  virtual void StartRead() = 0;
  virtual void StartWrite(const grpc::ByteBuffer& message) = 0;
  virtual void StartFinish(const grpc::Status& status) = 0;
  virtual void StartSuccessor() = 0;

  StreamOwner& owner_;
  grpc::ServerContext context_;
  grpc::ByteBuffer incoming_;
  Tag accepted_tag_{this, Op::kAccepted}, read_tag_{this, Op::kRead},
      written_tag_{this, Op::kWritten}, finished_tag_{this, Op::kFinished},
      gone_tag_{this, Op::kGone};

 private:
  struct Message {
    grpc::Slice bytes;
    std::uint32_t seq;
  };
  void OnAccepted();
  void Advance(std::int64_t now_ns);

  const Lane lane_;
  host::StreamId id_;  // 0: no call yet
  int tags_owed_ = 1;  // kAccepted
  bool reading_ = false, writing_ = false, closing_ = false, finish_begun_ = false, gone_ = false;
  std::int64_t write_began_ns_ = 0, closing_since_ns_ = 0;
  grpc::Status status_;
  std::deque<Message> queue_;
  std::size_t queued_bytes_ = 0;
  std::uint32_t writing_seq_ = 0, last_seq_ = 0;
};

}  // namespace taki::service
