#include "store/sqlite/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

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
  const std::string unfinished = absl::StrCat(path, ".unfinished");
  unlink(unfinished.c_str());  // of a process that was killed
  absl::Status status = MakePrivate(unfinished);
  if (status.ok()) status = write(unfinished);
  if (status.ok()) status = GiveName(unfinished, path);
  unlink(unfinished.c_str());
  return status;
}

}  // namespace taki::store::sqlite
