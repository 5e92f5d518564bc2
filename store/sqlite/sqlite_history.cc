#include "store/sqlite/sqlite_history.h"

#include <algorithm>
#include <utility>

#include "referee/rules/check.h"
#include "store/sqlite/bulk_reads.h"
#include "store/sqlite/league_reads.h"
#include "store/sqlite/list_reads.h"
#include "store/sqlite/reads.h"
#include "store/sqlite/seal.h"
#include "store/sqlite/tally_reads.h"

namespace taki::store::sqlite {

struct SqliteHistory::Reader {
  explicit Reader(Connection connection) : db(std::move(connection)) {}
  absl::Status Prepare(int looked_at_max);
  // One consistent view for all statements of a query.
  absl::Status Begin();
  void End();

  Connection db;
  Reads reads;
  BulkReads bulk;
  LeagueReads leagues;
  Seals seals;
  TallyReads tallies;
  ListReads lists;
  Statement begin, commit;
};

absl::Status SqliteHistory::Reader::Prepare(int looked_at_max) {
  absl::Status status = db.Run(
      "PRAGMA busy_timeout = 1000; PRAGMA query_only = ON; PRAGMA mmap_size = 0;"
      "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4096;");
  if (!status.ok()) return status;
  absl::StatusOr<Reads> prepared = Reads::Prepare(db);
  if (!prepared.ok()) return prepared.status();
  reads = *std::move(prepared);
  absl::StatusOr<LeagueReads> of_leagues = LeagueReads::Prepare(db);
  if (!of_leagues.ok()) return of_leagues.status();
  leagues = *std::move(of_leagues);
  absl::StatusOr<Seals> of_seals = Seals::Prepare(db);
  if (!of_seals.ok()) return of_seals.status();
  seals = *std::move(of_seals);
  absl::StatusOr<TallyReads> of_tallies = TallyReads::Prepare(db);
  if (!of_tallies.ok()) return of_tallies.status();
  tallies = *std::move(of_tallies);
  absl::StatusOr<ListReads> listing = ListReads::Prepare(db, reads, leagues, looked_at_max);
  if (!listing.ok()) return listing.status();
  lists = *std::move(listing);
  absl::StatusOr<BulkReads> of_many = BulkReads::Prepare(db);
  if (!of_many.ok()) return of_many.status();
  bulk = *std::move(of_many);
  absl::StatusOr<Statement> first = db.Prepare("BEGIN");
  absl::StatusOr<Statement> last = db.Prepare("COMMIT");
  if (!first.ok() || !last.ok()) return first.ok() ? last.status() : first.status();
  begin = *std::move(first);
  commit = *std::move(last);
  return absl::OkStatus();
}

absl::Status SqliteHistory::Reader::Begin() {
  db.StartClock();
  return begin.Run();
}

void SqliteHistory::Reader::End() {
  db.StartClock();  // the end must not fail for want of time
  if (db.in_transaction() && !commit.Run().ok()) (void)db.Run("ROLLBACK");
}

SqliteHistory::SqliteHistory() = default;
SqliteHistory::~SqliteHistory() = default;

absl::StatusOr<std::unique_ptr<SqliteHistory>> SqliteHistory::Open(const std::string& path,
                                                                   const std::string& vfs,
                                                                   int connections,
                                                                   std::chrono::milliseconds limit,
                                                                   int looked_at_max) {
  std::unique_ptr<SqliteHistory> history(new SqliteHistory);
  for (int i = 0; i < connections; ++i) {
    absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, vfs);
    if (!db.ok()) return db.status();
    auto reader = std::make_unique<Reader>(*std::move(db));
    if (absl::Status status = reader->Prepare(looked_at_max); !status.ok()) return status;
    reader->db.LimitTime(limit);
    history->free_.push_back(std::move(reader));
  }
  return history;
}

std::unique_ptr<SqliteHistory::Reader> SqliteHistory::Borrow() {
  std::unique_lock lock(mutex_);
  given_back_.wait(lock, [this] { return !free_.empty(); });
  std::unique_ptr<Reader> reader = std::move(free_.back());
  free_.pop_back();
  return reader;
}

void SqliteHistory::GiveBack(std::unique_ptr<Reader> reader) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(reader));
  }
  given_back_.notify_one();
}

template <class Query>
auto SqliteHistory::With(Query query) -> decltype(query(std::declval<Reader&>())) {
  std::unique_ptr<Reader> reader = Borrow();
  absl::Status begun = reader->Begin();
  decltype(query(*reader)) result =
      begun.ok() ? query(*reader) : decltype(query(*reader))(std::move(begun));
  const bool too_long = !result.ok() && reader->db.interrupted();
  reader->End();
  GiveBack(std::move(reader));
  if (too_long) {
    return absl::UnavailableError(
        "the query took too long and was broken off; narrow the filter or ask for fewer rows");
  }
  return result;
}

absl::StatusOr<MatchRow> SqliteHistory::GetMatch(match::MatchId id) {
  return With([id](Reader& reader) { return reader.reads.Match(id); });
}

absl::StatusOr<MatchRow> SqliteHistory::MatchByRequestId(const std::string& request_id) {
  return With([&](Reader& reader) { return reader.reads.MatchByRequestId(request_id); });
}

absl::StatusOr<MatchPage> SqliteHistory::ListMatches(const MatchFilter& filter,
                                                     match::MatchId before, int limit) {
  TAKI_CHECK(limit >= 1);
  if (absl::Status status = CheckFilter(filter); !status.ok()) return status;
  return With([&](Reader& reader) { return reader.lists.Matches(filter, before, limit); });
}

absl::StatusOr<ResultPage> SqliteHistory::MatchesByResult(const MatchFilter& filter,
                                                          std::int64_t after, int limit) {
  TAKI_CHECK(limit >= 1);
  if (absl::Status status = CheckFilter(filter); !status.ok()) return status;
  return With([&](Reader& reader) { return reader.lists.Results(filter, after, limit); });
}

absl::StatusOr<std::vector<match::Line>> SqliteHistory::Lines(match::MatchId id,
                                                              std::uint32_t from_ply, int limit) {
  return With([=](Reader& reader) { return reader.reads.Lines(id, from_ply, limit); });
}

absl::StatusOr<std::vector<match::Record>> SqliteHistory::Records(match::MatchId id) {
  return With([id](Reader& reader) { return reader.reads.Records(id); });
}

absl::StatusOr<std::int64_t> SqliteHistory::LastResultNo() {
  return With([](Reader& reader) { return reader.reads.LastResultNo(); });
}

absl::StatusOr<std::vector<InputTiming>> SqliteHistory::Timings(match::MatchId id) {
  return With([id](Reader& reader) { return reader.reads.Timings(id); });
}

absl::StatusOr<std::string> SqliteHistory::CheckSeal(match::MatchId id) {
  return With([id](Reader& reader) { return reader.seals.Check(id); });
}

absl::StatusOr<BotTally> SqliteHistory::TallyOf(match::BotId bot) {
  return With([bot](Reader& reader) { return reader.tallies.Of(bot); });
}

absl::Status SqliteHistory::ReadWhole(match::MatchId id, WholeMatch& out) {
  return With(
      [&](Reader& reader) { return reader.bulk.Whole(id, reader.reads, reader.seals, out); });
}

absl::StatusOr<Bot> SqliteHistory::GetBot(const std::string& name) {
  return With([&](Reader& reader) { return reader.reads.BotNamed(name); });
}

absl::StatusOr<Bot> SqliteHistory::BotByTokenHash(const rules::Bytes32& token_hash) {
  return With([&](Reader& reader) { return reader.reads.BotWithToken(token_hash); });
}

absl::StatusOr<std::vector<BotVersion>> SqliteHistory::VersionsOf(match::BotId bot) {
  return With([bot](Reader& reader) { return reader.reads.VersionsOf(bot); });
}

absl::StatusOr<std::vector<Bot>> SqliteHistory::ListBots(const std::string& after, int limit) {
  return With([&](Reader& reader) { return reader.reads.BotsAfter(after, limit); });
}

absl::StatusOr<std::vector<Bot>> SqliteHistory::BotsById(const std::vector<match::BotId>& ids) {
  return With([&](Reader& reader) { return reader.reads.BotsById(ids); });
}

absl::StatusOr<LeagueRow> SqliteHistory::GetLeague(league::LeagueId id) {
  return With([id](Reader& reader) { return reader.leagues.League(id); });
}

absl::StatusOr<LeagueRow> SqliteHistory::LeagueByName(const std::string& name) {
  return With([&](Reader& reader) { return reader.leagues.LeagueNamed(name); });
}

absl::StatusOr<std::vector<LeagueRow>> SqliteHistory::ListLeagues(
    std::optional<league::LeagueState> state, league::LeagueId before, int limit) {
  return With([=](Reader& reader) { return reader.leagues.LeaguesBefore(state, before, limit); });
}

absl::StatusOr<std::vector<league::LogEntry>> SqliteHistory::LeagueLog(league::LeagueId id,
                                                                       std::int32_t after,
                                                                       int limit) {
  return With([=](Reader& reader) { return reader.leagues.Log(id, after, limit); });
}

absl::StatusOr<std::vector<RatedResult>> SqliteHistory::RatedResults(std::int64_t after,
                                                                     int limit) {
  return With([=](Reader& reader) { return reader.leagues.RatedResults(after, limit); });
}

}  // namespace taki::store::sqlite
