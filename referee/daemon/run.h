// The commands of taki-referee.
#pragma once

#include "referee/daemon/options.h"

namespace taki::daemon {

// Serves until it is told to stop. Call it on the main thread, before any other exists.
ExitCode Serve(const RunOptions& options);
// Re-plays every finished match; differences go to stdout, progress to a terminal on stderr.
ExitCode Verify(const VerifyOptions& options);
ExitCode Snapshot(const SnapshotOptions& options);
ExitCode Backup(const BackupOptions& options);

}  // namespace taki::daemon
