#include "sample_bots/cpp/client.h"

#include <google/protobuf/arena.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

#include "taki/v1/error.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace taki::bot_kit {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kBackoffMin{200};
constexpr milliseconds kBackoffMax{2'000};
constexpr std::size_t kArenaBytes = 64 * 1024;  // a frame fits, so a warm bot does not allocate

std::string FileText(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::shared_ptr<grpc::Channel> Connect(const Options& options) {
  grpc::ChannelArguments arguments;
  // gRPC's own back-off would grow to two minutes.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kBackoffMin.count());
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kBackoffMin.count());
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kBackoffMax.count());
  // A referee whose host vanished is noticed within 15 s.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  if (!options.tls) {
    return grpc::CreateCustomChannel(options.server, grpc::InsecureChannelCredentials(), arguments);
  }
  grpc::SslCredentialsOptions tls;
  if (!options.tls_ca.empty()) tls.pem_root_certs = FileText(options.tls_ca);
  return grpc::CreateCustomChannel(options.server, grpc::SslCredentials(tls), arguments);
}

// Why a stream ended, beyond its status.
struct ErrorInfo {
  std::string reason;
  int retry_after_ms = 0;
};
ErrorInfo Explain(const grpc::Status& status) {
  v1::ErrorStatus error;
  v1::ErrorDetail detail;
  if (!error.ParseFromString(status.error_details()) || error.details_size() == 0 ||
      !error.details(0).UnpackTo(&detail)) {
    return {};
  }
  return {detail.reason(), std::clamp(detail.retry_after_ms(), 0, 600'000)};
}

// Ends that trying again does not mend (docs/protocol.md).
bool IsFinal(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::UNIMPLEMENTED:
    case grpc::StatusCode::ALREADY_EXISTS: return true;
    default: return false;
  }
}

// How long to wait before the next stream: doubling from 200 ms to 2 s while no Welcome comes, and
// jittered, so that a hundred bots do not come back in the same instant.
class Backoff {
 public:
  void Reset() { next_ = kBackoffMin; }
  milliseconds Next(int asked_ms) {
    std::uniform_int_distribution<int> percent(50, 100);
    const milliseconds wait = next_ * percent(random_) / 100;
    next_ = std::min(next_ * 2, kBackoffMax);
    return asked_ms > 0 ? milliseconds(asked_ms) + wait : wait;
  }

 private:
  milliseconds next_ = kBackoffMin;
  std::minstd_rand random_{std::random_device{}()};
};

class Client {
 public:
  Client(const Options& options, Player& player, const Log& log)
      : options_(options),
        player_(player),
        log_(log),
        channel_(Connect(options)),
        play_(v1::PlayService::NewStub(channel_)),
        history_(v1::HistoryService::NewStub(channel_)),
        arena_block_(std::make_unique<char[]>(kArenaBytes)) {}

  int Run();

 private:
  using Stream = grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>;

  bool WaitForReferee();
  grpc::Status PlayOneStream();
  // Reads and answers until the stream or the bot is done.
  void Converse(grpc::ClientContext& context, Stream& stream);
  void AskAboutMatchesEndedMeanwhile();
  std::optional<int> ExitCodeAfter(const grpc::Status& status, const ErrorInfo& why);

  const Options& options_;
  Player& player_;
  const Log& log_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::PlayService::Stub> play_;
  std::unique_ptr<v1::HistoryService::Stub> history_;
  std::unique_ptr<char[]> arena_block_;
  Backoff backoff_;
  int retry_after_ms_ = 0;  // as the last Notice said
  bool superseded_ = false;
};

int Client::Run() {
  for (;;) {
    if (!WaitForReferee()) return kUnreachable;
    const grpc::Status status = PlayOneStream();
    const ErrorInfo why = Explain(status);
    if (const std::optional<int> code = ExitCodeAfter(status, why)) return *code;
    const milliseconds wait =
        backoff_.Next(why.retry_after_ms > 0 ? why.retry_after_ms : retry_after_ms_);
    log_(true, "the stream ended: " + status.error_message() +
                   (why.reason.empty() ? "" : " (" + why.reason + ")") + "; connecting again in " +
                   std::to_string(wait.count()) + " ms");
    retry_after_ms_ = 0;
    std::this_thread::sleep_for(wait);
  }
}

bool Client::WaitForReferee() {
  const auto since = Clock::now();
  for (bool told = false;; told = true) {
    if (channel_->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(1))) {
      return true;
    }
    if (!told) log_(true, "no referee at " + options_.server + " yet; trying on");
    if (options_.give_up_s > 0 &&
        Clock::now() - since >= std::chrono::seconds(options_.give_up_s)) {
      log_(true, "no referee at " + options_.server + "; giving up");
      return false;
    }
  }
}

grpc::Status Client::PlayOneStream() {
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + options_.token);
  const std::unique_ptr<Stream> stream = play_->Play(&context);
  stream->Write(player_.Hello());
  Converse(context, *stream);
  v1::PlayResponse rest;
  while (stream->Read(&rest)) {
  }
  return stream->Finish();
}

void Client::Converse(grpc::ClientContext& context, Stream& stream) {
  google::protobuf::ArenaOptions arena_options;
  arena_options.initial_block = arena_block_.get();
  arena_options.initial_block_size = kArenaBytes;
  google::protobuf::Arena arena(arena_options);
  // A write that fails means that the stream has ended; the next Read says so too.
  const Player::Send send = [&](const v1::PlayRequest& request) { stream.Write(request); };
  for (;;) {
    auto* frame = google::protobuf::Arena::CreateMessage<v1::PlayResponse>(&arena);
    if (!stream.Read(frame)) return;
    const Player::Next next = player_.OnFrame(*frame, send);
    if (next.welcomed) {
      backoff_.Reset();
      AskAboutMatchesEndedMeanwhile();
    }
    if (next.retry_after_ms) retry_after_ms_ = *next.retry_after_ms;
    superseded_ = superseded_ || next.superseded;
    if (player_.Done() || superseded_) {
      stream.WritesDone();
      return;
    }
    if (next.leave) return context.TryCancel();
    arena.Reset();
  }
}

// Of a match that ended while we were away the stream tells nothing.
void Client::AskAboutMatchesEndedMeanwhile() {
  for (const std::string& id : player_.Matches()) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(5));
    v1::GetMatchRequest request;
    request.set_match_id(id);
    v1::GetMatchResponse response;
    const grpc::Status status = history_->GetMatch(&context, request, &response);
    if (status.error_code() == grpc::StatusCode::NOT_FOUND) player_.OnLost(id);
    const v1::MatchState state = response.match().state();
    if (status.ok() && state >= v1::MATCH_STATE_FINISHED)
      player_.OnEndedMeanwhile(response.match());
  }
}

std::optional<int> Client::ExitCodeAfter(const grpc::Status& status, const ErrorInfo& why) {
  if (superseded_ || why.reason == "SUPERSEDED" || why.reason == "TOO_MANY_TAKEOVERS") {
    log_(true, "another program plays with this bot's token; this one stops");
    return kSuperseded;
  }
  if (player_.Done()) return kDone;
  if (!IsFinal(status.error_code())) return std::nullopt;
  log_(true,
       "refused: " + status.error_message() + (why.reason.empty() ? "" : " (" + why.reason + ")"));
  return kRefused;
}

}  // namespace

int PlayUntilDone(const Options& options, Player& player, const Log& log) {
  return Client(options, player, log).Run();
}

}  // namespace taki::bot_kit
