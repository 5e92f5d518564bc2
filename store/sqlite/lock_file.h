// One daemon a database: a lock on `<db>.lock` that vanishes with the process (fault P10).
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace taki::store::sqlite {

// Held as long as the object lives. The file stays behind, with the holder's process id in it, and
// which file it guarded.
class LockFile {
 public:
  // FAILED_PRECONDITION if another process (or another LockFile of this one) holds it, naming its
  // process id if known; also if the file cannot be made.
  static absl::StatusOr<LockFile> Acquire(const std::string& path);
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  ~LockFile();

  // Notes the inode of the file that it guards, for GuardedBy.
  void Guard(std::uint64_t inode);
  // What the last one that held the lock at `path` has noted, also if it was killed. 0: nothing.
  static std::uint64_t GuardedBy(const std::string& path);

 private:
  explicit LockFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace taki::store::sqlite
