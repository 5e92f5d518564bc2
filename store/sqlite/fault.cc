#include "store/sqlite/fault.h"

#include <sqlite3.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

struct Meaning {
  absl::StatusCode code;
  const char* advice;
};

Meaning MeaningOf(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return {absl::StatusCode::kUnavailable, "free some space on the disk; nothing is lost"};
    case SQLITE_IOERR:
      return {absl::StatusCode::kUnavailable, "look at the disk and at the system's log"};
    case SQLITE_CANTOPEN:
      return {absl::StatusCode::kUnavailable, "look at the folder's permissions and open files"};
    case SQLITE_READONLY:
      return {absl::StatusCode::kUnavailable, "the file or its folder cannot be written"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return {absl::StatusCode::kUnavailable, "another program holds a lock on the database"};
    case SQLITE_NOMEM: return {absl::StatusCode::kUnavailable, "the machine is out of memory"};
    case SQLITE_INTERRUPT: return {absl::StatusCode::kUnavailable, "it took too long"};
    case SQLITE_CORRUPT: return {absl::StatusCode::kDataLoss, "restore the last backup"};
    case SQLITE_NOTADB:
      return {absl::StatusCode::kDataLoss, "it is not a SQLite database, or its start is damaged"};
    case SQLITE_CONSTRAINT:
      return {code == SQLITE_CONSTRAINT_UNIQUE ? absl::StatusCode::kAlreadyExists
                                               : absl::StatusCode::kFailedPrecondition,
              "it contradicts what is stored"};
    default: return {absl::StatusCode::kInternal, "this is a fault of the referee"};
  }
}

}  // namespace

absl::Status FaultOf(sqlite3* db, int code, std::string_view doing) {
  const Meaning meaning = MeaningOf(code);
  const char* file = db == nullptr ? nullptr : sqlite3_db_filename(db, "main");
  // The connection's own text names the column of a constraint; it may be about another call.
  const bool fits = db != nullptr && sqlite3_extended_errcode(db) == code;
  return absl::Status(meaning.code,
                      absl::StrCat(absl::string_view(doing.data(), doing.size()),
                                   file == nullptr || *file == '\0' ? "" : absl::StrCat(" ", file),
                                   ": ", fits ? sqlite3_errmsg(db) : sqlite3_errstr(code),
                                   " (sqlite ", code, "): ", meaning.advice));
}

bool IsIoFault(int code) { return (code & 0xff) == SQLITE_IOERR; }

}  // namespace taki::store::sqlite
