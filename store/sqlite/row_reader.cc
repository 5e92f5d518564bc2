#include "store/sqlite/row_reader.h"

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {

absl::Status DamagedRow(const char* table, std::int64_t key, const char* column) {
  return absl::DataLossError(absl::StrCat("damaged row: table ", table, ", row ", key, ", column ",
                                          column, "; restore the last backup"));
}

}  // namespace taki::store::sqlite
