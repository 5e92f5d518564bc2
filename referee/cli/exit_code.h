// What `taki` tells a script by its exit code. docs/cli.md and `taki --help` print the same table.
#pragma once

namespace taki::cli {

enum class ExitCode : int {
  kOk = 0,
  kNo = 1,     // the question was answered, and the answer is no: a record differs, a match is void
  kUsage = 2,  // the command line, or a file of settings, is wrong; nothing was sent
  kUnreachable = 3,  // no referee answered
  kRefused = 4,      // the referee answered with an error, which is printed with its reason
  kLocal = 5,        // a file here could not be read or written, or no token was found
};

}  // namespace taki::cli
