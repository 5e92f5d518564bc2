#include "tests/store/store_contract.h"

#include <gmock/gmock.h>

#include "referee/rules/notation.h"

namespace taki::store::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kBots = 12;

rules::Card Card(std::string_view token) { return rules::ParseCard(token).value(); }

match::Record ReplyRecord(std::uint32_t input_no, std::string_view token = "R7") {
  match::Record record;
  record.input_no = input_no;
  record.decision.number = input_no - 1;
  record.actions.push_back(rules::ParseAction(token).value());
  record.charged_ms = 12;
  return record;
}

// One of each kind, every member used.
std::vector<match::Record> EveryKindOfRecord() {
  std::vector<match::Record> records = {SampleStart(2), ReplyRecord(2)};
  match::Record& reply = records.emplace_back(ReplyRecord(3, "RT"));
  reply.seat = rules::Seat(1);
  reply.actions.push_back(rules::Action::PlayChangeColor(rules::Color::kBlue, true));
  reply.rest = "K! ? draw";
  reply.rule = "R6.8";
  reply.strike = true;
  reply.grace_ms = 1500;
  match::Record& refusal = records.emplace_back();
  refusal.kind = match::Record::Kind::kRefusal;
  refusal.input_no = 4;
  refusal.decision.number = 3;
  refusal.rest = "?";
  refusal.rule = "R3.3";
  refusal.strike = true;
  match::Record& timeout = records.emplace_back(ReplyRecord(5, "draw"));
  timeout.kind = match::Record::Kind::kTimeout;
  timeout.strike = true;
  timeout.charged_ms = 61'000;
  match::Record& forfeit = records.emplace_back();
  forfeit.kind = match::Record::Kind::kForfeit;
  forfeit.input_no = 6;
  forfeit.seat = rules::Seat(1);
  forfeit.end = rules::SeatEnd::kDisqualified;
  match::Record& end = records.emplace_back();
  end.kind = match::Record::Kind::kVoid;
  end.input_no = 7;
  end.void_reason = "ABORTED";
  return records;
}

std::vector<match::Line> EveryKindOfLine() {
  std::vector<match::Line> lines(5);
  lines[0].action = rules::Action::Play(Card("+3"));
  lines[0].charged_ms = 12;
  lines[1].action = rules::Action::Play(Card("X"), true);
  lines[1].window = true;
  lines[1].drawn.push_back({rules::Seat(0), {Card("K"), Card("C")}});
  lines[1].drawn.push_back({rules::Seat(9), {Card("G+2")}});
  lines[2].action = rules::Action::Pass();
  lines[2].window = true;
  lines[2].sealed = true;
  lines[3].kind = match::Line::Kind::kTimeout;
  lines[3].action = rules::Action::Draw();
  lines[3].turn = 9'999;
  lines[3].drawn.push_back({rules::Seat(1), {Card("ST")}});
  lines[4].kind = match::Line::Kind::kForfeit;
  lines[4].end = rules::SeatEnd::kTimeout;
  for (std::uint32_t ply = 0; ply < lines.size(); ++ply) {
    lines[ply].ply = ply;
    lines[ply].input_no = ply + 2;
    lines[ply].decision.number = ply + 1;
    lines[ply].seat = rules::Seat(static_cast<int>(ply) % 2);
  }
  return lines;
}

// Names are compared too: the store puts them back.
void ExpectEqual(const MatchRow& actual, const MatchRow& expected) {
  EXPECT_TRUE(SameBeginning(actual, expected));
  EXPECT_EQ(actual.league, expected.league);
  ASSERT_EQ(actual.config.seats.size(), expected.config.seats.size());
  for (std::size_t seat = 0; seat < actual.config.seats.size(); ++seat) {
    EXPECT_EQ(actual.config.seats[seat].name, expected.config.seats[seat].name);
  }
  EXPECT_EQ(Name(actual.state), Name(expected.state));
  EXPECT_EQ(actual.started_ms, expected.started_ms);
  EXPECT_EQ(actual.finished_ms, expected.finished_ms);
  EXPECT_EQ(actual.versions, expected.versions);
  EXPECT_EQ(actual.entropy, expected.entropy);
  EXPECT_EQ(actual.result, expected.result);
  EXPECT_EQ(actual.quarantine_reason, expected.quarantine_reason);
}

}  // namespace

std::vector<std::int64_t> NumbersOf(const std::vector<MatchRow>& rows) {
  std::vector<std::int64_t> numbers;
  for (const MatchRow& row : rows) numbers.push_back(row.config.id.number);
  return numbers;
}

void StoreContract::Commit(const Batch& batch) {
  const absl::Status status = journal().Commit(batch);
  ASSERT_TRUE(status.ok()) << status;
}

void StoreContract::GivenBots() {
  Batch batch;
  batch.bots = SampleBots(kBots);
  Commit(batch);
}

void StoreContract::GivenMatch(std::int64_t number) {
  Batch batch;
  batch.matches.push_back(SampleRow(number, 2));
  Commit(batch);
}

void StoreContract::GivenLeague(int number) {
  Batch batch;
  batch.leagues = {SampleLeague(number)};
  Commit(batch);
}

void StoreContract::GivenLeagueMatch(std::int64_t number, int league, std::int32_t fixture) {
  Batch batch;
  batch.matches = {SampleRow(number, 2)};
  batch.matches[0].league = LeagueMatch{{league}, {{fixture}, 1, 1}};
  batch.matches[0].config.rated = true;
  Commit(batch);
}

void StoreContract::Record(std::int64_t number, std::vector<match::Record> records,
                           std::vector<match::Line> lines) {
  Batch batch;
  MatchChange& change = batch.changes.emplace_back();
  change.match.number = number;
  change.records = records;
  change.lines = lines;
  Commit(batch);
}

void StoreContract::SetState(std::int64_t number, MatchState state, std::string reason) {
  Batch batch;
  batch.now_ms = kNow + 5'000'000;
  MatchChange& change = batch.changes.emplace_back();
  change.match.number = number;
  change.state = state;
  change.quarantine_reason = std::move(reason);
  Commit(batch);
}

void StoreContract::Finish(std::int64_t number, const match::Result& result) {
  Batch batch;
  batch.now_ms = kNow + 6'000'000;
  MatchChange& change = batch.changes.emplace_back();
  change.match.number = number;
  change.result = &result;
  Commit(batch);
}

MatchRow StoreContract::Match(std::int64_t number) {
  const absl::StatusOr<MatchRow> row = history().GetMatch(match::MatchId{number});
  EXPECT_TRUE(row.ok()) << row.status();
  return row.value_or(MatchRow{});
}

std::vector<std::int64_t> StoreContract::List(const MatchFilter& filter) {
  std::vector<std::int64_t> all;
  match::MatchId before{0};
  while (true) {
    const absl::StatusOr<MatchPage> page = history().ListMatches(filter, before, 3);
    EXPECT_TRUE(page.ok()) << page.status();
    if (!page.ok()) return all;
    EXPECT_LE(page->matches.size(), 3u);
    for (const std::int64_t number : NumbersOf(page->matches)) all.push_back(number);
    if (page->next.number == 0) return all;
    if (before.number != 0) {
      EXPECT_LT(page->next, before);
    }
    before = page->next;
  }
}

TEST_F(StoreContract, IsEmptyAtFirst) {
  EXPECT_THAT(journal().Bots().value(), IsEmpty());
  EXPECT_THAT(journal().BotVersions().value(), IsEmpty());
  EXPECT_THAT(journal().Unfinished().value(), IsEmpty());
  EXPECT_EQ(journal().LastMatchId().value().number, 0);
  EXPECT_THAT(List({}), IsEmpty());
  EXPECT_TRUE(absl::IsNotFound(history().GetMatch(match::MatchId{1}).status()));
  EXPECT_TRUE(absl::IsNotFound(journal().Match(match::MatchId{1}).status()));
  EXPECT_TRUE(absl::IsNotFound(history().GetBot("bot-01").status()));
  EXPECT_THAT(journal().Leagues().value(), IsEmpty());
  EXPECT_THAT(journal().LeagueLog(league::LeagueId{1}).value(), IsEmpty());
  EXPECT_THAT(history().ListLeagues(std::nullopt, league::LeagueId{0}, 10).value(), IsEmpty());
  EXPECT_THAT(history().LeagueLog(league::LeagueId{1}, 0, 10).value(), IsEmpty());
  EXPECT_THAT(history().RatedResults(0, 10).value(), IsEmpty());
  EXPECT_TRUE(absl::IsNotFound(history().GetLeague(league::LeagueId{1}).status()));
  EXPECT_TRUE(absl::IsNotFound(history().LeagueByName("league-01").status()));
  EXPECT_THAT(history().Lines(match::MatchId{1}, 0, 10).value(), IsEmpty());
  EXPECT_THAT(history().Records(match::MatchId{1}).value(), IsEmpty());
}

TEST_F(StoreContract, AnEmptyBatchIsNoWork) { EXPECT_TRUE(journal().Commit(Batch{}).ok()); }

TEST_F(StoreContract, BotsComeBackAsTheyWere) {
  GivenBots();
  Restart();
  EXPECT_EQ(journal().Bots().value(), SampleBots(kBots));
  EXPECT_EQ(history().GetBot("bot-07").value(), SampleBot(7));
  EXPECT_EQ(history().BotByTokenHash(SampleBot(7).token_hash).value(), SampleBot(7));
  EXPECT_TRUE(absl::IsNotFound(history().BotByTokenHash(rules::Bytes32{}).status()));
}

TEST_F(StoreContract, BotsAreListedByNameInPages) {
  GivenBots();
  const std::vector<Bot> page = history().ListBots("bot-09", 2).value();
  EXPECT_EQ(page, (std::vector<Bot>{SampleBot(10), SampleBot(11)}));
  EXPECT_THAT(history().ListBots("bot-12", 2).value(), IsEmpty());
  EXPECT_EQ(history().ListBots("", 1000).value().size(), 12u);
}

TEST_F(StoreContract, BotsAreFoundByManyIdsAtOnce) {
  GivenBots();
  EXPECT_EQ(history().BotsById({{7}, {99}, {2}, {7}, {0}}).value(),
            (std::vector<Bot>{SampleBot(7), SampleBot(2), SampleBot(7)}));
  EXPECT_THAT(history().BotsById({}).value(), IsEmpty());
}

TEST_F(StoreContract, AKnownBotGetsNewContents) {
  GivenBots();
  Bot changed = SampleBot(3);
  changed.token_hash[0] ^= 1;
  changed.description = "now better";
  Batch batch;
  batch.bots = {changed};
  Commit(batch);
  EXPECT_EQ(history().GetBot("bot-03").value(), changed);
  EXPECT_TRUE(absl::IsNotFound(history().BotByTokenHash(SampleBot(3).token_hash).status()));
}

TEST_F(StoreContract, TextIsOnlyEverText) {  // N21, N22, N24
  Bot bot = SampleBot(1);
  bot.display_name = "'; DROP TABLE bot; --";
  bot.description = std::string("a\0b\x1b[31m", 8);
  bot.author = "%_*?[\"]";
  bot.homepage = "\xd7\x90 \xe2\x80\xae";
  Batch batch;
  batch.bots = {bot};
  Commit(batch);
  Restart();
  EXPECT_EQ(history().GetBot(bot.name).value(), bot);
  EXPECT_TRUE(absl::IsNotFound(history().GetBot("bot-0%").status()));
  EXPECT_TRUE(absl::IsNotFound(history().GetBot("x' OR 1=1 --").status()));
}

TEST_F(StoreContract, AnotherBotsNameOrTokenIsRefusedAndNothingStays) {
  GivenBots();
  Batch batch;
  batch.bots = {SampleBot(13), SampleBot(14)};
  batch.bots[1].name = "bot-01";
  EXPECT_TRUE(absl::IsAlreadyExists(journal().Commit(batch)));
  batch.bots[1] = SampleBot(14);
  batch.bots[1].token_hash = SampleBot(1).token_hash;
  EXPECT_TRUE(absl::IsAlreadyExists(journal().Commit(batch)));
  EXPECT_EQ(journal().Bots().value().size(), 12u);
  batch.bots[1] = SampleBot(14);
  Commit(batch);
  EXPECT_EQ(journal().Bots().value().size(), 14u);
}

TEST_F(StoreContract, VersionsKeepTheOrderInWhichTheyWereSeen) {  // T1: not that of the clock
  GivenBots();
  Batch batch;
  batch.versions = {{{2}, "2.0", kNow}, {{1}, "b", kNow - 1}, {{1}, "a", kNow - 2}};
  Commit(batch);
  batch.versions = {{{1}, "b", kNow + 9}, {{1}, "c", kNow - 3}};  // b is known and left as it is
  Commit(batch);
  Restart();
  const std::vector<BotVersion> of_one = {
      {{1}, "b", kNow - 1}, {{1}, "a", kNow - 2}, {{1}, "c", kNow - 3}};
  EXPECT_EQ(history().VersionsOf(match::BotId{1}).value(), of_one);
  std::vector<BotVersion> all = of_one;
  all.push_back({{2}, "2.0", kNow});
  EXPECT_EQ(journal().BotVersions().value(), all);
}

TEST_F(StoreContract, AMatchComesBackAsItWas) {
  GivenBots();
  MatchRow row = SampleRow(1, 10, 3, {8, 1, 10});
  row.config.clock = {0, 3'600'000, 1'000, 100, 600'000, 3'600'000, 0};
  row.config.rated = true;
  row.state = MatchState::kAssigned;
  row.request_id = "request \"7\"";
  row.server_version = "0.1.0-rc1";
  Batch batch;
  batch.matches = {row};
  Commit(batch);
  Restart();
  ExpectEqual(Match(1), row);
  ExpectEqual(journal().Match(match::MatchId{1}).value(), row);
  ExpectEqual(history().MatchByRequestId("request \"7\"").value(), row);
  ExpectEqual(journal().MatchByRequestId("request \"7\"").value(), row);
  EXPECT_TRUE(absl::IsNotFound(history().MatchByRequestId("").status()));
  EXPECT_EQ(journal().LastMatchId().value().number, 1);
}

TEST_F(StoreContract, ARequestIdIsTakenOnce) {
  GivenBots();
  Batch batch;
  batch.matches = {SampleRow(1, 2)};
  batch.matches[0].request_id = "r1";
  Commit(batch);
  batch.matches = {SampleRow(2, 2), SampleRow(3, 2)};
  batch.matches[1].request_id = "r1";
  EXPECT_TRUE(absl::IsAlreadyExists(journal().Commit(batch)));
  EXPECT_EQ(journal().LastMatchId().value().number, 1);
}

TEST_F(StoreContract, AMatchOfUnknownBotsIsRefused) {
  Batch batch;
  batch.matches = {SampleRow(1, 2)};
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
  EXPECT_EQ(journal().LastMatchId().value().number, 0);
  batch.bots = SampleBots(2);  // known by the same batch is known
  Commit(batch);
}

TEST_F(StoreContract, TheStartIsThereWithVersionsAndEntropy) {
  GivenBots();
  GivenMatch(1);
  Batch batch;
  batch.now_ms = kNow + 4'000'000;
  const std::vector<match::Record> records = {SampleStart(2)};
  MatchChange& change = batch.changes.emplace_back();
  change.match.number = 1;
  change.records = records;
  change.state = MatchState::kRunning;
  Commit(batch);
  Restart();
  MatchRow expected = SampleRow(1, 2);
  expected.state = MatchState::kRunning;
  expected.started_ms = kNow + 4'000'000;
  expected.versions = {"1.0", "-"};
  expected.entropy = {std::string("\0\xff'", 3), ""};
  ExpectEqual(Match(1), expected);
  EXPECT_EQ(journal().Records(match::MatchId{1}).value(), records);
}

TEST_F(StoreContract, AStartWithoutEntropyHasNone) {
  GivenBots();
  GivenMatch(1);
  match::Record start = SampleStart(2);
  start.entropy.clear();
  Record(1, {start});
  EXPECT_THAT(Match(1).entropy, IsEmpty());
  EXPECT_THAT(journal().Records(match::MatchId{1}).value(), ElementsAre(start));
}

TEST_F(StoreContract, RecordsAndLinesComeBackWordForWord) {  // D2, I4
  GivenBots();
  GivenMatch(1);
  GivenMatch(2);
  Record(1, EveryKindOfRecord(), EveryKindOfLine());
  Record(2, {SampleStart(2), ReplyRecord(2)});
  Restart();
  EXPECT_EQ(journal().Records(match::MatchId{1}).value(), EveryKindOfRecord());
  EXPECT_EQ(history().Records(match::MatchId{1}).value(), EveryKindOfRecord());
  EXPECT_EQ(history().Lines(match::MatchId{1}, 0, 1000).value(), EveryKindOfLine());
  EXPECT_EQ(journal().Records(match::MatchId{2}).value().size(), 2u);
  EXPECT_THAT(history().Lines(match::MatchId{2}, 0, 1000).value(), IsEmpty());
}

TEST_F(StoreContract, LinesAreReadInPieces) {
  GivenBots();
  GivenMatch(1);
  GivenMatch(2);
  Record(1, {}, EveryKindOfLine());
  Record(2, {}, EveryKindOfLine());
  const std::vector<match::Line> all = EveryKindOfLine();
  EXPECT_EQ(history().Lines(match::MatchId{1}, 1, 2).value(),
            (std::vector<match::Line>{all[1], all[2]}));
  EXPECT_EQ(history().Lines(match::MatchId{1}, 4, 1000).value(),
            (std::vector<match::Line>{all[4]}));
  EXPECT_THAT(history().Lines(match::MatchId{1}, 5, 1000).value(), IsEmpty());
  EXPECT_THAT(history().Lines(match::MatchId{1}, 0xffffffffu, 1000).value(), IsEmpty());
}

TEST_F(StoreContract, AMatchNumberBeyondTheLastPossibleOneIsNobodys) {  // N19
  GivenBots();
  GivenMatch(1);
  Record(1, EveryKindOfRecord(), EveryKindOfLine());
  for (const std::int64_t number : {std::int64_t{1} + (std::int64_t{1} << 44), std::int64_t{-1}}) {
    EXPECT_THAT(history().Lines(match::MatchId{number}, 0, 10).value(), IsEmpty());
    EXPECT_THAT(history().Records(match::MatchId{number}).value(), IsEmpty());
    EXPECT_TRUE(absl::IsNotFound(history().GetMatch(match::MatchId{number}).status()));
  }
}

TEST_F(StoreContract, AResultEndsItsMatch) {
  GivenBots();
  GivenMatch(1);
  const match::Result result =
      SampleResult(2, match::MatchEnding::kWalkover, rules::SeatEnd::kResigned);
  Finish(1, result);
  Restart();
  const MatchRow row = Match(1);
  EXPECT_EQ(row.result, result);
  EXPECT_EQ(Name(row.state), "FINISHED");
  EXPECT_EQ(row.finished_ms, kNow + 6'000'000);
  EXPECT_THAT(journal().Unfinished().value(), IsEmpty());
}

TEST_F(StoreContract, AVoidResultMakesItsMatchVoid) {  // R11.8
  GivenBots();
  GivenMatch(1);
  match::Result result = SampleResult(2, match::MatchEnding::kVoid);
  result.void_reason = "ALL_FORFEITED";
  Finish(1, result);
  EXPECT_EQ(Match(1).result, result);
  EXPECT_EQ(Name(Match(1).state), "VOID");
}

TEST_F(StoreContract, AMatchIsStartedByRunningAndByNothingElse) {
  GivenBots();
  for (std::int64_t number = 1; number <= 3; ++number) {
    GivenMatch(number);
    SetState(number, MatchState::kAssigned);
  }
  SetState(2, MatchState::kRunning);
  const std::int64_t started_ms = Match(2).started_ms;
  Finish(1, SampleResult(2, match::MatchEnding::kVoid));
  Finish(2, SampleResult(2));
  SetState(3, MatchState::kQuarantined, "input 1");
  Restart();
  EXPECT_EQ(Match(1).started_ms, 0);
  EXPECT_GT(started_ms, 0);
  EXPECT_EQ(Match(2).started_ms, started_ms);
  EXPECT_EQ(Match(3).started_ms, 0);
}

TEST_F(StoreContract, AQuarantinedMatchKeepsItsReason) {  // D9
  GivenBots();
  GivenMatch(1);
  SetState(1, MatchState::kQuarantined, "input 7: R3.3");
  Restart();
  EXPECT_EQ(Match(1).quarantine_reason, "input 7: R3.3");
  EXPECT_EQ(Match(1).finished_ms, kNow + 5'000'000);
  EXPECT_THAT(journal().Unfinished().value(), IsEmpty());
}

TEST_F(StoreContract, UnfinishedMatchesAreListedById) {
  GivenBots();
  for (std::int64_t number = 1; number <= 5; ++number) GivenMatch(number);
  SetState(4, MatchState::kRunning);
  SetState(2, MatchState::kAssigned);
  Finish(3, SampleResult(2));
  Restart();
  EXPECT_THAT(NumbersOf(journal().Unfinished().value()), ElementsAre(1, 2, 4, 5));
}

TEST_F(StoreContract, AChangeToAnUnknownMatchIsRefusedWithAllOfItsBatch) {
  GivenBots();
  GivenMatch(1);
  const std::vector<match::Record> records = {SampleStart(2)};
  Batch batch;
  batch.changes.resize(2);
  batch.changes[0].match.number = 1;
  batch.changes[0].records = records;
  batch.changes[1].match.number = 2;
  batch.changes[1].state = MatchState::kRunning;
  const absl::Status status = journal().Commit(batch);
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("m-000002"));
  EXPECT_THAT(journal().Records(match::MatchId{1}).value(), IsEmpty());
}

TEST_F(StoreContract, TheSameBatchAgainCountsAsCommitted) {  // P6
  const std::vector<match::Record> records = EveryKindOfRecord();
  const std::vector<match::Line> lines = EveryKindOfLine();
  const match::Result result = SampleResult(2);
  Batch batch;
  batch.now_ms = kNow;
  batch.bots = SampleBots(2);
  batch.versions = {{{1}, "1.0", kNow}};
  batch.matches = {SampleRow(1, 2)};
  batch.matches[0].request_id = "r1";
  MatchChange& change = batch.changes.emplace_back();
  change.match.number = 1;
  change.records = records;
  change.lines = lines;
  change.result = &result;
  Commit(batch);
  Commit(batch);
  EXPECT_EQ(journal().Records(match::MatchId{1}).value(), records);
  EXPECT_EQ(history().Lines(match::MatchId{1}, 0, 1000).value(), lines);
  EXPECT_EQ(journal().BotVersions().value().size(), 1u);
  EXPECT_EQ(Match(1).result, result);
}

TEST_F(StoreContract, AnotherInputUnderTheSameNumberIsRefused) {  // D4
  GivenBots();
  GivenMatch(1);
  Record(1, {SampleStart(2), ReplyRecord(2, "R7")});
  const std::vector<match::Record> other = {ReplyRecord(2, "R8")};
  Batch batch;
  batch.changes.resize(1);
  batch.changes[0].match.number = 1;
  batch.changes[0].records = other;
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
  EXPECT_EQ(journal().Records(match::MatchId{1}).value().back(), ReplyRecord(2, "R7"));
}

TEST_F(StoreContract, AnotherActionUnderTheSameNumberIsRefused) {
  GivenBots();
  GivenMatch(1);
  Record(1, {}, EveryKindOfLine());
  std::vector<match::Line> other = EveryKindOfLine();
  other[1].drawn.clear();
  Batch batch;
  batch.changes.resize(1);
  batch.changes[0].match.number = 1;
  batch.changes[0].lines = other;
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
}

TEST_F(StoreContract, AnotherMatchUnderTheSameNumberIsRefused) {
  GivenBots();
  GivenMatch(1);
  Batch batch;
  batch.matches = {SampleRow(1, 2)};
  batch.matches[0].config.seed[31] ^= 1;
  EXPECT_TRUE(absl::IsFailedPrecondition(journal().Commit(batch)));
}

TEST_F(StoreContract, RealMatchesResumeFromWhatIsStored) {  // D2, I4
  GivenBots();
  Batch batch;
  batch.matches = {SampleRow(1, 4)};
  Commit(batch);
  SampleMatch match(batch.matches[0], 99);
  for (int turn = 0; turn < 200 && !match.over(); ++turn) {
    batch.Clear();
    match.Play(batch);
    Commit(batch);
  }
  Restart();
  const std::vector<match::Record> records = journal().Records(match::MatchId{1}).value();
  const absl::StatusOr<match::Match> resumed =
      match::Match::Resume(Match(1).config, records, match::Instant{});
  ASSERT_TRUE(resumed.ok()) << resumed.status();
  EXPECT_EQ(resumed->inputs(), records.size());
}

}  // namespace taki::store::test
