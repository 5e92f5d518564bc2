// The one connection that writes, with its prepared statements: turns a Batch into a transaction.
//
// Owned by SqliteJournal; one thread.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/journal.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/league_writer.h"
#include "store/sqlite/reads.h"
#include "store/sqlite/result_writer.h"

namespace taki::store::sqlite {

class Writer {
 public:
  // Requires a file of the newest schema.
  static absl::StatusOr<std::unique_ptr<Writer>> Open(const std::string& path,
                                                      const std::string& vfs, bool always_sync);

  // All or nothing; see Journal::Commit.
  absl::Status Write(const Batch& batch);
  // Whether the last Write failed in a way that asks for a new connection (fault P18).
  bool broken() const { return broken_; }

  Connection& db() { return db_; }
  Reads& reads() { return reads_; }
  LeagueReads& league_reads() { return leagues_.reads(); }

 private:
  enum Command {
    kBegin,
    kCommit,
    kRollback,
    kPutBot,
    kPutVersion,
    kPutMatch,
    kPutSeat,
    kPutInput,
    kPutAction,
    kSetStart,
    kSetReady,
    kSetState,
    kCommands
  };
  static const std::array<const char*, kCommands>& Sql();

  explicit Writer(Connection db) : db_(std::move(db)) {}
  Statement& At(Command command) { return commands_[command]; }
  absl::Status SetSynchronous(bool full);
  absl::Status WriteAll(const Batch& batch);
  absl::Status PutBot(const Bot& bot);
  absl::Status PutVersion(const BotVersion& version);
  absl::Status PutMatch(const MatchRow& row);
  absl::Status PutSeats(const MatchRow& row);
  absl::Status PutChange(const MatchChange& change, std::int64_t now_ms);
  absl::Status PutRecord(match::MatchId id, const match::Record& record, const InputTiming* timing);
  absl::Status PutStart(match::MatchId id, const match::Record& record);
  absl::Status PutReady(match::MatchId id, const match::Record& record);
  absl::Status PutLine(match::MatchId id, const match::Line& line);
  absl::Status SetState(const MatchChange& change, std::int64_t now_ms);
  absl::Status PutResult(match::MatchId id, const match::Result& result, std::int64_t now_ms);

  Connection db_;
  Reads reads_;
  LeagueWriter leagues_;
  ResultWriter results_;
  std::array<Statement, kCommands> commands_;
  bool always_sync_ = false;
  bool full_ = false;  // what `synchronous` is now
  bool broken_ = false;
};

}  // namespace taki::store::sqlite
