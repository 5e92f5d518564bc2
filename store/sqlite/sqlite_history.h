// History on a SQLite file: a fixed number of read-only connections, lent to one query at a time.
//
// Thread-safe: who finds all of them lent waits for one. A query is one read transaction, and is
// broken off at its time limit (fault S13): UNAVAILABLE, and the log can be checkpointed again
// (P12).
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/history.h"

namespace taki::store::sqlite {

class SqliteHistory final : public History {
 public:
  // Requires a file of the newest schema; connections >= 1; looked_at_max >= 1.
  static absl::StatusOr<std::unique_ptr<SqliteHistory>> Open(const std::string& path,
                                                             const std::string& vfs,
                                                             int connections,
                                                             std::chrono::milliseconds limit,
                                                             int looked_at_max = kMatchesLookedAt);
  ~SqliteHistory() override;

  absl::StatusOr<MatchRow> GetMatch(match::MatchId id) override;
  absl::StatusOr<MatchRow> MatchByRequestId(const std::string& request_id) override;
  absl::StatusOr<MatchPage> ListMatches(const MatchFilter& filter, match::MatchId before,
                                        int limit) override;
  absl::StatusOr<ResultPage> MatchesByResult(const MatchFilter& filter, std::int64_t after,
                                             int limit) override;
  absl::StatusOr<std::vector<match::Line>> Lines(match::MatchId id, std::uint32_t from_ply,
                                                 int limit) override;
  absl::StatusOr<std::int64_t> LastResultNo() override;
  absl::StatusOr<std::vector<match::Record>> Records(match::MatchId id) override;
  absl::StatusOr<std::vector<InputTiming>> Timings(match::MatchId id) override;
  absl::StatusOr<std::string> CheckSeal(match::MatchId id) override;
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
  struct Reader;  // a connection and its statements
  SqliteHistory();
  // Runs `query` in a read transaction on a connection that is free.
  template <class Query>
  auto With(Query query) -> decltype(query(std::declval<Reader&>()));
  std::unique_ptr<Reader> Borrow();
  void GiveBack(std::unique_ptr<Reader> reader);

  std::mutex mutex_;
  std::condition_variable given_back_;
  std::vector<std::unique_ptr<Reader>> free_;
};

}  // namespace taki::store::sqlite
