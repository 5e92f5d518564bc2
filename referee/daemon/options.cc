#include "referee/daemon/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace taki::daemon {
namespace {

constexpr const char* kDescription =
    "The TAKI referee: bots dial in, it deals, judges every action, and records every match.\n"
    "Without a subcommand it serves until SIGTERM or SIGINT, then lets running matches go on for\n"
    "--drain-limit-ms, parks them and ends; a second signal parks at once.";

constexpr const char* kFooter =
    "Exit codes: 0 stopped as told (verify: all right), 1 verify found a match that differs,\n"
    "2 the command line is wrong, 3 cannot start, 4 the database is damaged.\n"
    "More: docs/operating.md";

// Splits host:port at the last colon; empty strings if there is none.
std::pair<std::string, std::string> SplitAddress(const std::string& listen) {
  const std::size_t colon = listen.rfind(':');
  if (colon == std::string::npos) return {};
  return {listen.substr(0, colon), listen.substr(colon + 1)};
}

void AddStorage(CLI::App& app, RunOptions& options, std::string& durability) {
  app.add_option("--db", options.db, "The database file; made if it is not there")
      ->capture_default_str();
  app.add_option("--durability", durability,
                 "What a power cut may cost: `result` the last moves of unfinished matches, "
                 "`power` nothing (0.3 ms more for each commit)")
      ->check(CLI::IsMember({"result", "power"}))
      ->capture_default_str();
  app.add_option("--admin-token-file", options.admin_token_file,
                 "The organiser's token; made (mode 0600) if it is not there. Default: "
                 "DB.admin-token");
}

void AddNetwork(CLI::App& app, RunOptions& options, bool& no_reflection) {
  app.add_option("--listen", options.server.listen, "host:port; port 0 takes any free one")
      ->capture_default_str();
  app.add_option("--port-file", options.port_file,
                 "Write the port that was taken to this file, once it is served");
  app.add_flag("--allow-plaintext-beyond-loopback", options.plaintext_beyond_loopback,
               "Needed for an address that other machines can reach: tokens travel unencrypted "
               "(put a proxy with TLS in front instead)");
  app.add_flag("--no-reflection", no_reflection, "Do not serve gRPC reflection");
  app.add_option("--keepalive-time-ms", options.server.keepalive_time_ms,
                 "A peer that is silent for so long is asked whether it lives")
      ->check(CLI::Range(1'000, 600'000))
      ->capture_default_str();
  app.add_option("--keepalive-timeout-ms", options.server.keepalive_timeout_ms,
                 "... and has so long to answer")
      ->check(CLI::Range(500, 600'000))
      ->capture_default_str();
  app.add_option("--log-level", options.log_level, "Least level that is logged, to stderr")
      ->check(CLI::IsMember({"info", "warning", "error"}))
      ->capture_default_str();
}

void AddLimits(CLI::App& app, host::Options& host) {
  const auto add = [&app](const char* name, std::int32_t& value, int low, int high,
                          const char* help) {
    app.add_option(name, value, help)
        ->check(CLI::Range(low, high))
        ->capture_default_str()
        ->group("Limits");
  };
  add("--max-live-matches", host.max_live_matches, 1, 100'000, "Matches being played at once");
  add("--max-queued-matches", host.max_queued_matches, 1, 10'000'000, "Matches that wait");
  add("--max-matches-per-bot", host.max_matches_per_bot, 1, 10'000, "Matches of one bot at once");
  add("--max-sessions", host.max_sessions, 1, 100'000, "Bots connected at once");
  add("--max-watchers", host.max_watchers, 0, 100'000, "Streams of WatchMatch at once");
  add("--messages-per-second", host.misuse_per_second, 1, 1'000'000,
      "Messages of one bot that are not accepted replies");
  add("--connects-per-minute", host.connects_per_minute, 1, 1'000'000,
      "Streams that one bot may open");
  add("--drain-limit-ms", host.drain_limit_ms, 0, 86'400'000,
      "After SIGTERM matches go on for so long");
}

// What both kinds of copies are told.
void AddCopying(CLI::App& app, std::string& db, std::string& to) {
  app.add_option("--db", db, "The database file")->required();
  app.add_option("TARGET,--to", to, "The file to write; must not be there")->required();
  app.footer(
      "Exit codes: 0 the copy is there, whole, 2 the command line is wrong, 3 it cannot be made\n"
      "(stderr says why), 4 the database is damaged. But for 0 there is no copy.");
}

ExitCode CodeOf(const CLI::Error& error) {
  return error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success) ? ExitCode::kOk
                                                                            : ExitCode::kUsage;
}

Say SayOf(CLI::App& app, const CLI::Error& error) {
  std::ostringstream out, err;
  app.exit(error, out, err);
  const ExitCode code = CodeOf(error);
  return {code, code == ExitCode::kOk ? out.str() : err.str()};
}

// What CLI11 cannot know about a line that parses.
std::string Fault(const RunOptions& options) {
  if (options.db.empty()) return "--db: the name of a file is needed";
  if (!IsAddress(options.server.listen))
    return "--listen: must be host:port, for example 127.0.0.1:7450 or [::1]:0";
  if (!IsLoopback(options.server.listen) && !options.plaintext_beyond_loopback)
    return "--listen: other machines could reach " + options.server.listen +
           ", and tokens would travel unencrypted. Put a proxy with TLS in front of a loopback "
           "address, or say --allow-plaintext-beyond-loopback";
  return {};
}

}  // namespace

bool IsAddress(const std::string& listen) {
  const auto [host, port] = SplitAddress(listen);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (host.empty() || (!bracketed && host.find(':') != std::string::npos)) return false;
  const bool named = bracketed || std::all_of(host.begin(), host.end(), [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '.' || c == '-';
                     });
  const bool digits =
      !port.empty() && port.size() <= 5 &&
      std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  return named && digits && std::stoi(port) <= 65'535;
}

bool IsLoopback(const std::string& listen) {
  const std::string host = SplitAddress(listen).first;
  const bool numbers = std::all_of(host.begin(), host.end(),
                                   [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  return host == "localhost" || host == "[::1]" || (numbers && host.starts_with("127."));
}

Command ParseCommandLine(int argc, const char* const* argv) {
  CLI::App app{kDescription, "taki-referee"};
  app.footer(kFooter);
  app.set_version_flag("--version", "taki-referee " TAKI_VERSION);
  RunOptions run;
  std::string durability = "result";
  bool no_reflection = false;
  AddStorage(app, run, durability);
  AddNetwork(app, run, no_reflection);
  AddLimits(app, run.host);

  VerifyOptions verify;
  CLI::App* verify_app = app.add_subcommand(
      "verify", "Re-play every finished match of a database and compare it with its record");
  verify_app->add_option("--db", verify.db, "The database file")->required();
  verify_app->add_option("--threads", verify.threads, "How many at once; 0: one a core")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  SnapshotOptions snapshot;
  CLI::App* snapshot_app = app.add_subcommand(
      "snapshot", "Copy a database for analysts, without unfinished matches and token hashes");
  AddCopying(*snapshot_app, snapshot.db, snapshot.to);
  BackupOptions backup;
  CLI::App* backup_app = app.add_subcommand(
      "backup", "Copy a whole database, secrets and all, to restore from; the referee may run");
  AddCopying(*backup_app, backup.db, backup.to);
  app.require_subcommand(0, 1);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Error& error) {
    return SayOf(app, error);
  }
  if (verify_app->parsed()) return verify;
  if (snapshot_app->parsed()) return snapshot;
  if (backup_app->parsed()) return backup;
  if (const std::string fault = Fault(run); !fault.empty())
    return Say{ExitCode::kUsage, fault + "\n"};
  run.power_safe = durability == "power";
  run.server.reflection = !no_reflection;
  run.server.server_version = run.host.server_version = TAKI_VERSION;
  if (run.admin_token_file.empty()) run.admin_token_file = run.db + ".admin-token";
  return run;
}

}  // namespace taki::daemon
