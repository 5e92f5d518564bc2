#include "store/sqlite/backup.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/files.h"
#include "store/sqlite/lost_log.h"
#include "store/sqlite/migrations.h"

namespace taki::store::sqlite {
namespace {

// Of a referee's file, of this version or an older one: it is backed up before it is migrated.
absl::StatusOr<std::int64_t> VersionOf(Connection& db, const std::string& path) {
  const absl::StatusOr<std::int64_t> version =
      SchemaVersion(db, static_cast<std::int64_t>(SchemaMigrations().size()));
  if (version.ok() && *version == 0)
    return absl::FailedPreconditionError(
        absl::StrCat(path, " is empty: there is nothing to back up"));
  return version;
}

// A backup that cannot be restored is worse than none.
absl::Status Check(const std::string& copy, std::int64_t version) {
  absl::StatusOr<Connection> db = Connection::Open(copy, Access::kReadOnly, "");
  if (!db.ok()) return db.status();
  const absl::StatusOr<std::int64_t> copied = VersionOf(*db, copy);
  if (!copied.ok()) return copied.status();
  const absl::StatusOr<std::string> found = db->Text("PRAGMA integrity_check(1)");
  if (!found.ok()) return found.status();
  if (*copied == version && *found == "ok") return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(
      "the copy is damaged (", *found,
      "), so it was thrown away: the database itself may be damaged, or the disk that was to take "
      "the copy"));
}

}  // namespace

absl::Status Backup(const std::string& path, const std::string& target) {
  if (!Exists(path)) return absl::FailedPreconditionError(absl::StrCat("there is no file ", path));
  if (absl::Status status = RefuseCopyWithoutLog(path); !status.ok()) return status;
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, "");
  if (!db.ok()) return db.status();
  const absl::StatusOr<std::int64_t> version = VersionOf(*db, path);
  if (!version.ok()) return version.status();
  return WriteWhole(target, [&db, &version](const std::string& unfinished) {
    absl::Status status = db->CopyInto(unfinished);
    return status.ok() ? Check(unfinished, *version) : status;
  });
}

}  // namespace taki::store::sqlite
