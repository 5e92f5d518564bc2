// The values of one row as SQLite hands them to a function, and who looks at row after row that
// way.
//
// For reading very many rows: asking a statement for each column takes a lock and a look-up a call,
// so that a row costs twice as much (tests/bench/verify_bench.cc).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "store/sqlite/statement.h"

struct sqlite3_value;

namespace taki::store::sqlite {

// As the columns of a Statement; valid while the visitor is called.
class Values {
 public:
  explicit Values(sqlite3_value** values) : values_(values) {}
  ColumnType Type(int column) const;
  std::int64_t Int(int column) const;
  std::string_view Text(int column) const;
  std::span<const std::uint8_t> Blob(int column) const;

 private:
  sqlite3_value** values_;
};

class RowVisitor {
 public:
  virtual ~RowVisitor() = default;
  // False: enough; the statement then fails.
  virtual bool OnRow(const Values& row) = 0;
};

}  // namespace taki::store::sqlite
