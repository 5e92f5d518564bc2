#include "store/sqlite/tools.h"

#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/books.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/files.h"
#include "store/sqlite/lost_log.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/sqlite_history.h"

namespace taki::store::sqlite {
namespace {

absl::Status CheckReadable(const std::string& path) {
  if (!Exists(path)) return absl::FailedPreconditionError(absl::StrCat("there is no file ", path));
  if (absl::Status status = RefuseCopyWithoutLog(path); !status.ok()) return status;
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, "");
  if (!db.ok()) return db.status();
  const auto newest = static_cast<std::int64_t>(SchemaMigrations().size());
  const absl::StatusOr<std::int64_t> version = SchemaVersion(*db, newest);
  if (!version.ok()) return version.status();
  if (*version != newest) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " has schema ", *version, ", this program reads ", newest,
                     "; start taki-referee on it once, which migrates it"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<SqliteHistory>> OpenHistory(const std::string& path) {
  if (absl::Status status = CheckReadable(path); !status.ok()) return status;
  return SqliteHistory::Open(path, "", 1, std::chrono::hours(24 * 365));
}

// As of one moment, so that a daemon may go on writing.
absl::StatusOr<Sentences> Compare(
    const std::string& path,
    std::initializer_list<absl::Status (*)(Connection& db, Sentences& out)> books) {
  if (absl::Status status = CheckReadable(path); !status.ok()) return status;
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, "");
  if (!db.ok()) return db.status();
  Sentences out;
  absl::Status status = db->Run("PRAGMA busy_timeout = 1000; BEGIN");
  for (const auto& compare : books) {
    if (status.ok()) status = compare(*db, out);
  }
  if (!status.ok()) return status;
  return out;
}

// The copy is ours alone until it has its name, so it needs neither log nor syncs.
absl::Status RemoveSecrets(const std::string& copy) {
  absl::StatusOr<Connection> db = Connection::Open(copy, Access::kReadWrite, "");
  if (!db.ok()) return db.status();
  return db->Run(
      "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
      "CREATE TEMP TABLE live AS SELECT id FROM match WHERE state NOT IN ('FINISHED', 'VOID');"
      // Of what is over the outcome would be gone with the match (league_reads.cc).
      "UPDATE league_log SET bots = (SELECT group_concat(bot, ' ') FROM"
      "  (SELECT bot FROM match_seat s WHERE s.match = league_log.match ORDER BY seat))"
      "  WHERE kind = 'FINISHED' AND match IN (SELECT id FROM live);"
      "UPDATE league SET event_seed = NULL WHERE started_ms IS NULL;"
      "DELETE FROM input WHERE id IN (SELECT r.id FROM live CROSS JOIN input r"
      "  ON r.id >= live.id << 20 AND r.id < (live.id + 1) << 20);"
      "DELETE FROM action WHERE id IN (SELECT r.id FROM live CROSS JOIN action r"
      "  ON r.id >= live.id << 20 AND r.id < (live.id + 1) << 20);"
      "DELETE FROM match_seat WHERE match IN (SELECT id FROM live);"
      "DELETE FROM match WHERE id IN (SELECT id FROM live);"
      "UPDATE bot SET token_hash = NULL;"
      "VACUUM;");  // what was deleted must not be found in free pages either
}

}  // namespace

absl::StatusOr<std::unique_ptr<History>> OpenReadOnly(const std::string& path) {
  absl::StatusOr<std::unique_ptr<SqliteHistory>> history = OpenHistory(path);
  if (!history.ok()) return history.status();
  return std::unique_ptr<History>(*std::move(history));
}

struct OverMatches::Parts {
  explicit Parts(Connection connection) : db(std::move(connection)) {}
  Connection db;
  Statement count, after;
  std::int64_t last = 0;
};

OverMatches::OverMatches(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
OverMatches::OverMatches(OverMatches&&) noexcept = default;
OverMatches& OverMatches::operator=(OverMatches&&) noexcept = default;
OverMatches::~OverMatches() = default;

absl::StatusOr<OverMatches> OverMatches::Open(const std::string& path) {
  if (absl::Status status = CheckReadable(path); !status.ok()) return status;
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, "");
  if (!db.ok()) return db.status();
  auto parts = std::make_unique<Parts>(*std::move(db));
  for (const auto& [statement, sql] :
       {std::pair(&parts->count,
                  "SELECT count(*) FROM match WHERE state NOT IN"
                  " ('QUEUED', 'ASSIGNED', 'RUNNING', 'QUARANTINED')"),
        std::pair(&parts->after,
                  "SELECT id FROM match WHERE +state NOT IN"
                  " ('QUEUED', 'ASSIGNED', 'RUNNING', 'QUARANTINED')"
                  " AND id > ?1 ORDER BY id LIMIT ?2")}) {
    absl::StatusOr<Statement> prepared = parts->db.Prepare(sql);
    if (!prepared.ok()) return prepared.status();
    *statement = *std::move(prepared);
  }
  return OverMatches(std::move(parts));
}

absl::StatusOr<std::int64_t> OverMatches::Count() {
  const ResetAtEnd reset(parts_->count);
  const absl::StatusOr<bool> row = parts_->count.Step();
  if (!row.ok()) return row.status();
  return parts_->count.Int(0);
}

absl::StatusOr<std::vector<match::MatchId>> OverMatches::Next(int limit) {
  Statement& query = parts_->after;
  const ResetAtEnd reset(query);
  query.Bind(1, parts_->last).Bind(2, std::int64_t{limit});
  std::vector<match::MatchId> ids;
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return ids;
    parts_->last = query.Int(0);
    ids.push_back(match::MatchId{parts_->last});
  }
}

absl::StatusOr<std::vector<std::string>> CheckTallies(const std::string& path) {
  return Compare(path, {CompareTallies});
}

absl::StatusOr<std::vector<std::string>> CheckBooks(const std::string& path) {
  return Compare(path, {CompareLogs, CompareTallies});
}

absl::Status Snapshot(const std::string& path, const std::string& target) {
  if (absl::Status status = CheckReadable(path); !status.ok()) return status;
  return WriteWhole(target, [&path](const std::string& unfinished) {
    {
      absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, "");
      if (!db.ok()) return db.status();
      if (absl::Status status = db->CopyInto(unfinished); !status.ok()) return status;
    }
    if (absl::Status status = RemoveSecrets(unfinished); !status.ok()) return status;
    if (chmod(unfinished.c_str(), 0644) != 0) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot make ", unfinished, " readable: ", std::strerror(errno)));
    }
    return absl::OkStatus();
  });
}

}  // namespace taki::store::sqlite
