#include "store/sqlite/row_reader.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {

std::int64_t RowReader::Int(int column, const char* name, std::int64_t min, std::int64_t max) {
  const std::int64_t value = statement_.Int(column);
  if (statement_.Type(column) == ColumnType::kInteger && value >= min && value <= max) return value;
  Damaged(name);
  return min;
}

std::int64_t RowReader::IntOrNull(int column, const char* name, std::int64_t if_null,
                                  std::int64_t min, std::int64_t max) {
  return IsNull(column) ? if_null : Int(column, name, min, max);
}

std::string_view RowReader::Text(int column, const char* name) {
  if (statement_.Type(column) == ColumnType::kText) return statement_.Text(column);
  Damaged(name);
  return {};
}

std::string_view RowReader::TextOrEmpty(int column, const char* name) {
  return IsNull(column) ? std::string_view() : Text(column, name);
}

void RowReader::Bytes(int column, const char* name, std::span<std::uint8_t> out) {
  const std::span<const std::uint8_t> blob = statement_.Blob(column);
  if (statement_.Type(column) != ColumnType::kBlob || blob.size() != out.size()) {
    Damaged(name);
    return;
  }
  std::copy(blob.begin(), blob.end(), out.begin());
}

std::string RowReader::Blob(int column, const char* name) {
  if (statement_.Type(column) != ColumnType::kBlob) Damaged(name);
  const std::span<const std::uint8_t> blob = statement_.Blob(column);
  return std::string(blob.begin(), blob.end());
}

void RowReader::Damaged(const char* column) {
  if (damaged_ == nullptr) damaged_ = column;
}

absl::Status RowReader::status() const {
  if (damaged_ == nullptr) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("damaged row: table ", table_, ", row ", key_,
                                          ", column ", damaged_, "; restore the last backup"));
}

}  // namespace taki::store::sqlite
