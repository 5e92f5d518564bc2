// history_gen: writes a database with a long history, played by the real engine (made_history.h).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "store/sqlite/sqlite_store.h"
#include "tests/bench/made_history.h"

namespace {

constexpr std::int64_t kAPart = 10'000;  // matches between two lines of progress

int Run(const std::string& db, std::int64_t matches, const taki::bench::HistoryOptions& options) {
  auto store = taki::store::sqlite::SqliteStore::Open({.path = db});
  if (!store.ok()) {
    std::fprintf(stderr, "history_gen: %s\n", std::string(store.status().message()).c_str());
    return 1;
  }
  taki::bench::HistoryMaker maker((*store)->journal(), options);
  const auto began = std::chrono::steady_clock::now();
  for (std::int64_t made = 0; made < matches;) {
    const std::int64_t part = std::min(kAPart, matches - made);
    if (const absl::Status status = maker.Make(part); !status.ok()) {
      std::fprintf(stderr, "history_gen: %s\n", std::string(status.message()).c_str());
      return 1;
    }
    made += part;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    std::fprintf(stderr, "%lld matches, %lld actions, %.0f s\n", static_cast<long long>(made),
                 static_cast<long long>(maker.actions()), took.count());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Writes a database with a long history of real matches between made-up bots.");
  taki::bench::HistoryOptions options;
  std::string db;
  std::int64_t matches = 1'000'000;
  app.add_option("--db", db, "the file; new or empty")->required();
  app.add_option("--matches", matches, "how many (1000000)")->check(CLI::Range(1, 100'000'000));
  app.add_option("--bots", options.bots, "how many (200)")->check(CLI::Range(12, 10'000));
  app.add_option("--seats-min", options.seats_min, "of casual matches (2)")
      ->check(CLI::Range(2, 10));
  app.add_option("--seats-max", options.seats_max, "of casual matches (10)")
      ->check(CLI::Range(2, 10));
  app.add_option("--stages", options.stages, "hand sizes (1)")->delimiter(',');
  app.add_option("--seed", options.seed, "of everything (1)");
  app.add_option("--league-share", options.league_share, "of 100 matches (40)")
      ->check(CLI::Range(0, 100));
  app.add_option("--at-once", options.at_once, "matches that begin with one commit (250)")
      ->check(CLI::Range(1, 100'000));
  CLI11_PARSE(app, argc, argv);
  if (options.seats_max < options.seats_min) options.seats_max = options.seats_min;
  return Run(db, matches, options);
}
