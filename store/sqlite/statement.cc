#include "store/sqlite/statement.h"

#include <sqlite3.h>

#include <utility>

#include "referee/rules/check.h"
#include "store/sqlite/fault.h"

namespace taki::store::sqlite {

Statement::Statement(Statement&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::Bind(int index, std::int64_t value) {
  TAKI_CHECK(sqlite3_bind_int64(handle_, index, value) == SQLITE_OK);
  return *this;
}

Statement& Statement::Bind(int index, std::string_view text) {
  // An empty view may have no address, and SQLite would take that for NULL.
  const char* start = text.empty() ? "" : text.data();
  TAKI_CHECK(sqlite3_bind_text64(handle_, index, start, text.size(), SQLITE_STATIC, SQLITE_UTF8) ==
             SQLITE_OK);
  return *this;
}

Statement& Statement::Bind(int index, std::span<const std::uint8_t> blob) {
  const void* start = blob.empty() ? static_cast<const void*>("") : blob.data();
  TAKI_CHECK(sqlite3_bind_blob64(handle_, index, start, blob.size(), SQLITE_STATIC) == SQLITE_OK);
  return *this;
}

Statement& Statement::BindNull(int index) {
  TAKI_CHECK(sqlite3_bind_null(handle_, index) == SQLITE_OK);
  return *this;
}

Statement& Statement::BindUnlessEmpty(int index, std::string_view text) {
  return text.empty() ? BindNull(index) : Bind(index, text);
}

absl::StatusOr<bool> Statement::Step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return FaultOf(sqlite3_db_handle(handle_), code, "using");
}

void Statement::Reset() { sqlite3_reset(handle_); }

absl::Status Statement::Run() {
  int code = sqlite3_step(handle_);
  while (code == SQLITE_ROW) code = sqlite3_step(handle_);
  if (code == SQLITE_DONE) {
    sqlite3_reset(handle_);
    return absl::OkStatus();
  }
  absl::Status fault = FaultOf(sqlite3_db_handle(handle_), code, "using");
  sqlite3_reset(handle_);
  return fault;
}

ColumnType Statement::Type(int column) const {
  switch (sqlite3_column_type(handle_, column)) {
    case SQLITE_INTEGER: return ColumnType::kInteger;
    case SQLITE_TEXT: return ColumnType::kText;
    case SQLITE_BLOB: return ColumnType::kBlob;
    case SQLITE_NULL: return ColumnType::kNull;
    default: return ColumnType::kOther;
  }
}

std::int64_t Statement::Int(int column) const { return sqlite3_column_int64(handle_, column); }

std::string_view Statement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

std::span<const std::uint8_t> Statement::Blob(int column) const {
  const auto* blob = static_cast<const std::uint8_t*>(sqlite3_column_blob(handle_, column));
  if (blob == nullptr) return {};
  return {blob, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

}  // namespace taki::store::sqlite
