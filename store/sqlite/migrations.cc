#include "store/sqlite/migrations.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/files.h"

namespace taki::store::sqlite {
namespace {

absl::Status NotOurs(std::int64_t application_id) {
  return absl::FailedPreconditionError(
      absl::StrCat("the file is a database of another program (application_id ", application_id,
                   "); choose another file with --db"));
}

// Made under another name first, so that a backup is never half there.
absl::Status BackUp(Connection& db, const std::string& path, std::int64_t version) {
  const std::string backup = absl::StrCat(path, ".v", version, ".backup");
  if (Exists(backup)) return absl::OkStatus();
  return WriteWhole(backup,
                    [&db](const std::string& unfinished) { return db.CopyInto(unfinished); });
}

absl::Status RunOne(Connection& db, const char* sql, std::int64_t number) {
  absl::Status status = db.Run("BEGIN IMMEDIATE");
  if (status.ok()) status = db.Run(sql);
  if (status.ok()) {
    const absl::StatusOr<std::int64_t> now = db.Number("PRAGMA user_version");
    if (!now.ok()) {
      status = now.status();
    } else if (*now != number) {
      status = absl::InternalError(absl::StrCat("migration ", number, " leaves version ", *now));
    }
  }
  if (status.ok()) status = db.Run("COMMIT");
  if (!status.ok() && db.in_transaction()) (void)db.Run("ROLLBACK");
  return status;
}

}  // namespace

absl::StatusOr<std::int64_t> SchemaVersion(Connection& db, std::int64_t newest) {
  const absl::StatusOr<std::int64_t> application = db.Number("PRAGMA application_id");
  if (!application.ok()) return application.status();
  const absl::StatusOr<std::int64_t> version = db.Number("PRAGMA user_version");
  if (!version.ok()) return version.status();
  const absl::StatusOr<std::int64_t> objects = db.Number("SELECT count(*) FROM sqlite_schema");
  if (!objects.ok()) return objects.status();
  if (*application == 0 && *version == 0 && *objects == 0) return 0;
  if (*application != kApplicationId) return NotOurs(*application);
  if (*version > newest) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the file was written by a newer taki-referee (schema ", *version,
        ", this one knows up to ", newest, "); use that version, or a file of its own with --db"));
  }
  return *version;
}

absl::Status Migrate(Connection& db, const std::string& path, Migrations migrations) {
  const absl::StatusOr<std::int64_t> version =
      SchemaVersion(db, static_cast<std::int64_t>(migrations.size()));
  if (!version.ok()) return version.status();
  if (*version > 0 && std::cmp_less(*version, migrations.size())) {
    if (absl::Status status = BackUp(db, path, *version); !status.ok()) return status;
  }
  if (absl::Status status = db.DefineTimeBucket(); !status.ok()) return status;
  for (auto next = static_cast<std::size_t>(*version); next < migrations.size(); ++next) {
    absl::Status status = RunOne(db, migrations[next], static_cast<std::int64_t>(next) + 1);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace taki::store::sqlite
