#include "referee/service/server.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "referee/rules/check.h"
#include "referee/service/bot_service.h"
#include "referee/service/health_service.h"
#include "referee/service/history_service.h"
#include "referee/service/league_service.h"
#include "referee/service/play_transport.h"
#include "referee/service/ratings_thread.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

// What stack.md lists: each either closes a hole or keeps a round trip quick.
void SetArguments(const ServerOptions& options, grpc::ServerBuilder& builder) {
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, options.keepalive_time_ms);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, options.keepalive_timeout_ms);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 1'000);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, options.streams_per_connection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 8'192);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 3'000);
  // Play counts its bytes itself and says MESSAGE_TOO_LARGE (N13); what is far beyond, gRPC stops.
  builder.SetMaxReceiveMessageSize(static_cast<int>(kMessageBytesMax) + 4'096);
  builder.SetDefaultCompressionAlgorithm(GRPC_COMPRESS_NONE);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);  // N14
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  grpc::ResourceQuota quota("taki-referee");
  quota.Resize(static_cast<std::size_t>(options.memory_bytes_max));
  quota.SetMaxThreads(options.handler_threads_max);
  builder.SetResourceQuota(quota);
}

TransportOptions TransportOptionsOf(const ServerOptions& options) {
  TransportOptions transport;
  transport.server_version = options.server_version;
  transport.admin_token_hash = options.admin_token_hash;
  transport.write_limit_ms = options.write_limit_ms;
  return transport;
}

}  // namespace

struct Server::Impl {
  Impl(const ServerOptions& wanted, store::History& stored)
      : options(wanted),
        history(stored),
        auth(wanted.admin_token_hash, stored),
        transport(TransportOptionsOf(wanted), builder.AddCompletionQueue()) {}

  // The transport's queue must be empty before the server goes, and the server before the services.
  const ServerOptions options;
  store::History& history;
  const Auth auth;
  LeagueViews league_views{history};
  Ratings ratings{history};
  std::unique_ptr<RatingsThread> ratings_thread;  // goes after those who read
  std::atomic<bool> draining{false};
  PlayRawService play;
  std::unique_ptr<BotService> bots;
  std::unique_ptr<LeagueService> league;
  std::unique_ptr<HistoryService> matches;
  std::unique_ptr<HealthService> health;
  grpc::ServerBuilder builder;
  std::unique_ptr<grpc::Server> server;
  PlayTransport transport;
  int port = 0;
};

Server::Server(const ServerOptions& options, store::History& history) {
  // Before the first ServerBuilder: it takes its plugins when it is made.
  if (options.reflection) grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  impl_ = std::make_unique<Impl>(options, history);
}
Server::~Server() = default;

host::Transport& Server::transport() { return impl_->transport; }
int Server::port() const { return impl_->port; }
void Server::SayDraining() { impl_->draining.store(true); }

absl::Status Server::Start(host::Host& host) {
  Impl& impl = *impl_;
  TAKI_CHECK(impl.server == nullptr);
  const Backend backend{impl.auth,
                        host,
                        impl.history,
                        impl.draining,
                        impl.league_views,
                        impl.ratings,
                        impl.options.server_version};
  impl.ratings_thread = std::make_unique<RatingsThread>(impl.ratings);
  impl.bots = std::make_unique<BotService>(backend);
  impl.league = std::make_unique<LeagueService>(backend);
  impl.matches = std::make_unique<HistoryService>(
      backend, std::chrono::milliseconds(impl.options.export_write_limit_ms));
  impl.health = std::make_unique<HealthService>(impl.transport);
  SetArguments(impl.options, impl.builder);
  impl.builder.AddListeningPort(impl.options.listen, grpc::InsecureServerCredentials(), &impl.port);
  impl.builder.RegisterService(&impl.play);
  impl.builder.RegisterService(impl.bots.get());
  impl.builder.RegisterService(impl.league.get());
  impl.builder.RegisterService(impl.matches.get());
  impl.builder.RegisterService(impl.health.get());
  impl.server = impl.builder.BuildAndStart();
  if (impl.server == nullptr || impl.port == 0)
    return absl::UnavailableError("cannot listen on " + Escaped(impl.options.listen) +
                                  ": is the address in use (another referee?), or not this "
                                  "machine's? Choose another with --listen");
  impl.transport.Serve(
      impl.play, *impl.matches, *impl.league, *impl.health,
      [server = impl.server.get(), limit_ms = impl.options.shutdown_limit_ms] {
        server->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(limit_ms));
      });
  return absl::OkStatus();
}

void Server::Stop() {
  impl_->ratings.Stop();
  impl_->transport.Finish();
}

// --- the libraries' own logs -----------------------------------------------------------------

namespace {

host::Log& LibraryLog() {
  static auto* log = new host::Log;  // never destroyed: gRPC's threads may log at exit
  return *log;
}

// At most ten lines in a second; how many were left out is said with the next that passes.
class Throttle {
 public:
  // How many lines were dropped before this one, or -1: drop it.
  std::int64_t Pass() {
    const std::int64_t second = std::chrono::duration_cast<std::chrono::seconds>(
                                    std::chrono::steady_clock::now().time_since_epoch())
                                    .count();
    if (second_.exchange(second) != second) count_.store(0);
    if (count_.fetch_add(1) < 10) return dropped_.exchange(0);
    dropped_.fetch_add(1);
    return -1;
  }

 private:
  std::atomic<std::int64_t> second_{0}, count_{0}, dropped_{0};
};

void LogLine(host::LogLevel level, std::string_view event, std::string_view message) {
  static Throttle throttle;
  const std::int64_t dropped = throttle.Pass();
  if (dropped < 0) return;
  std::string details = Escaped(message, 300);
  if (dropped > 0) details += " (" + std::to_string(dropped) + " lines before it left out)";
  LibraryLog()(level, event, details);
}

void OnGrpcLog(gpr_log_func_args* args) {
  LogLine(
      args->severity == GPR_LOG_SEVERITY_ERROR ? host::LogLevel::kWarning : host::LogLevel::kInfo,
      "grpc", args->message);
}

void OnProtobufLog(google::protobuf::LogLevel level, const char*, int, const std::string& message) {
  LogLine(
      level >= google::protobuf::LOGLEVEL_ERROR ? host::LogLevel::kWarning : host::LogLevel::kInfo,
      "protobuf", message);
}

}  // namespace

void RouteLibraryLogs(host::Log log) {
  LibraryLog() = std::move(log);
  gpr_set_log_function(OnGrpcLog);
  google::protobuf::SetLogHandler(OnProtobufLog);
}

}  // namespace taki::service
