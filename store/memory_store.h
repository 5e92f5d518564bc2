// The store in memory: for tests and the simulation, with commits that fail on demand.
//
// Holds to the contracts of Journal and History as SqliteStore does. The data lives as long as this
// object, so a host that "crashed" is restarted by handing the same store to its successor.
// Thread-safe; the Journal's part still belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/history.h"
#include "store/journal.h"
#include "store/tally.h"

namespace taki::store {

class MemoryStore : public Journal, public History {
 public:
  // How many matches a page of ListMatches or MatchesByResult looks at, from 1 on.
  explicit MemoryStore(int looked_at_max = kMatchesLookedAt) : looked_at_max_(looked_at_max) {}
  MemoryStore(const MemoryStore&) = delete;
  MemoryStore& operator=(const MemoryStore&) = delete;

  // The n-th Commit from now on (1: the next one) returns `status` and leaves nothing behind; with
  // `done_all_the_same` it is carried out in full before it says so (fault P6).
  void FailCommit(int n, absl::Status status, bool done_all_the_same = false);
  // From now on every Commit fails with `status`, as on a full disk; OkStatus() ends that.
  void FailCommits(absl::Status status);
  // Commits that were carried out so far.
  std::int64_t commits() const;

  absl::Status Commit(const Batch& batch) override;
  absl::StatusOr<std::vector<Bot>> Bots() override;
  absl::StatusOr<std::vector<BotVersion>> BotVersions() override;
  absl::StatusOr<std::vector<MatchRow>> Unfinished() override;
  absl::StatusOr<std::vector<match::Record>> Records(match::MatchId id) override;
  absl::StatusOr<match::MatchId> LastMatchId() override;
  absl::StatusOr<MatchRow> Match(match::MatchId id) override;
  absl::StatusOr<std::vector<LeagueRow>> Leagues() override;
  absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId id) override;
  void Maintain(bool idle) override;

  absl::StatusOr<MatchRow> GetMatch(match::MatchId id) override;
  absl::StatusOr<MatchRow> MatchByRequestId(const std::string& request_id) override;
  absl::StatusOr<MatchPage> ListMatches(const MatchFilter& filter, match::MatchId before,
                                        int limit) override;
  absl::StatusOr<ResultPage> MatchesByResult(const MatchFilter& filter, std::int64_t after,
                                             int limit) override;
  absl::StatusOr<std::int64_t> LastResultNo() override;
  absl::StatusOr<std::vector<InputTiming>> Timings(match::MatchId id) override;
  // Keeps no seals.
  absl::StatusOr<std::string> CheckSeal(match::MatchId id) override;
  absl::StatusOr<std::vector<match::Line>> Lines(match::MatchId id, std::uint32_t from_ply,
                                                 int limit) override;
  absl::StatusOr<Bot> GetBot(const std::string& name) override;
  absl::StatusOr<Bot> BotByTokenHash(const rules::Bytes32& token_hash) override;
  absl::StatusOr<std::vector<BotVersion>> VersionsOf(match::BotId bot) override;
  absl::StatusOr<BotTally> TallyOf(match::BotId bot) override;
  absl::StatusOr<std::vector<Bot>> ListBots(const std::string& after, int limit) override;
  absl::StatusOr<std::vector<Bot>> BotsById(const std::vector<match::BotId>& ids) override;
  absl::StatusOr<LeagueRow> GetLeague(league::LeagueId id) override;
  absl::StatusOr<LeagueRow> LeagueByName(const std::string& name) override;
  absl::StatusOr<std::vector<LeagueRow>> ListLeagues(std::optional<league::LeagueState> state,
                                                     league::LeagueId before, int limit) override;
  absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId id, std::int32_t after,
                                                          int limit) override;
  absl::StatusOr<std::vector<RatedResult>> RatedResults(std::int64_t after, int limit) override;
  absl::Status ReadWhole(match::MatchId id, WholeMatch& out) override;

 private:
  struct Kept {
    MatchRow row;
    std::int64_t filed_ms = 0;  // see MatchFilter::created_from_ms
    std::vector<match::Record> records;
    std::vector<InputTiming> timings;  // by input_no
    std::vector<match::Line> lines;
  };
  struct KeptLeague {
    LeagueRow row;
    std::vector<league::LogEntry> log;  // log[i].seq is i + 1; without outcomes
  };
  struct Failure {
    int countdown = 0;  // fails when it reaches 0
    absl::Status status;
    bool done_all_the_same = false;
  };

  // Check finds out whether all of a batch can be applied, Apply* then cannot fail.
  absl::Status Check(const Batch& batch) const;
  absl::Status CheckBots(const std::vector<Bot>& bots) const;
  absl::Status CheckMatch(const Batch& batch, const MatchRow& row) const;
  absl::Status CheckChange(const Batch& batch, const MatchChange& change) const;
  absl::Status CheckLeagues(const std::vector<LeagueRow>& leagues) const;
  absl::Status CheckLeagueChanges(const Batch& batch) const;
  absl::Status CheckEntry(const Batch& batch, league::LeagueId id,
                          const league::LogEntry& entry) const;
  absl::Status CheckRatingChanges(const Batch& batch) const;
  void Apply(const Batch& batch);
  void ApplyChange(const MatchChange& change, std::int64_t now_ms);
  void ApplyLeagueChange(const LeagueChange& change, std::int64_t now_ms);
  void ApplyResult(Kept& match, const match::Result& result, std::int64_t now_ms);
  void CountResult(const Kept& match);
  void NoteResult(const MatchRow& row);
  void NoteRatingChanges(const std::vector<RatingChange>& changes);
  bool KnowsBot(const Batch& batch, match::BotId id) const;
  bool KnowsLeague(const Batch& batch, league::LeagueId id) const;
  const MatchRow* FindMatch(const Batch& batch, match::MatchId id) const;
  std::vector<league::LogEntry> Entries(league::LeagueId id, std::size_t after,
                                        std::size_t limit) const;
  bool Passes(const Kept& match, const MatchFilter& filter) const;
  bool PassesSeats(const MatchRow& row, const MatchFilter& filter) const;
  MatchRow Shown(const Kept& match) const;
  const Bot* BotNamed(const std::string& name) const;

  const int looked_at_max_;
  mutable std::mutex mutex_;
  std::map<std::int64_t, Bot> bots_;
  std::vector<BotVersion> versions_;  // in the order in which they were first seen
  std::map<std::int64_t, Kept> matches_;
  std::map<std::string, std::int64_t> request_ids_;
  std::map<std::int64_t, KeptLeague> leagues_;
  std::vector<RatingChange> rating_log_;     // rating_log_[i] is number i + 1
  std::map<std::int64_t, bool> counts_now_;  // by match, of those in rating_log_
  std::int64_t last_result_no_ = 0;
  TallyBook tallies_;
  std::optional<Failure> failure_;
  absl::Status always_;
  std::int64_t commits_ = 0;
};

}  // namespace taki::store
