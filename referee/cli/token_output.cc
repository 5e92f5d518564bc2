#include "referee/cli/token_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "referee/cli/failure.h"
#include "referee/cli/text.h"

namespace taki::cli {

TokenFile::TokenFile(std::string path, bool replace) : path_(std::move(path)) {
  if (!replace && access(path_.c_str(), F_OK) == 0)
    throw LocalFailure("the file " + Escaped(path_) +
                       " exists and would be lost; name another with --save-token");
  temporary_ = path_ + ".XXXXXX";
  descriptor_ = mkstemp(temporary_.data());  // makes it 0600
  if (descriptor_ < 0)
    throw LocalFailure("cannot write " + Escaped(path_) + ": " + std::strerror(errno));
}

TokenFile::~TokenFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (descriptor_ >= 0 && !temporary_.empty()) unlink(temporary_.c_str());
}

void TokenFile::Keep(const std::string& token) {
  const std::string line = token + "\n";
  const bool written =
      write(descriptor_, line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
      fsync(descriptor_) == 0 && std::rename(temporary_.c_str(), path_.c_str()) == 0;
  if (!written)
    throw LocalFailure("cannot write " + Escaped(path_) + ": " + std::strerror(errno) +
                       ". The token, which cannot be shown again: " + Escaped(token));
  temporary_.clear();
}

}  // namespace taki::cli
