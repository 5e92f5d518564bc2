// How fast the rules core is: actions/s and matches/s on one core, five seats, eight stages
// (docs/performance.md).
//
//   <build>/bin/rules_bench                    (release build)
//
// `Play`    chooses random legal plays: LegalActions, Check, Apply with events to a sink and the
// history hash. `Replay`  applies recorded actions: Check and Apply, nothing to choose. As `taki
// match verify` does. `Deal`    shuffles and deals.
#include <benchmark/benchmark.h>

#include <vector>

#include "referee/rules/legality.h"
#include "referee/rules/transition.h"
#include "tests/support/splitmix.h"

namespace taki {
namespace {

using rules::Action;
using rules::ActionList;
using rules::Position;
using rules::Seat;
using rules::SeatSet;

// Looks at every event, as a host must, and keeps none.
class CountingSink final : public rules::EventSink {
 public:
  void On(const rules::Event& event) override {
    events += 1;
    cards += event.count;
  }
  std::uint64_t events = 0;
  std::uint64_t cards = 0;
};

rules::Setup FiveSeats(std::uint64_t match) {
  rules::Setup setup;
  setup.seats = 5;
  test::SplitMix random(match);
  for (std::uint8_t& byte : setup.key) byte = static_cast<std::uint8_t>(random.Next());
  return setup;
}

struct Move {
  Seat seat;
  Action action;
};

// Plays a whole match; `on_move` sees each action before it is applied.
template <class OnMove>
std::uint64_t PlayMatch(std::uint64_t match, rules::EventSink& sink, OnMove on_move) {
  Position position = rules::Deal(FiveSeats(match));
  test::SplitMix random(match);
  std::uint64_t actions = 0;
  while (!position.over()) {
    const Seat seat = rules::Asked(position).first();
    const ActionList list = rules::LegalActions(position, seat);
    const Action action = list[random.Below(list.size())];
    if (rules::Check(position, seat, action)) std::abort();
    on_move(Move{seat, action});
    rules::Apply(position, seat, action, sink);
    ++actions;
  }
  benchmark::DoNotOptimize(position.history);
  return actions;
}

void Report(benchmark::State& state, std::uint64_t actions, std::uint64_t matches) {
  using benchmark::Counter;
  state.counters["actions/s"] = Counter(static_cast<double>(actions), Counter::kIsRate);
  state.counters["matches/s"] = Counter(static_cast<double>(matches), Counter::kIsRate);
  state.counters["actions/match"] = static_cast<double>(actions) / static_cast<double>(matches);
}

void Play(benchmark::State& state) {
  CountingSink sink;
  std::uint64_t actions = 0, matches = 0;
  for (auto _ : state) actions += PlayMatch(++matches, sink, [](const Move&) {});
  benchmark::DoNotOptimize(sink.cards);
  Report(state, actions, matches);
}
BENCHMARK(Play)->Unit(benchmark::kMicrosecond);

void Replay(benchmark::State& state) {
  constexpr std::uint64_t kMatches = 64;
  CountingSink sink;
  std::vector<std::vector<Move>> records(kMatches);
  for (std::uint64_t match = 0; match < kMatches; ++match)
    PlayMatch(match, sink, [&](const Move& move) { records[match].push_back(move); });
  std::uint64_t actions = 0, matches = 0;
  for (auto _ : state) {
    const std::uint64_t match = matches++ % kMatches;
    Position position = rules::Deal(FiveSeats(match));
    for (const Move& move : records[match]) {
      if (rules::Check(position, move.seat, move.action)) std::abort();
      rules::Apply(position, move.seat, move.action, sink);
    }
    if (!position.over()) std::abort();
    actions += records[match].size();
    benchmark::DoNotOptimize(position.history);
  }
  Report(state, actions, matches);
}
BENCHMARK(Replay)->Unit(benchmark::kMicrosecond);

void Deal(benchmark::State& state) {
  std::uint64_t match = 0;
  for (auto _ : state) benchmark::DoNotOptimize(rules::Deal(FiveSeats(++match)));
}
BENCHMARK(Deal)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace taki

BENCHMARK_MAIN();
