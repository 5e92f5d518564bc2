// The contract of both stores, continued: the order of results, delays and times.
#include <gmock/gmock.h>

#include "tests/store/store_contract.h"

namespace taki::store::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class HistoryContract : public StoreContract {
 protected:
  // A batch with the results of these matches, in this order.
  Batch ResultsOf(const std::vector<std::int64_t>& numbers) {
    Batch batch;
    batch.now_ms = kNow;
    for (const std::int64_t number : numbers) {
      batch.changes.emplace_back().match.number = number;
      batch.changes.back().result = &result_;
    }
    return batch;
  }
  std::vector<std::int64_t> ResultNumbers(const std::vector<std::int64_t>& matches) {
    std::vector<std::int64_t> numbers;
    for (const std::int64_t match : matches) numbers.push_back(Match(match).result_no);
    return numbers;
  }
  const match::Result result_ = SampleResult(2);
};

TEST_F(HistoryContract, ResultsAreNumberedInTheOrderOfTheCommits) {
  GivenBots();
  for (std::int64_t number = 1; number <= 6; ++number) GivenMatch(number);
  EXPECT_EQ(history().LastResultNo().value(), 0);
  Finish(3, result_);
  Finish(1, SampleResult(2, match::MatchEnding::kVoid));
  SetState(4, MatchState::kQuarantined, "input 1");  // has no result
  Commit(ResultsOf({6, 2}));
  Restart();
  EXPECT_THAT(ResultNumbers({1, 2, 3, 4, 5, 6}), ElementsAre(2, 4, 1, 0, 0, 3));
  EXPECT_EQ(history().LastResultNo().value(), 4);
}

TEST_F(HistoryContract, AResultThatIsCommittedAgainKeepsItsNumber) {  // P6
  GivenBots();
  for (std::int64_t number = 1; number <= 3; ++number) GivenMatch(number);
  Commit(ResultsOf({2, 1}));
  Finish(3, result_);
  Commit(ResultsOf({2, 1}));
  EXPECT_THAT(ResultNumbers({1, 2, 3}), ElementsAre(2, 1, 3));
  EXPECT_EQ(history().LastResultNo().value(), 3);
}

TEST_F(HistoryContract, ARefusedBatchNumbersNothing) {
  GivenBots();
  GivenMatch(1);
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(ResultsOf({1, 2}))));
  EXPECT_EQ(history().LastResultNo().value(), 0);
  EXPECT_EQ(Match(1).result_no, 0);
}

TEST_F(HistoryContract, AnotherResultOfTheSameMatchIsRefused) {  // D4
  GivenBots();
  GivenMatch(1);
  Finish(1, result_);
  match::Result other = result_;
  other.seats[1].strikes += 1;
  Batch batch = ResultsOf({1});
  batch.changes[0].result = &other;
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
  EXPECT_EQ(Match(1).result, result_);
}

TEST_F(HistoryContract, AMatchThatIsOverKeepsItsState) {  // P6: its last turns, committed again
  GivenBots();
  GivenMatch(1);
  Batch batch = ResultsOf({1, 1});
  batch.changes[0].result = nullptr;
  batch.changes[0].state = MatchState::kRunning;
  Commit(batch);
  Commit(batch);
  EXPECT_EQ(Name(Match(1).state), "FINISHED");
  EXPECT_EQ(Match(1).started_ms, kNow);
}

TEST_F(HistoryContract, TheDelayForThePublicNeverChanges) {
  GivenBots();
  Batch batch;
  batch.matches = {SampleRow(1, 2), SampleRow(2, 2)};
  batch.matches[0].public_delay_ms = 3'600'000;
  Commit(batch);
  Commit(batch);
  Restart();
  EXPECT_EQ(Match(1).public_delay_ms, 3'600'000);
  EXPECT_EQ(Match(2).public_delay_ms, 0);
  batch.matches[1].public_delay_ms = 1;
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
}

class TimingContract : public HistoryContract {
 protected:
  // Commits inputs first, first + 1, ... of match 1 with these times.
  void RecordTimed(std::uint32_t first, std::size_t count, std::vector<InputTiming> timings) {
    std::vector<match::Record> records(count);
    for (match::Record& record : records) {
      record.input_no = first++;
      record.actions.push_back(rules::Action::Draw());
    }
    Batch batch;
    MatchChange& change = batch.changes.emplace_back();
    change.match.number = 1;
    change.records = records;
    change.timings = timings;
    Commit(batch);
  }
  const std::vector<InputTiming> timings_ = {
      {.input_no = 1},
      {.input_no = 3, .sent_after_ms = -1'000, .read_after_ms = -990, .lag_ms = 7},
      {.input_no = 4,
       .sent_after_ms = 0,
       .read_after_ms = std::numeric_limits<std::int32_t>::max(),
       .lag_ms = 600'000,
       .round_trip_us = 0},
      {.input_no = 6, .sent_after_ms = 5, .read_after_ms = 70'000, .round_trip_us = 123'456}};
};

TEST_F(TimingContract, TimesComeBackByInput) {
  GivenBots();
  GivenMatch(1);
  RecordTimed(1, 4, {timings_[0], timings_[1], timings_[2]});  // 2 was not timed
  RecordTimed(5, 1, {});
  RecordTimed(6, 1, {timings_[3]});
  Restart();
  EXPECT_EQ(history().Timings(match::MatchId{1}).value(), timings_);
  EXPECT_EQ(history().Records(match::MatchId{1}).value().size(), 6u);
}

TEST_F(TimingContract, TimesOfAMatchThatIsNotThereAreNone) {
  GivenBots();
  GivenMatch(1);
  EXPECT_THAT(history().Timings(match::MatchId{1}).value(), IsEmpty());
  for (const std::int64_t number : {std::int64_t{2}, std::int64_t{-1}, std::int64_t{1} << 60}) {
    EXPECT_THAT(history().Timings(match::MatchId{number}).value(), IsEmpty());
  }
}

TEST_F(TimingContract, ATimeWithoutItsRecordIsLeftOut) {
  GivenBots();
  GivenMatch(1);
  RecordTimed(1, 1, {timings_[0], timings_[1]});
  RecordTimed(2, 2, {{.input_no = 1, .sent_after_ms = 9}, {.input_no = 9}});
  EXPECT_THAT(history().Timings(match::MatchId{1}).value(), ElementsAre(timings_[0]));
}

TEST_F(TimingContract, TimesOfABatchThatComesAgainAreKeptOnce) {  // P6
  GivenBots();
  GivenMatch(1);
  RecordTimed(1, 1, {timings_[0]});
  RecordTimed(1, 1, {timings_[0]});
  EXPECT_THAT(history().Timings(match::MatchId{1}).value(), ElementsAre(timings_[0]));
}

}  // namespace
}  // namespace taki::store::test
