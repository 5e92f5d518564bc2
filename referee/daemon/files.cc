#include "referee/daemon/files.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "referee/rules/check.h"
#include "referee/service/auth.h"

namespace taki::daemon {
namespace {

absl::Status Fault(const std::string& path, const std::string& what) {
  return absl::FailedPreconditionError(path + ": " + what);
}

std::string Errno() { return std::strerror(errno); }

// Closes at the end of its life.
class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  int fd() const { return fd_; }

 private:
  int fd_;
};

bool WriteAll(int fd, const std::string& text) {
  return write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(fd) == 0;
}

absl::StatusOr<AdminToken> MakeToken(const std::string& path) {
  const File file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.fd() < 0) return Fault(path, "cannot write the organiser's token there: " + Errno());
  const std::string token = service::TokenText(RandomBytes());
  if (!WriteAll(file.fd(), token + "\n")) {
    const std::string why = Errno();
    unlink(path.c_str());  // half a token must not be found at the next start
    return Fault(path, "cannot write the organiser's token there: " + why);
  }
  return AdminToken{service::TokenHash(token), true, false};
}

}  // namespace

rules::Bytes32 RandomBytes() {
  rules::Bytes32 bytes{};
  TAKI_CHECK(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  return bytes;
}

absl::StatusOr<AdminToken> AdminTokenOf(const std::string& path) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.fd() < 0 && errno == ENOENT) return MakeToken(path);
  if (file.fd() < 0) return Fault(path, "cannot read the organiser's token: " + Errno());
  char buffer[256];
  const ssize_t count = read(file.fd(), buffer, sizeof buffer);
  if (count < 0) return Fault(path, "cannot read the organiser's token: " + Errno());
  std::string token(buffer, static_cast<std::size_t>(count));
  token = token.substr(0, token.find('\n'));
  if (!service::IsTokenText(token))
    return Fault(path,
                 "the first line is no token (`taki_` and 43 base64url characters); remove the "
                 "file to have a new one made");
  struct stat status {};
  const bool others = fstat(file.fd(), &status) == 0 && (status.st_mode & (S_IRGRP | S_IROTH)) != 0;
  return AdminToken{service::TokenHash(token), false, others};
}

absl::Status WritePortFile(const std::string& path, int port) {
  const std::string half = path + ".new";
  {
    const File file(open(half.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.fd() < 0 || !WriteAll(file.fd(), std::to_string(port) + "\n"))
      return Fault(path, "cannot write the port there: " + Errno());
  }
  if (std::rename(half.c_str(), path.c_str()) != 0)
    return Fault(path, "cannot write the port there: " + Errno());
  return absl::OkStatus();
}

}  // namespace taki::daemon
