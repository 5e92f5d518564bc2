// How long the leaderboard's fit takes: 1,000 bots and 1,000,000 matches (docs/performance.md).
//
//   <build>/bin/rating_bench                   (release build)
//
// `Fit/M/N` makes up and adds a million matches of M to N seats, takes the snapshot and fits; `Add`
// is the part without the fit; `Again` is what one more match costs after that.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "referee/rating/plackett_luce.h"
#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

constexpr std::size_t kBots = 1'000;
constexpr int kMatches = 1'000'000;

// Matches of random bots; the lower the number of a bot, the better it does.
class Matches {
 public:
  Matches(std::size_t seats_min, std::size_t seats_max)
      : seats_min_(seats_min), seats_max_(seats_max), bots_(kBots) {
    for (std::size_t i = 0; i < kBots; ++i) bots_[i] = static_cast<PlayerId>(i);
  }
  const std::vector<Finish>& Next() {
    match_.resize(seats_min_ + random_.Below(seats_max_ - seats_min_ + 1));
    for (std::size_t i = 0; i < match_.size(); ++i) {
      std::swap(bots_[i], bots_[i + random_.Below(kBots - i)]);
      match_[i] = {bots_[i], static_cast<int>(bots_[i] + random_.Below(2 * kBots))};
    }
    return match_;
  }

 private:
  std::size_t seats_min_, seats_max_;
  test::SplitMix random_{1};
  std::vector<PlayerId> bots_;
  std::vector<Finish> match_;
};

Results Million(const benchmark::State& state) {
  Matches matches(static_cast<std::size_t>(state.range(0)),
                  static_cast<std::size_t>(state.range(1)));
  Results results;
  for (int i = 0; i < kMatches; ++i) results.Add(matches.Next());
  return results;
}

void Fit(benchmark::State& state) {
  int steps = 0;
  for (auto _ : state) {
    Results results = Million(state);
    steps = FitPlackettLuce(*results.Snapshot()).steps;
  }
  state.counters["steps"] = steps;
}
BENCHMARK(Fit)->Args({2, 2})->Args({2, 10})->Args({10, 10})->Unit(benchmark::kMillisecond);

void Add(benchmark::State& state) {
  for (auto _ : state) {
    Results results = Million(state);
    benchmark::DoNotOptimize(results.Snapshot());
  }
}
BENCHMARK(Add)->Args({2, 2})->Args({2, 10})->Args({10, 10})->Unit(benchmark::kMillisecond);

void Again(benchmark::State& state) {
  Results results = Million(state);
  results.Snapshot();
  for (auto _ : state) {
    results.Add({{0, 1}, {1, 2}});
    benchmark::DoNotOptimize(FitPlackettLuce(*results.Snapshot()));
  }
}
BENCHMARK(Again)->Args({2, 2})->Args({2, 10})->Args({10, 10})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace taki::rating

BENCHMARK_MAIN();
