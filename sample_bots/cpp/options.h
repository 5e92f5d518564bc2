// The command line and the environment of a bot on this kit (docs/bots.md lists the flags).
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace taki::bot_kit {

struct Options {
  std::string server;             // host:port
  std::string token;              // `taki_` and 43 characters
  std::string bot_version = "1";  // [A-Za-z0-9._-]{1,32}
  int max_matches = 0;            // at once; 0: as many as the referee allows
  int games = 0;                  // finish so many, then stop; 0: play on
  int give_up_s = 0;              // stop when no referee was found for so long; 0: never
  bool tls = false;
  std::string tls_ca;      // a PEM file; empty: the system's roots
  std::uint64_t seed = 0;  // of Chance
  bool quiet = false;
};

// The options, or the exit code to return at once (0 after --help); what is wrong has been printed.
std::variant<Options, int> ParseOptions(int argc, char** argv);

}  // namespace taki::bot_kit
