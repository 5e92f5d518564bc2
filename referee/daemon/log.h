// The daemon's log: one line an event on stderr, never waited for.
//
// A bounded queue and a thread of its own: a slow or closed stderr costs lines, never a turn of the
// loop (P14, P17). Lines are escaped, so that nobody forges one (S20).
#pragma once

#include <string>

#include "referee/host/host.h"

namespace taki::daemon {

// "2026-12-01T10:00:00.123Z info bot_connected bot=alice". `level`: info, warning or error, the
// least that is written. Once a process, after signals were blocked. Thread-safe.
host::Log OpenLog(const std::string& level);
// Writes what is queued; nothing is logged after it.
void CloseLog();

}  // namespace taki::daemon
