// What recording costs (docs/performance.md): rows a second of Commit for batches of one match and
// of 32, beside a bare single-table insert through SQLite with the same pragmas, checkpoints
// included.
//
// A row is a row of `input` or of `action`; a normal move makes one of each.
#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/rules/check.h"
#include "referee/rules/notation.h"
#include "store/sqlite/sqlite_store.h"
#include "tests/store/sample_matches.h"
#include "tests/store/temp_dir.h"

namespace {

using taki::store::Batch;
using taki::store::MatchChange;
using taki::store::sqlite::SqliteOptions;
using taki::store::sqlite::SqliteStore;
using taki::store::test::TempDir;

constexpr int kMatches = 32;

// Moves without end for 32 matches: one reply and one line each.
class Moves {
 public:
  explicit Moves(int at_once)
      : records_(static_cast<std::size_t>(at_once)), lines_(records_.size()) {
    static const char* const kTokens[] = {"R7", "draw", "G+2", "BT", "C>R", "pass", "YS", "close"};
    for (const char* token : kTokens) actions_.push_back(taki::rules::ParseAction(token).value());
  }
  void Fill(Batch& batch) {
    batch.changes.clear();
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const std::uint32_t move = moves_++ / kMatches;
      taki::match::Record& record = records_[i];
      record.input_no = move + 2;
      record.decision.number = move + 1;
      record.seat = taki::rules::Seat(static_cast<int>(move % 4));
      record.actions.assign(1, actions_[move % actions_.size()]);
      record.charged_ms = static_cast<std::int32_t>(move % 40);
      taki::match::Line& line = lines_[i];
      line.ply = move;
      line.input_no = record.input_no;
      line.decision = record.decision;
      line.turn = static_cast<std::uint16_t>(move % 10'000);
      line.seat = record.seat;
      line.action = record.actions[0];
      line.charged_ms = record.charged_ms;
      MatchChange& change = batch.changes.emplace_back();
      change.match.number = 1 + (moves_ - 1) % kMatches;
      change.records = std::span(&record, 1);
      change.lines = std::span(&line, 1);
    }
  }

 private:
  std::vector<taki::rules::Action> actions_;
  std::vector<taki::match::Record> records_;
  std::vector<taki::match::Line> lines_;
  std::uint32_t moves_ = 0;
};

void Commit(benchmark::State& state, SqliteOptions::Durability durability) {
  const TempDir dir;
  const std::string path = dir.File("taki.db");
  auto store = SqliteStore::Open({.path = path, .durability = durability, .readers = 1});
  TAKI_CHECK(store.ok());
  taki::store::Journal& journal = (*store)->journal();
  Batch batch;
  batch.bots = taki::store::test::SampleBots(4);
  for (int number = 1; number <= kMatches; ++number) {
    batch.matches.push_back(taki::store::test::SampleRow(number, 4));
  }
  TAKI_CHECK(journal.Commit(batch).ok());
  batch.Clear();
  Moves moves(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    moves.Fill(batch);
    TAKI_CHECK(journal.Commit(batch).ok());
    journal.Maintain(false);
  }
  const auto rows =
      static_cast<double>(state.iterations()) * static_cast<double>(2 * state.range(0));
  state.counters["rows/s"] = benchmark::Counter(rows, benchmark::Counter::kIsRate);
  store->reset();
  state.counters["bytes/move"] = static_cast<double>(std::filesystem::file_size(path)) / (rows / 2);
}

void CommitResult(benchmark::State& state) { Commit(state, SqliteOptions::Durability::kResult); }
void CommitPower(benchmark::State& state) { Commit(state, SqliteOptions::Durability::kPower); }
BENCHMARK(CommitResult)->Arg(1)->Arg(32);
BENCHMARK(CommitPower)->Arg(1)->Arg(32);

// The floor: the same number of rows of some forty bytes, one table, one statement.
void BareSqlite(benchmark::State& state) {
  const TempDir dir;
  sqlite3* db = nullptr;
  sqlite3_open(dir.File("bare.db").c_str(), &db);
  sqlite3_exec(
      db,
      "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
      "PRAGMA wal_autocheckpoint = 2048; CREATE TABLE r(id INTEGER PRIMARY KEY, body BLOB);",
      nullptr, nullptr, nullptr);
  sqlite3_stmt* insert = nullptr;
  sqlite3_prepare_v2(db, "INSERT INTO r VALUES(?1, ?2)", -1, &insert, nullptr);
  const char body[24] = {1, 2, 3};
  std::int64_t row = 0;
  for (auto _ : state) {
    sqlite3_exec(db, "BEGIN", nullptr, nullptr, nullptr);
    for (std::int64_t i = 0; i < 2 * state.range(0); ++i, ++row) {
      sqlite3_bind_int64(insert, 1, (1 + row % (2 * kMatches)) << 20 | row / (2 * kMatches));
      sqlite3_bind_blob(insert, 2, body, sizeof body, SQLITE_STATIC);
      sqlite3_step(insert);
      sqlite3_reset(insert);
    }
    sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr);
  }
  state.counters["rows/s"] =
      benchmark::Counter(static_cast<double>(row), benchmark::Counter::kIsRate);
  sqlite3_finalize(insert);
  sqlite3_close(db);
}
BENCHMARK(BareSqlite)->Arg(1)->Arg(32);

// A whole short match: begun, started, played, finished, with its synced commits.
void ShortMatches(benchmark::State& state) {
  const TempDir dir;
  auto store = SqliteStore::Open({.path = dir.File("taki.db"), .readers = 1});
  TAKI_CHECK(store.ok());
  taki::store::Journal& journal = (*store)->journal();
  Batch batch;
  batch.bots = taki::store::test::SampleBots(4);
  TAKI_CHECK(journal.Commit(batch).ok());
  std::int64_t first = 1;
  for (auto _ : state) {
    taki::store::test::PlayMatches(journal, first, kMatches, kMatches, 2, {1}, 4);
    first += kMatches;
  }
  state.counters["matches/s"] =
      benchmark::Counter(static_cast<double>(first - 1), benchmark::Counter::kIsRate);
}
BENCHMARK(ShortMatches);

// What a league adds to its matches: the log and what counts for ratings. Matches are filed and
// ended 25 at a time, without moves; `range` 0 is the same of no league and not rated.
void LeagueMatches(benchmark::State& state) {
  using Kind = taki::league::LogEntry::Kind;
  constexpr int kAtOnce = 25;
  const bool of_league = state.range(0) != 0;
  const TempDir dir;
  const std::string path = dir.File("taki.db");
  auto store = SqliteStore::Open({.path = path, .readers = 1});
  TAKI_CHECK(store.ok());
  taki::store::Journal& journal = (*store)->journal();
  const taki::match::Result result = taki::store::test::SampleResult(2);
  Batch batch;
  batch.bots = taki::store::test::SampleBots(4);
  batch.leagues = {taki::store::test::SampleLeague(1)};
  TAKI_CHECK(journal.Commit(batch).ok());
  std::int32_t seq = 0;
  std::int64_t matches = 0;
  const auto commit = [&](Kind kind, std::int64_t first) {
    taki::store::LeagueChange change{{1}, {}, taki::league::LeagueState::kRunning};
    for (std::int64_t number = first; of_league && number < first + kAtOnce; ++number) {
      change.entries.push_back(
          {.seq = ++seq, .kind = kind, .match = {number}, .slot = {{1}, 1, 1}});
      if (kind == Kind::kFiled) change.entries.back().bots = {{1}, {2}};
    }
    if (of_league) batch.league_changes.push_back(std::move(change));
    TAKI_CHECK(journal.Commit(batch).ok());
    journal.Maintain(false);
    batch.Clear();
  };
  batch.Clear();
  for (auto _ : state) {
    const std::int64_t first = matches + 1;
    for (; matches < first + kAtOnce - 1; ++matches) {
      batch.matches.push_back(taki::store::test::SampleRow(matches + 1, 2));
      batch.matches.back().config.rated = of_league;
      if (of_league) batch.matches.back().league = taki::store::LeagueMatch{{1}, {{1}, 1, 1}};
    }
    commit(Kind::kFiled, first);
    for (std::int64_t number = first; number <= matches; ++number) {
      batch.changes.emplace_back().match.number = number;
      batch.changes.back().result = &result;
    }
    commit(Kind::kFinished, first);
  }
  state.counters["matches/s"] =
      benchmark::Counter(static_cast<double>(matches), benchmark::Counter::kIsRate);
  store->reset();
  state.counters["bytes/match"] =
      static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(matches);
}
BENCHMARK(LeagueMatches)->Arg(0)->Arg(1);

// A league of 20,000 matches is read again, outcomes included, as at every start.
void LeagueLog(benchmark::State& state) {
  using Kind = taki::league::LogEntry::Kind;
  constexpr std::int32_t kPlayed = 20'000;
  const TempDir dir;
  auto store = SqliteStore::Open({.path = dir.File("taki.db"), .readers = 1});
  TAKI_CHECK(store.ok());
  const taki::match::Result result = taki::store::test::SampleResult(2);
  Batch batch;
  batch.bots = taki::store::test::SampleBots(4);
  batch.leagues = {taki::store::test::SampleLeague(1)};
  batch.league_changes.push_back({{1}, {}, taki::league::LeagueState::kRunning});
  for (std::int32_t number = 1; number <= kPlayed; ++number) {
    batch.matches.push_back(taki::store::test::SampleRow(number, 2));
    batch.matches.back().league = taki::store::LeagueMatch{{1}, {{number}, 1, 1}};
    batch.changes.emplace_back().match.number = number;
    batch.changes.back().result = &result;
    batch.league_changes[0].entries.push_back(
        {.seq = number, .kind = Kind::kFinished, .match = {number}});
  }
  TAKI_CHECK((*store)->journal().Commit(batch).ok());
  for (auto _ : state) {
    const auto log = (*store)->history().LeagueLog({1}, 0, kPlayed);
    TAKI_CHECK(log.ok() && log->size() == static_cast<std::size_t>(kPlayed));
  }
  state.counters["entries/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * kPlayed, benchmark::Counter::kIsRate);
}
BENCHMARK(LeagueLog)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
