#include "store/sqlite/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

// The process id in the lock file, 0 if there is none.
long HolderOf(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t size = pread(descriptor, text.data(), text.size(), 0);
  long pid = 0;
  if (size > 0) std::from_chars(text.data(), text.data() + size, pid);
  return pid;
}

}  // namespace

absl::StatusOr<LockFile> LockFile::Acquire(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot make ", path, ": ", std::strerror(errno),
                     "; the database needs a folder that exists and can be written"));
  }
  LockFile lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const long holder = HolderOf(descriptor);
    return absl::FailedPreconditionError(absl::StrCat(
        "another taki-referee", holder > 0 ? absl::StrCat(" (process ", holder, ")") : "",
        " uses this database (it holds ", path, "); stop it, or choose another file with --db"));
  }
  // For the message above only: a failure to write it changes nothing.
  const std::string pid = absl::StrCat(getpid(), "\n");
  if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, pid.data(), pid.size(), 0) < 0) errno = 0;
  return lock;
}

LockFile::LockFile(LockFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

LockFile::~LockFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace taki::store::sqlite
