// taki-referee snapshot and taki-referee backup: copies of a database that may be in use.
#include <cstdio>
#include <string>

#include "referee/daemon/run.h"
#include "referee/service/text.h"
#include "store/sqlite/backup.h"
#include "store/sqlite/tools.h"

namespace taki::daemon {
namespace {

ExitCode Ended(const absl::Status& status) {
  if (status.ok()) return ExitCode::kOk;
  std::fprintf(stderr, "%s\n", service::Escaped(std::string(status.message()), 1'000).c_str());
  return absl::IsDataLoss(status) ? ExitCode::kDamaged : ExitCode::kCannotStart;
}

}  // namespace

ExitCode Snapshot(const SnapshotOptions& options) {
  return Ended(store::sqlite::Snapshot(options.db, options.to));
}

ExitCode Backup(const BackupOptions& options) {
  return Ended(store::sqlite::Backup(options.db, options.to));
}

}  // namespace taki::daemon
