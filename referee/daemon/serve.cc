#include <sys/resource.h>

#include <cstdio>
#include <memory>
#include <string>

#include "referee/daemon/files.h"
#include "referee/daemon/log.h"
#include "referee/daemon/run.h"
#include "referee/daemon/signals.h"
#include "referee/host/clock.h"
#include "referee/host/host.h"
#include "referee/service/server.h"
#include "referee/service/text.h"
#include "store/sqlite/sqlite_store.h"

namespace taki::daemon {
namespace {

using host::LogLevel;

// Each connection is a file descriptor: take as many as the system gives (N4).
void RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

ExitCode CodeOf(const absl::Status& status) {
  return absl::IsDataLoss(status) ? ExitCode::kDamaged : ExitCode::kCannotStart;
}

ExitCode CannotStart(const host::Log& log, const absl::Status& status) {
  log(LogLevel::kError, "cannot_start", service::Escaped(std::string(status.message()), 1'000));
  return CodeOf(status);
}

absl::StatusOr<std::unique_ptr<store::sqlite::SqliteStore>> OpenStore(const RunOptions& options) {
  store::sqlite::SqliteOptions storage;
  storage.path = options.db;
  if (options.power_safe) storage.durability = store::sqlite::SqliteOptions::Durability::kPower;
  return store::sqlite::SqliteStore::Open(storage);
}

// The token's file is made only once the database is ours, so that a second daemon leaves no trace.
absl::StatusOr<rules::Bytes32> OrganiserToken(const RunOptions& options, const host::Log& log) {
  const absl::StatusOr<AdminToken> token = AdminTokenOf(options.admin_token_file);
  if (!token.ok()) return token.status();
  const std::string file = "file=" + service::Escaped(options.admin_token_file, 300);
  if (token->made) log(LogLevel::kInfo, "admin_token_made", file);
  if (token->others_read)
    log(LogLevel::kWarning, "admin_token_readable_by_others", file + " (chmod 600 it)");
  return token->hash;
}

// Says where it listens, in the port file and then in the log.
absl::Status Announce(const RunOptions& options, const service::Server& server,
                      const host::Log& log) {
  if (!options.port_file.empty()) {
    const absl::Status written = WritePortFile(options.port_file, server.port());
    if (!written.ok()) return written;
  }
  const std::string host = options.server.listen.substr(0, options.server.listen.rfind(':'));
  log(LogLevel::kInfo, "listening",
      "address=" + host + ":" + std::to_string(server.port()) + " version=" TAKI_VERSION +
          " db=" + service::Escaped(options.db, 300) +
          " durability=" + (options.power_safe ? "power" : "result"));
  return absl::OkStatus();
}

ExitCode ServeLogged(const RunOptions& options, const host::Log& log) {
  auto store = OpenStore(options);
  if (!store.ok()) return CannotStart(log, store.status());
  const absl::StatusOr<rules::Bytes32> admin = OrganiserToken(options, log);
  if (!admin.ok()) return CannotStart(log, admin.status());

  service::ServerOptions server_options = options.server;
  server_options.admin_token_hash = *admin;
  service::Server server(server_options, (*store)->history());
  host::SystemClock clock;
  host::Host host(options.host, clock, server.transport(), (*store)->journal(), RandomBytes, log);
  if (const absl::Status status = host.Recover(); !status.ok()) return CannotStart(log, status);
  if (const absl::Status status = server.Start(host); !status.ok()) return CannotStart(log, status);
  absl::Status status = Announce(options, server, log);
  if (status.ok()) {
    const SignalThread signals(
        [&] {
          server.SayDraining();
          host.Drain();
        },
        log);
    status = host.Run();
  }
  server.Stop();
  if (!status.ok()) {
    log(LogLevel::kError, "ended", service::Escaped(std::string(status.message()), 1'000));
    return CodeOf(status);
  }
  log(LogLevel::kInfo, "stopped", "");
  return ExitCode::kOk;
}

}  // namespace

ExitCode Serve(const RunOptions& options) {
  BlockSignals();
  RaiseFileLimit();
  const host::Log log = OpenLog(options.log_level);
  service::RouteLibraryLogs(log);
  const ExitCode code = ServeLogged(options, log);
  CloseLog();
  return code;
}

}  // namespace taki::daemon
