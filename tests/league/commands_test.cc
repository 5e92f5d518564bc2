// What an organiser may do when, what fits into a log, and what states a league goes through.
#include <gtest/gtest.h>

#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

using Kind = LogEntry::Kind;

LeagueDriver Started(LeagueConfig config, std::int32_t bots) {
  LeagueDriver driver(std::move(config));
  driver.Enter(bots);
  driver.Start();
  return driver;
}

std::string Message(const absl::Status& status) { return std::string(status.message()); }

// --- states

TEST(LeagueStateTest, OpenUntilItStarts) {
  LeagueDriver driver(ConfigOf(Format::kRoundRobin));
  driver.Enter(3);
  EXPECT_EQ(driver.league().state(), LeagueState::kOpen);
  EXPECT_TRUE(driver.league().fixtures().empty());
  EXPECT_TRUE(driver.league().Standings().empty());
  driver.Start();
  EXPECT_EQ(driver.league().state(), LeagueState::kRunning);
  EXPECT_EQ(driver.league().fixtures().size(), 3u);
}

TEST(LeagueStateTest, PausedWantsNothing) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 4);
  const auto match = driver.FileFixture(1);
  driver.Apply(Kind::kPaused);
  EXPECT_EQ(driver.league().state(), LeagueState::kPaused);
  EXPECT_EQ(driver.File(), 0);
  const auto& slots = driver.fixture(1).slots;
  driver.Finish(match, {slots[0] + 1, slots[1] + 1});
  EXPECT_EQ(driver.league().progress().matches_done, 1) << "what runs goes on";
  driver.Apply(Kind::kResumed);
  EXPECT_GT(driver.File(), 0);
}

TEST(LeagueStateTest, DrainedEndsWithTheLastRunningMatch) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 4);
  const auto match = driver.FileFixture(1);
  driver.Apply(Kind::kDrained);
  EXPECT_EQ(driver.league().state(), LeagueState::kDraining);
  EXPECT_EQ(driver.File(), 0);
  const auto& slots = driver.fixture(1).slots;
  driver.Finish(match, {slots[0] + 1, slots[1] + 1});
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kDecided);
  EXPECT_EQ(driver.fixture(2).state, FixtureState::kCancelled);
  EXPECT_EQ(driver.Row(slots[0] + 1).points, kPoint);
}

TEST(LeagueStateTest, DrainedBracketHasNoChampion) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Play(1, {1, 4});
  driver.Apply(Kind::kDrained);
  EXPECT_EQ(driver.fixture(3).state, FixtureState::kCancelled);
  EXPECT_EQ(driver.Row(1).place_from, 1);
  EXPECT_EQ(driver.Row(1).place_to, 3) << "three were still in";
  EXPECT_EQ(driver.Row(4).place_from, 4);
}

TEST(LeagueStateTest, WhatWasWonWithoutPlayBeforeADrainStands) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 3);
  driver.Apply(Kind::kWithdrawn, 1);
  driver.Apply(Kind::kDrained);
  EXPECT_EQ(driver.Row(2).points, kPoint);
  driver.Apply(Kind::kDisqualified, 3);
  driver.Apply(Kind::kReinstated, 3);
  EXPECT_EQ(driver.Row(3).points, kPoint);
}

TEST(LeagueStateTest, WhoLeavesADrainedLeagueGivesNobodyAnything) {
  auto config = ConfigOf(Format::kRoundRobin);
  config.no_show_limit = 1;
  auto driver = Started(config, 3);
  const auto match = driver.FileFixture(1);
  const Entrant present = driver.fixture(1).slots[0], absent = driver.fixture(1).slots[1];
  driver.Apply(Kind::kDrained);
  driver.Finish(match, {present + 1});
  EXPECT_EQ(driver.Row(absent + 1).status, EntrantStatus::kWithdrawn);
  for (Entrant entrant = 0; entrant < 3; ++entrant)
    EXPECT_EQ(driver.Row(entrant + 1).points, entrant == present ? kPoint : 0);
}

TEST(LeagueStateTest, InADrainedBracketNobodyGoesOnWithoutPlay) {
  auto driver = Started(ConfigOf(Format::kSingleElimination), 4);
  driver.Apply(Kind::kDrained);
  driver.Apply(Kind::kDisqualified, 1);
  EXPECT_EQ(driver.fixture(1).state, FixtureState::kCancelled);
  EXPECT_EQ(driver.fixture(3).state, FixtureState::kCancelled);
}

TEST(LeagueStateTest, RoundOfASwissThatHadNotBegunIsGoneAfterADrain) {
  auto driver = Started(ConfigOf(Format::kSwiss), 3);
  EXPECT_EQ(driver.league().fixtures().size(), 2u) << "one of them a bye";
  driver.Apply(Kind::kDrained);
  EXPECT_TRUE(driver.league().fixtures().empty());
  for (std::int64_t bot = 1; bot <= 3; ++bot) EXPECT_EQ(driver.Row(bot).points, 0);
}

TEST(LeagueStateTest, AbortedAtOnce) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 4);
  const auto match = driver.FileFixture(1);
  driver.Apply(Kind::kAborted);
  EXPECT_EQ(driver.league().state(), LeagueState::kAborted);
  driver.FinishVoid(match, "LEAGUE_ABORTED");
  EXPECT_EQ(driver.league().state(), LeagueState::kAborted);
  EXPECT_EQ(driver.league().progress().matches_running, 0);
}

TEST(LeagueStateTest, LadderWithoutAnEndRunsUntilItIsDrained) {
  auto driver = Started(ConfigOf(Format::kLadder), 3);
  for (int i = 0; i < 50; ++i) {
    ASSERT_GT(driver.File(), 0);
    while (!driver.running().empty()) driver.FinishOne(0);
  }
  EXPECT_EQ(driver.league().progress().matches_total, 0);
  driver.Apply(Kind::kDrained);
  EXPECT_EQ(driver.league().state(), LeagueState::kFinished);
}

// --- commands

TEST(LeagueCommandTest, SayWhatToDo) {
  LeagueDriver open(ConfigOf(Format::kRoundRobin, 4));
  open.Enter(2);
  const League& o = open.league();
  EXPECT_EQ(Message(o.CanEnter({1})), "bot: it is entered already; each bot is entered once");
  EXPECT_EQ(Message(o.CanStart()), "bots: 2 are too few for a table of 4; enter at least 4");
  EXPECT_EQ(Message(o.CanWithdraw({9})), "bot: it is not entered in this league");
  EXPECT_EQ(Message(o.CanPause()),
            "state: the league is OPEN; only one that is RUNNING can be paused");
  EXPECT_EQ(Message(o.CanDrain()),
            "state: the league is OPEN; nothing is played yet, abort it to give it up");
  EXPECT_EQ(Message(o.CanDisqualify({1})),
            "state: the league is OPEN; nobody has played, withdraw the bot instead");
  EXPECT_EQ(Message(o.CanReinstate({1})),
            "bot: it is not disqualified; only a disqualified bot can be reinstated");
  EXPECT_TRUE(o.CanAbort().ok());

  auto running = Started(ConfigOf(Format::kRoundRobin), 2);
  const League& r = running.league();
  EXPECT_EQ(Message(r.CanEnter({9})),
            "state: the league is RUNNING; bots are entered before it starts");
  EXPECT_EQ(Message(r.CanStart()),
            "state: the league is RUNNING; only a league that is OPEN can be started");
  EXPECT_EQ(Message(r.CanResume()),
            "state: the league is RUNNING; only one that is PAUSED can be resumed");
  EXPECT_EQ(Message(r.CanRequeue({2})), "fixture_id: there is no fixture 2 in this league");
  EXPECT_EQ(Message(r.CanRequeue({1})),
            "fixture_id: none of its games was given up after void_limit attempts");
  EXPECT_EQ(Message(r.CanAnnul({5})), "match_id: m-000005 is not of this league");
  const auto match = running.FileFixture(1);
  EXPECT_EQ(Message(r.CanAnnul(match)),
            "match_id: the match goes on; void it while it is running instead");
  running.Finish(match, {1, 2});
  EXPECT_EQ(Message(r.CanWithdraw({1})),
            "state: the league is FINISHED; there are no further fixtures to withdraw a bot from");
  EXPECT_EQ(Message(r.CanAbort()),
            "state: the league is FINISHED; it is over, there is nothing to abort");
  EXPECT_EQ(Message(r.CanPause()),
            "state: the league is FINISHED; only one that is RUNNING can be paused");
  running.Apply({.kind = Kind::kAnnulled, .match = match});
  EXPECT_EQ(Message(r.CanAnnul(match)), "match_id: its result is annulled already");
  const auto again = running.FileFixture(1);
  running.FinishVoid(again);
  EXPECT_EQ(Message(r.CanAnnul(again)), "match_id: the match is void; it has no result to annul");
}

TEST(LeagueCommandTest, CodesSayWhatKindOfErrorItIs) {
  auto driver = Started(ConfigOf(Format::kRoundRobin), 2);
  EXPECT_TRUE(absl::IsNotFound(driver.league().CanWithdraw({9})));
  EXPECT_TRUE(absl::IsNotFound(driver.league().CanAnnul({9})));
  EXPECT_TRUE(absl::IsNotFound(driver.league().CanRequeue({9})));
  EXPECT_TRUE(absl::IsFailedPrecondition(driver.league().CanResume()));
  LeagueDriver open(ConfigOf(Format::kRoundRobin));
  EXPECT_TRUE(absl::IsInvalidArgument(open.league().CanStart()));
}

// --- the log

class LeagueLogTest : public testing::Test {
 protected:
  LeagueLogTest() : driver_(ConfigOf(Format::kRoundRobin)) {
    driver_.Enter(3);
    driver_.Start();
  }
  // It is refused as not fitting, and nothing has changed.
  void ExpectRefused(LogEntry entry) {
    entry.seq = entry.seq != 0 ? entry.seq : driver_.league().last_seq() + 1;
    League league = driver_.Replay();
    const std::string before = Dump(league);
    EXPECT_TRUE(absl::IsFailedPrecondition(league.Apply(entry))) << Name(entry.kind);
    EXPECT_EQ(Dump(league), before);
    EXPECT_EQ(league.last_seq(), driver_.league().last_seq());
  }
  LogEntry WantedEntry() {
    LogEntry entry{.kind = Kind::kFiled, .match = {70}};
    driver_.league().ForEachWanted([&](const Wanted& wanted) {
      entry.slot = wanted.slot;
      for (const Entrant seat : wanted.seats) entry.bots.push_back({seat + 1});
      return false;
    });
    return entry;
  }
  LeagueDriver driver_;
};

TEST_F(LeagueLogTest, HasNoGaps) {
  ExpectRefused({.seq = driver_.league().last_seq(), .kind = Kind::kPaused});
  ExpectRefused({.seq = driver_.league().last_seq() + 2, .kind = Kind::kPaused});
}

TEST_F(LeagueLogTest, WhatAnOrganiserMayNotDoDoesNotFit) {
  ExpectRefused({.kind = Kind::kEntered, .bot = {9}});
  ExpectRefused({.kind = Kind::kStarted});
  ExpectRefused({.kind = Kind::kResumed});
  ExpectRefused({.kind = Kind::kWithdrawn, .bot = {9}});
  ExpectRefused({.kind = Kind::kReinstated, .bot = {1}});
  ExpectRefused({.kind = Kind::kRequeued, .slot = {{1}, 0, 0}});
  ExpectRefused({.kind = Kind::kAnnulled, .match = {1}});
}

TEST_F(LeagueLogTest, OnlyWhatIsWantedIsFiled) {
  const LogEntry good = WantedEntry();
  for (int wrong = 0; wrong < 6; ++wrong) {
    LogEntry entry = good;
    if (wrong == 0) entry.slot.fixture.number = 99;
    if (wrong == 1) entry.slot.game = 2;
    if (wrong == 2) entry.slot.attempt = 2;
    if (wrong == 3) std::swap(entry.bots[0], entry.bots[1]);
    if (wrong == 4) entry.bots[0] = {9};
    if (wrong == 5) entry.match = {0};
    ExpectRefused(entry);
  }
  driver_.Apply(good);
  LogEntry again = good;
  again.match = {71};
  ExpectRefused(again);
}

TEST_F(LeagueLogTest, OutcomeFitsItsMatch) {
  driver_.Apply(WantedEntry());
  const auto seats = driver_.fixture(1).attempts[0].seats;
  LogEntry good{.kind = Kind::kFinished, .match = {70}};
  good.outcome.ending = match::MatchEnding::kCompleted;
  for (std::size_t i = 0; i < seats.size(); ++i)
    good.outcome.seats.push_back(
        {.bot = {seats[i] + 1}, .place = static_cast<std::int32_t>(i) + 1});
  for (int wrong = 0; wrong < 6; ++wrong) {
    LogEntry entry = good;
    if (wrong == 0) entry.match = {71};
    if (wrong == 1) entry.outcome.seats.pop_back();
    if (wrong == 2) std::swap(entry.outcome.seats[0], entry.outcome.seats[1]);
    if (wrong == 3) entry.outcome.seats[0].place = 0;
    if (wrong == 4) entry.outcome.seats[0].place = 3;
    if (wrong == 5) entry.outcome.seats[0].ready = false;
    ExpectRefused(entry);
  }
  driver_.Apply(good);
  ExpectRefused(good);
}

TEST_F(LeagueLogTest, PutAsideMatchNeedsNoPlaces) {
  driver_.Apply(WantedEntry());
  driver_.FinishVoid({70}, "QUARANTINED");
  EXPECT_EQ(driver_.fixture(1).state, FixtureState::kPlaying) << "it is played again";
}

// --- seeds

TEST(SeedingTest, ByRatingWithTheUnratedLast) {
  auto config = ConfigOf(Format::kSingleElimination);
  config.seeding = Seeding::kRating;
  LeagueDriver driver(config);
  driver.Enter(4);
  driver.Apply({.kind = Kind::kStarted, .text = "3:1523.25 1:-12.5"});
  const auto& entrants = driver.league().entrants();
  EXPECT_EQ(entrants[2].seed, 1);
  EXPECT_EQ(entrants[2].rating, 1523.25);
  EXPECT_EQ(entrants[0].seed, 2);
  EXPECT_GE(entrants[1].seed, 3);
  EXPECT_GE(entrants[3].seed, 3);
  EXPECT_FALSE(entrants[1].rating);
}

TEST(SeedingTest, ByLotWhateverTheOrderOfEntry) {
  auto config = ConfigOf(Format::kSingleElimination);
  config.seeding = Seeding::kLot;
  LeagueDriver forwards(config, 5), backwards(config, 5);
  for (std::int64_t bot = 1; bot <= 9; ++bot) forwards.Apply(Kind::kEntered, bot);
  for (std::int64_t bot = 9; bot >= 1; --bot) backwards.Apply(Kind::kEntered, bot);
  forwards.Start();
  backwards.Start();
  bool as_entered = true;
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(forwards.league().entrants()[i].seed, backwards.league().entrants()[8 - i].seed);
    as_entered = as_entered && forwards.league().entrants()[i].seed == static_cast<int>(i) + 1;
  }
  EXPECT_FALSE(as_entered);
}

TEST(SeedingTest, RatingsThatCannotBeReadDoNotFit) {
  for (const char* text : {"1", "1:", "1:x", ":5", "1:5,2:6", "1:5 ", "1:nan", "1:inf", " 1:5"}) {
    LeagueDriver driver(ConfigOf(Format::kRoundRobin));
    driver.Enter(2);
    League league = driver.Replay();
    EXPECT_FALSE(league.Apply({.seq = 3, .kind = Kind::kStarted, .text = text}).ok()) << text;
  }
}

TEST(EventCommitmentTest, CoversTheLeagueAndTheSeed) {
  rules::Bytes32 seed{};
  const auto commitment = EventCommitment({7}, seed);
  EXPECT_NE(EventCommitment({8}, seed), commitment);
  seed[31] = 1;
  EXPECT_NE(EventCommitment({7}, seed), commitment);
  // python3: hashlib.sha256(b"TAKI-EVENT-1/commit" + b"\0\0\0\x08l-000007" + bytes(32)).hexdigest()
  EXPECT_EQ(rules::Hex(commitment),
            "5f81ce9f4c546525adca92909aa279cc5b79bed595675a18016205f7e69f1abf");
}

}  // namespace
}  // namespace taki::league
