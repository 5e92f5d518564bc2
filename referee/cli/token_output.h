// Where a bot's new token goes: to the terminal, or into a file that only its owner can read.
#pragma once

#include <string>

namespace taki::cli {

// A file (0600) that was made before the token exists, so that a token is never lost to a full disk
// or a wrong path. It gets its name only by Keep; without it nothing is left behind.
class TokenFile {
 public:
  // Throws a Failure if `path` cannot be written, or exists and `replace` is false.
  TokenFile(std::string path, bool replace);
  ~TokenFile();
  TokenFile(const TokenFile&) = delete;
  TokenFile& operator=(const TokenFile&) = delete;

  // Writes the token and a newline, and gives the file its name. Throws a Failure that holds the
  // token if that does not succeed: it cannot be had again.
  void Keep(const std::string& token);

 private:
  std::string path_;
  std::string temporary_;  // empty once it was renamed
  int descriptor_ = -1;
};

}  // namespace taki::cli
