// One prepared statement: bound, stepped, reset for each row, without an allocation of ours.
//
// Values are bound as parameters ?1, ?2, ..., never written into SQL (fault N22). Must not outlive
// its Connection; used by one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct sqlite3_stmt;

namespace taki::store::sqlite {

enum class ColumnType { kInteger, kText, kBlob, kNull, kOther };

class Statement {
 public:
  Statement() = default;  // may only be assigned to
  explicit Statement(sqlite3_stmt* handle) : handle_(handle) {}
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  // What is bound stays so until bound anew. Text and blobs are not copied: they must live until
  // Reset or Run has returned. Indexes count from 1.
  Statement& Bind(int index, std::int64_t value);
  Statement& Bind(int index, std::string_view text);
  Statement& Bind(int index, std::span<const std::uint8_t> blob);
  Statement& BindNull(int index);
  // Text, or NULL if it is empty.
  Statement& BindUnlessEmpty(int index, std::string_view text);

  // True: there is a row. False: there is none any more. Reset afterwards.
  absl::StatusOr<bool> Step();
  void Reset();
  // Steps to the end, and resets.
  absl::Status Run();

  // Of the row that Step found; views are valid until the next Step or Reset. Columns count from 0.
  ColumnType Type(int column) const;
  std::int64_t Int(int column) const;
  std::string_view Text(int column) const;
  std::span<const std::uint8_t> Blob(int column) const;

 private:
  sqlite3_stmt* handle_ = nullptr;
};

// Resets a statement at the end of a block, so that no read lock stays behind an early return.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(Statement& statement) : statement_(statement) {}
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;
  ~ResetAtEnd() { statement_.Reset(); }

 private:
  Statement& statement_;
};

}  // namespace taki::store::sqlite
