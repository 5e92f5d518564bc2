// Leagues of every format with everything that can happen to one, from seeds: what must hold after
// each entry, and that each ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "referee/match/record.h"
#include "tests/league/league_driver.h"

namespace taki::league {
namespace {

using Kind = LogEntry::Kind;

// --- what always holds

void CheckProgress(const League& league) {
  const Progress progress = league.progress();
  std::int32_t done = 0, running = 0, voids = 0;
  std::map<Entrant, std::int32_t> busy;
  for (const Fixture& fixture : league.fixtures())
    for (const Attempt& attempt : fixture.attempts) {
      done += attempt.counts ? 1 : 0;
      running += attempt.over ? 0 : 1;
      voids +=
          attempt.annulled || (attempt.over && attempt.outcome->ending == match::MatchEnding::kVoid)
              ? 1
              : 0;
      if (!attempt.over)
        for (const Entrant entrant : attempt.seats) ++busy[entrant];
    }
  ASSERT_EQ(progress.matches_done, done);
  ASSERT_EQ(progress.matches_running, running);
  ASSERT_EQ(progress.matches_void, voids);
  ASSERT_LE(progress.fixtures_done, progress.fixtures_total);
  if (progress.matches_total != 0) {
    ASSERT_GE(progress.matches_total, done);
  }
  ASSERT_LE(progress.round, progress.rounds);
  for (Entrant e = 0; e < static_cast<Entrant>(league.entrants().size()); ++e)
    ASSERT_EQ(league.entrants()[static_cast<std::size_t>(e)].running, busy[e]);
}

void CheckFixtures(const League& league) {
  for (const Fixture& fixture : league.fixtures()) {
    std::set<std::int32_t> counted;
    for (const Attempt& attempt : fixture.attempts) {
      if (!attempt.counts) continue;
      ASSERT_TRUE(attempt.over && !attempt.annulled);
      ASSERT_NE(attempt.outcome->ending, match::MatchEnding::kVoid);
      ASSERT_TRUE(counted.insert(attempt.game).second)
          << "game " << attempt.game << " of fixture " << fixture.id.number << " counts twice";
    }
    const bool is_running = std::any_of(fixture.attempts.begin(), fixture.attempts.end(),
                                        [](const Attempt& attempt) { return !attempt.over; });
    if (is_running) {
      ASSERT_EQ(fixture.state, FixtureState::kPlaying);
    }
    ASSERT_EQ(fixture.state == FixtureState::kDecided, fixture.decision != Decision::kNone);
    const std::set<Entrant> placed(fixture.placing.begin(), fixture.placing.end());
    ASSERT_EQ(placed.size(), fixture.placing.size());
  }
}

void CheckWanted(const League& league) {
  std::int32_t last = 0;
  league.ForEachWanted([&](const Wanted& wanted) {
    const Fixture& fixture =
        league.fixtures()[static_cast<std::size_t>(wanted.slot.fixture.number - 1)];
    EXPECT_GT(wanted.slot.fixture.number, last) << "one a fixture, in order";
    last = wanted.slot.fixture.number;
    EXPECT_GE(wanted.seats.size(), 2u);
    EXPECT_EQ(std::set<Entrant>(wanted.seats.begin(), wanted.seats.end()).size(),
              wanted.seats.size());
    for (const Entrant entrant : wanted.seats)
      EXPECT_EQ(league.entrants()[static_cast<std::size_t>(entrant)].status,
                EntrantStatus::kActive);
    for (const Attempt& attempt : fixture.attempts) {
      EXPECT_TRUE(attempt.over);
      if (attempt.game != wanted.slot.game) continue;
      EXPECT_LT(attempt.attempt, wanted.slot.attempt);
      EXPECT_FALSE(attempt.counts);
    }
    return true;
  });
}

// Each table has everybody once, places without gaps, the disqualified last.
void CheckStandings(const League& league) {
  std::map<std::int32_t, std::vector<Standing>> tables;
  for (const Standing& row : league.Standings()) tables[row.group].push_back(row);
  for (const auto& [group, rows] : tables) {
    std::set<Entrant> entrants;
    std::int32_t next = 1, last = 0;
    for (const Standing& row : rows) {
      ASSERT_TRUE(entrants.insert(row.entrant).second);
      const EntrantInfo& info = league.entrants()[static_cast<std::size_t>(row.entrant)];
      ASSERT_EQ(row.status, info.status);
      ASSERT_EQ(row.place_from == 0, row.status == EntrantStatus::kDisqualified);
      ASSERT_GE(row.points, 0);
      ASSERT_LE(row.wins + row.losses, row.matches);
      ASSERT_EQ(std::accumulate(row.place_counts.begin(), row.place_counts.end(), 0), row.matches);
      if (row.place_from == 0) {
        last = 1;
        continue;
      }
      ASSERT_EQ(last, 0) << "the disqualified come last";
      if (row.place_from != next) {
        ASSERT_LT(row.place_from, next) << "shares its places";
        ASSERT_EQ(row.place_to, next - 1);
      } else {
        next = row.place_to + 1;
      }
    }
    if (group == 0) {
      ASSERT_EQ(entrants.size(), league.entrants().size());
    }
  }
}

void CheckAll(const League& league) {
  CheckProgress(league);
  CheckFixtures(league);
  CheckWanted(league);
  CheckStandings(league);
}

// Whoever is disqualified and reinstated without a match in between leaves no trace.
void CheckReinstatement(const LeagueDriver& driver, std::int64_t bot) {
  League league = driver.Replay();
  if (!league.CanDisqualify({bot}).ok()) return;
  const std::string before = Dump(league);
  LogEntry entry{.seq = league.last_seq() + 1, .kind = Kind::kDisqualified, .bot = {bot}};
  ASSERT_TRUE(league.Apply(entry).ok());
  CheckAll(league);
  entry = {.seq = league.last_seq() + 1, .kind = Kind::kReinstated, .bot = {bot}};
  ASSERT_TRUE(league.Apply(entry).ok());
  ASSERT_EQ(Dump(league), before);
}

// --- one league from a seed

LeagueConfig RandomConfig(test::SplitMix& chance) {
  LeagueConfig config = ConfigOf(static_cast<Format>(chance.Below(7)));
  const auto below = [&chance](int bound) {
    return static_cast<std::int32_t>(chance.Below(static_cast<std::size_t>(bound)));
  };
  const bool tables =
      config.format != Format::kDoubleElimination && config.format != Format::kGroupsThenBracket;
  if (tables && chance.Chance(50)) config.seats = 3 + below(4);
  if (config.format == Format::kSingleElimination && config.seats > 2)
    config.advance = 1 + below(config.seats - 1);
  if (config.format != Format::kLadder) config.matches_per_fixture = 1 + 2 * below(2);
  config.tie_break_matches = below(3);
  config.third_place =
      config.seats == 2 && chance.Chance(50) &&
      (config.format == Format::kSingleElimination || config.format == Format::kGroupsThenBracket);
  config.groups = 2 + below(3);
  config.advance_per_group = 1 + below(2);
  config.challengers = 1 + below(2);
  config.no_show_limit = 1 + below(4);
  config.void_limit = 1 + below(3);
  if (config.format == Format::kLadder) config.rounds = 40;
  return config;
}

class RandomLeague {
 public:
  explicit RandomLeague(std::uint64_t seed)
      : chance_(seed), config_(RandomConfig(chance_)), driver_(config_, seed, seed + 1) {
    const std::int32_t fewest =
        std::max({config_.seats, 2 * config_.groups, config_.challengers + 1});
    bots_ = fewest + static_cast<std::int32_t>(chance_.Below(14));
    luck_.tie = chance_.Chance(30) ? 40 : 3;
    luck_.no_show = chance_.Chance(40) ? 15 : 1;
    luck_.void_match = chance_.Chance(40) ? 25 : 2;
    trouble_ = chance_.Chance(25) ? 0 : 8;
    if (seed % 8 == 0) driver_.after_each = [this] { dumps_.push_back(Dump(driver_.league())); };
  }

  void Run() {
    driver_.Enter(bots_);
    driver_.Start();
    for (int step = 0; !driver_.IsOver(); ++step) {
      ASSERT_LT(step, 20'000) << "it does not end";
      Step();
      if (testing::Test::HasFatalFailure()) return;
      CheckAll(driver_.league());
      if (testing::Test::HasFatalFailure()) return;
      if (chance_.Chance(5)) CheckReinstatement(driver_, RandomBot());
      if (testing::Test::HasFatalFailure()) return;
    }
    // What happens to a league that is over.
    for (int i = 0; i < 4; ++i) Trouble();
    CheckAll(driver_.league());
    CheckReplays();
  }

 private:
  std::int64_t RandomBot() {
    return 1 + static_cast<std::int64_t>(chance_.Below(static_cast<std::size_t>(bots_)));
  }

  void Step() {
    if (chance_.Chance(trouble_)) return Trouble();
    const int at_once = 1 + static_cast<int>(chance_.Below(8));
    const auto running = static_cast<int>(driver_.running().size());
    if (running < at_once) driver_.File(at_once - running, 1 + static_cast<int>(chance_.Below(3)));
    if (driver_.running().empty()) return WakeUp();
    driver_.FinishOne(chance_.Below(driver_.running().size()), luck_);
  }

  // Nothing is running, nothing can be filed, and yet it is not over: it is paused.
  void WakeUp() {
    if (driver_.IsOver()) return;
    ASSERT_EQ(driver_.league().state(), LeagueState::kPaused) << "it is stuck";
    driver_.Apply(Kind::kResumed);
  }

  void Trouble() {
    const League& league = driver_.league();
    const match::BotId bot{RandomBot()};
    switch (chance_.Below(9)) {
      case 0:
        return ApplyIf(league.CanWithdraw(bot).ok() && chance_.Chance(40), Kind::kWithdrawn, bot);
      case 1: return ApplyIf(league.CanDisqualify(bot).ok(), Kind::kDisqualified, bot);
      case 2:
      case 3: return ApplyIf(league.CanReinstate(bot).ok(), Kind::kReinstated, bot);
      case 4: return ApplyIf(league.CanPause().ok(), Kind::kPaused, {});
      case 5: return ApplyIf(league.CanResume().ok(), Kind::kResumed, {});
      case 6: return Annul();
      case 7: return Requeue();
      default: return chance_.Chance(10) ? End() : void();
    }
  }

  void ApplyIf(bool can, Kind kind, match::BotId bot) {
    if (can) driver_.Apply(kind, bot.number);
  }

  void Annul() {
    std::vector<match::MatchId> can;
    for (const Fixture& fixture : driver_.league().fixtures())
      for (const Attempt& attempt : fixture.attempts)
        if (driver_.league().CanAnnul(attempt.match).ok()) can.push_back(attempt.match);
    if (!can.empty() && annulled_++ < 20)
      driver_.Apply({.kind = Kind::kAnnulled, .match = can[chance_.Below(can.size())]});
  }

  void Requeue() {
    for (const Fixture& fixture : driver_.league().fixtures())
      if (driver_.league().CanRequeue(fixture.id).ok() && requeued_++ < 5)
        return driver_.Apply({.kind = Kind::kRequeued, .slot = {fixture.id, 0, 0}});
  }

  void End() {
    if (chance_.Chance(50)) return ApplyIf(driver_.league().CanDrain().ok(), Kind::kDrained, {});
    if (!driver_.league().CanAbort().ok()) return;
    driver_.Apply(Kind::kAborted);
    while (!driver_.running().empty())
      driver_.FinishVoid(driver_.running().front(), "LEAGUE_ABORTED");
  }

  // The same log leads to the same bytes, wherever one stops reading.
  void CheckReplays() {
    League again = driver_.Replay(0);
    for (std::size_t i = 0; i < driver_.log().size(); ++i) {
      ASSERT_TRUE(again.Apply(driver_.log()[i]).ok());
      if (i < dumps_.size()) {
        ASSERT_EQ(Dump(again), dumps_[i]) << "after entry " << i + 1;
      }
    }
    ASSERT_EQ(Dump(again), Dump(driver_.league()));
  }

  test::SplitMix chance_;
  LeagueConfig config_;
  LeagueDriver driver_;
  std::int32_t bots_ = 0;
  Luck luck_;
  unsigned trouble_ = 0;
  std::vector<std::string> dumps_;  // after each entry, in some of the runs
  int annulled_ = 0;
  int requeued_ = 0;
};

TEST(LeagueSimulationTest, WhateverHappensALeagueStaysWholeAndEnds) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomLeague(seed).Run();
    if (HasFailure()) return;
  }
}

// --- the order of results

TEST(LeagueSimulationTest, TheOrderInWhichResultsComeInDecidesNothing) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    test::SplitMix chance(seed);
    LeagueConfig config = RandomConfig(chance);
    if (config.format == Format::kLadder) continue;  // it pairs by what is known when
    config.no_show_limit = 100;
    const Luck luck{.tie = 10, .no_show = 5, .void_match = 10};
    const std::int32_t bots = 10 + static_cast<std::int32_t>(chance.Below(8));
    std::vector<std::vector<Standing>> tables;
    for (const std::uint64_t order : {seed, seed + 1'000}) {
      LeagueDriver driver(config, seed, order);
      driver.Enter(bots);
      driver.Start();
      ASSERT_TRUE(driver.PlayOn(luck, order == seed ? 3 : 12));
      tables.push_back(driver.league().Standings());
    }
    ASSERT_EQ(tables[0], tables[1]);
  }
}

}  // namespace
}  // namespace taki::league
