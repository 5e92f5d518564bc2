// What `taki-referee verify` and `taki-referee snapshot` need of a database file. Reading only: a
// live daemon may be using it.
#pragma once

#include <cstdint>
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

// The matches of a file that are over, in portions, by id: none is kept in memory. Those that end
// meanwhile may be missed. One that is neither FINISHED nor VOID, nor in another state that there
// is, is among them: its row is damaged. Used by one thread.
class OverMatches {
 public:
  // As OpenReadOnly.
  static absl::StatusOr<OverMatches> Open(const std::string& path);
  OverMatches(OverMatches&&) noexcept;
  OverMatches& operator=(OverMatches&&) noexcept;
  ~OverMatches();

  // How many there are.
  absl::StatusOr<std::int64_t> Count();
  // The next ones, at most `limit`; empty: there are no more.
  absl::StatusOr<std::vector<match::MatchId>> Next(int limit);

 private:
  struct Parts;
  explicit OverMatches(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

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
