// One daemon a database: a lock on `<db>.lock` that vanishes with the process (fault P10).
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace taki::store::sqlite {

// Held as long as the object lives. The file stays behind, with the holder's process id in it.
class LockFile {
 public:
  // FAILED_PRECONDITION if another process (or another LockFile of this one) holds it, naming its
  // process id if known; also if the file cannot be made.
  static absl::StatusOr<LockFile> Acquire(const std::string& path);
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  ~LockFile();

 private:
  explicit LockFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace taki::store::sqlite
