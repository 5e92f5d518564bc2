// The referee's store on a SQLite file: what the daemon opens.
//
// One daemon a file, by a lock beside it. The file is checked, migrated and only then used;
// whatever is wrong with it is a Status whose sentence tells an operator what to do. All files are
// 0600 when we make them: they hold the seeds of live matches (fault S7).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "store/history.h"
#include "store/journal.h"

namespace taki::store::sqlite {

struct SqliteOptions {
  std::string path;
  // kResult: kill -9 loses nothing, a power cut at most the last moves of unfinished matches.
  // kPower: a power cut loses nothing; each commit waits for the disk (some 0.3 ms).
  enum class Durability { kResult, kPower } durability = Durability::kResult;
  int readers = 4;  // connections of History: as many queries run at once
  std::chrono::milliseconds query_limit{5000};
  // A file up to this size is checked as a whole when it is opened (PRAGMA quick_check, some
  // seconds a GB); a larger one is left to the operator's nightly check, so that a restart stays
  // quick. Damage that is met later is reported where it is met.
  std::int64_t check_up_to_bytes = std::int64_t{256} << 20;
  int matches_looked_at = kMatchesLookedAt;  // by one query: for tests, from 1 on
  std::string vfs = {};  // for tests: a registered SQLite VFS, empty for the real one
};

class SqliteStore {
 public:
  // FAILED_PRECONDITION: in use by another daemon, another program's or a newer referee's file, a
  // folder that cannot be written. DATA_LOSS: damaged, or no database. UNAVAILABLE: disk full, I/O
  // error. A new or empty file becomes a database.
  static absl::StatusOr<std::unique_ptr<SqliteStore>> Open(const SqliteOptions& options);
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;
  ~SqliteStore();  // leaves no log behind, if it can

  Journal& journal();
  History& history();
  int wal_pages() const;  // size of the write-ahead log, for metrics; the journal's thread only

 private:
  struct Parts;
  explicit SqliteStore(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace taki::store::sqlite
