// Reads one stored row without trusting it (fault P8): every value is checked for type and range.
//
// The first column that makes no sense is remembered; what is returned for it is a valid dummy, so
// a reader goes on to the end of the row and asks once whether all was well.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "referee/match/config.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

// Keys of the tables `input` and `action`.
inline constexpr int kNumberBits = 20;
inline constexpr std::int64_t KeyOf(match::MatchId match, std::int64_t number) {
  return match.number << kNumberBits | number;
}

class RowReader {
 public:
  // `statement` stands on a row of `table`, whose key is `key`.
  RowReader(const Statement& statement, const char* table, std::int64_t key)
      : statement_(statement), table_(table), key_(key) {}

  // Columns of the statement from 0; `name` is that of the column in the table.
  std::int64_t Int(int column, const char* name, std::int64_t min,
                   std::int64_t max = std::numeric_limits<std::int64_t>::max());
  std::int64_t IntOrNull(int column, const char* name, std::int64_t if_null, std::int64_t min,
                         std::int64_t max = std::numeric_limits<std::int64_t>::max());
  std::string_view Text(int column, const char* name);
  std::string_view TextOrEmpty(int column, const char* name);  // empty if NULL
  bool IsNull(int column) const { return statement_.Type(column) == ColumnType::kNull; }
  // Exactly out.size() bytes.
  void Bytes(int column, const char* name, std::span<std::uint8_t> out);
  std::string Blob(int column, const char* name);
  // The column's text, as `parse` understands it.
  template <class Parse>
  auto Parsed(int column, const char* name, Parse parse) {
    auto value = parse(Text(column, name));
    if (!value.has_value()) Damaged(name);
    return value.has_value() ? *std::move(value) : typename decltype(value)::value_type{};
  }
  void Damaged(const char* column);

  // DATA_LOSS naming table, row and the first column that made no sense, or OK.
  absl::Status status() const;

 private:
  const Statement& statement_;
  const char* table_;
  std::int64_t key_;
  const char* damaged_ = nullptr;
};

}  // namespace taki::store::sqlite
