// What `taki-referee backup` does: a complete copy of a database, secrets and all, to restore from.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace taki::store::sqlite {

// Writes all that is committed in `path` as of now to `target`: one plain file of mode 0600 that
// needs no log, checked as a whole after it was written. A live daemon may be using `path`, and is
// not held up. There is the whole copy or none. ALREADY_EXISTS if `target` is there;
// FAILED_PRECONDITION if `path` is no referee's file, a newer one's, or a copy without its log;
// DATA_LOSS if it is damaged.
absl::Status Backup(const std::string& path, const std::string& target);

}  // namespace taki::store::sqlite
