// A small history of the generator: its matches are real, it has what can be asked for, and a
// server answers every question about it from the file as from memory.
#include "tests/bench/made_history.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "referee/host/clock.h"
#include "referee/host/host.h"
#include "referee/match/audit.h"
#include "referee/service/server.h"
#include "store/memory_store.h"
#include "store/sqlite/sqlite_store.h"
#include "tests/bench/bench_queries.h"
#include "tests/store/temp_dir.h"

namespace taki::bench {
namespace {

constexpr std::int64_t kMatches = 2'000;
constexpr int kAsked = 5;  // times, each question

HistoryOptions Small() {
  HistoryOptions options;
  options.bots = 40;
  return options;
}

// Both stores with the same history, made once.
class MadeHistoryTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    dir_ = new store::test::TempDir(store::test::TempDir::Memory());
    memory_ = new store::MemoryStore;
    auto opened = store::sqlite::SqliteStore::Open({.path = dir_->File("taki.db")});
    ASSERT_TRUE(opened.ok()) << opened.status();
    file_ = opened->release();
    for (store::Journal* journal : {&file_->journal(), static_cast<store::Journal*>(memory_)}) {
      HistoryMaker maker(*journal, Small());
      const absl::Status made = maker.Make(kMatches);
      ASSERT_TRUE(made.ok()) << made;
    }
  }
  static void TearDownTestSuite() {
    delete file_;
    delete memory_;
    delete dir_;
  }

  static store::test::TempDir* dir_;
  static store::MemoryStore* memory_;
  static store::sqlite::SqliteStore* file_;
};
store::test::TempDir* MadeHistoryTest::dir_ = nullptr;
store::MemoryStore* MadeHistoryTest::memory_ = nullptr;
store::sqlite::SqliteStore* MadeHistoryTest::file_ = nullptr;

// The daemon's server on one of them.
class Served {
 public:
  Served(store::Journal& journal, store::History& history)
      : server_({.listen = "127.0.0.1:0"}, history),
        host_(
            {}, clock_, server_.transport(), journal, [] { return rules::Bytes32{}; },
            [](host::LogLevel, std::string_view, std::string_view) {}) {
    EXPECT_TRUE(host_.Recover().ok());
    EXPECT_TRUE(server_.Start(host_).ok());
    loop_ = std::thread([this] {
      EXPECT_TRUE(host_.Run().ok());
      server_.Stop();
    });
  }
  ~Served() {
    host_.Drain();
    host_.Drain();
    loop_.join();
  }
  Stubs Connect() const {
    return Stubs(grpc::CreateChannel("127.0.0.1:" + std::to_string(server_.port()),
                                     grpc::InsecureChannelCredentials()));
  }

 private:
  host::SystemClock clock_;
  service::Server server_;
  host::Host host_;
  std::thread loop_;
};

TEST_F(MadeHistoryTest, EveryMatchIsWhatWasPlayed) {
  for (std::int64_t number = 1; number <= kMatches; ++number) {
    const store::MatchRow row = memory_->GetMatch({number}).value();
    if (!row.result) continue;
    const std::vector<match::Record> records = memory_->Records({number}).value();
    const std::vector<match::Line> lines = memory_->Lines({number}, 0, 100'000).value();
    const match::AuditReport report =
        match::Audit({row.config, row.versions, row.entropy, records, lines, *row.result});
    ASSERT_TRUE(report.ok) << match::ToString(row.config.id) << ": " << report.difference;
  }
}

TEST_F(MadeHistoryTest, HasAllThatCanBeAskedFor) {
  std::map<std::string_view, int> ends, endings, states;
  std::set<std::size_t> seats;
  int rated = 0, of_leagues = 0;
  for (std::int64_t number = 1; number <= kMatches; ++number) {
    const store::MatchRow row = memory_->GetMatch({number}).value();
    ++states[store::Name(row.state)];
    seats.insert(row.config.seats.size());
    rated += row.config.rated ? 1 : 0;
    of_leagues += row.league ? 1 : 0;
    if (!row.result) continue;
    ++endings[match::Name(row.result->ending)];
    for (const match::SeatResult& seat : row.result->seats) ++ends[match::Name(seat.end)];
  }
  EXPECT_EQ(seats.size(), 9u);
  for (const char* end : {"ILLEGAL_ACTION", "TIMEOUT", "DISCONNECTED", "NO_SHOW", "RESIGNED"})
    EXPECT_GT(ends[end], 0) << end;
  EXPECT_GT(endings["COMPLETED"], kMatches / 2);
  EXPECT_GT(endings["WALKOVER"], 0);
  EXPECT_GT(endings["VOID"], 0);
  EXPECT_EQ(states.size(), states.contains("QUARANTINED") ? 3u : 2u) << "none is unfinished";
  EXPECT_GT(rated, kMatches / 4);
  EXPECT_LT(rated, kMatches);
  EXPECT_GT(of_leagues, kMatches / 4);
  const auto leagues = memory_->ListLeagues(league::LeagueState::kFinished, {}, 100).value();
  EXPECT_FALSE(leagues.empty());
}

TEST_F(MadeHistoryTest, IsTheSameForTheSameOptions) {
  store::MemoryStore again;
  HistoryMaker maker(again, Small());
  ASSERT_TRUE(maker.Make(300).ok());
  for (std::int64_t number = 1; number <= 250; ++number) {
    const store::MatchRow row = again.GetMatch({number}).value();
    EXPECT_EQ(row.result, memory_->GetMatch({number})->result);
  }
}

TEST_F(MadeHistoryTest, EveryQuestionHasTheSameAnswerFromTheFileAsFromMemory) {
  const Served from_memory(*memory_, *memory_);
  const Served from_file(file_->journal(), file_->history());
  Stubs memory = from_memory.Connect(), file = from_file.Connect();
  const World world = WorldOf(*memory_);
  int answered = 0;
  for (const Query& query : AllQueries()) {
    for (std::uint64_t seed = 1; seed <= kAsked; ++seed) {
      std::string expected, answer;
      test::SplitMix same(seed), again(seed);
      const grpc::Status in_memory = query.ask(memory, world, same, expected);
      const grpc::Status in_file = query.ask(file, world, again, answer);
      EXPECT_EQ(in_file.error_code(), in_memory.error_code())
          << query.name << ": " << in_file.error_message() << " / " << in_memory.error_message();
      EXPECT_EQ(answer, expected) << query.name;
      answered += in_file.ok() ? 1 : 0;
    }
  }
  EXPECT_GT(answered, 100);
}

}  // namespace
}  // namespace taki::bench
