// taki-referee: the daemon (docs/operating.md).
#include <cstdio>

#include "referee/daemon/options.h"
#include "referee/daemon/run.h"

namespace {

using taki::daemon::ExitCode;

struct Do {
  ExitCode operator()(const taki::daemon::Say& say) const {
    std::fputs(say.text.c_str(), say.code == ExitCode::kOk ? stdout : stderr);
    return say.code;
  }
  ExitCode operator()(const taki::daemon::RunOptions& options) const {
    return taki::daemon::Serve(options);
  }
  ExitCode operator()(const taki::daemon::VerifyOptions& options) const {
    return taki::daemon::Verify(options);
  }
  ExitCode operator()(const taki::daemon::SnapshotOptions& options) const {
    return taki::daemon::Snapshot(options);
  }
  ExitCode operator()(const taki::daemon::BackupOptions& options) const {
    return taki::daemon::Backup(options);
  }
};

}  // namespace

int main(int argc, char** argv) {
  return static_cast<int>(std::visit(Do{}, taki::daemon::ParseCommandLine(argc, argv)));
}
