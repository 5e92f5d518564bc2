// Verifying many matches: all of them once, what differs told, and an end that comes when it is
// wanted.
#include "referee/service/verify_many.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "store/memory_store.h"
#include "tests/store/sample_matches.h"

namespace taki::service {
namespace {

using std::chrono::milliseconds;
using store::test::PlayMatches;
using store::test::SampleBots;

constexpr milliseconds kLong{60'000};

// A store whose matches are as they were played, but for some.
class MeddledStore final : public store::MemoryStore {
 public:
  absl::Status ReadWhole(match::MatchId id, store::WholeMatch& out) override {
    if (damaged.contains(id.number))
      return absl::DataLossError("damaged row: table action, row 7, column token");
    if (unreadable.contains(id.number)) return absl::UnavailableError("disk I/O error");
    const absl::Status status = MemoryStore::ReadWhole(id, out);
    if (different.contains(id.number)) ++out.lines[0].turn;
    return status;
  }
  std::set<std::int64_t> damaged, unreadable, different;
};

class VerifyManyTest : public testing::Test {
 protected:
  void SetUp() override {
    store::Batch batch;
    batch.bots = SampleBots(4);
    ASSERT_TRUE(store_.Commit(batch).ok());
    actions_ = PlayMatches(store_, 1, kMatches, 4, 3, {2, 1}, 4);
  }
  // Matches 1 to kMatches, `at_once` at a time.
  VerifyMany::Source Portions(int at_once) {
    return [this, at_once]() -> absl::StatusOr<VerifyMany::Portion> {
      VerifyMany::Portion portion;
      for (int i = 0; i < at_once && next_ <= kMatches; ++i)
        portion.matches.push_back(match::MatchId{next_++});
      portion.last = next_ > kMatches;
      return portion;
    };
  }
  struct Outcome {
    VerifyCounts counts;
    std::vector<VerifyFinding> findings;
    absl::Status status;
  };
  Outcome Run(int workers, VerifyMany::Source source) {
    VerifyMany many(std::move(source), workers);
    std::vector<std::thread> threads;
    for (int i = 0; i < workers; ++i) threads.emplace_back([&] { many.Work(store_); });
    Outcome outcome;
    for (bool done = false; !done;) {
      VerifyMany::News news = many.Wait(kLong);
      for (VerifyFinding& finding : news.findings) outcome.findings.push_back(std::move(finding));
      outcome.counts = news.counts;
      done = news.done;
    }
    for (std::thread& thread : threads) thread.join();
    outcome.status = many.status();
    return outcome;
  }

  static constexpr std::int64_t kMatches = 40;
  MeddledStore store_;
  std::int64_t actions_ = 0;
  std::int64_t next_ = 1;
};

TEST_F(VerifyManyTest, EveryMatchIsVerifiedOnce) {
  const Outcome outcome = Run(3, Portions(7));
  EXPECT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.counts.checked, kMatches);
  EXPECT_EQ(outcome.counts.different, 0);
  EXPECT_EQ(outcome.counts.actions, actions_);
  EXPECT_TRUE(outcome.findings.empty());
}

TEST_F(VerifyManyTest, WhatDiffersOrIsDamagedIsToldAndTheRestVerified) {  // P8
  store_.different = {3, 40};
  store_.damaged = {17};
  const Outcome outcome = Run(2, Portions(5));
  EXPECT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.counts.checked, kMatches);
  EXPECT_EQ(outcome.counts.different, 3);
  std::set<std::int64_t> found;
  for (const VerifyFinding& finding : outcome.findings) {
    found.insert(finding.match.number);
    EXPECT_EQ(finding.damaged, finding.match.number == 17);
    if (finding.damaged) {
      EXPECT_EQ(finding.difference, "damaged row: table action, row 7, column token");
    } else {
      EXPECT_EQ(finding.line, 5 + 3 + 1);
      EXPECT_NE(finding.difference.find("turn is stored as"), std::string::npos);
    }
  }
  EXPECT_EQ(found, (std::set<std::int64_t>{3, 17, 40}));
}

TEST_F(VerifyManyTest, AStoreThatCannotBeReadEndsIt) {
  store_.unreadable = {20};
  const Outcome outcome = Run(2, Portions(5));
  EXPECT_TRUE(absl::IsUnavailable(outcome.status)) << outcome.status;
  EXPECT_LT(outcome.counts.checked, kMatches);
}

TEST_F(VerifyManyTest, ASourceThatFailsEndsIt) {
  const Outcome outcome = Run(2, []() -> absl::StatusOr<VerifyMany::Portion> {
    return absl::UnavailableError("the query took too long");
  });
  EXPECT_TRUE(absl::IsUnavailable(outcome.status));
}

TEST_F(VerifyManyTest, WhoStopsItDoesNotWaitForTheRest) {
  std::atomic<bool> stopped{false};
  VerifyMany many(
      [&stopped]() -> absl::StatusOr<VerifyMany::Portion> {
        EXPECT_FALSE(stopped.load());
        return VerifyMany::Portion{.matches = {match::MatchId{1}}, .findings = {}, .last = false};
      },
      1);  // without an end
  std::thread worker([&] { many.Work(store_); });
  while (many.Wait(milliseconds{1}).counts.checked == 0) {
  }
  many.Stop();
  worker.join();
  stopped.store(true);
  EXPECT_TRUE(many.Wait(kLong).done);
  EXPECT_TRUE(many.status().ok());
}

TEST_F(VerifyManyTest, FindingsThatNobodyTakesHoldTheWorkersUp) {  // constant memory
  store_.different = {1};
  std::atomic<int> portions{0};
  VerifyMany many(
      [&portions]() -> absl::StatusOr<VerifyMany::Portion> {
        ++portions;
        return VerifyMany::Portion{.matches = std::vector<match::MatchId>(10, match::MatchId{1}),
                                   .findings = {},
                                   .last = portions == 1'000};
      },
      1);
  std::thread worker([&] { many.Work(store_); });
  std::size_t most = 0;
  std::int64_t told = 0;
  for (bool done = false; !done;) {
    const VerifyMany::News news = many.Wait(kLong);
    most = std::max(most, news.findings.size());
    told += static_cast<std::int64_t>(news.findings.size());
    done = news.done;
  }
  worker.join();
  EXPECT_EQ(told, 10'000);
  EXPECT_LE(most, 1'000u);
}

}  // namespace
}  // namespace taki::service
