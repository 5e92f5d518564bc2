// Whether a file is a copy of one that was in use, made without the log beside it (fault P9).
//
// While a referee uses a file, what was committed last is in `-wal` beside it, and the file's
// header says that it has such a log. A referee that stops puts everything into the file, and takes
// the mark away. A marked file without a log is therefore either such a copy, or the log was put
// into it by another program, after a crash; the lock file beside it knows which file it guarded.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "store/sqlite/lock_file.h"

namespace taki::store::sqlite {

// FAILED_PRECONDITION with what to do if the file is such a copy; OK of anything else, also of what
// is not there.
absl::Status RefuseCopyWithoutLog(const std::string& path);

// From now on `lock` says that it guards the file at `path`. Requires: that is there.
void NoteGuarded(LockFile& lock, const std::string& path);

// Puts everything into the file and takes the mark away, if nobody else reads it.
void MarkWhole(const std::string& path, const std::string& vfs);

}  // namespace taki::store::sqlite
