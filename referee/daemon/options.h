// The command line of taki-referee, as values.
//
// Parsing touches nothing outside: no file, no socket. `taki-referee --help` prints what
// docs/operating.md explains.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "referee/host/host.h"
#include "referee/service/server.h"

namespace taki::daemon {

// What a script learns from the exit code; docs/operating.md has the same table.
enum class ExitCode : int {
  kOk = 0,           // stopped as told; verify: every match is right
  kDiffers = 1,      // verify: at least one match differs from its record
  kUsage = 2,        // the command line is wrong; nothing was touched
  kCannotStart = 3,  // an address, a file or the system refuses; the log or stderr says what to do
  kDamaged = 4,      // the database is damaged
};

struct RunOptions {
  std::string db = "taki.db";
  std::string admin_token_file;  // empty: DB.admin-token
  std::string port_file;         // empty: none
  std::string log_level = "info";
  bool power_safe = false;  // --durability=power
  bool plaintext_beyond_loopback = false;
  host::Options host;
  service::ServerOptions server;
};
struct VerifyOptions {
  std::string db;
  int threads = 0;  // 0: all cores
};
struct SnapshotOptions {
  std::string db;
  std::string to;
};
struct BackupOptions {
  std::string db;
  std::string to;
};
// Nothing is to be done: help or version was asked for, or the line was wrong. `text` is for
// stdout if `code` is kOk, else for stderr.
struct Say {
  ExitCode code = ExitCode::kOk;
  std::string text;
};

using Command = std::variant<Say, RunOptions, VerifyOptions, SnapshotOptions, BackupOptions>;

Command ParseCommandLine(int argc, const char* const* argv);

// host:port with a port of 0 to 65535; the host may be [::1].
bool IsAddress(const std::string& listen);
// Whether only this machine can reach it: 127.x, [::1] or localhost. Requires: IsAddress.
bool IsLoopback(const std::string& listen);

}  // namespace taki::daemon
