// The contract of Journal and History for leagues, their logs, and what counts for ratings.
#include <gmock/gmock.h>

#include "tests/store/store_contract.h"

namespace taki::store::test {
namespace {

using league::LeagueId;
using league::LeagueState;
using league::LogEntry;
using match::MatchEnding;
using match::MatchId;
using rules::SeatEnd;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LogEntry Entry(std::int32_t seq, LogEntry::Kind kind, std::int64_t match = 0) {
  LogEntry entry;
  entry.seq = seq;
  entry.kind = kind;
  entry.match.number = match;
  entry.at_ms = kNow + seq;
  return entry;
}

LogEntry Entered(std::int32_t seq, std::int64_t bot, std::string owner = "ada") {
  LogEntry entry = Entry(seq, LogEntry::Kind::kEntered);
  entry.bot.number = bot;
  entry.text = std::move(owner);
  return entry;
}

LogEntry Filed(std::int32_t seq, std::int64_t match) {
  LogEntry entry = Entry(seq, LogEntry::Kind::kFiled, match);
  entry.slot = {{1}, 1, 1};
  entry.bots = {{1}, {2}};
  return entry;
}

// One of each kind, every member used; match 1 is over.
std::vector<LogEntry> EveryKindOfEntry() {
  std::vector<LogEntry> log = {Entered(1, 2), Entered(2, 12, ""),
                               Entry(3, LogEntry::Kind::kWithdrawn)};
  log[2].bot.number = 2;
  log.push_back(Entry(4, LogEntry::Kind::kStarted));
  log.back().text = "2:1523.25 12:-12.5";
  log.push_back(Entry(5, LogEntry::Kind::kPaused));
  log.push_back(Entry(6, LogEntry::Kind::kResumed));
  log.push_back(Filed(7, 1));
  log.back().slot = {{2'147'483'647}, 99, 100};
  log.back().bots = {{12}, {1}, {3}};
  log.push_back(Entry(8, LogEntry::Kind::kFinished, 1));
  log.push_back(Entry(9, LogEntry::Kind::kAnnulled, 1));
  log.push_back(Entry(10, LogEntry::Kind::kRequeued));
  log.back().slot = {{7}, 2, 0};
  log.push_back(Entry(11, LogEntry::Kind::kDisqualified));
  log.back().bot.number = 3;
  log.back().text = "'; DROP TABLE league; --\n\xd7\x90";
  log.push_back(Entry(12, LogEntry::Kind::kReinstated));
  log.back().bot.number = 3;
  log.push_back(Entry(13, LogEntry::Kind::kDrained));
  log.push_back(Entry(14, LogEntry::Kind::kAborted));
  return log;
}

void ExpectEqual(const LeagueRow& actual, const LeagueRow& expected) {
  EXPECT_TRUE(SameBeginning(actual, expected)) << expected.config.name;
  EXPECT_EQ(league::Name(actual.state), league::Name(expected.state));
  EXPECT_EQ(actual.started_ms, expected.started_ms);
  EXPECT_EQ(actual.ended_ms, expected.ended_ms);
  EXPECT_EQ(actual.last_seq, expected.last_seq);
}

std::vector<std::int64_t> NumbersOf(const std::vector<LeagueRow>& rows) {
  std::vector<std::int64_t> numbers;
  for (const LeagueRow& row : rows) numbers.push_back(row.id.number);
  return numbers;
}

}  // namespace

class LeagueContract : public StoreContract {
 protected:
  static Batch Changing(int league, std::vector<LogEntry> entries,
                        LeagueState state = LeagueState::kRunning) {
    Batch batch;
    batch.now_ms = kNow + 7'000'000;
    batch.league_changes.push_back({LeagueId{league}, std::move(entries), state});
    return batch;
  }
  void Log(int league, std::vector<LogEntry> entries, LeagueState state = LeagueState::kRunning) {
    Commit(Changing(league, std::move(entries), state));
  }
  void ExpectContradiction(const Batch& batch, const char* what) {
    const absl::Status status = journal().Commit(batch);
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(what));
  }
  std::vector<LogEntry> LogOf(int league) { return journal().LeagueLog(LeagueId{league}).value(); }
  LeagueRow League(int league) { return history().GetLeague(LeagueId{league}).value(); }

  // The feed of ratings as text: "1:m7+ 2:m7-".
  std::string Feed(std::int64_t after = 0, int limit = 1000) {
    std::string text;
    const std::vector<RatedResult> results = history().RatedResults(after, limit).value();
    for (const RatedResult& result : results) {
      text += (text.empty() ? "" : " ") + std::to_string(result.as_of) + ":m" +
              std::to_string(result.match.number) + (result.counts ? "+" : "-");
    }
    return text;
  }
  void ChangeRating(std::vector<RatingChange> changes) {
    Batch batch;
    batch.rating_changes = std::move(changes);
    Commit(batch);
  }
};

TEST_F(LeagueContract, LeaguesComeBackAsTheyWere) {
  LeagueRow row = SampleLeague(3);
  row.request_id = "request \"7\"";
  Batch batch;
  batch.leagues = {SampleLeague(5), row};
  Commit(batch);
  Restart();
  EXPECT_THAT(NumbersOf(journal().Leagues().value()), ElementsAre(3, 5));
  ExpectEqual(journal().Leagues().value()[0], row);
  ExpectEqual(League(5), SampleLeague(5));
  ExpectEqual(history().LeagueByName("league-03").value(), row);
  EXPECT_TRUE(absl::IsNotFound(history().LeagueByName("league-0%").status()));
  EXPECT_TRUE(absl::IsNotFound(history().GetLeague(LeagueId{4}).status()));
}

TEST_F(LeagueContract, ANameAndARequestIdAreTakenOnceAndNothingStays) {
  Batch batch;
  batch.leagues = {SampleLeague(1)};
  batch.leagues[0].request_id = "r1";
  Commit(batch);
  batch.leagues = {SampleLeague(2), SampleLeague(3)};
  batch.leagues[1].config.name = "league-01";
  EXPECT_TRUE(absl::IsAlreadyExists(journal().Commit(batch)));
  batch.leagues[1] = SampleLeague(3);
  batch.leagues[1].request_id = "r1";
  EXPECT_TRUE(absl::IsAlreadyExists(journal().Commit(batch)));
  EXPECT_THAT(NumbersOf(journal().Leagues().value()), ElementsAre(1));
  batch.leagues[0].request_id = batch.leagues[1].request_id = "r2";
  EXPECT_TRUE(absl::IsAlreadyExists(journal().Commit(batch))) << "both in one batch";
  batch.leagues[0].request_id = batch.leagues[1].request_id = "";
  Commit(batch);
  EXPECT_THAT(NumbersOf(journal().Leagues().value()), ElementsAre(1, 2, 3));
}

TEST_F(LeagueContract, AMatchAndALeagueMayHaveTheSameRequestId) {
  GivenBots();
  Batch batch;
  batch.leagues = {SampleLeague(1)};
  batch.leagues[0].request_id = "r1";
  batch.matches = {SampleRow(1, 2)};
  batch.matches[0].request_id = "r1";
  Commit(batch);
}

TEST_F(LeagueContract, AnotherLeagueUnderTheSameNumberIsRefused) {
  GivenLeague(1);
  for (int member = 0; member < 3; ++member) {
    Batch batch;
    batch.leagues = {SampleLeague(1)};
    if (member == 0) batch.leagues[0].event_seed[31] ^= 1;
    if (member == 1) batch.leagues[0].config.rounds = 9;
    if (member == 2) batch.leagues[0].config.name = "other";
    ExpectContradiction(batch, "l-000001");
  }
}

TEST_F(LeagueContract, TheLogComesBackWordForWord) {
  GivenBots();
  GivenLeague(1);
  GivenLeague(2);
  GivenLeagueMatch(1, 1);
  const match::Result result = SampleResult(2);
  Batch batch = Changing(1, EveryKindOfEntry());
  batch.changes.emplace_back().match.number = 1;
  batch.changes[0].result = &result;
  Commit(batch);
  Log(2, {Entered(1, 4)}, LeagueState::kOpen);
  Restart();
  std::vector<LogEntry> expected = EveryKindOfEntry();
  expected[7].outcome = OutcomeOf(Match(1));
  EXPECT_EQ(LogOf(1), expected);
  EXPECT_EQ(history().LeagueLog(LeagueId{1}, 0, 1000).value(), expected);
  EXPECT_THAT(LogOf(2), ElementsAre(Entered(1, 4)));
}

TEST_F(LeagueContract, TheLogIsReadInPieces) {
  GivenBots();
  GivenLeague(1);
  Log(1, {Entered(1, 1), Entered(2, 2), Entered(3, 3), Entered(4, 4)}, LeagueState::kOpen);
  EXPECT_THAT(history().LeagueLog(LeagueId{1}, 1, 2).value(),
              ElementsAre(Entered(2, 2), Entered(3, 3)));
  EXPECT_THAT(history().LeagueLog(LeagueId{1}, 3, 10).value(), ElementsAre(Entered(4, 4)));
  EXPECT_THAT(history().LeagueLog(LeagueId{1}, 4, 10).value(), IsEmpty());
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{2}, std::int64_t{-1},
                                    std::int64_t{1} + (std::int64_t{1} << 32)}) {  // N19
    EXPECT_THAT(history().LeagueLog(LeagueId{number}, 0, 10).value(), IsEmpty());
  }
}

TEST_F(LeagueContract, TheRowFollowsTheLog) {
  GivenBots();
  GivenLeague(1);
  Log(1, {Entered(1, 1), Entered(2, 2)}, LeagueState::kOpen);
  LeagueRow expected = SampleLeague(1);
  expected.last_seq = 2;
  ExpectEqual(League(1), expected);

  Log(1, {Entry(3, LogEntry::Kind::kStarted)});
  expected.state = LeagueState::kRunning;
  expected.started_ms = kNow + 7'000'000;
  expected.last_seq = 3;
  ExpectEqual(League(1), expected);

  Batch end = Changing(1, {Entry(4, LogEntry::Kind::kDrained)}, LeagueState::kFinished);
  end.now_ms = kNow + 8'000'000;
  Commit(end);
  expected.state = LeagueState::kFinished;
  expected.ended_ms = kNow + 8'000'000;
  expected.last_seq = 4;
  ExpectEqual(League(1), expected);
  Log(1, {Entry(5, LogEntry::Kind::kDisqualified)}, LeagueState::kFinished);
  expected.last_seq = 5;
  ExpectEqual(League(1), expected);  // it ended when it ended

  Log(1, {Entry(6, LogEntry::Kind::kReinstated)}, LeagueState::kRunning);
  Restart();
  expected.state = LeagueState::kRunning;
  expected.ended_ms = 0;
  expected.last_seq = 6;
  ExpectEqual(League(1), expected);
}

TEST_F(LeagueContract, SeveralChangesOfABatchFollowEachOther) {
  GivenBots();
  Batch batch = Changing(1, {Entered(1, 1)}, LeagueState::kOpen);
  batch.leagues = {SampleLeague(1)};
  batch.league_changes.push_back({LeagueId{1}, {Entered(2, 2)}, LeagueState::kOpen});
  Commit(batch);
  EXPECT_EQ(LogOf(1).size(), 2u);
  Commit(batch);  // P6
  EXPECT_EQ(LogOf(1).size(), 2u);
}

TEST_F(LeagueContract, AnUnknownLeagueIsRefusedWithAllOfItsBatch) {
  GivenBots();
  GivenLeague(1);
  Batch batch = Changing(1, {Entered(1, 1)});
  batch.league_changes.push_back({LeagueId{2}, {Entered(1, 1)}, LeagueState::kOpen});
  ExpectContradiction(batch, "l-000002");
  EXPECT_THAT(LogOf(1), IsEmpty());
  batch.Clear();
  batch.matches = {SampleRow(1, 2)};
  batch.matches[0].league = LeagueMatch{{2}, {{1}, 1, 1}};
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
  EXPECT_EQ(journal().LastMatchId().value().number, 0);
  batch.leagues = {SampleLeague(2)};  // known by the same batch is known
  Commit(batch);
}

TEST_F(LeagueContract, ALogThatDoesNotGoOnIsRefused) {
  GivenBots();
  GivenLeague(1);
  ExpectContradiction(Changing(1, {Entered(2, 1)}), "l-000001");
  ExpectContradiction(Changing(1, {Entered(0, 1)}), "l-000001");
  ExpectContradiction(Changing(1, {Entered(1, 1), Entered(3, 2)}), "l-000001");
  EXPECT_THAT(LogOf(1), IsEmpty());
  EXPECT_EQ(League(1).last_seq, 0);
}

TEST_F(LeagueContract, AnotherEntryUnderTheSameNumberIsRefused) {  // D4
  GivenBots();
  GivenLeague(1);
  GivenLeagueMatch(1, 1);
  Log(1, {Entered(1, 1), Filed(2, 1)});
  for (int member = 0; member < 6; ++member) {
    LogEntry other = Filed(2, 1);
    if (member == 0) other.kind = LogEntry::Kind::kAnnulled;
    if (member == 1) other.match.number = 2;
    if (member == 2) other.slot.game = 2;
    if (member == 3) other.bots.pop_back();
    if (member == 4) other.text = "x";
    if (member == 5) other.at_ms += 1;
    ExpectContradiction(Changing(1, {other}), "l-000001");
  }
  Log(1, {Filed(2, 1), Entered(3, 2)});  // the old end word for word, and more
  EXPECT_EQ(LogOf(1).size(), 3u);
}

TEST_F(LeagueContract, AnEntryOfAnUnknownBotIsRefused) {
  GivenBots();
  GivenLeague(1);
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(Changing(1, {Entered(1, 99)}))));
  EXPECT_THAT(LogOf(1), IsEmpty());
}

TEST_F(LeagueContract, AnEntryNamesMatchesOfItsLeagueOnly) {
  GivenBots();
  GivenLeague(1);
  GivenLeague(2);
  GivenMatch(1);
  GivenLeagueMatch(2, 2);
  for (const std::int64_t number : {1, 2, 3}) {
    ExpectContradiction(Changing(1, {Filed(1, number)}), "l-000001");
  }
  Batch batch = Changing(1, {Filed(1, 3)});  // filed by the same batch
  batch.matches = {SampleRow(3, 2)};
  batch.matches[0].league = LeagueMatch{{1}, {{1}, 1, 1}};
  Commit(batch);
}

TEST_F(LeagueContract, ALiveMatchIsNotFinished) {
  GivenBots();
  GivenLeague(1);
  GivenLeagueMatch(1, 1);
  const LogEntry finished = Entry(2, LogEntry::Kind::kFinished, 1);
  Log(1, {Filed(1, 1)});
  ExpectContradiction(Changing(1, {finished}), "l-000001");
  Batch batch = Changing(1, {finished});
  batch.changes.emplace_back().match.number = 1;
  batch.changes[0].state = MatchState::kQuarantined;  // over by the same batch
  Commit(batch);
}

TEST_F(LeagueContract, TheOutcomeIsReadFromTheMatch) {
  GivenBots();
  GivenLeague(1);
  for (std::int64_t number = 1; number <= 4; ++number) GivenLeagueMatch(number, 1);
  Finish(1, SampleResult(2));
  Finish(2, SampleResult(2, MatchEnding::kWalkover, SeatEnd::kNoShow));
  match::Result none = SampleResult(2, MatchEnding::kVoid, SeatEnd::kNoShow);
  none.void_reason = "NOT_ENOUGH_READY";
  Finish(3, none);
  SetState(4, MatchState::kQuarantined, "input 7: R3.3");
  std::vector<LogEntry> entries;
  for (std::int32_t number = 1; number <= 4; ++number) {
    entries.push_back(Entry(number, LogEntry::Kind::kFinished, number));
    entries.back().outcome.void_reason = "it is not kept";
  }
  Log(1, entries);
  Restart();

  const std::vector<LogEntry> log = LogOf(1);
  ASSERT_EQ(log.size(), 4u);
  const league::Outcome played = {
      MatchEnding::kCompleted,
      "",
      {{{1}, 1, SeatEnd::kCompleted, true, 8}, {{2}, 2, SeatEnd::kCompleted, true, 8}}};
  EXPECT_EQ(log[0].outcome, played);
  league::Outcome walkover = played;
  walkover.ending = MatchEnding::kWalkover;
  walkover.seats[1].end = SeatEnd::kNoShow;
  walkover.seats[1].ready = false;
  EXPECT_EQ(log[1].outcome, walkover);
  league::Outcome not_ready = walkover;
  not_ready.ending = MatchEnding::kVoid;
  not_ready.void_reason = "NOT_ENOUGH_READY";
  not_ready.seats[0].place = not_ready.seats[1].place = 0;
  EXPECT_EQ(log[2].outcome, not_ready);
  const league::Outcome put_aside = {MatchEnding::kVoid, "QUARANTINED", {{{1}}, {{2}}}};
  EXPECT_EQ(log[3].outcome, put_aside);
  for (const LogEntry& entry : log) {
    EXPECT_EQ(entry.outcome, OutcomeOf(Match(entry.match.number)));
  }
  EXPECT_EQ(history().LeagueLog(LeagueId{1}, 0, 10).value(), log);
}

TEST_F(LeagueContract, AMatchKnowsItsLeague) {
  GivenBots();
  GivenLeague(7);
  GivenLeagueMatch(1, 7, 12);
  GivenMatch(2);
  Restart();
  EXPECT_EQ(Match(1).league, (LeagueMatch{{7}, {{12}, 1, 1}}));
  EXPECT_EQ(Match(2).league, std::nullopt);
  EXPECT_EQ(journal().Unfinished().value()[0].league, Match(1).league);
  Batch batch;
  batch.matches = {Match(1)};
  batch.matches[0].league->slot.attempt = 2;
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch))) << "another match";
}

TEST_F(LeagueContract, LeaguesAreListedNewestFirstInStablePages) {
  for (int number = 1; number <= 6; ++number) GivenLeague(number);
  const auto page = [this](std::optional<LeagueState> state, std::int64_t before, int limit) {
    return NumbersOf(history().ListLeagues(state, LeagueId{before}, limit).value());
  };
  EXPECT_THAT(page(std::nullopt, 0, 4), ElementsAre(6, 5, 4, 3));
  GivenLeague(7);
  EXPECT_THAT(page(std::nullopt, 3, 4), ElementsAre(2, 1));
  Log(2, {Entry(1, LogEntry::Kind::kStarted)});
  Log(5, {Entry(1, LogEntry::Kind::kStarted)});
  EXPECT_THAT(page(LeagueState::kRunning, 0, 10), ElementsAre(5, 2));
  EXPECT_THAT(page(LeagueState::kRunning, 0, 1), ElementsAre(5));
  EXPECT_THAT(page(LeagueState::kRunning, 5, 1), ElementsAre(2));
  EXPECT_THAT(page(LeagueState::kOpen, 4, 10), ElementsAre(3, 1));
  EXPECT_THAT(page(LeagueState::kAborted, 0, 10), IsEmpty());
}

TEST_F(LeagueContract, WhatCountsForRatingsIsFedInTheOrderOfTheCommits) {
  GivenBots();
  GivenLeague(1);
  for (std::int64_t number = 1; number <= 5; ++number) GivenLeagueMatch(number, 1);
  GivenMatch(6);  // is not rated
  Record(3, {SampleStart(2)});
  Finish(3, SampleResult(2, MatchEnding::kWalkover, SeatEnd::kNoShow));
  Finish(1, SampleResult(2, MatchEnding::kDeadlock));
  Finish(2, SampleResult(2, MatchEnding::kVoid));
  Finish(6, SampleResult(2));
  SetState(4, MatchState::kQuarantined, "why not");
  EXPECT_EQ(Feed(), "1:m3+ 2:m1+");
  ChangeRating({{MatchId{3}, false}});  // annulled
  Finish(5, SampleResult(2));
  ChangeRating({{MatchId{3}, true}});  // reinstated
  Restart();
  EXPECT_EQ(Feed(), "1:m3+ 2:m1+ 3:m3- 4:m5+ 5:m3+");
  EXPECT_EQ(Feed(1, 2), "2:m1+ 3:m3-");
  EXPECT_EQ(Feed(5), "");

  const RatedResult first = history().RatedResults(0, 1).value().front();
  const std::vector<RatedResult::Seat> seats = {{{1}, "1.0", 1, SeatEnd::kCompleted, 8},
                                                {{2}, "-", 2, SeatEnd::kNoShow, 8}};
  EXPECT_EQ(first.seats, seats);
  EXPECT_EQ(first.finished_ms, kNow + 6'000'000);
}

TEST_F(LeagueContract, WhatIsSoAlreadyIsNoChangeOfRatings) {
  GivenBots();
  GivenLeague(1);
  for (std::int64_t number = 1; number <= 4; ++number) GivenLeagueMatch(number, 1);
  GivenMatch(5);
  Finish(1, SampleResult(2));
  Finish(2, SampleResult(2));
  Finish(3, SampleResult(2, MatchEnding::kVoid));
  Finish(5, SampleResult(2));
  ChangeRating({{MatchId{1}, true}});
  for (const std::int64_t number : {3, 4, 5}) {  // VOID, live, not rated: they never counted
    ChangeRating({{MatchId{number}, false}, {MatchId{number}, true}});
  }
  EXPECT_EQ(Feed(), "1:m1+ 2:m2+");
  ChangeRating({{MatchId{2}, false}, {MatchId{1}, true}, {MatchId{1}, false}, {MatchId{2}, true}});
  EXPECT_EQ(Feed(2), "3:m1-") << "the last of each match is meant";
}

TEST_F(LeagueContract, ARatingChangeOfAnUnknownMatchIsRefused) {
  GivenBots();
  Batch batch;
  batch.rating_changes = {{MatchId{1}, false}};
  ExpectContradiction(batch, "m-000001");
  batch.matches = {SampleRow(1, 2)};
  Commit(batch);
}

TEST_F(LeagueContract, ThePartsOfABatchSeeEachOtherAndMayComeAgain) {  // P6
  GivenBots();
  const match::Result result = SampleResult(2);
  Batch batch = Changing(1,
                         {Entered(1, 1), Entered(2, 2), Entry(3, LogEntry::Kind::kStarted),
                          Filed(4, 1), Entry(5, LogEntry::Kind::kFinished, 1)},
                         LeagueState::kFinished);
  batch.leagues = {SampleLeague(1)};
  batch.leagues[0].request_id = "r1";
  batch.matches = {SampleRow(1, 2)};
  batch.matches[0].config.rated = true;
  batch.matches[0].league = LeagueMatch{{1}, {{1}, 1, 1}};
  batch.changes.emplace_back().match.number = 1;
  batch.changes[0].result = &result;
  batch.rating_changes = {{MatchId{1}, false}};
  Commit(batch);
  const LeagueRow row = League(1);
  const std::vector<LogEntry> log = LogOf(1);
  EXPECT_EQ(Feed(), "1:m1+ 2:m1-");
  Commit(batch);
  Restart();
  Commit(batch);
  ExpectEqual(League(1), row);
  EXPECT_EQ(LogOf(1), log);
  EXPECT_EQ(Feed(), "1:m1+ 2:m1-");
}

}  // namespace taki::store::test
