// What we do with files beside SQLite: make them private, and never leave half of one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"

namespace taki::store::sqlite {

bool Exists(const std::string& path);
std::int64_t SizeOf(const std::string& path);  // 0 if there is none

// An empty file that only its owner can read (0600), unless there is one already. SQLite gives the
// same permissions to the files it makes beside it. FAILED_PRECONDITION if that is not possible.
absl::Status MakePrivate(const std::string& path);

// Has `write` fill a private file beside `path`, flushes it to disk and gives it its name; whatever
// fails, there is the whole file or none. ALREADY_EXISTS if `path` exists; FAILED_PRECONDITION if
// another process is writing it.
absl::Status WriteWhole(const std::string& path,
                        const std::function<absl::Status(const std::string& unfinished)>& write);

}  // namespace taki::store::sqlite
