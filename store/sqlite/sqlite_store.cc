#include "store/sqlite/sqlite_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/files.h"
#include "store/sqlite/lock_file.h"
#include "store/sqlite/lost_log.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/sqlite_history.h"
#include "store/sqlite/sqlite_journal.h"

namespace taki::store::sqlite {
namespace {

absl::Status Damaged(const std::string& path, std::string_view what) {
  return absl::DataLossError(absl::StrCat(
      path, " is damaged (", absl::string_view(what.data(), what.size()),
      "): move it away and put the last backup in its place; docs/operating.md says how"));
}

// SQLite words the same damage in many ways; an operator wants to know the file and the remedy.
absl::Status Worded(const std::string& path, absl::Status status) {
  if (!absl::IsDataLoss(status)) return status;
  const absl::string_view message = status.message();
  return Damaged(path, std::string_view(message.data(), message.size()));
}

absl::Status Check(Connection& db, const std::string& path) {
  const absl::StatusOr<std::string> found = db.Text("PRAGMA quick_check(1)");
  if (!found.ok()) return Worded(path, found.status());
  return *found == "ok" ? absl::OkStatus() : Damaged(path, *found);
}

// Checks before it changes anything, so that a file that is not ours stays as it is.
absl::Status Prepare(const SqliteOptions& options) {
  const std::string& path = options.path;
  if (absl::Status status = MakePrivate(path); !status.ok()) return status;
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadWrite, options.vfs);
  if (!db.ok()) return Worded(path, db.status());
  if (db->read_only()) {
    return absl::FailedPreconditionError(absl::StrCat(path, " cannot be written by this user"));
  }
  const Migrations migrations = SchemaMigrations();
  const absl::StatusOr<std::int64_t> version =
      SchemaVersion(*db, static_cast<std::int64_t>(migrations.size()));
  if (!version.ok()) return Worded(path, version.status());
  if (*version > 0 && SizeOf(path) <= options.check_up_to_bytes) {
    if (absl::Status status = Check(*db, path); !status.ok()) return status;
  }
  // Before the first write only. Each live match writes at its own two places in the file, so a
  // turn of 32 matches logs 64 pages: with 2048 bytes a move costs a sixth less CPU than with 4096,
  // and a checkpoint, in which the loop stands still, takes half the time; bytes a move are the
  // same.
  absl::Status status = db->Run("PRAGMA page_size = 2048; PRAGMA synchronous = FULL;");
  if (!status.ok()) return status;
  const absl::StatusOr<std::string> mode = db->Text("PRAGMA journal_mode = WAL");
  if (!mode.ok()) return Worded(path, mode.status());
  if (*mode != "wal") {
    return absl::FailedPreconditionError(absl::StrCat(
        path, ": its file system cannot hold a write-ahead log; put the database on a local disk"));
  }
  return Worded(path, Migrate(*db, path, migrations));
}

}  // namespace

// The lock is let go last.
struct SqliteStore::Parts {
  Parts(LockFile held, const SqliteOptions& options)
      : lock(std::move(held)), path(options.path), vfs(options.vfs) {}
  LockFile lock;
  const std::string path;
  const std::string vfs;
  std::unique_ptr<SqliteJournal> journal;
  std::unique_ptr<SqliteHistory> history;
};

SqliteStore::SqliteStore(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

// Readers first: the last connection to go, if it may write, empties the log and removes it.
SqliteStore::~SqliteStore() {
  parts_->history.reset();
  parts_->journal.reset();
  MarkWhole(parts_->path, parts_->vfs);
}

absl::StatusOr<std::unique_ptr<SqliteStore>> SqliteStore::Open(const SqliteOptions& options) {
  absl::StatusOr<LockFile> lock = LockFile::Acquire(options.path + ".lock");
  if (!lock.ok()) return lock.status();
  if (absl::Status status = RefuseCopyWithoutLog(options.path); !status.ok()) return status;
  if (absl::Status status = Prepare(options); !status.ok()) return status;
  NoteGuarded(*lock, options.path);
  auto parts = std::make_unique<Parts>(*std::move(lock), options);
  absl::StatusOr<std::unique_ptr<SqliteJournal>> journal = SqliteJournal::Open(
      options.path, options.vfs, options.durability == SqliteOptions::Durability::kPower);
  if (!journal.ok()) return Worded(options.path, journal.status());
  parts->journal = *std::move(journal);
  absl::StatusOr<std::unique_ptr<SqliteHistory>> history = SqliteHistory::Open(
      options.path, options.vfs, options.readers, options.query_limit, options.matches_looked_at);
  if (!history.ok()) return Worded(options.path, history.status());
  parts->history = *std::move(history);
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(parts)));
}

Journal& SqliteStore::journal() { return *parts_->journal; }
History& SqliteStore::history() { return *parts_->history; }
int SqliteStore::wal_pages() const { return parts_->journal->wal_pages(); }

}  // namespace taki::store::sqlite
