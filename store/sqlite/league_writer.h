// The part of Writer that knows leagues and what counts for ratings: its prepared statements on the
// same connection, inside the same transaction.
//
// Owned by Writer; one thread.
#pragma once

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/journal.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/league_reads.h"

namespace taki::store::sqlite {

class LeagueWriter {
 public:
  // `db` must outlive the result.
  static absl::StatusOr<LeagueWriter> Prepare(Connection& db);

  // Parts of Journal::Commit.
  absl::Status PutLeague(const LeagueRow& row);
  absl::Status PutChange(const LeagueChange& change, std::int64_t now_ms);
  // After the result of `match` was written.
  absl::Status NoteResult(match::MatchId match);
  absl::Status NoteRatingChanges(const std::vector<RatingChange>& changes);

  LeagueReads& reads() { return reads_; }

  enum Command { kPutLeague, kPutEntry, kSetLeague, kNoteResult, kNoteChange, kCommands };
  // Their SQL, for the test that looks at the plans.
  static const std::array<const char*, kCommands>& Sql();

 private:
  Statement& At(Command command) { return commands_[command]; }
  absl::Status CheckKnown(league::LeagueId id, const league::LogEntry& entry);
  absl::Status CheckMatch(league::LeagueId id, const league::LogEntry& entry);
  absl::Status PutEntry(league::LeagueId id, const league::LogEntry& entry);

  LeagueReads reads_;
  std::array<Statement, kCommands> commands_;
};

}  // namespace taki::store::sqlite
