// The gRPC server of the daemon, without a word of gRPC: everything of this room, put together.
//
// Order: make a Server, make the host with its transport(), Recover the host, Start the server, Run
// the host, Stop the server, destroy the host, destroy the server.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "referee/host/host.h"
#include "referee/host/transport.h"
#include "referee/rules/sha256.h"
#include "store/history.h"

namespace taki::service {

struct ServerOptions {
  std::string listen = "127.0.0.1:7450";  // host:port; port 0: any free one
  std::string server_version = "dev";
  rules::Bytes32 admin_token_hash{};
  bool reflection = true;
  std::int32_t keepalive_time_ms = 10'000;    // a peer that is silent for so long is asked (N1)
  std::int32_t keepalive_timeout_ms = 5'000;  // and has so long to answer
  std::int32_t streams_per_connection = 64;   // calls at once
  std::int64_t memory_bytes_max = 128 << 20;  // of gRPC's buffers
  std::int32_t handler_threads_max = 64;      // of unary calls at work at once
  std::int64_t write_limit_ms = 20'000;       // see TransportOptions
  std::int64_t export_write_limit_ms =
      30'000;                            // who takes nothing of an export for so long is cut off
  std::int32_t shutdown_limit_ms = 500;  // after it what is left is cancelled
};

class Server {
 public:
  // Not listening yet. `history` must outlive it.
  Server(const ServerOptions& options, store::History& history);
  ~Server();

  host::Transport& transport();

  // Listens. UNAVAILABLE with a sentence if it cannot (the address is in use, or not ours).
  absl::Status Start(host::Host& host);
  // The port that it listens on, once started.
  int port() const;
  // Ends every call and handler that is left; from here on nobody uses the host. After Run has
  // returned, on the same thread. Does nothing if the host has ended everything already.
  void Stop();
  // From now on refused commands say DRAINING. Any thread.
  void SayDraining();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// gRPC's own messages go to `log` from now on, at most ten a second, as libprotobuf's do (N20).
// Before anything else of gRPC; once a process.
void RouteLibraryLogs(host::Log log);

}  // namespace taki::service
