#include "store/sqlite/sqlite_history.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "referee/rules/check.h"
#include "store/sqlite/league_reads.h"
#include "store/sqlite/list_query.h"
#include "store/sqlite/reads.h"

namespace taki::store::sqlite {

struct SqliteHistory::Reader {
  explicit Reader(Connection connection) : db(std::move(connection)) {}
  absl::Status Prepare();
  // One consistent view for all statements of a query.
  absl::Status Begin();
  void End();
  absl::StatusOr<MatchPage> List(const MatchFilter& filter, match::MatchId before, int limit);

  Connection db;
  Reads reads;
  LeagueReads leagues;
  std::array<Statement, kListLeads> lists;
  Statement begin, commit;

 private:
  // Nothing if no match can pass: an unknown bot, nothing filed in the range.
  absl::StatusOr<std::optional<ListQuery>> Resolve(const MatchFilter& filter, match::MatchId before,
                                                   int limit);
  absl::StatusOr<std::optional<std::int64_t>> BotNumber(const std::string& name);
};

absl::Status SqliteHistory::Reader::Prepare() {
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
  for (std::size_t i = 0; i < lists.size(); ++i) {
    absl::StatusOr<Statement> list = db.Prepare(ListSql()[i]);
    if (!list.ok()) return list.status();
    lists[i] = *std::move(list);
  }
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

absl::StatusOr<std::optional<std::int64_t>> SqliteHistory::Reader::BotNumber(
    const std::string& name) {
  const absl::StatusOr<Bot> bot = reads.BotNamed(name);
  if (absl::IsNotFound(bot.status())) return std::optional<std::int64_t>();
  if (!bot.ok()) return bot.status();
  return std::optional<std::int64_t>(bot->id.number);
}

absl::StatusOr<std::optional<ListQuery>> SqliteHistory::Reader::Resolve(const MatchFilter& filter,
                                                                        match::MatchId before,
                                                                        int limit) {
  const std::optional<ListQuery> nothing;
  ListQuery query;
  query.to_id = before.number > 0 ? before.number : std::numeric_limits<std::int64_t>::max();
  query.limit = std::int64_t{limit} + 1;  // one more tells whether there is a next page
  query.state = filter.state;
  query.ending = filter.ending;
  query.seats = filter.seats;
  if (filter.rated.has_value()) query.rated = *filter.rated ? 1 : 0;
  query.version = filter.bot_version;
  (filter.bot.empty() ? query.any_end : query.bot_end) = filter.seat_end;

  for (const auto& [name, number] :
       {std::pair(&filter.bot, &query.bot), std::pair(&filter.opponent, &query.opponent)}) {
    if (name->empty()) continue;
    absl::StatusOr<std::optional<std::int64_t>> bot = BotNumber(*name);
    if (!bot.ok()) return bot.status();
    if (!bot->has_value()) return nothing;
    *number = *bot;
  }
  if (query.bot.has_value() && query.bot == query.opponent) return nothing;
  if (!query.bot.has_value()) std::swap(query.bot, query.opponent);

  // The narrow range of ids helps every index.
  if (filter.league.has_value()) {
    query.league = filter.league->number;
    if (filter.fixture.has_value()) query.fixture = filter.fixture->number;
    const absl::StatusOr<LeagueReads::Range> range =
        leagues.MatchesOf(*filter.league, filter.fixture);
    if (!range.ok()) return range.status();
    if (range->last.number == 0) return nothing;
    query.from_id = range->first.number;
    query.to_id = std::min(query.to_id, range->last.number + 1);
  }
  if (filter.created_from_ms.has_value()) {
    const absl::StatusOr<match::MatchId> first = reads.FirstFiledFrom(*filter.created_from_ms);
    if (!first.ok()) return first.status();
    if (first->number == 0) return nothing;
    query.from_id = std::max(query.from_id, first->number);
  }
  if (filter.created_to_ms.has_value()) {
    const absl::StatusOr<match::MatchId> end = reads.FirstFiledFrom(*filter.created_to_ms);
    if (!end.ok()) return end.status();
    if (end->number != 0) query.to_id = std::min(query.to_id, end->number);
  }
  return std::optional<ListQuery>(query);
}

absl::StatusOr<MatchPage> SqliteHistory::Reader::List(const MatchFilter& filter,
                                                      match::MatchId before, int limit) {
  const absl::StatusOr<std::optional<ListQuery>> query = Resolve(filter, before, limit);
  if (!query.ok()) return query.status();
  MatchPage page;
  if (!query->has_value()) return page;
  Statement& list = lists[static_cast<std::size_t>(LeadOf(**query))];
  const ResetAtEnd reset(list);
  BindTo(list, **query);
  while (true) {
    const absl::StatusOr<bool> row = list.Step();
    if (!row.ok()) return row.status();
    if (!*row) return page;
    if (std::cmp_equal(page.matches.size(), limit)) {
      page.next = page.matches.back().config.id;
      return page;
    }
    absl::StatusOr<MatchRow> match = reads.Match(match::MatchId{list.Int(0)});
    if (!match.ok()) return match.status();
    page.matches.push_back(*std::move(match));
  }
}

SqliteHistory::SqliteHistory() = default;
SqliteHistory::~SqliteHistory() = default;

absl::StatusOr<std::unique_ptr<SqliteHistory>> SqliteHistory::Open(
    const std::string& path, const std::string& vfs, int connections,
    std::chrono::milliseconds limit) {
  std::unique_ptr<SqliteHistory> history(new SqliteHistory);
  for (int i = 0; i < connections; ++i) {
    absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadOnly, vfs);
    if (!db.ok()) return db.status();
    auto reader = std::make_unique<Reader>(*std::move(db));
    if (absl::Status status = reader->Prepare(); !status.ok()) return status;
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
  if (filter.bot.empty() && !filter.bot_version.empty()) {
    return absl::InvalidArgumentError("bot_version: needs a bot");
  }
  if (!filter.league.has_value() && filter.fixture.has_value()) {
    return absl::InvalidArgumentError("fixture: needs a league");
  }
  return With([&](Reader& reader) { return reader.List(filter, before, limit); });
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

absl::StatusOr<std::vector<match::MatchId>> SqliteHistory::FinishedAfter(match::MatchId after,
                                                                         int limit) {
  return With([=](Reader& reader) { return reader.reads.Finished(after, limit); });
}

}  // namespace taki::store::sqlite
