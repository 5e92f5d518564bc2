#include "store/sqlite/connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "store/sqlite/fault.h"
#include "store/time_buckets.h"

namespace taki::store::sqlite {

struct Connection::State {
  sqlite3* db = nullptr;
  int wal_pages = 0;
  std::chrono::milliseconds limit{0};
  std::chrono::steady_clock::time_point deadline;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { sqlite3_close_v2(db); }
};

namespace {

// How many instructions of SQLite's machine run between two looks at the clock: some 50 us.
constexpr int kInstructionsPerLook = 4096;

int NoteWalPages(void* pages, sqlite3* /*db*/, const char* /*schema*/, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

void ShowRow(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  auto* visitor = static_cast<RowVisitor*>(sqlite3_user_data(context));
  if (!visitor->OnRow(Values(values))) sqlite3_result_error(context, "enough", -1);
}

void EndRows(sqlite3_context* /*context*/) {}

int Authorize(void* /*unused*/, int action, const char* first, const char* second,
              const char* /*schema*/, const char* /*trigger*/) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_TRANSACTION: return SQLITE_OK;
    case SQLITE_PRAGMA:
      return second == nullptr || std::strcmp(first, "synchronous") == 0 ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

void TimeBucket(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  const sqlite3_int64 ms = sqlite3_value_int64(values[0]);
  constexpr sqlite3_int64 kLongest = std::numeric_limits<std::int32_t>::max();
  sqlite3_result_int(
      context, TimeBucketOf(static_cast<std::int32_t>(std::clamp(ms, sqlite3_int64{0}, kLongest))));
}

}  // namespace

Connection::Connection(std::unique_ptr<State> state) : state_(std::move(state)) {}
Connection::Connection(Connection&& other) noexcept = default;
Connection& Connection::operator=(Connection&& other) noexcept = default;
Connection::~Connection() = default;

absl::StatusOr<Connection> Connection::Open(const std::string& path, Access access,
                                            const std::string& vfs) {
  auto state = std::make_unique<State>();
  const int flags = (access == Access::kReadWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) |
                    SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code =
      sqlite3_open_v2(path.c_str(), &state->db, flags, vfs.empty() ? nullptr : vfs.c_str());
  if (code != SQLITE_OK) return FaultOf(state->db, code, "opening");
  sqlite3_db_config(state->db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(state->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return Connection(std::move(state));
}

absl::Status Connection::Run(const char* sql) {
  const int code = sqlite3_exec(state_->db, sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? absl::OkStatus() : FaultOf(state_->db, code, "using");
}

absl::StatusOr<Statement> Connection::Prepare(const char* sql) {
  sqlite3_stmt* handle = nullptr;
  const int code =
      sqlite3_prepare_v3(state_->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  if (code != SQLITE_OK) return FaultOf(state_->db, code, "using");
  return Statement(handle);
}

absl::StatusOr<std::int64_t> Connection::Number(const char* sql) {
  absl::StatusOr<Statement> statement = Prepare(sql);
  if (!statement.ok()) return statement.status();
  const absl::StatusOr<bool> row = statement->Step();
  if (!row.ok()) return row.status();
  return *row ? statement->Int(0) : 0;
}

absl::StatusOr<std::string> Connection::Text(const char* sql) {
  absl::StatusOr<Statement> statement = Prepare(sql);
  if (!statement.ok()) return statement.status();
  const absl::StatusOr<bool> row = statement->Step();
  if (!row.ok()) return row.status();
  return *row ? std::string(statement->Text(0)) : std::string();
}

absl::Status Connection::CopyInto(const std::string& target) {
  absl::StatusOr<Statement> statement = Prepare("VACUUM INTO ?1");
  if (!statement.ok()) return statement.status();
  return statement->Bind(1, target).Run();
}

absl::Status Connection::ShowRowsTo(RowVisitor& visitor, const char* name) {
  const int code = sqlite3_create_function(state_->db, name, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                           &visitor, nullptr, ShowRow, EndRows);
  return code == SQLITE_OK ? absl::OkStatus() : FaultOf(state_->db, code, "using");
}

bool Connection::in_transaction() const { return sqlite3_get_autocommit(state_->db) == 0; }
bool Connection::read_only() const { return sqlite3_db_readonly(state_->db, "main") != 0; }
std::int64_t Connection::changes() const { return sqlite3_changes64(state_->db); }
int Connection::last_fault() const { return sqlite3_extended_errcode(state_->db); }
bool Connection::interrupted() const { return last_fault() == SQLITE_INTERRUPT; }

absl::Status Connection::DefineTimeBucket() {
  const int code = sqlite3_create_function_v2(
      state_->db, "time_bucket", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr,
      TimeBucket, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? absl::OkStatus() : FaultOf(state_->db, code, "using");
}

void Connection::DenySchemaChanges() { sqlite3_set_authorizer(state_->db, Authorize, nullptr); }

void Connection::LimitTime(std::chrono::milliseconds limit) {
  state_->limit = limit;
  StartClock();
  sqlite3_progress_handler(
      state_->db, kInstructionsPerLook,
      [](void* state) {
        return std::chrono::steady_clock::now() > static_cast<State*>(state)->deadline ? 1 : 0;
      },
      state_.get());
}

void Connection::StartClock() {
  state_->deadline = std::chrono::steady_clock::now() + state_->limit;
}

void Connection::CountWalPages() { sqlite3_wal_hook(state_->db, NoteWalPages, &state_->wal_pages); }

int Connection::wal_pages() const { return state_->wal_pages; }

absl::StatusOr<bool> Connection::Checkpoint() {
  int in_log = 0;
  int moved = 0;
  const int code =
      sqlite3_wal_checkpoint_v2(state_->db, "main", SQLITE_CHECKPOINT_PASSIVE, &in_log, &moved);
  if (code != SQLITE_OK) return FaultOf(state_->db, code, "checkpointing");
  return in_log == moved;
}

}  // namespace taki::store::sqlite
