#include "referee/cli/rehearsal.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "referee/cli/failure.h"
#include "referee/cli/text.h"
#include "taki/v1/error.pb.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace taki::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kMessageBytesMax = 64 << 10;  // as a referee allows
constexpr int kPingInterval_ms = 10'000;
constexpr int kMessagesMax = 100;         // of a bot that floods, before they are read
constexpr int kShutdownLimit_ms = 1'000;  // for a bot to take leave
constexpr char kOver[] = "the decision was resent, and that was all";

grpc::Status Refusal(grpc::StatusCode code, const std::string& text, const std::string& reason) {
  v1::ErrorDetail detail;
  detail.set_reason(reason);
  detail.set_domain("taki.v1");
  v1::ErrorStatus outer;
  outer.set_code(code);
  outer.set_message(text);
  outer.add_details()->PackFrom(detail);
  return {code, text, outer.SerializeAsString()};
}

// What happened on the stream, for the thread that waits.
struct Heard {
  bool left = false;  // its stream has ended
  v1::PlayRequest message;
  Clock::time_point when;
};

class Stream;

// What the threads share: the stream that is there, and what came on it.
struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  Stream* stream = nullptr;
  std::deque<Heard> heard;
  bool interrupted = false;
  bool closing = false;

  void Put(Heard one) {
    const std::lock_guard lock(mutex);
    if (heard.size() >= kMessagesMax) return;
    heard.push_back(std::move(one));
    changed.notify_all();
  }
};

// The stream of one bot. gRPC calls the On... functions from its own threads; it deletes itself
// when all is over. Lock order: Shared, then the stream's own.
class Stream final : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse> {
 public:
  Stream(Shared& shared, bool welcome) : shared_(shared), heard_(welcome), finished_(!welcome) {
    if (welcome)
      StartRead(&request_);
    else
      Finish(Refusal(grpc::StatusCode::RESOURCE_EXHAUSTED,
                     "another bot is being asked here; one at a time", "TOO_MANY_SESSIONS"));
  }

  void Send(v1::PlayResponse response) {
    const std::lock_guard lock(mutex_);
    if (finished_) return;
    to_write_.push_back(std::move(response));
    if (to_write_.size() == 1) StartWrite(&to_write_.front());
  }
  // After what was sent before.
  void End(grpc::Status status) {
    const std::lock_guard lock(mutex_);
    if (finished_ || last_) return;
    last_ = std::move(status);
    FinishIfWritten();
  }

  void OnReadDone(bool ok) override {
    if (!ok) {  // the bot has closed its side, or is gone
      Leave();
      return End(grpc::Status::OK);
    }
    shared_.Put({.left = false, .message = std::move(request_), .when = Clock::now()});
    request_.Clear();
    StartRead(&request_);
  }
  void OnWriteDone(bool ok) override {
    const std::lock_guard lock(mutex_);
    to_write_.pop_front();
    if (!ok) to_write_.clear();
    if (!to_write_.empty()) return StartWrite(&to_write_.front());
    FinishIfWritten();
  }
  void OnCancel() override {
    Leave();
    End(grpc::Status::CANCELLED);
  }
  void OnDone() override {
    Leave();
    { const std::lock_guard lock(mutex_); }  // whoever has finished it holds it still
    delete this;
  }

 private:
  void FinishIfWritten() {
    if (finished_ || !last_ || !to_write_.empty()) return;
    finished_ = true;
    Finish(*last_);
  }
  void Leave() {
    if (!heard_.exchange(false)) return;
    const std::lock_guard lock(shared_.mutex);
    if (shared_.stream == this) shared_.stream = nullptr;
    shared_.heard.push_back({.left = true, .message = {}, .when = Clock::now()});
    shared_.changed.notify_all();
  }

  Shared& shared_;
  std::atomic<bool> heard_;  // this stream is the one, and is there
  v1::PlayRequest request_;
  std::mutex mutex_;
  std::deque<v1::PlayResponse> to_write_;  // the first is being written
  std::optional<grpc::Status> last_;
  bool finished_;
};

v1::MatchAssigned AssignedOf(const v1::Match& match, int seat) {
  v1::MatchAssigned assigned;
  assigned.set_match_id(match.match_id());
  assigned.set_seat(seat);
  for (const v1::MatchSeat& one : match.seats()) {
    auto& told = *assigned.add_seats();  // as before the match: no places
    told.set_seat(one.seat());
    told.set_bot(one.bot());
    told.set_display_name(one.display_name());
  }
  *assigned.mutable_ruleset() = match.ruleset();
  *assigned.mutable_time_control() = match.time_control();
  assigned.set_rated(match.rated());
  assigned.set_commitment(match.deal().commitment());
  assigned.set_rules_version(match.rules_version());
  return assigned;
}

v1::Snapshot SnapshotOf(const v1::Match& match, const v1::Decision& decision) {
  v1::Snapshot snapshot;
  snapshot.set_match_id(match.match_id());
  *snapshot.mutable_assigned() = AssignedOf(match, decision.observation().seat());
  *snapshot.mutable_entropy() = match.deal().entropy();
  *snapshot.mutable_observation() = decision.observation();
  snapshot.set_time_bank_ms(decision.time_bank_ms());
  snapshot.set_strikes(decision.strikes());
  return snapshot;
}

}  // namespace

struct Rehearsal::Stage final : v1::PlayService::CallbackService {
  grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* Play(
      grpc::CallbackServerContext*) override {
    const std::lock_guard lock(shared.mutex);
    if (shared.closing || shared.stream != nullptr) return new Stream(shared, false);
    shared.heard.clear();
    return shared.stream = new Stream(shared, true);
  }

  // Waits for what comes next; pings a bot that has been silent for a while, as a referee does.
  Outcome Next(std::optional<Clock::time_point> limit, Heard& heard) {
    std::unique_lock lock(shared.mutex);
    for (;;) {
      if (shared.interrupted) return Outcome::kInterrupted;
      if (!shared.heard.empty()) break;
      const Clock::time_point ping = Clock::now() + milliseconds(kPingInterval_ms);
      const Clock::time_point until = limit ? std::min(*limit, ping) : ping;
      if (shared.changed.wait_until(lock, until) == std::cv_status::no_timeout) continue;
      if (!shared.heard.empty()) continue;
      if (limit && Clock::now() >= *limit) return Outcome::kTimeUp;
      if (!welcomed || shared.stream == nullptr) continue;
      v1::PlayResponse response;
      response.add_items()->mutable_ping()->set_ping_id(++pings);
      shared.stream->Send(std::move(response));
    }
    heard = std::move(shared.heard.front());
    shared.heard.pop_front();
    return heard.left ? Outcome::kLeft : Outcome::kDone;
  }

  void Send(v1::PlayResponse response) {
    const std::lock_guard lock(shared.mutex);
    if (shared.stream != nullptr) shared.stream->Send(std::move(response));
  }

  void Dismiss(const grpc::Status& status) {
    const std::lock_guard lock(shared.mutex);
    if (shared.stream != nullptr) shared.stream->End(status);
  }
  // ... and nobody comes in any more.
  void Close(const grpc::Status& status) {
    {
      const std::lock_guard lock(shared.mutex);
      shared.closing = true;
    }
    Dismiss(status);
  }

  Shared shared;
  // The bot has read and answered all that was sent before: nothing late can come any more.
  Outcome WaitForPong(Clock::time_point limit) {
    Heard heard;
    while (awaited_pong != 0) {
      if (const Outcome outcome = Next(limit, heard); outcome != Outcome::kDone) return outcome;
      if (heard.message.pong().ping_id() == awaited_pong) awaited_pong = 0;
    }
    return Outcome::kDone;
  }

  bool welcomed = false;
  int pings = 0;
  int awaited_pong = 0;  // 0: none
  int sessions = 0;
  std::unique_ptr<grpc::Server> server;
};

Rehearsal::Rehearsal(const std::string& address) : stage_(std::make_unique<Stage>()) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 8'192);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 3'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 1'000);
  builder.SetMaxReceiveMessageSize(kMessageBytesMax);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(stage_.get());
  stage_->server = builder.BuildAndStart();
  if (stage_->server == nullptr || port == 0)
    throw LocalFailure("cannot listen on " + Escaped(address) +
                       ": the address is in use, or not this machine's");
  address_ = address.substr(0, address.rfind(':')) + ":" + std::to_string(port);
}

Rehearsal::~Rehearsal() {
  stage_->Close(Refusal(grpc::StatusCode::FAILED_PRECONDITION, kOver, "REHEARSAL_OVER"));
  stage_->server->Shutdown(std::chrono::system_clock::now() + milliseconds(kShutdownLimit_ms));
  stage_->server->Wait();
}

Rehearsal::Outcome Rehearsal::Welcome(const v1::Match& match, int seat, int limit_ms) {
  std::optional<Clock::time_point> limit;
  if (limit_ms > 0) limit = Clock::now() + milliseconds(limit_ms);
  stage_->welcomed = false;
  stage_->awaited_pong = 0;
  Heard heard;
  do {
    const Outcome outcome = stage_->Next(limit, heard);
    if (outcome == Outcome::kLeft) continue;  // it may come back
    if (outcome != Outcome::kDone) return outcome;
    if (!heard.message.has_hello())
      stage_->Dismiss(Refusal(grpc::StatusCode::FAILED_PRECONDITION,
                              "the first message must be Hello", "HELLO_EXPECTED"));
  } while (!heard.message.has_hello());
  hello_ = heard.message.hello();
  stage_->welcomed = true;

  v1::PlayResponse response;
  v1::Welcome& welcome = *response.add_items()->mutable_welcome();
  welcome.set_bot(match.seats(seat).bot());
  welcome.set_bot_version(hello_.bot_version());
  welcome.set_session(++stage_->sessions);
  welcome.set_server_version(TAKI_VERSION);
  welcome.set_protocol_version(1);
  welcome.set_rules_version(match.rules_version());
  welcome.mutable_limits()->set_message_size_bytes_max(kMessageBytesMax);
  welcome.mutable_limits()->set_matches_max(1);
  welcome.mutable_limits()->set_messages_per_second_max(kMessagesMax);
  welcome.mutable_limits()->set_ping_interval_ms(kPingInterval_ms);
  stage_->Send(std::move(response));
  return Outcome::kDone;
}

Rehearsal::Outcome Rehearsal::Ask(const v1::Match& match, const v1::Decision& decision,
                                  int limit_ms) {
  v1::PlayResponse response;
  *response.add_items()->mutable_snapshot() = SnapshotOf(match, decision);
  *response.add_items()->mutable_decision() = decision;
  if (hello_.omit_legal_actions())
    response.mutable_items(1)->mutable_decision()->clear_legal_actions();
  const Outcome ready = stage_->WaitForPong(Clock::now() + milliseconds(limit_ms));
  if (ready != Outcome::kDone) return ready;
  const Clock::time_point sent = Clock::now();
  stage_->Send(std::move(response));
  Heard heard;
  for (;;) {
    const Outcome outcome = stage_->Next(sent + milliseconds(limit_ms), heard);
    if (outcome != Outcome::kDone) return outcome;
    if (!heard.message.has_reply()) continue;
    reply_ = heard.message.reply();
    if (reply_.match_id() == decision.match_id() && reply_.decision_id() == decision.decision_id())
      break;
  }
  took_us_ = std::chrono::duration_cast<std::chrono::microseconds>(heard.when - sent).count();
  return Outcome::kDone;
}

void Rehearsal::Conclude(const v1::Match& match, const v1::Verdict* verdict) {
  v1::PlayResponse response;
  if (verdict != nullptr) *response.add_items()->mutable_verdict() = *verdict;
  v1::MatchFinished& finished = *response.add_items()->mutable_match_finished();
  finished.set_match_id(match.match_id());
  finished.set_ending(v1::MATCH_ENDING_VOID);
  finished.set_void_reason("RESENT");
  stage_->awaited_pong = ++stage_->pings;
  response.add_items()->mutable_ping()->set_ping_id(stage_->awaited_pong);
  stage_->Send(std::move(response));
}

void Rehearsal::Interrupt() {
  const std::lock_guard lock(stage_->shared.mutex);
  stage_->shared.interrupted = true;
  stage_->shared.changed.notify_all();
}

bool IsAddress(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  if (colon == std::string::npos || colon == 0) return false;
  const std::string host = address.substr(0, colon), port = address.substr(colon + 1);
  const bool bracketed = host.front() == '[' && host.back() == ']';
  const bool digits = !port.empty() && port.size() <= 5 &&
                      port.find_first_not_of("0123456789") == std::string::npos;
  return (bracketed || host.find(':') == std::string::npos) && digits && std::stoi(port) <= 65'535;
}

bool IsLoopback(const std::string& address) {
  const std::string host = address.substr(0, address.rfind(':'));
  return host == "localhost" || host == "[::1]" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string::npos);
}

}  // namespace taki::cli
