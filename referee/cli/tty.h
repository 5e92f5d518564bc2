// The real terminal: the alternate screen of /dev/tty in raw mode.
//
// What the terminal was before is restored on every way out: when this object ends, on SIGINT,
// SIGTERM, SIGHUP and SIGQUIT (then the program should end: Event kGone), while the program is
// suspended, and before it dies of a fault of its own. At most one at a time: the signals that it
// handles are the process's.
#pragma once

#include <memory>

#include "referee/cli/terminal.h"

namespace taki::cli {

// Nothing if this process has no terminal.
std::unique_ptr<Terminal> OpenTty();

}  // namespace taki::cli
