// Where the referee is and with which token to speak: flag, then environment, then default.
#pragma once

#include <optional>
#include <string>

#include "referee/cli/surroundings.h"

namespace taki::cli {

inline constexpr char kDefaultServer[] = "127.0.0.1:7450";
// What taki-referee writes beside its database, which it calls taki.db unless told otherwise.
inline constexpr char kDefaultTokenFile[] = "taki.db.admin-token";

// The flags that every command has; empty: not given.
struct EndpointFlags {
  std::string server;
  std::string token;
  std::string token_file;
};

// A value and where it was found ("--server", "TAKI_SERVER", "the default"), for error messages.
struct Found {
  std::string value;
  std::string from;
};

Found FindServer(const EndpointFlags& flags, const Surroundings& around);

// --token, --token-file, TAKI_TOKEN, TAKI_TOKEN_FILE, the default file. Throws a Failure that says
// where it looked. A file that was named but cannot be read, or does not hold a token, is a Failure
// and never skipped.
Found RequireToken(const EndpointFlags& flags, const Surroundings& around);

// For commands that need no token: one that was named, by flag or environment, else nothing. (The
// default file holds the organiser's token, which is not sent where it is not asked for.)
std::optional<Found> NamedToken(const EndpointFlags& flags, const Surroundings& around);

}  // namespace taki::cli
