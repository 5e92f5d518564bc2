#include "referee/service/play_transport.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "referee/rules/check.h"
#include "referee/service/auth.h"
#include "referee/service/convert_league.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

constexpr std::size_t kArenaBlockBytes = 64 * 1024;
constexpr int kEventsPerPoll = 1'024;
constexpr std::int64_t kSweepNs = 1'000'000'000;

std::int64_t MonotonicNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

gpr_timespec GprTime(std::int64_t monotonic_ns) {
  if (monotonic_ns <= 0) return gpr_inf_past(GPR_CLOCK_MONOTONIC);
  if (monotonic_ns == std::numeric_limits<std::int64_t>::max())
    return gpr_inf_future(GPR_CLOCK_MONOTONIC);
  return {monotonic_ns / 1'000'000'000, static_cast<std::int32_t>(monotonic_ns % 1'000'000'000),
          GPR_CLOCK_MONOTONIC};
}

google::protobuf::ArenaOptions ArenaOn(char* block) {
  google::protobuf::ArenaOptions options;
  options.initial_block = block;
  options.initial_block_size = kArenaBlockBytes;
  return options;
}

grpc::Slice Pack(const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  grpc::Slice slice(size);  // ours alone, so it may be written to
  message.SerializeWithCachedSizesToArray(const_cast<std::uint8_t*>(slice.begin()));
  return slice;
}

// All of `bytes` in one piece; without a copy if they are already.
grpc::Slice OnePiece(const grpc::ByteBuffer& bytes) {
  grpc::Slice slice;
  if (!bytes.TrySingleSlice(&slice).ok()) bytes.DumpToSingleSlice(&slice);
  return slice;
}

bool IsWatching(Lane lane) { return lane == Lane::kWatch || lane == Lane::kWatchLeague; }

}  // namespace

bool IsServiceName(std::string_view name) {
  return name.empty() || name == "taki.v1.PlayService" || name == "taki.v1.BotService" ||
         name == "taki.v1.LeagueService" || name == "taki.v1.HistoryService";
}

PlayTransport::PlayTransport(const TransportOptions& options,
                             std::unique_ptr<grpc::ServerCompletionQueue> queue)
    : options_(options),
      queue_(std::move(queue)),
      arena_block_(std::make_unique<char[]>(kArenaBlockBytes)),
      arena_(ArenaOn(arena_block_.get())) {}

PlayTransport::~PlayTransport() { Finish(); }

void PlayTransport::Finish() {
  Shutdown();
  std::vector<host::Arrival> lost;
  while (Poll(std::numeric_limits<std::int64_t>::max(), lost)) lost.clear();
  if (stopper_.joinable()) stopper_.join();
}

void PlayTransport::Serve(PlayRawService& play, HistoryRawService& history,
                          LeagueRawService& league, HealthRawService& health,
                          std::function<void()> stop_server) {
  stop_server_ = std::move(stop_server);
  Stream::AcceptPlay(*this, play, *queue_);
  Stream::AcceptWatch(*this, history, *queue_);
  Stream::AcceptWatchLeague(*this, league, *queue_);
  Stream::AcceptHealth(*this, health, *queue_);
}

// --- polling ---------------------------------------------------------------------------------

bool PlayTransport::Poll(std::int64_t until_ns, std::vector<host::Arrival>& inbox) {
  if (over_) return false;
  inbox_ = &inbox;
  const std::size_t before = inbox.size();
  StartReads();
  gpr_timespec deadline = GprTime(PollUntilNs(until_ns));
  bool woken = false;
  for (int events = 0; events < kEventsPerPoll; ++events) {
    void* tag = nullptr;
    bool ok = false;
    const auto got = queue_->AsyncNext(&tag, &ok, deadline);
    if (got == grpc::CompletionQueue::SHUTDOWN) {
      over_ = true;
      break;
    }
    if (got == grpc::CompletionQueue::TIMEOUT) {
      now_ns_ = MonotonicNs();
      if (sweep_at_ns_ != 0 && now_ns_ >= sweep_at_ns_) CancelStuck();
      if (woken || inbox.size() > before || now_ns_ >= until_ns) break;
      deadline = GprTime(PollUntilNs(until_ns));
      continue;
    }
    if (tag == &alarm_) {
      std::lock_guard lock(wake_mutex_);
      wake_pending_ = false;
      woken = true;
    } else {
      now_ns_ = MonotonicNs();
      const auto* event = static_cast<Stream::Tag*>(tag);
      event->stream->OnEvent(event->op, ok, now_ns_);
    }
    // A write that is done is nothing to step for: wait on. Otherwise only take what is there.
    if (woken || inbox.size() > before) deadline = gpr_inf_past(GPR_CLOCK_MONOTONIC);
  }
  inbox_ = nullptr;
  return !over_;
}

// Wakes for the sweep only while something may be stuck: an idle server sleeps.
std::int64_t PlayTransport::PollUntilNs(std::int64_t until_ns) const {
  return sweep_at_ns_ == 0 ? until_ns : std::min(until_ns, sweep_at_ns_);
}

void PlayTransport::StartReads() {
  for (const host::StreamId id : to_read_)
    if (Stream* stream = Find(id)) stream->Read();
  to_read_.clear();
}

// A peer that reads nothing swallows megabytes before a write stops to come back; then only a
// cancel ends it (stack.md, 7).
void PlayTransport::CancelStuck() {
  const std::int64_t before_ns = now_ns_ - options_.write_limit_ms * 1'000'000;
  const ReasonInfo& slow = Info(Reason::kSlowReader);
  const grpc::Status never_reads(slow.code,
                                 std::string(slow.sentence) + " (" + std::string(slow.name) + ")");
  bool waiting = false;
  for (const auto& [id, stream] : streams_) {
    const std::int64_t since_ns = stream->waiting_since_ns();
    if (since_ns == 0) continue;
    waiting = true;
    if (since_ns <= before_ns) stream->Cancel(never_reads);
  }
  sweep_at_ns_ = waiting ? now_ns_ + std::min(kSweepNs, options_.write_limit_ms * 1'000'000) : 0;
}

void PlayTransport::Report(const Stream& stream, decltype(host::Arrival::what) what) {
  inbox_->push_back({stream.id(), now_ns_, std::move(what)});
}

Stream* PlayTransport::Find(host::StreamId id) const {
  const auto found = streams_.find(id.number);
  return found == streams_.end() ? nullptr : found->second;
}

// --- what streams tell -----------------------------------------------------------------------

void PlayTransport::OnAccepted(Stream& stream) {
  stream.set_id({++last_id_});
  streams_.emplace(last_id_, &stream);
  if (shutting_down_) return Refuse(stream, {Reason::kDraining, "", {}, {}, 2'000});
  switch (stream.lane()) {
    case Lane::kPlay: return AcceptPlay(stream);
    case Lane::kWatch: return AcceptWatch(stream);
    case Lane::kWatchLeague: return AcceptWatchLeague(stream);
    case Lane::kHealth: return AcceptHealth(stream);
  }
}

void PlayTransport::AcceptPlay(Stream& stream) {
  const auto least =
      std::chrono::system_clock::now() + std::chrono::milliseconds(options_.deadline_min_ms);
  if (stream.context().deadline() < least)
    return Refuse(stream, {Reason::kDeadlineTooSoon, "", {}, {}, 0});
  host::Connected connected{BearerTokenHash(stream.context().client_metadata()),
                            stream.context().peer()};
  if (connected.token_hash && SameHash(*connected.token_hash, options_.admin_token_hash))
    return Refuse(stream, {Reason::kRoleRefused,
                           "This is the organiser's token: play with a bot's own one.",
                           {},
                           {},
                           0});
  stream.known_to_host = true;
  Report(stream, std::move(connected));
  to_read_.push_back(stream.id());
}

void PlayTransport::AcceptWatch(Stream& stream) {
  const grpc::Slice bytes = OnePiece(stream.request());
  v1::WatchMatchRequest request;
  if (!request.ParseFromArray(bytes.begin(), static_cast<int>(bytes.size())))
    return Refuse(stream, {Reason::kMalformed, "The request is no WatchMatchRequest.", {}, {}, 0});
  stream.known_to_host = true;
  stream.set_first_seq(request.from_seq());
  const auto token = BearerTokenHash(stream.context().client_metadata());
  Report(stream,
         host::WatchOpened{request.match_id(), request.from_seq(), request.events_per_second(),
                           token && SameHash(*token, options_.admin_token_hash)});
}

void PlayTransport::AcceptWatchLeague(Stream& stream) {
  const grpc::Slice bytes = OnePiece(stream.request());
  v1::WatchLeagueRequest request;
  if (!request.ParseFromArray(bytes.begin(), static_cast<int>(bytes.size())))
    return Refuse(stream, {Reason::kMalformed, "The request is no WatchLeagueRequest.", {}, {}, 0});
  stream.known_to_host = true;
  stream.set_first_seq(request.from_seq());
  stream.from_now = request.from_seq() == 0;
  Report(stream, host::LeagueWatchOpened{request.league_id(), request.from_seq()});
}

void PlayTransport::AcceptHealth(Stream& stream) {
  if (++health_streams_ > options_.health_streams_max)
    return Refuse(stream, {Reason::kTooManyWatchers, "", {}, {}, 1'000});
  SendHealth(stream);
}

void PlayTransport::OnMessage(Stream& stream, const grpc::ByteBuffer& message) {
  if (stream.closing()) return;
  if (message.Length() > kMessageBytesMax)
    return Refuse(stream, {Reason::kMessageTooLarge, "", {}, {}, 0});
  to_read_.push_back(stream.id());
  const grpc::Slice bytes = OnePiece(message);
  auto* request = google::protobuf::Arena::CreateMessage<v1::PlayRequest>(&arena_);
  if (request->ParseFromArray(bytes.begin(), static_cast<int>(bytes.size()))) {
    Said said = FromProto(*request);
    if (request->has_hello()) stream.omit_legal_actions = request->hello().omit_legal_actions();
    std::visit([&](auto& what) { Report(stream, std::move(what)); }, said);
  } else {
    Report(stream, host::Malformed{"the " + std::to_string(bytes.size()) +
                                   " bytes are no PlayRequest: check that both sides use the same "
                                   "play_service.proto, and that texts are UTF-8"});
  }
  arena_.Reset();
}

void PlayTransport::OnReadsDone(Stream& stream) {
  if (stream.known_to_host && !stream.closing()) Report(stream, host::HalfClosed{});
}

void PlayTransport::OnDrained(Stream& stream) {
  if (IsWatching(stream.lane())) Report(stream, host::Drained{});
}

void PlayTransport::OnGone(Stream& stream) {
  streams_.erase(stream.id().number);
  if (stream.lane() == Lane::kHealth) --health_streams_;
  if (stream.known_to_host) Report(stream, host::Gone{});
}

// --- what the host wants ---------------------------------------------------------------------

void PlayTransport::SendMessage(Stream& stream, const grpc::Slice& message, std::uint32_t seq) {
  if (sweep_at_ns_ == 0) sweep_at_ns_ = MonotonicNs() + kSweepNs;
  if (!stream.Send(message, seq, options_.queue, MonotonicNs())) CutOffSlow(stream, "");
}

void PlayTransport::Send(host::StreamId id, const host::Frame& frame) {
  Stream* stream = Find(id);
  if (stream == nullptr || stream->closing() || frame.empty()) return;
  if (stream->lane() == Lane::kPlay) {
    const PlayStyle style{options_.server_version, stream->omit_legal_actions};
    const std::string_view bytes = writer_.Write(frame, style);
    return SendMessage(*stream, grpc::Slice(bytes.data(), bytes.size()), 0);
  }
  for (const host::Item& item : frame) SendItem(*stream, item);
}

// To a watcher: each item is a message of its own.
void PlayTransport::SendItem(Stream& stream, const host::Item& item) {
  if (stream.lane() == Lane::kWatchLeague) {
    auto* response = google::protobuf::Arena::CreateMessage<v1::WatchLeagueResponse>(&arena_);
    ToProto(item, response);
    const bool skips = response->has_introduced() && stream.from_now;
    const std::int32_t seq =
        skips ? response->introduced().league().last_seq() : response->news().seq();
    SendMessage(stream, Pack(*response), static_cast<std::uint32_t>(seq));
  } else {
    auto* response = google::protobuf::Arena::CreateMessage<v1::WatchMatchResponse>(&arena_);
    ToProto(item, response);
    SendMessage(stream, Pack(*response), static_cast<std::uint32_t>(response->event().seq()));
  }
  arena_.Reset();
}

void PlayTransport::Close(host::StreamId id, host::CloseReason reason, std::string_view detail,
                          std::int32_t retry_after_ms) {
  Stream* stream = Find(id);
  if (stream == nullptr || stream->closing()) return;
  if (reason == host::CloseReason::kSlowReader) return CutOffSlow(*stream, detail);
  if (sweep_at_ns_ == 0) sweep_at_ns_ = MonotonicNs() + kSweepNs;
  stream->Close(ToGrpcStatus(reason, detail, retry_after_ms), MonotonicNs());
}

void PlayTransport::CutOffSlow(Stream& stream, std::string_view detail) {
  Error error{Reason::kSlowReader, std::string(detail), {}, {}, 0};
  // What is still queued is lost with the stream, so only here is known where the watcher goes on.
  if (IsWatching(stream.lane())) error.metadata["last_seq"] = std::to_string(stream.last_seq());
  stream.CutOff(ToGrpcStatus(error), MonotonicNs());
}

void PlayTransport::Refuse(Stream& stream, const Error& error) {
  if (sweep_at_ns_ == 0) sweep_at_ns_ = now_ns_ + kSweepNs;
  stream.CutOff(ToGrpcStatus(error), now_ns_);
}

void PlayTransport::SendHealth(Stream& stream) {
  const grpc::Slice bytes = OnePiece(stream.request());
  grpc::health::v1::HealthCheckRequest request;
  grpc::health::v1::HealthCheckResponse response;
  const bool known = request.ParseFromArray(bytes.begin(), static_cast<int>(bytes.size())) &&
                     IsServiceName(request.service());
  response.set_status(!known      ? response.SERVICE_UNKNOWN
                      : serving() ? response.SERVING
                                  : response.NOT_SERVING);
  SendMessage(stream, Pack(response), 0);
}

void PlayTransport::SetServing(bool serving) {
  if (serving_.exchange(serving) == serving) return;
  for (const auto& [id, stream] : streams_)
    if (stream->lane() == Lane::kHealth && !stream->closing()) SendHealth(*stream);
}

// --- starting and ending ---------------------------------------------------------------------

void PlayTransport::Shutdown() {
  if (shutting_down_ || over_) return;
  shutting_down_ = true;
  SetServing(false);
  now_ns_ = MonotonicNs();
  for (const auto& [id, stream] : streams_)
    stream->Close(ToGrpcStatus(host::CloseReason::kDraining, "", 2'000), now_ns_);
  // Not from this thread: the server's end needs this one to poll (stack.md, 8 and 19).
  stopper_ = std::thread([this] {
    if (stop_server_) stop_server_();
    std::lock_guard lock(wake_mutex_);
    queue_closed_ = true;  // setting the alarm after this would abort
    queue_->Shutdown();
  });
}

void PlayTransport::Wake() {
  std::lock_guard lock(wake_mutex_);
  if (wake_pending_ || queue_closed_) return;
  wake_pending_ = true;
  alarm_.Set(queue_.get(), gpr_inf_past(GPR_CLOCK_MONOTONIC), &alarm_);
}

}  // namespace taki::service
