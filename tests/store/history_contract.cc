// The contract of both stores, continued: the order of results, delays, times, tallies, seals.
#include <gmock/gmock.h>

#include "store/tally.h"
#include "store/time_buckets.h"
#include "tests/store/store_contract.h"

namespace taki::store::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

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

// What is counted of bots.
class TallyContract : public HistoryContract {
 protected:
  using Kind = match::Record::Kind;
  using Results = BotTally::Results;
  using Meetings = BotTally::Meetings;
  using Decisions = BotTally::Decisions;

  BotTally Tally(std::int64_t bot) { return history().TallyOf(match::BotId{bot}).value(); }

  void GivenSeats(std::int64_t number, int seats, bool rated, int first_bot = 1) {
    Batch batch;
    batch.matches = {SampleRow(number, seats, first_bot)};
    batch.matches[0].config.rated = rated;
    Commit(batch);
  }
  // The start, and then one input for each of these.
  struct Input {
    Kind kind;
    int seat;
    std::int32_t charged_ms;
    bool strike;
  };
  static std::vector<match::Record> Records(int seats, const std::vector<Input>& inputs) {
    std::vector<match::Record> records = {SampleStart(seats)};
    for (const Input& input : inputs) {
      match::Record& record = records.emplace_back();
      record.kind = input.kind;
      record.input_no = static_cast<std::uint32_t>(records.size());
      record.seat = rules::Seat(input.seat);
      record.charged_ms = input.charged_ms;
      record.strike = input.strike;
      if (input.kind == Kind::kForfeit) record.end = rules::SeatEnd::kResigned;
    }
    return records;
  }
};

// SampleStart's last seat never came, so that its version is "-".
TEST_F(TallyContract, ABotThatDidNothingHasNone) {
  GivenBots();
  GivenSeats(1, 2, true);
  Record(1, Records(2, {{Kind::kReply, 0, 7, false}}));  // goes on
  EXPECT_EQ(Tally(1), BotTally{});
  EXPECT_EQ(Tally(99), BotTally{});
  EXPECT_EQ(Tally(-1), BotTally{});
}

TEST_F(TallyContract, ResultsAreCountedBySeatAndPlace) {
  GivenBots();
  for (const std::int64_t number : {1, 2, 3}) {
    GivenSeats(number, 3, number != 3);
    Record(number, Records(3, {}));
  }
  match::Result last = SampleResult(3, match::MatchEnding::kWalkover, rules::SeatEnd::kNoShow);
  Finish(1, last);
  Finish(2, last);
  std::swap(last.seats[0].place, last.seats[1].place);
  Finish(3, last);
  Restart();
  const auto completed = rules::SeatEnd::kCompleted;
  EXPECT_THAT(Tally(1).results, ElementsAre(Results{"1.0", false, 3, 0, 2, completed, 1},
                                            Results{"1.0", true, 3, 0, 1, completed, 2}));
  EXPECT_THAT(Tally(2).results, ElementsAre(Results{"1.1", false, 3, 1, 1, completed, 1},
                                            Results{"1.1", true, 3, 1, 2, completed, 2}));
  EXPECT_THAT(Tally(3).results,
              ElementsAre(Results{"-", false, 3, 2, 3, rules::SeatEnd::kNoShow, 1},
                          Results{"-", true, 3, 2, 3, rules::SeatEnd::kNoShow, 2}));
}

TEST_F(TallyContract, MeetingsAreCountedByOpponent) {
  GivenBots();
  GivenSeats(1, 3, true);     // bots 1, 2 and 3
  GivenSeats(2, 3, true, 2);  // bots 2, 3 and 4
  match::Result result = SampleResult(3);
  result.seats[2].place = 2;  // seats 1 and 2 share it
  Record(1, Records(3, {}));
  Record(2, Records(3, {}));
  Finish(1, result);
  Finish(2, result);
  Restart();
  EXPECT_THAT(Tally(1).meetings, ElementsAre(Meetings{"1.0", true, {2}, 1, 1, 0},
                                             Meetings{"1.0", true, {3}, 1, 1, 0}));
  EXPECT_THAT(
      Tally(2).meetings,
      ElementsAre(Meetings{"1.0", true, {3}, 1, 1, 0}, Meetings{"1.0", true, {4}, 1, 1, 0},
                  Meetings{"1.1", true, {1}, 1, 0, 0}, Meetings{"1.1", true, {3}, 1, 0, 1}));
  EXPECT_THAT(Tally(4).meetings,
              ElementsAre(Meetings{"-", true, {2}, 1, 0, 0}, Meetings{"-", true, {3}, 1, 0, 1}));
}

TEST_F(TallyContract, DecisionsAreCountedByHowTheyEndedAndByTime) {
  GivenBots();
  GivenSeats(1, 2, true);
  const match::Result result = SampleResult(2);
  const std::vector<match::Record> records = Records(2, {{Kind::kReply, 0, 15, false},
                                                         {Kind::kReply, 0, 16, false},
                                                         {Kind::kRefusal, 0, 0, true},
                                                         {Kind::kReply, 0, 17, true},
                                                         {Kind::kTimeout, 0, 4'200'000, true},
                                                         {Kind::kReply, 1, 15, false},
                                                         {Kind::kForfeit, 0, 3, false}});
  Batch batch;
  MatchChange& change = batch.changes.emplace_back();
  change.match.number = 1;
  change.records = records;  // with the result, so that the last turn is not missed
  change.result = &result;
  Commit(batch);
  Restart();
  EXPECT_THAT(Tally(1).decisions,
              ElementsAre(Decisions{"1.0", Kind::kReply, 15, 1, 0},
                          Decisions{"1.0", Kind::kReply, 16, 2, 1},
                          Decisions{"1.0", Kind::kRefusal, 0, 1, 1},
                          Decisions{"1.0", Kind::kTimeout, TimeBucketOf(4'200'000), 1, 1}));
  EXPECT_THAT(Tally(2).decisions, ElementsAre(Decisions{"-", Kind::kReply, 15, 1, 0}));
}

TEST_F(TallyContract, AVoidMatchAddsItsDecisionsOnlyAndAQuarantinedOneNothing) {
  GivenBots();
  for (const std::int64_t number : {1, 2}) {
    GivenSeats(number, 2, true);
    Record(number, Records(2, {{Kind::kReply, 0, 1, false}}));
  }
  Finish(1, SampleResult(2, match::MatchEnding::kVoid));
  SetState(2, MatchState::kQuarantined, "input 2");
  EXPECT_THAT(Tally(1).results, IsEmpty());
  EXPECT_THAT(Tally(1).meetings, IsEmpty());
  EXPECT_THAT(Tally(1).decisions, ElementsAre(Decisions{"1.0", Kind::kReply, 1, 1, 0}));
}

TEST_F(TallyContract, ABatchThatComesAgainCountsOnce) {  // P6
  GivenBots();
  GivenSeats(1, 2, true);
  GivenSeats(2, 2, true);
  const std::vector<match::Record> records = Records(2, {{Kind::kReply, 0, 1, false}});
  const match::Result result = SampleResult(2);
  Batch batch;
  for (const std::int64_t number : {1, 2}) {
    MatchChange& change = batch.changes.emplace_back();
    change.match.number = number;
    change.records = records;
    change.result = &result;
  }
  Commit(batch);
  const BotTally once = Tally(1);
  ASSERT_EQ(once.results.size(), 1u);
  EXPECT_EQ(once.results[0].matches, 2);
  EXPECT_EQ(once.meetings[0].matches, 2);
  EXPECT_EQ(once.decisions[0].count, 2);
  Commit(batch);
  EXPECT_EQ(Tally(1), once);
}

TEST_F(TallyContract, ARefusedBatchCountsNothing) {
  GivenBots();
  GivenMatch(1);
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(ResultsOf({1, 2}))));
  GivenMatch(2);
  Finish(2, result_);
  EXPECT_EQ(Tally(1).results.at(0).matches, 1);
}

// What the bots of real matches did, against a count from what is read of them.
TEST_F(TallyContract, RealMatchesAreCountedAsTheyAreRead) {
  GivenBots();
  PlayMatches(journal(), 1, 12, 4, 3, {2, 1}, 5);
  Restart();
  TallyBook book;
  for (std::int64_t number = 1; number <= 12; ++number) {
    const MatchRow row = Match(number);
    std::vector<TallyBook::Seat> seats;
    for (std::size_t seat = 0; seat < row.versions.size(); ++seat) {
      seats.push_back({row.config.seats[seat].bot, row.versions[seat],
                       row.result->seats[seat].place, row.result->seats[seat].end});
    }
    book.CountResult(row.config.rated, seats);
    for (const match::Record& record : std::vector(history().Records(row.config.id).value())) {
      book.CountInput(seats[static_cast<std::size_t>(record.seat.number())], record.kind,
                      record.charged_ms, record.strike);
    }
  }
  for (std::int64_t bot = 1; bot <= 5; ++bot) {
    EXPECT_EQ(Tally(bot), book.Of(match::BotId{bot})) << bot;
    EXPECT_THAT(Tally(bot).decisions, Not(IsEmpty()));
  }
}

TEST_F(HistoryContract, TheSealOfAMatchIsWhole) {  // P8
  GivenBots();
  PlayMatches(journal(), 1, 2, 2, 3, {1}, 5);
  GivenMatch(3);
  Restart();
  for (const std::int64_t number : {1, 2, 3}) {  // 3 goes on, and has none
    EXPECT_EQ(history().CheckSeal(match::MatchId{number}).value(), "");
  }
  EXPECT_TRUE(absl::IsNotFound(history().CheckSeal(match::MatchId{4}).status()));
}

}  // namespace
}  // namespace taki::store::test
