// The durable memory of the referee, as the loop sees it: written by one thread, one transaction a
// turn.
//
// Implementations: MemoryStore (memory_store.h; tests and simulation) and SqliteStore
// (sqlite/sqlite_store.h); one contract suite (tests/store/store_contract.h) holds both to this
// header. Deciding whether a record is legal is not the store's business.
#pragma once

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/rows.h"

namespace taki::store {

// Everything that one turn of the loop makes durable. Spans and pointers must stay valid until
// Commit returns.
struct MatchChange {
  match::MatchId match;
  std::span<const match::Record>
      records;                         // input_no rising, going on where the last commit stopped
  std::span<const match::Line> lines;  // ply rising, likewise
  // When those records happened, by input_no; of some or of none. One of a record that is not among
  // `records` is left out.
  std::span<const InputTiming> timings;
  // A new state other than by result: kAssigned, kRunning (cards are dealt; that is when it
  // started) or kQuarantined (then with `quarantine_reason`). A match that has its result keeps its
  // state.
  std::optional<MatchState> state;
  std::string quarantine_reason;
  const match::Result* result = nullptr;  // the match is over: kFinished or kVoid by result->ending
};

// Something that happened to a league: entries of its log, seq going on where the last commit
// stopped.
struct LeagueChange {
  league::LeagueId league;
  // A kFinished one is kept without its outcome. Every match that is named is one of this league;
  // of a kFinished one it is over with this batch at the latest.
  std::vector<league::LogEntry> entries;
  league::LeagueState state = league::LeagueState::kOpen;  // after them
};
// A rated match of a league counts for ratings no more, or again. (That the result of a rated match
// counts, the store notes by itself when the result is committed, unless the match is VOID.) No
// change, and not noted: of a match that has never counted (unrated, VOID, not over), or that says
// what is so already. Of several changes of one match in a batch the last is meant.
struct RatingChange {
  match::MatchId match;
  bool counts = true;
};

struct Batch {
  std::vector<Bot> bots;             // new ones, or known ones (by id) with new contents
  std::vector<BotVersion> versions;  // new ones; a known one is left as it is
  std::vector<MatchRow> matches;     // new ones
  std::vector<MatchChange> changes;
  std::vector<LeagueRow> leagues;  // new ones, as far as they never change; entries: as changes
  std::vector<LeagueChange> league_changes;
  std::vector<RatingChange> rating_changes;  // applied after `changes`
  std::int64_t now_ms = 0;  // for started_ms and finished_ms, of matches and leagues
  bool empty() const {
    return bots.empty() && versions.empty() && matches.empty() && changes.empty() &&
           leagues.empty() && league_changes.empty() && rating_changes.empty();
  }
  void Clear() {
    bots.clear();
    versions.clear();
    matches.clear();
    changes.clear();
    leagues.clear();
    league_changes.clear();
    rating_changes.clear();
  }
};

class Journal {
 public:
  virtual ~Journal() = default;

  // All or nothing. OK: it survives kill -9 (and a power cut as --durability says: a batch with a
  // result always). UNAVAILABLE: nothing of it is there (disk full, I/O error); the same batch may
  // be tried again later. DATA_LOSS: the file is damaged; nothing more can be written.
  // ALREADY_EXISTS: a bot's name or token hash, a match's or league's request id, or a league's
  // name, is another's; nothing of the batch is there. FAILED_PRECONDITION: the batch contradicts
  // what is stored (an unknown match, bot or league, another record or log entry under the same
  // number, a gap in a log), a fault of ours; nothing of it is there.
  // What is there already with equal contents counts as committed, so that a batch whose commit was
  // done but reported as failed may be tried again too (fault P6).
  virtual absl::Status Commit(const Batch& batch) = 0;

  virtual absl::StatusOr<std::vector<Bot>> Bots() = 0;                // by id
  virtual absl::StatusOr<std::vector<BotVersion>> BotVersions() = 0;  // by bot, then first seen
  virtual absl::StatusOr<std::vector<MatchRow>> Unfinished() = 0;     // by id
  virtual absl::StatusOr<std::vector<match::Record>> Records(
      match::MatchId match) = 0;  // by input_no
  virtual absl::StatusOr<std::vector<InputTiming>> Timings(
      match::MatchId match) = 0;                                     // by input_no; what was noted
  virtual absl::StatusOr<match::MatchId> LastMatchId() = 0;          // number 0 if there is none
  virtual absl::StatusOr<MatchRow> Match(match::MatchId match) = 0;  // in any state; NOT_FOUND
  virtual absl::StatusOr<MatchRow> MatchByRequestId(
      const std::string& request_id) = 0;  // NOT_FOUND

  virtual absl::StatusOr<std::vector<LeagueRow>> Leagues() = 0;  // by id, in any state
  // By seq, with the outcomes of finished matches filled in. Empty for an unknown league.
  virtual absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId league) = 0;

  // Housekeeping between turns; `idle` says that nothing waits. Never fails visibly.
  virtual void Maintain(bool idle) = 0;
};

}  // namespace taki::store
