// Reads what is counted of a bot (store/tally.h): as Reads (reads.h), for each reader connection
// and for who checks the counts.
//
// Rows are not trusted: DATA_LOSS names table, bot and column of one that makes no sense (fault
// P8).
#pragma once

#include <array>

#include "absl/status/statusor.h"
#include "store/rows.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/statement.h"
#include "store/tally.h"

namespace taki::store::sqlite {

class TallyReads {
 public:
  // `db` must outlive the result.
  static absl::StatusOr<TallyReads> Prepare(Connection& db);

  absl::StatusOr<BotTally> Of(match::BotId bot);  // empty for an unknown bot

  enum Query { kResults, kMeetings, kDecisions, kQueries };
  // Their SQL, for the test that looks at the plans.
  static const std::array<const char*, kQueries>& Sql();

 private:
  template <class ReadRow>
  absl::Status ReadInto(Query query, match::BotId bot, ReadRow read, TallyBook& book);

  std::array<Statement, kQueries> statements_;
};

}  // namespace taki::store::sqlite
