// What SQLite's result codes mean to us: the world's fault with a sentence about what to do.
#pragma once

#include <string_view>

#include "absl/status/status.h"

struct sqlite3;

namespace taki::store::sqlite {

// UNAVAILABLE: disk full, I/O error, locked, no memory: nothing is broken, it can be tried again.
// DATA_LOSS: the file is damaged, or no database. ALREADY_EXISTS: a unique value is taken.
// FAILED_PRECONDITION: another constraint. INTERNAL: anything else, which would be a fault of ours.
// `code` is an extended result code of `db`; `doing` says what failed ("committing"). `db` may be
// null if there is no connection.
absl::Status FaultOf(sqlite3* db, int code, std::string_view doing);

// Whether `code` leaves it open what of earlier writes has reached the disk: the connection must
// then be reopened, never asked again (fault P18).
bool IsIoFault(int code);

}  // namespace taki::store::sqlite
