// Whether what a file keeps beside its matches follows from them: the books of tools.h, on a
// connection that somebody else has opened and put into a read transaction.
//
// Each function appends a sentence for whatever does not add up, a few dozen at most, that names
// the table and the bot, match or league; a fault is the file's that cannot be read.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "store/sqlite/connection.h"

namespace taki::store::sqlite {

using Sentences = std::vector<std::string>;

// Counts all matches again, one at a time.
absl::Status CompareTallies(Connection& db, Sentences& out);
// Numbers of results and seals, what counts for ratings, leagues and their logs.
absl::Status CompareLogs(Connection& db, Sentences& out);

}  // namespace taki::store::sqlite
