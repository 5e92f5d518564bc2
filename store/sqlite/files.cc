#include "store/sqlite/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

absl::Status Refused(const char* doing, const std::string& path) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot ", doing, " ", path, ": ", std::strerror(errno),
                   "; the folder must exist, and it and the file must be writable for this user"));
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

absl::Status Flush(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Refused("open", path);
  const int failed = fsync(descriptor);
  close(descriptor);
  return failed != 0 ? Refused("flush", path) : absl::OkStatus();
}

// link(2), unlike rename(2), never replaces what came into being meanwhile.
absl::Status GiveName(const std::string& unfinished, const std::string& path) {
  if (absl::Status status = Flush(unfinished); !status.ok()) return status;
  if (link(unfinished.c_str(), path.c_str()) != 0) {
    return errno == EEXIST ? absl::AlreadyExistsError(absl::StrCat(path, " exists"))
                           : Refused("name", path);
  }
  return Flush(FolderOf(path));
}

// The unfinished file, held by nobody else: two that write the same file at once (cron may be late)
// would make a mixture of both.
class Unfinished {
 public:
  explicit Unfinished(std::string name) : name_(std::move(name)) {}
  ~Unfinished() {
    if (held_) unlink(name_.c_str());
    if (descriptor_ >= 0) close(descriptor_);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  const std::string& name() const { return name_; }

  // Empty and private, also if a process that was killed left it behind.
  absl::Status Make() {
    descriptor_ = open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor_ < 0) return Refused("open", name_);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 || !IsThere()) {
      return absl::FailedPreconditionError(
          absl::StrCat("another process is writing ", name_, "; wait for it"));
    }
    held_ = true;
    if (fchmod(descriptor_, 0600) != 0 || ftruncate(descriptor_, 0) != 0)
      return Refused("open", name_);
    return absl::OkStatus();
  }

 private:
  // Not if the other one has finished just now, and its file is gone.
  bool IsThere() const {
    struct stat ours {
    }, there{};
    return fstat(descriptor_, &ours) == 0 && stat(name_.c_str(), &there) == 0 &&
           ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
  }

  const std::string name_;
  int descriptor_ = -1;
  bool held_ = false;
};

}  // namespace

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::int64_t SizeOf(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 ? static_cast<std::int64_t>(info.st_size) : 0;
}

absl::Status MakePrivate(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return Refused("open", path);
  close(descriptor);
  return absl::OkStatus();
}

absl::Status WriteWhole(const std::string& path,
                        const std::function<absl::Status(const std::string& unfinished)>& write) {
  if (Exists(path)) {
    return absl::AlreadyExistsError(
        absl::StrCat(path, " exists; remove it or choose another name"));
  }
  Unfinished unfinished(absl::StrCat(path, ".unfinished"));
  absl::Status status = unfinished.Make();
  if (status.ok()) status = write(unfinished.name());
  if (status.ok()) status = GiveName(unfinished.name(), path);
  return status;
}

}  // namespace taki::store::sqlite
