// Reads whole matches, one after the other, as fast as SQLite gives its rows: for who looks at all
// that is stored.
//
// Rows are not trusted, as in reads.h. Used by one thread, on its connection.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/rows.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/reads.h"
#include "store/sqlite/seal.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

class BulkReads {
 public:
  // `db` must outlive the result, and the result all that is run on `db`.
  static absl::StatusOr<BulkReads> Prepare(Connection& db);
  BulkReads();
  BulkReads(BulkReads&&) noexcept;
  BulkReads& operator=(BulkReads&&) noexcept;
  ~BulkReads();

  // History::ReadWhole. `reads` and `seals` are of the same connection.
  absl::Status Whole(match::MatchId id, Reads& reads, Seals& seals, WholeMatch& out);

 private:
  struct Visitors;
  absl::Status ReadRecords(match::MatchId id, bool sealed, Reads& reads, WholeMatch& out);
  absl::Status ReadLines(match::MatchId id, WholeMatch& out);

  std::unique_ptr<Visitors> visitors_;  // at a fixed address, for SQLite
  Statement inputs_, actions_;
};

}  // namespace taki::store::sqlite
