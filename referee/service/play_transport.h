// host::Transport over gRPC: one completion queue, polled by the loop's own thread, carries every
// long-lived call (docs/adr/0001-one-loop-one-queue.md).
//
// Made before the server is built, since the host needs it; Serve begins to accept calls. All calls
// of host::Transport belong to the loop's thread, but for Wake; `serving` may be asked from any
// thread. Parsing happens here, on an arena that is reused: what the host gets is in its own words.
// Bounds (D8): QueueLimits for what waits to be read by a peer, write_limit_ms for how long,
// 64 KiB for a message from a bot.
#pragma once

#include <google/protobuf/arena.h>
#include <grpcpp/alarm.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "referee/host/transport.h"
#include "referee/service/convert.h"
#include "referee/service/frame_writer.h"
#include "referee/service/stream.h"

namespace taki::service {

inline constexpr std::size_t kMessageBytesMax = 65'536;

// The services that health knows by name; the empty name is the whole referee.
bool IsServiceName(std::string_view name);

struct TransportOptions {
  std::string server_version = "dev";
  rules::Bytes32 admin_token_hash{};         // may not play
  QueueLimits queue;                         // of each stream
  std::int64_t write_limit_ms = 20'000;      // a write or an end that takes longer is cut off
  std::int64_t deadline_min_ms = 3'600'000;  // of a call of Play
  std::int32_t health_streams_max = 256;
};

class PlayTransport final : public host::Transport, private StreamOwner {
 public:
  PlayTransport(const TransportOptions& options,
                std::unique_ptr<grpc::ServerCompletionQueue> queue);
  ~PlayTransport() override;

  // Begins to accept calls; the services must be registered, the server started.
  // `stop_server` runs once, on a thread of its own, when the host has called Shutdown: it returns
  // when the server has ended every call.
  void Serve(PlayRawService& play, HistoryRawService& history, LeagueRawService& league,
             HealthRawService& health, std::function<void()> stop_server);
  // Shutdown, and polls until all is over; what arrives meanwhile is lost.
  void Finish();
  bool serving() const { return serving_.load(std::memory_order_relaxed); }  // any thread

  bool Poll(std::int64_t until_ns, std::vector<host::Arrival>& inbox) override;
  void Send(host::StreamId stream, const host::Frame& frame) override;
  void Close(host::StreamId stream, host::CloseReason reason, std::string_view detail,
             std::int32_t retry_after_ms) override;
  void SetServing(bool serving) override;
  void Shutdown() override;
  void Wake() override;

  // The loop's thread, for tests and metrics.
  std::size_t streams() const { return streams_.size(); }
  bool IsOpen(host::StreamId id) const {  // and not closing
    const Stream* stream = Find(id);
    return stream != nullptr && !stream->closing();
  }

 private:
  void OnAccepted(Stream& stream) override;
  void OnMessage(Stream& stream, const grpc::ByteBuffer& message) override;
  void OnReadsDone(Stream& stream) override;
  void OnDrained(Stream& stream) override;
  void OnGone(Stream& stream) override;

  void AcceptPlay(Stream& stream);
  void AcceptWatch(Stream& stream);
  void AcceptWatchLeague(Stream& stream);
  void AcceptHealth(Stream& stream);
  void Refuse(Stream& stream, const Error& error);
  void SendItem(Stream& stream, const host::Item& item);
  void SendMessage(Stream& stream, const grpc::Slice& message, std::uint32_t seq);
  void SendHealth(Stream& stream);
  void CutOffSlow(Stream& stream, std::string_view detail);
  void StartReads();
  void CancelStuck();
  void Report(const Stream& stream, decltype(host::Arrival::what) what);
  Stream* Find(host::StreamId id) const;
  std::int64_t PollUntilNs(std::int64_t until_ns) const;

  const TransportOptions options_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::atomic<bool> serving_{false};

  // The loop's thread.
  std::uint64_t last_id_ = 0;
  std::unordered_map<std::uint64_t, Stream*> streams_;
  std::vector<host::StreamId> to_read_;  // their next Read starts at the next Poll: before the
                                         // turn's Write it cost 10 us a round trip (measured)
  std::vector<host::Arrival>* inbox_ = nullptr;  // during Poll
  std::int64_t now_ns_ = 0;                      // when the last event came out of the queue
  std::int64_t sweep_at_ns_ = 0;                 // when to look for stuck writes
  std::int32_t health_streams_ = 0;
  bool shutting_down_ = false, over_ = false;
  std::unique_ptr<char[]> arena_block_;
  google::protobuf::Arena arena_;  // of one message at a time
  FrameWriter writer_;
  std::function<void()> stop_server_;
  std::thread stopper_;

  std::mutex wake_mutex_;  // guards what follows
  grpc::Alarm alarm_;
  bool wake_pending_ = false;
  bool queue_closed_ = false;
};

}  // namespace taki::service
