// TAKI_CHECK: the drawer for our own faults (docs/architecture.md, "Three drawers for errors").
//
// A failed check is a broken invariant of ours, never something a client can cause. It is on in
// every build, writes one line to stderr and aborts: the supervisor restarts the daemon, which
// resumes from its last durable record. Code that can contain the damage to one match (the host)
// catches it earlier with a Status and quarantines the match.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace taki {

[[noreturn]] inline void CheckFailed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace taki

#define TAKI_CHECK(condition)                              \
  do {                                                     \
    if (!(condition)) [[unlikely]]                         \
      ::taki::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)
