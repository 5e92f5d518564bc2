#include "store/sqlite/values.h"

#include <sqlite3.h>

namespace taki::store::sqlite {

ColumnType Values::Type(int column) const {
  switch (sqlite3_value_type(values_[column])) {
    case SQLITE_INTEGER: return ColumnType::kInteger;
    case SQLITE_TEXT: return ColumnType::kText;
    case SQLITE_BLOB: return ColumnType::kBlob;
    case SQLITE_NULL: return ColumnType::kNull;
    default: return ColumnType::kOther;
  }
}

std::int64_t Values::Int(int column) const { return sqlite3_value_int64(values_[column]); }

std::string_view Values::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values_[column]));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_value_bytes(values_[column]))};
}

std::span<const std::uint8_t> Values::Blob(int column) const {
  const auto* blob = static_cast<const std::uint8_t*>(sqlite3_value_blob(values_[column]));
  if (blob == nullptr) return {};
  return {blob, static_cast<std::size_t>(sqlite3_value_bytes(values_[column]))};
}

}  // namespace taki::store::sqlite
