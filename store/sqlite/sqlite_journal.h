// The Journal on a SQLite file: owns the writing connection and decides when it checkpoints.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/journal.h"
#include "store/sqlite/writer.h"

namespace taki::store::sqlite {

class SqliteJournal final : public Journal {
 public:
  // Requires a file of the newest schema.
  static absl::StatusOr<std::unique_ptr<SqliteJournal>> Open(const std::string& path,
                                                             const std::string& vfs,
                                                             bool always_sync);

  absl::Status Commit(const Batch& batch) override;
  absl::StatusOr<std::vector<Bot>> Bots() override;
  absl::StatusOr<std::vector<BotVersion>> BotVersions() override;
  absl::StatusOr<std::vector<MatchRow>> Unfinished() override;
  absl::StatusOr<std::vector<match::Record>> Records(match::MatchId id) override;
  absl::StatusOr<std::vector<InputTiming>> Timings(match::MatchId id) override;
  absl::StatusOr<match::MatchId> LastMatchId() override;
  absl::StatusOr<MatchRow> Match(match::MatchId id) override;
  absl::StatusOr<MatchRow> MatchByRequestId(const std::string& request_id) override;
  absl::StatusOr<std::vector<LeagueRow>> Leagues() override;
  absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId league) override;
  void Maintain(bool idle) override;

  int wal_pages() const;  // for metrics

 private:
  SqliteJournal(std::string path, std::string vfs, bool always_sync);
  absl::Status Reopen();
  // Makes sure that there is a writer; UNAVAILABLE if that is not possible now.
  absl::StatusOr<Reads*> Reader();
  absl::StatusOr<LeagueReads*> LeagueReader();

  std::string path_, vfs_;
  bool always_sync_;
  std::unique_ptr<Writer> writer_;  // null after a fault, until it could be opened again
  int checkpointed_pages_ = 0;      // wal_pages at the last checkpoint
};

}  // namespace taki::store::sqlite
