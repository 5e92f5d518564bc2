// One connection to a SQLite file, opened for writing or for reading only.
//
// Owns the handle; Statements made by it must be gone before it. Used by one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/values.h"

struct sqlite3;

namespace taki::store::sqlite {

enum class Access { kReadWrite, kReadOnly };

class Connection {
 public:
  // Opens a file that exists. `vfs` names a registered SQLite VFS, empty: the default one.
  // A reader can only read, whatever the file allows.
  static absl::StatusOr<Connection> Open(const std::string& path, Access access,
                                         const std::string& vfs);
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) noexcept;
  ~Connection();

  // Runs one or several statements that are written in our source.
  absl::Status Run(const char* sql);
  absl::StatusOr<Statement> Prepare(const char* sql);
  // The first column of the first row, a number or text.
  absl::StatusOr<std::int64_t> Number(const char* sql);
  absl::StatusOr<std::string> Text(const char* sql);
  // Writes a consistent, compacted copy to `target`, which must be empty or not there.
  absl::Status CopyInto(const std::string& target);

  bool in_transaction() const;
  bool read_only() const;        // the file cannot be written, although that was asked for
  std::int64_t changes() const;  // rows that the last INSERT or UPDATE changed
  int last_fault() const;        // extended code of the last call that failed
  bool interrupted() const;      // whether that was the time limit

  // Lets SQL call time_bucket(ms), which is TimeBucketOf (store/time_buckets.h); for migrations.
  absl::Status DefineTimeBucket();
  // From now on `SELECT name(a, b, ...) FROM ...` shows the values of each row to `visitor`, which
  // must outlive the connection, and then has one row.
  absl::Status ShowRowsTo(RowVisitor& visitor, const char* name);

  // From now on refuses all SQL that changes the schema, attaches a file or sets a pragma other
  // than `synchronous` (fault N22). Costs something when a statement is prepared, nothing when it
  // runs.
  void DenySchemaChanges();

  // Every statement must be done within `limit` of StartClock, else it fails (fault S13).
  void LimitTime(std::chrono::milliseconds limit);
  void StartClock();

  // From now on counts the pages of the write-ahead log. After `PRAGMA wal_autocheckpoint`, which
  // would end it.
  void CountWalPages();
  int wal_pages() const;  // after the last commit of this connection
  // Moves what it can from the log to the file, without waiting for readers. True: all of it.
  absl::StatusOr<bool> Checkpoint();

 private:
  struct State;  // at a fixed address, for SQLite's callbacks
  explicit Connection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace taki::store::sqlite
