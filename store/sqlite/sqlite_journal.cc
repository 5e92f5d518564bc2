#include "store/sqlite/sqlite_journal.h"

#include <utility>

namespace taki::store::sqlite {
namespace {

// Some milliseconds for half a megabyte; a busy loop puts it off until the log has 4 MB.
constexpr int kPagesWhenIdle = 256;
constexpr int kPagesWhenBusy = 2048;

}  // namespace

SqliteJournal::SqliteJournal(std::string path, std::string vfs, bool always_sync)
    : path_(std::move(path)), vfs_(std::move(vfs)), always_sync_(always_sync) {}

absl::StatusOr<std::unique_ptr<SqliteJournal>> SqliteJournal::Open(const std::string& path,
                                                                   const std::string& vfs,
                                                                   bool always_sync) {
  std::unique_ptr<SqliteJournal> journal(new SqliteJournal(path, vfs, always_sync));
  absl::StatusOr<std::unique_ptr<Writer>> writer = Writer::Open(path, vfs, always_sync);
  if (!writer.ok()) return writer.status();
  journal->writer_ = *std::move(writer);
  return journal;
}

// After an I/O fault nobody knows what of the log is on the disk: the kernel forgets a page whose
// write failed, and a second fsync would say that all is well. So everything is moved to the main
// file, which is synced, before anything new is promised (fault P18).
absl::Status SqliteJournal::Reopen() {
  absl::StatusOr<std::unique_ptr<Writer>> writer = Writer::Open(path_, vfs_, always_sync_);
  if (!writer.ok()) return writer.status();
  const absl::StatusOr<bool> all = (*writer)->db().Checkpoint();
  if (!all.ok()) return all.status();
  if (!*all) return absl::UnavailableError("after an I/O fault: waiting for readers to finish");
  writer_ = *std::move(writer);
  checkpointed_pages_ = 0;
  return absl::OkStatus();
}

absl::Status SqliteJournal::Commit(const Batch& batch) {
  if (batch.empty()) return absl::OkStatus();
  if (const absl::StatusOr<Reads*> reader = Reader(); !reader.ok()) return reader.status();
  absl::Status status = writer_->Write(batch);
  if (writer_->broken()) writer_.reset();
  return status;
}

absl::StatusOr<Reads*> SqliteJournal::Reader() {
  if (writer_ == nullptr) {
    if (absl::Status status = Reopen(); !status.ok()) return status;
  }
  return &writer_->reads();
}

absl::StatusOr<LeagueReads*> SqliteJournal::LeagueReader() {
  if (const absl::StatusOr<Reads*> reader = Reader(); !reader.ok()) return reader.status();
  return &writer_->league_reads();
}

absl::StatusOr<std::vector<Bot>> SqliteJournal::Bots() {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Bots();
}

absl::StatusOr<std::vector<BotVersion>> SqliteJournal::BotVersions() {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Versions();
}

absl::StatusOr<std::vector<MatchRow>> SqliteJournal::Unfinished() {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Unfinished();
}

absl::StatusOr<std::vector<match::Record>> SqliteJournal::Records(match::MatchId id) {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Records(id);
}

absl::StatusOr<std::vector<InputTiming>> SqliteJournal::Timings(match::MatchId id) {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Timings(id);
}

absl::StatusOr<match::MatchId> SqliteJournal::LastMatchId() {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->LastMatchId();
}

absl::StatusOr<MatchRow> SqliteJournal::Match(match::MatchId id) {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Match(id);
}

absl::StatusOr<MatchRow> SqliteJournal::MatchByRequestId(const std::string& request_id) {
  const absl::StatusOr<Reads*> reads = Reader();
  if (!reads.ok()) return reads.status();
  return (*reads)->MatchByRequestId(request_id);
}

absl::StatusOr<std::vector<LeagueRow>> SqliteJournal::Leagues() {
  const absl::StatusOr<LeagueReads*> reads = LeagueReader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Leagues();
}

absl::StatusOr<std::vector<league::LogEntry>> SqliteJournal::LeagueLog(league::LeagueId league) {
  const absl::StatusOr<LeagueReads*> reads = LeagueReader();
  if (!reads.ok()) return reads.status();
  return (*reads)->Log(league, 0, -1);
}

// A reader that stays in its snapshot stops a passive checkpoint short: it is not asked again
// before the log has grown by as much once more (fault P12).
void SqliteJournal::Maintain(bool idle) {
  if (writer_ == nullptr) return;
  const int pages = writer_->db().wal_pages();
  if (pages < checkpointed_pages_) checkpointed_pages_ = 0;  // the log began anew
  if (pages - checkpointed_pages_ < (idle ? kPagesWhenIdle : kPagesWhenBusy)) return;
  const absl::StatusOr<bool> all = writer_->db().Checkpoint();
  checkpointed_pages_ = pages;
  if (!all.ok()) writer_.reset();  // reopened by the next Commit, which reports what is wrong
}

int SqliteJournal::wal_pages() const { return writer_ == nullptr ? 0 : writer_->db().wal_pages(); }

}  // namespace taki::store::sqlite
