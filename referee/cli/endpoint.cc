#include "referee/cli/endpoint.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "referee/cli/failure.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

// `taki_` and 43 base64url characters (docs/protocol.md). Anything else would be refused by the
// referee; here it is most often a file that was mistaken for a token file.
bool LooksLikeToken(const std::string& text) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.size() == 48 && text.rfind("taki_", 0) == 0 &&
         text.find_first_not_of(kAlphabet, 5) == std::string::npos;
}

Found Checked(Found token) {
  // The value itself is not repeated: it may be a real token with a slip.
  if (!LooksLikeToken(token.value))
    throw UsageFailure(token.from + " is no token (a token is `taki_` and 43 more characters)");
  return token;
}

// The first line of the file.
Found ReadTokenFile(const std::string& path, const std::string& from) {
  errno = 0;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) {
    const std::string why = errno != 0 ? std::strerror(errno) : "it is empty";
    throw LocalFailure("cannot read the token file " + Escaped(path) + " (" + from + "): " + why);
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (!LooksLikeToken(line))
    throw LocalFailure("the file " + Escaped(path) + " (" + from +
                       ") holds no token (a token is `taki_` and 43 more characters)");
  return {line, from + " " + Escaped(path)};
}

}  // namespace

Found FindServer(const EndpointFlags& flags, const Surroundings& around) {
  if (!flags.server.empty()) return {flags.server, "--server"};
  if (const auto server = around.env("TAKI_SERVER")) return {*server, "TAKI_SERVER"};
  return {kDefaultServer, "the default"};
}

std::optional<Found> NamedToken(const EndpointFlags& flags, const Surroundings& around) {
  if (!flags.token.empty()) return Checked({flags.token, "--token"});
  if (!flags.token_file.empty()) return ReadTokenFile(flags.token_file, "--token-file");
  if (const auto token = around.env("TAKI_TOKEN")) return Checked({*token, "TAKI_TOKEN"});
  if (const auto path = around.env("TAKI_TOKEN_FILE"))
    return ReadTokenFile(*path, "TAKI_TOKEN_FILE");
  return std::nullopt;
}

Found RequireToken(const EndpointFlags& flags, const Surroundings& around) {
  if (const auto named = NamedToken(flags, around)) return *named;
  errno = 0;
  if (std::ifstream(kDefaultTokenFile).good())
    return ReadTokenFile(kDefaultTokenFile, "the default file");
  const std::string why = errno != 0 ? std::strerror(errno) : "it cannot be read";
  Failure failure = LocalFailure(
      "this command needs a token and found none. It looked at --token, --token-file, TAKI_TOKEN, "
      "TAKI_TOKEN_FILE and the file " +
      std::string(kDefaultTokenFile) + " in this directory (" + why + ").");
  failure.hint = "taki-referee writes the organiser's token beside its database: DB.admin-token";
  throw failure;
}

}  // namespace taki::cli
