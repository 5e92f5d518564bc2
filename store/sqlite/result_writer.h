// The part of Writer that ends matches: results with their numbers, what they add to the tallies of
// bots, and seals; on the same connection, inside the same transaction.
//
// Owned by Writer; one thread. Use: Clear when a transaction begins, Put for each result, Flush
// once before the commit.
#pragma once

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/match/record.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/reads.h"
#include "store/sqlite/seal.h"
#include "store/tally.h"

namespace taki::store::sqlite {

class ResultWriter {
 public:
  // `db` must outlive the result.
  static absl::StatusOr<ResultWriter> Prepare(Connection& db);

  void Clear() { counted_.Clear(); }
  // After all records of the match were written. A result that is there already is left as it is
  // (fault P6), numbered and counted once: then false. FAILED_PRECONDITION if the match is unknown
  // or has another result.
  absl::StatusOr<bool> Put(Connection& db, Reads& reads, match::MatchId id,
                           const match::Result& result, std::int64_t now_ms);
  // Writes what the results that were put add to the tallies.
  absl::Status Flush();

  enum Command {
    kSetResult,
    kSetSeat,
    kSetSeal,
    kAddResults,
    kAddMeetings,
    kAddDecisions,
    kCommands
  };
  // Their SQL, for the test that looks at the plans.
  static const std::array<const char*, kCommands>& Sql();

 private:
  Statement& At(Command command) { return commands_[command]; }
  absl::Status SetSeats(Connection& db, match::MatchId id, const match::Result& result);
  absl::Status SealAndCount(match::MatchId id, bool finished);
  absl::Status FlushOf(match::BotId bot, const BotTally& tally);

  Seals seals_;
  TallyBook counted_;
  std::array<Statement, kCommands> commands_;
};

}  // namespace taki::store::sqlite
