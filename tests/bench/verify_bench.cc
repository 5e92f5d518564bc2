// How fast what is stored is verified (docs/performance.md): actions/s of one core.
//
//   <build>/bin/verify_bench                    (release build)
//
// `Verify` reads whole matches from a file and audits them, as `taki-referee verify` does; `Read`
// only reads them, `Audit` only audits what is in memory. `Columns` asks a statement for the same
// columns, row by row: the floor of what does not read as store/sqlite/bulk_reads.h does. The
// argument is the number of stages: 8 are matches of some 1,800 actions, 1 of some 60.
#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "referee/match/audit.h"
#include "referee/rules/check.h"
#include "store/sqlite/sqlite_store.h"
#include "store/sqlite/tools.h"
#include "tests/store/sample_matches.h"
#include "tests/store/temp_dir.h"

namespace {

using taki::store::WholeMatch;
using taki::store::sqlite::SqliteStore;

// A file of finished matches of five seats; made once, gone at the end.
class File {
 public:
  static File& Of(std::int64_t stages) {
    static std::map<std::int64_t, std::unique_ptr<File>> files;
    std::unique_ptr<File>& file = files[stages];
    if (!file) file = std::make_unique<File>(static_cast<int>(stages));
    return *file;
  }
  explicit File(int stages) : matches(stages > 1 ? 100 : 2'000) {
    auto store = SqliteStore::Open({.path = path(), .readers = 1});
    TAKI_CHECK(store.ok());
    taki::store::Batch batch;
    batch.bots = taki::store::test::SampleBots(8);
    TAKI_CHECK((*store)->journal().Commit(batch).ok());
    std::vector<int> hands(static_cast<std::size_t>(stages));
    std::iota(hands.rbegin(), hands.rend(), 1);
    actions = taki::store::test::PlayMatches((*store)->journal(), 1, matches, 32, 5, hands, 8);
  }
  std::string path() const { return dir_.File("taki.db"); }
  int matches = 0;
  std::int64_t actions = 0;

 private:
  const taki::store::test::TempDir dir_;
};

std::unique_ptr<taki::store::History> OpenFile(const File& file) {
  auto history = taki::store::sqlite::OpenReadOnly(file.path());
  TAKI_CHECK(history.ok());
  return *std::move(history);
}

bool Stands(const WholeMatch& whole) {
  return taki::match::Audit({.config = whole.row.config,
                             .versions = whole.row.versions,
                             .entropy = whole.row.entropy,
                             .records = whole.records,
                             .lines = whole.lines,
                             .result = *whole.row.result})
      .ok;
}

void Report(benchmark::State& state, const File& file) {
  const auto rounds = static_cast<double>(state.iterations());
  state.counters["actions/s"] =
      benchmark::Counter(rounds * static_cast<double>(file.actions), benchmark::Counter::kIsRate);
  state.counters["matches/s"] =
      benchmark::Counter(rounds * file.matches, benchmark::Counter::kIsRate);
}

void Verify(benchmark::State& state) {
  const File& file = File::Of(state.range(0));
  const auto history = OpenFile(file);
  WholeMatch whole;
  for (auto _ : state)
    for (int match = 1; match <= file.matches; ++match) {
      TAKI_CHECK(history->ReadWhole({match}, whole).ok());
      TAKI_CHECK(Stands(whole));
    }
  Report(state, file);
}
BENCHMARK(Verify)->Arg(8)->Arg(1);

void Read(benchmark::State& state) {
  const File& file = File::Of(state.range(0));
  const auto history = OpenFile(file);
  WholeMatch whole;
  for (auto _ : state)
    for (int match = 1; match <= file.matches; ++match)
      TAKI_CHECK(history->ReadWhole({match}, whole).ok());
  Report(state, file);
}
BENCHMARK(Read)->Arg(8)->Arg(1);

void Audit(benchmark::State& state) {
  const File& file = File::Of(state.range(0));
  const auto history = OpenFile(file);
  std::vector<WholeMatch> matches(static_cast<std::size_t>(file.matches));
  for (int match = 1; match <= file.matches; ++match)
    TAKI_CHECK(history->ReadWhole({match}, matches[static_cast<std::size_t>(match - 1)]).ok());
  for (auto _ : state)
    for (const WholeMatch& whole : matches) TAKI_CHECK(Stands(whole));
  Report(state, file);
}
BENCHMARK(Audit)->Arg(8)->Arg(1);

void Columns(benchmark::State& state) {
  const File& file = File::Of(state.range(0));
  sqlite3* db = nullptr;
  sqlite3_open_v2(file.path().c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  std::int64_t sum = 0;
  for (auto _ : state)
    for (const char* sql :
         {"SELECT id, kind, seat, decision, actions, rest, rule, strike, charged_ms, grace_ms,"
          " reason FROM input ORDER BY id",
          "SELECT id, seat, kind, token, input_no, decision, turn, charged_ms, in_window, drawn"
          " FROM action ORDER BY id"}) {
      sqlite3_stmt* rows = nullptr;
      sqlite3_prepare_v2(db, sql, -1, &rows, nullptr);
      while (sqlite3_step(rows) == SQLITE_ROW)
        for (int column = 0; column < sqlite3_column_count(rows); ++column)
          switch (sqlite3_column_type(rows, column)) {
            case SQLITE_INTEGER: sum += sqlite3_column_int64(rows, column); break;
            case SQLITE_TEXT: sum += sqlite3_column_text(rows, column)[0]; break;
            default: break;
          }
      sqlite3_finalize(rows);
    }
  benchmark::DoNotOptimize(sum);
  sqlite3_close(db);
  Report(state, file);
}
BENCHMARK(Columns)->Arg(8)->Arg(1);

}  // namespace

BENCHMARK_MAIN();
