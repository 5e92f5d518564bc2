// How long readers wait for ratings with a million results, while 250 more come in each second
// (docs/performance.md).
//
//   <build>/bin/ratings_bench                  (release build)
//
// 1,000 bots; matches of two seats, or of two to ten. The results come out of a generator in place
// of the store; the fits go on in the background, as in the daemon. Each case is one kind of read,
// once a millisecond; `p99_ms` is the figure. `Load` is from the
// start to the first board; `bytes_a_result` what the process has grown by.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "referee/service/ratings.h"
#include "referee/service/ratings_thread.h"
#include "store/history.h"
#include "tests/support/splitmix.h"

namespace taki::service {
namespace {

using std::chrono::steady_clock;

constexpr std::int64_t kResults = 1'000'000;
constexpr std::int64_t kBots = 1'000;
constexpr auto kBetweenResults = std::chrono::milliseconds(4);
constexpr auto kBetweenReads = std::chrono::milliseconds(1);

// Thirty bots play a league of every tenth match.
bool IsOfLeague(match::MatchId id) { return id.number % 10 == 0; }

double Ms(steady_clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// What a store says that has so many results; each follows from its number alone.
class GeneratedResults final : public store::History {
 public:
  explicit GeneratedResults(std::size_t seats_max) : seats_max_(seats_max) {}
  void AddOne() { results_.fetch_add(1); }

  absl::StatusOr<std::vector<store::RatedResult>> RatedResults(std::int64_t after,
                                                               int limit) override {
    std::vector<store::RatedResult> results;
    const std::int64_t end = std::min(results_.load(), after + limit);
    for (std::int64_t number = after + 1; number <= end; ++number)
      results.push_back(Result(number));
    return results;
  }
  absl::StatusOr<std::vector<store::Bot>> BotsById(const std::vector<match::BotId>& ids) override {
    std::vector<store::Bot> bots;
    for (const match::BotId id : ids) {
      store::Bot& bot = bots.emplace_back();
      bot.id = id;
      bot.name = bot.display_name = "bot" + std::to_string(id.number);
      bot.owner = "bench";
    }
    return bots;
  }

  absl::StatusOr<store::MatchRow> GetMatch(match::MatchId) override { return Not(); }
  absl::StatusOr<store::MatchRow> MatchByRequestId(const std::string&) override { return Not(); }
  absl::StatusOr<store::MatchPage> ListMatches(const store::MatchFilter&, match::MatchId,
                                               int) override {
    return Not();
  }
  absl::StatusOr<store::ResultPage> MatchesByResult(const store::MatchFilter&, std::int64_t,
                                                    int) override {
    return Not();
  }
  absl::StatusOr<std::int64_t> LastResultNo() override { return Not(); }
  absl::StatusOr<std::vector<match::Line>> Lines(match::MatchId, std::uint32_t, int) override {
    return Not();
  }
  absl::StatusOr<std::vector<match::Record>> Records(match::MatchId) override { return Not(); }
  absl::StatusOr<std::vector<store::InputTiming>> Timings(match::MatchId) override { return Not(); }
  absl::StatusOr<std::string> CheckSeal(match::MatchId) override { return Not(); }
  absl::Status ReadWhole(match::MatchId, store::WholeMatch&) override { return Not(); }
  absl::StatusOr<store::Bot> GetBot(const std::string&) override { return Not(); }
  absl::StatusOr<store::Bot> BotByTokenHash(const rules::Bytes32&) override { return Not(); }
  absl::StatusOr<std::vector<store::BotVersion>> VersionsOf(match::BotId) override { return Not(); }
  absl::StatusOr<store::BotTally> TallyOf(match::BotId) override { return Not(); }
  absl::StatusOr<std::vector<store::Bot>> ListBots(const std::string&, int) override {
    return Not();
  }
  absl::StatusOr<store::LeagueRow> GetLeague(league::LeagueId) override { return Not(); }
  absl::StatusOr<store::LeagueRow> LeagueByName(const std::string&) override { return Not(); }
  absl::StatusOr<std::vector<store::LeagueRow>> ListLeagues(std::optional<league::LeagueState>,
                                                            league::LeagueId, int) override {
    return Not();
  }
  absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId, std::int32_t,
                                                          int) override {
    return Not();
  }

 private:
  static absl::Status Not() { return absl::UnimplementedError("not part of this benchmark"); }

  // The lower the number of a bot, the better it does.
  store::RatedResult Result(std::int64_t number) const {
    test::SplitMix random(static_cast<std::uint64_t>(number));
    store::RatedResult result{number, {number}, true, {}, number * 4};
    std::vector<std::pair<std::int64_t, std::int64_t>> seats;  // a score, and the bot
    const std::size_t size = 2 + random.Below(seats_max_ - 1);
    while (seats.size() < size) {
      const auto bot =
          1 + static_cast<std::int64_t>(random.Below(IsOfLeague({number}) ? 30 : kBots));
      const bool sits =
          std::ranges::any_of(seats, [&](const auto& seat) { return seat.second == bot; });
      if (!sits) seats.emplace_back(bot + static_cast<std::int64_t>(random.Below(2 * kBots)), bot);
    }
    std::ranges::sort(seats);
    for (std::size_t i = 0; i < size; ++i)
      result.seats.push_back({{seats[i].second}, "1", static_cast<std::int32_t>(i + 1), {}, 1});
    return result;
  }

  const std::size_t seats_max_;
  std::atomic<std::int64_t> results_{kResults};
};

std::int64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// The ratings of a busy daemon.
class World {
 public:
  explicit World(std::size_t seats_max) : store_(seats_max) {
    const auto begin = steady_clock::now();
    const std::int64_t bytes = ResidentBytes();
    thread_.emplace(ratings_);
    while (!ratings_.Leaderboard(false).ok()) {
    }
    load_ms_ = Ms(steady_clock::now() - begin);
    bytes_a_result_ = static_cast<double>(ResidentBytes() - bytes) / double{kResults};
    feed_ = std::thread([this] {
      while (!StopsWithin(kBetweenResults)) store_.AddOne();
    });
  }
  ~World() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    stopped_.notify_all();
    feed_.join();
  }

  // Lets so much time pass, unless it stops before.
  bool StopsWithin(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return stopped_.wait_for(lock, time, [this] { return stop_; });
  }

  Ratings& ratings() { return ratings_; }
  double load_ms() const { return load_ms_; }
  double bytes_a_result() const { return bytes_a_result_; }

 private:
  GeneratedResults store_;
  Ratings ratings_{store_};
  std::optional<RatingsThread> thread_;
  std::mutex mutex_;  // guards stop_
  std::condition_variable stopped_;
  bool stop_ = false;
  std::thread feed_;
  double load_ms_ = 0, bytes_a_result_ = 0;
};

// One world at a time: it is made by the first case that has so many seats.
World& WorldOf(std::int64_t seats_max) {
  static std::unique_ptr<World> world;
  static std::int64_t seats = 0;
  if (seats != seats_max) {
    world.reset();
    world = std::make_unique<World>(static_cast<std::size_t>(seats_max));
    seats = seats_max;
  }
  return *world;
}

// Times `read`, which says whether it got an answer.
template <class Read>
void Run(benchmark::State& state, const Read& read) {
  World& world = WorldOf(state.range(0));
  std::vector<double> took;
  test::SplitMix random(1);
  for (auto _ : state) {
    const auto begin = steady_clock::now();
    if (!read(world.ratings(), random)) state.SkipWithError("no answer");
    const auto time = steady_clock::now() - begin;
    took.push_back(Ms(time));
    state.SetIterationTime(std::chrono::duration<double>(time).count());
    world.StopsWithin(kBetweenReads);
  }
  std::ranges::sort(took);
  state.counters["p50_ms"] = took[took.size() / 2];
  state.counters["p99_ms"] = took[took.size() * 99 / 100];
  state.counters["max_ms"] = took.back();
}

match::BotId SomeBot(test::SplitMix& random) {
  return {1 + static_cast<std::int64_t>(random.Below(kBots))};
}

void Load(benchmark::State& state) {
  for (auto _ : state) {
    World& world = WorldOf(state.range(0));
    state.counters["load_ms"] = world.load_ms();
    state.counters["bytes_a_result"] = world.bytes_a_result();
  }
}

void Leaderboard(benchmark::State& state) {
  Run(state, [](Ratings& ratings, test::SplitMix&) {
    const auto board = ratings.Leaderboard(false);
    benchmark::DoNotOptimize(board);
    return board.ok();
  });
}

// Of a thousand matches, the newest ones of that league.
void LeagueBoard(benchmark::State& state) {
  const auto matches = []() -> absl::StatusOr<Ratings::LeagueMatches> {
    return Ratings::LeagueMatches{{{kResults - 9'999}, {kResults}, IsOfLeague}, 1'000 * 25};
  };
  Run(state, [&](Ratings& ratings, test::SplitMix&) {
    const auto board = ratings.LeaderboardOf({1}, matches, false);
    benchmark::DoNotOptimize(board);
    return board.ok();
  });
}

void HeadToHead(benchmark::State& state) {
  Run(state, [](Ratings& ratings, test::SplitMix& random) {
    const auto duel = ratings.HeadToHead({SomeBot(random), ""}, {SomeBot(random), ""}, {});
    benchmark::DoNotOptimize(duel);
    return duel.ok();
  });
}

void RatingHistory(benchmark::State& state) {
  Run(state, [](Ratings& ratings, test::SplitMix& random) {
    const auto points = ratings.HistoryOf({SomeBot(random), ""}, 50);
    benchmark::DoNotOptimize(points);
    return points.ok();
  });
}

#define TAKI_READS(seats)                     \
  BENCHMARK(Load)->Arg(seats)->Iterations(1); \
  BENCHMARK(Leaderboard)                      \
      ->Arg(seats)                            \
      ->UseManualTime()                       \
      ->Unit(benchmark::kMicrosecond)         \
      ->Iterations(1'000);                    \
  BENCHMARK(LeagueBoard)                      \
      ->Arg(seats)                            \
      ->UseManualTime()                       \
      ->Unit(benchmark::kMicrosecond)         \
      ->Iterations(1'000);                    \
  BENCHMARK(HeadToHead)                       \
      ->Arg(seats)                            \
      ->UseManualTime()                       \
      ->Unit(benchmark::kMicrosecond)         \
      ->Iterations(1'000);                    \
  BENCHMARK(RatingHistory)                    \
      ->Arg(seats)                            \
      ->UseManualTime()                       \
      ->Unit(benchmark::kMicrosecond)         \
      ->Iterations(1'000)
TAKI_READS(2);
TAKI_READS(10);

}  // namespace
}  // namespace taki::service

BENCHMARK_MAIN();
