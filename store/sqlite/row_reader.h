// Reads one stored row without trusting it (fault P8): every value is checked for type and range.
//
// The first column that makes no sense is remembered; what is returned for it is a valid dummy, so
// a reader goes on to the end of the row and asks once whether all was well.
#pragma once

#include <algorithm>
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

// DATA_LOSS naming the place.
absl::Status DamagedRow(const char* table, std::int64_t key, const char* column);

// `Row` is what the values come from: a Statement that stands on a row, or the Values of one.
template <class Row>
class BasicRowReader {
 public:
  // `row` is one of `table`, whose key is `key`.
  BasicRowReader(const Row& row, const char* table, std::int64_t key)
      : row_(row), table_(table), key_(key) {}

  // Columns of the row from 0; `name` is that of the column in the table.
  std::int64_t Int(int column, const char* name, std::int64_t min,
                   std::int64_t max = std::numeric_limits<std::int64_t>::max()) {
    const std::int64_t value = row_.Int(column);
    if (row_.Type(column) == ColumnType::kInteger && value >= min && value <= max) return value;
    Damaged(name);
    return min;
  }
  std::int64_t IntOrNull(int column, const char* name, std::int64_t if_null, std::int64_t min,
                         std::int64_t max = std::numeric_limits<std::int64_t>::max()) {
    return IsNull(column) ? if_null : Int(column, name, min, max);
  }
  std::string_view Text(int column, const char* name) {
    if (row_.Type(column) == ColumnType::kText) return row_.Text(column);
    Damaged(name);
    return {};
  }
  std::string_view TextOrEmpty(int column, const char* name) {  // empty if NULL
    return IsNull(column) ? std::string_view() : Text(column, name);
  }
  bool IsNull(int column) const { return row_.Type(column) == ColumnType::kNull; }
  // Exactly out.size() bytes.
  void Bytes(int column, const char* name, std::span<std::uint8_t> out) {
    const std::span<const std::uint8_t> blob = row_.Blob(column);
    if (row_.Type(column) != ColumnType::kBlob || blob.size() != out.size()) {
      Damaged(name);
      return;
    }
    std::copy(blob.begin(), blob.end(), out.begin());
  }
  std::string Blob(int column, const char* name) {
    if (row_.Type(column) != ColumnType::kBlob) Damaged(name);
    const std::span<const std::uint8_t> blob = row_.Blob(column);
    return std::string(blob.begin(), blob.end());
  }
  // The column's text, as `parse` understands it.
  template <class Parse>
  auto Parsed(int column, const char* name, Parse parse) {
    auto value = parse(Text(column, name));
    if (!value.has_value()) Damaged(name);
    return value.has_value() ? *std::move(value) : typename decltype(value)::value_type{};
  }
  void Damaged(const char* column) {
    if (damaged_ == nullptr) damaged_ = column;
  }
  bool ok() const { return damaged_ == nullptr; }

  // DATA_LOSS naming table, row and the first column that made no sense, or OK.
  absl::Status status() const {
    return ok() ? absl::OkStatus() : DamagedRow(table_, key_, damaged_);
  }

 private:
  const Row& row_;
  const char* table_;
  std::int64_t key_;
  const char* damaged_ = nullptr;
};

using RowReader = BasicRowReader<Statement>;

}  // namespace taki::store::sqlite
