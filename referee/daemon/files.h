// The two small files that the daemon writes beside its database, and the system's randomness.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/rules/sha256.h"

namespace taki::daemon {

// 32 bytes of getrandom(2); ends the process if the system has none.
rules::Bytes32 RandomBytes();

struct AdminToken {
  rules::Bytes32 hash{};
  bool made = false;         // just now
  bool others_read = false;  // its mode lets others read it
};
// The token in the first line of `path`; a new one in a new file of mode 0600 if there is none.
// FAILED_PRECONDITION with what to do if the file cannot be read or written, or holds no token.
absl::StatusOr<AdminToken> AdminTokenOf(const std::string& path);

// Writes `port` and a newline so that a reader never sees half of it.
absl::Status WritePortFile(const std::string& path, int port);

}  // namespace taki::daemon
