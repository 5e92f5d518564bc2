// What `taki-referee verify` and `taki-referee snapshot` need of a database file. Reading only: a
// live daemon may be using it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/history.h"

namespace taki::store::sqlite {

// A History without a time limit on its queries. FAILED_PRECONDITION if there is no such file, or
// it is another program's or another schema's (an older one is migrated by starting the daemon on
// it).
absl::StatusOr<std::unique_ptr<History>> OpenReadOnly(const std::string& path);

// Calls `visit` for each finished match of the file, ids ascending (VOID and QUARANTINED ones are
// not finished), until there is none left or `visit` fails. Matches that finish meanwhile may be
// missed.
absl::Status ForEachFinishedMatch(
    const std::string& path,
    const std::function<absl::Status(History& history, match::MatchId id)>& visit);

// Counts all matches of the file again and compares that with what is counted of each bot
// (BotTally): a sentence for each bot and table that differs, none if all is well. Takes some
// seconds a million matches, and little memory; of a live daemon's file, which it reads as of one
// moment, the log grows meanwhile.
absl::StatusOr<std::vector<std::string>> CheckTallies(const std::string& path);
// CheckTallies, and whatever else is kept beside matches: the numbers of results, which matches
// have seals (not whether these are whole: History::CheckSeal), what counts for ratings, and that
// leagues, their logs and their matches agree. A sentence for each contradiction, that names its
// table; a few dozen at most.
absl::StatusOr<std::vector<std::string>> CheckBooks(const std::string& path);

// Writes a copy of `path` for analysts to `target`: without unfinished and quarantined matches (and
// so without any secret of theirs), without token hashes, and without the event seeds of leagues
// that have not started (History reads zeros); one plain file of mode 0644 that needs no log and
// may be read by anybody. The logs of leagues are whole, and may name matches that are not there;
// the outcome of a quarantined one is read as of the file itself. There is the whole copy or none;
// ALREADY_EXISTS if `target` is there.
absl::Status Snapshot(const std::string& path, const std::string& target);

}  // namespace taki::store::sqlite
