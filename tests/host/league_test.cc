// Leagues in the loop: what is filed when, what is committed together, and what becomes of a league
// whose bots, store or process fail.
#include "tests/host/league_fixture.h"

namespace taki::test {
namespace {

using league::LeagueState;
using store::MatchState;

TEST_F(LeagueTest, EveryPairOfARoundRobinMeetsOnce) {
  const auto id = Start(Config(), {"alice", "bob", "carol", "dave"});
  RunUntilOver(id);
  EXPECT_EQ(LeagueRow(id).state, LeagueState::kFinished);
  const auto meetings = Meetings(id);
  EXPECT_EQ(meetings.size(), 6u);
  for (const auto& [pair, count] : meetings) EXPECT_EQ(count, 1);
}

TEST_F(LeagueTest, MatchAndItsEntriesAreCommittedTogether) {  // I1, D2
  std::map<match::MatchId, bool> of_league;
  const auto chain = journal_.on_committed;
  journal_.on_committed = [&](const store::Batch& batch) {
    chain(batch);
    std::set<match::MatchId> filed, finished;
    for (const auto& change : batch.league_changes)
      for (const auto& entry : change.entries) {
        if (entry.kind == Kind::kFiled) filed.insert(entry.match);
        if (entry.kind == Kind::kFinished) finished.insert(entry.match);
      }
    for (const store::MatchRow& row : batch.matches) {
      EXPECT_EQ(filed.contains(row.config.id), row.league.has_value());
      of_league[row.config.id] = row.league.has_value();
    }
    for (const auto& change : batch.changes)
      if (of_league[change.match]) {
        EXPECT_EQ(finished.contains(change.match), change.result != nullptr);
      }
  };
  RunUntilOver(Start(Config(), {"alice", "bob", "carol"}));
  EXPECT_EQ(of_league.size(), 3u);
}

TEST_F(LeagueTest, OneKilledAtAnyCommitPlaysEveryFixtureOnce) {  // P1
  for (int nth = 1;; ++nth) {
    for (const auto fate : {FaultJournal::Fate::kCrashBefore, FaultJournal::Fate::kCrashAfter}) {
      registered_.clear();
      Restart();
      auto config = Config();
      config.name =
          "cup-" + std::to_string(nth) + (fate == FaultJournal::Fate::kCrashAfter ? "a" : "b");
      std::vector<std::string> bots;
      for (const char* name : {"x", "y", "z"}) bots.push_back(name + config.name);
      const auto id = Start(config, bots);
      int commits = 0;
      journal_.on_commit = [&](const store::Batch&) {
        return ++commits == nth ? fate : FaultJournal::Fate::kDone;
      };
      bool crashed = false;
      try {
        RunUntilOver(id);
      } catch (const FaultJournal::Crash&) {
        crashed = true;
      }
      journal_.on_commit = nullptr;
      if (!crashed) return;
      Restart();
      for (const std::string& bot : bots) Join(bot);
      RunUntilOver(id);
      const auto meetings = Meetings(id);
      ASSERT_EQ(meetings.size(), 3u);
      for (const auto& [pair, count] : meetings) ASSERT_EQ(count, 1);
    }
  }
}

TEST_F(LeagueTest, NoMoreMatchesAtOnceThanItsLimits) {
  auto config = Config();
  config.max_matches = 3;
  config.max_matches_per_bot = 2;
  Create(config, {"a1", "a2", "a3", "a4", "a5", "a6"});  // they never answer
  for (const char* bot : {"a1", "a2", "a3", "a4", "a5", "a6"}) Join(bot);
  ASSERT_TRUE(Command({1}, Kind::kStarted).ok());
  Run();
  EXPECT_EQ(Running({1}), 3);
  std::map<std::int64_t, int> of_bot;
  for (const auto& entry : Entries({1}, Kind::kFiled))
    for (const match::BotId bot : entry.bots) EXPECT_LE(++of_bot[bot.number], 2);
}

TEST_F(LeagueTest, SlowBotLeavesRoomForTheOthers) {
  auto config = Config();
  config.max_matches = 4;
  config.max_matches_per_bot = 4;
  StartIdle(config, {"a1", "a2", "a3", "a4", "a5", "a6"});  // nobody ever answers
  std::map<std::int64_t, int> of_bot;
  for (const auto& entry : Entries({1}, Kind::kFiled))
    for (const match::BotId bot : entry.bots) EXPECT_LE(++of_bot[bot.number], 2);
  EXPECT_EQ(Running({1}), 4);
}

TEST_F(LeagueTest, AbsentBotHoldsUpOnlyItsOwnFixtures) {
  Autoplay();
  auto config = Config();
  config.no_show_grace_ms = 600'000;
  const auto id = Create(config, {"alice", "bob", "carol", "dave"});
  for (const char* bot : {"alice", "bob", "carol"}) Join(bot);
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run(300'000);
  EXPECT_EQ(Meetings(id).size(), 3u) << "the three others have met";
  EXPECT_EQ(Running(id), 0);
  Join("dave");
  RunUntilOver(id);
  EXPECT_EQ(Meetings(id).size(), 6u) << "within its grace nothing is lost";
}

TEST_F(LeagueTest, BotThatStaysAwayIsANoShowAndThenWithdrawn) {
  Autoplay();
  auto config = Config();
  config.no_show_grace_ms = 60'000;
  config.no_show_limit = 2;
  const auto id = Create(config, {"alice", "bob", "carol", "dave"});
  for (const char* bot : {"alice", "bob", "carol"}) Join(bot);
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run(59'999);
  const auto before = Entries(id, Kind::kFiled).size();
  EXPECT_EQ(before, 3u);
  Run(1);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 4u) << "one match begins without it";
  Run(30'001);  // ready_time
  EXPECT_EQ(Entries(id, Kind::kFinished).back().outcome.void_reason, "NOT_ENOUGH_READY");
  Run(59'000);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 4u) << "then it is waited for anew";
  RunUntilOver(id);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 5u) << "two no-shows in a row, and it is out";
  const league::League machine = Replayed(id);
  EXPECT_EQ(machine.entrants()[3].status, league::EntrantStatus::kWithdrawn);
  for (const auto& standing : machine.Standings())
    if (standing.entrant != 3) {
      EXPECT_EQ(standing.byes, 1) << "its opponents get the points";
    }
}

TEST_F(LeagueTest, PointsForANoShowCanBeAnnulledToo) {
  Autoplay();
  auto config = Config();
  config.no_show_grace_ms = 0;
  const auto id = Create(config, {"alice", "bob"});
  Join("alice");
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  RunUntilOver(id);
  const auto match = Entries(id, Kind::kFiled)[0].match;
  EXPECT_EQ(Replayed(id).Standings()[0].points, league::kPoint) << "alice was there";
  Join("bob");
  ASSERT_TRUE(Take(TheHost().VoidMatch(match)).ok());
  RunUntilOver(id);
  EXPECT_EQ(Entries(id, Kind::kFinished).back().outcome.ending, match::MatchEnding::kCompleted);
}

TEST_F(LeagueTest, PausedLeagueFilesNothingUntilItIsResumed) {
  auto config = Config();
  config.max_matches = 1;
  const auto id = StartIdle(config, {"alice", "bob", "carol"});
  ASSERT_TRUE(Command(id, Kind::kPaused).ok());
  ASSERT_TRUE(Take(TheHost().VoidMatch(Entries(id, Kind::kFiled)[0].match)).ok());
  Run(600'000);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 1u);
  Autoplay();
  ASSERT_TRUE(Command(id, Kind::kResumed).ok());
  RunUntilOver(id);
  EXPECT_EQ(Meetings(id).size(), 3u);
}

TEST_F(LeagueTest, DrainedLeagueEndsWithItsRunningMatches) {
  auto config = Config();
  config.max_matches = 1;
  const auto id = StartIdle(config, {"alice", "bob", "carol"});
  ASSERT_TRUE(Command(id, Kind::kDrained).ok());
  EXPECT_EQ(LeagueRow(id).state, LeagueState::kDraining);
  ASSERT_TRUE(Take(TheHost().VoidMatch(Entries(id, Kind::kFiled)[0].match)).ok());
  EXPECT_EQ(LeagueRow(id).state, LeagueState::kFinished);
  Run(600'000);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 1u) << "nothing new begins";
}

TEST_F(LeagueTest, AbortedLeagueMakesItsRunningMatchesVoid) {
  const auto id = Create(Config(), {"alice", "bob"});
  Join("alice");
  Join("bob");
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run();
  ASSERT_EQ(Running(id), 1);
  ASSERT_TRUE(Command(id, Kind::kAborted).ok());
  EXPECT_EQ(LeagueRow(id).state, LeagueState::kAborted);
  const store::MatchRow match = Row(Entries(id, Kind::kFiled)[0].match);
  EXPECT_EQ(match.state, MatchState::kVoid);
  EXPECT_EQ(match.result->void_reason, "LEAGUE_ABORTED");
}

TEST_F(LeagueTest, VoidMatchIsPlayedAgain) {
  const auto id = Create(Config(), {"alice", "bob"});
  Join("alice");
  Join("bob");
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run();
  const auto first = Entries(id, Kind::kFiled)[0].match;
  ASSERT_TRUE(Take(TheHost().VoidMatch(first)).ok());
  EXPECT_EQ(Row(first).state, MatchState::kVoid);
  Run();
  const auto filed = Entries(id, Kind::kFiled);
  ASSERT_EQ(filed.size(), 2u);
  EXPECT_EQ(filed[1].slot.fixture, filed[0].slot.fixture);
  EXPECT_EQ(filed[1].slot.attempt, 2);
}

TEST_F(LeagueTest, AnnulledResultIsPlayedAgainAndDoesNotCount) {
  const auto id = Start(Config(), {"alice", "bob"});
  RunUntilOver(id);
  const auto match = Entries(id, Kind::kFiled)[0].match;
  std::vector<store::RatingChange> changes;
  const auto chain = journal_.on_committed;
  journal_.on_committed = [&](const store::Batch& batch) {
    chain(batch);
    changes.insert(changes.end(), batch.rating_changes.begin(), batch.rating_changes.end());
  };
  ASSERT_TRUE(Take(TheHost().VoidMatch(match)).ok());
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].match, match);
  EXPECT_FALSE(changes[0].counts);
  RunUntilOver(id);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 2u);
  EXPECT_EQ(Meetings(id).size(), 1u);
  EXPECT_TRUE(absl::IsFailedPrecondition(Take(TheHost().VoidMatch(match)).status())) << "only once";
}

TEST_F(LeagueTest, DisqualifiedBotForfeitsItsRunningMatches) {
  const auto id = Create(Config(), {"alice", "bob", "carol"});
  for (const char* bot : {"alice", "bob", "carol"}) {
    Join(bot);
  }
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run();
  for (const auto& entry : Entries(id, Kind::kFiled))
    for (const char* bot : {"alice", "bob", "carol"}) Ready(bot, entry.match);
  Run();
  ASSERT_TRUE(Command(id, Kind::kDisqualified, "bob", "two copies of one bot").ok());
  for (const auto& entry : Entries(id, Kind::kFinished)) {
    const store::MatchRow row = Row(entry.match);
    for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat)
      if (row.config.seats[seat].name == "bob") {
        EXPECT_EQ(row.result->seats[seat].end, rules::SeatEnd::kDisqualified);
      }
  }
  EXPECT_EQ(Entries(id, Kind::kFinished).size(), 2u) << "both of bob's";
}

TEST_F(LeagueTest, NoMatchOfADisqualifiedBotCountsForRatings) {
  const auto config = [this] {
    league::LeagueConfig tables = Config();
    tables.seats = 3;
    return tables;
  }();
  const auto id = Create(config, {"alice", "bob", "carol"});
  for (const char* bot : {"alice", "bob", "carol"}) Join(bot);
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run();
  const auto match = Entries(id, Kind::kFiled)[0].match;
  for (const char* bot : {"alice", "bob", "carol"}) Ready(bot, match);
  Run();
  ASSERT_TRUE(Command(id, Kind::kDisqualified, "bob", "two copies of one bot").ok());
  EXPECT_EQ(store_.RatedResults(0, 10)->size(), 0u) << "the others play on";
  Autoplay();
  Join("alice");
  Join("carol");
  PlayToTheEnd(match);
  const auto counts = [this, match] {
    std::vector<bool> all;
    const std::vector<store::RatedResult> results = *store_.RatedResults(0, 10);
    for (const store::RatedResult& result : results)
      if (result.match == match) all.push_back(result.counts);
    return all;
  };
  EXPECT_EQ(counts(), (std::vector<bool>{true, false})) << "by one commit";
  ASSERT_TRUE(Command(id, Kind::kReinstated, "bob").ok());
  EXPECT_EQ(counts(), (std::vector<bool>{true, false, true}));
}

TEST_F(LeagueTest, QuarantinedMatchIsPlayedAgain) {  // D9
  const auto id = Create(Config(), {"alice", "bob"});
  Join("alice");
  Join("bob");
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  Run();
  const auto first = Entries(id, Kind::kFiled)[0].match;
  Ready("alice", first);
  Ready("bob", first);
  Run();
  journal_.on_records = [&](match::MatchId match, std::vector<match::Record>& records) {
    if (match == first) records.front().input_no = 7;
  };
  Restart();
  EXPECT_EQ(Row(first).state, MatchState::kQuarantined);
  Autoplay();
  Join("alice");
  Join("bob");
  RunUntilOver(id);
  EXPECT_EQ(Entries(id, Kind::kFinished)[0].outcome.void_reason, "QUARANTINED");
  EXPECT_EQ(Meetings(id).size(), 1u);
}

TEST_F(LeagueTest, BracketGoesOnAcrossARestart) {
  auto config = Config(league::Format::kDoubleElimination);
  config.max_matches = 2;
  const std::vector<std::string> bots = {"b1", "b2", "b3", "b4", "b5", "b6"};
  const auto id = Start(config, bots);
  for (int i = 0; i < 200 && !IsOver(id); ++i) {
    Run(2'000);
    Restart();
    for (const std::string& bot : bots) Join(bot);
  }
  RunUntilOver(id);
  std::map<league::Entrant, int> losses;
  const league::League machine = Replayed(id);
  for (const league::Fixture& fixture : machine.fixtures())
    if (fixture.decision == league::Decision::kPlayed) ++losses[fixture.placing.at(1)];
  EXPECT_EQ(losses.size(), 6u) << "only a champion that lost once, or five others twice";
}

TEST_F(LeagueTest, LadderPairsOnlyWhoIsThereAndStopsAfterItsMatches) {
  auto config = Config(league::Format::kLadder);
  config.rounds = 20;
  const auto id = Create(config, {"alice", "bob", "carol", "dave"});
  Autoplay();
  for (const char* bot : {"alice", "bob", "carol"}) Join(bot);
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  RunUntilOver(id);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 20u);
  for (const auto& entry : Entries(id, Kind::kFiled))
    for (const match::BotId bot : entry.bots) EXPECT_NE(bot.number, 4) << "dave never came";
}

TEST_F(LeagueTest, CommandsAreRefusedWithTheFieldThatIsWrong) {
  Register("alice");
  Register("bob");
  const auto config = Config();
  auto made = Take(TheHost().CreateLeague({config, {"alice", "nobody"}, ""}));
  EXPECT_TRUE(absl::IsNotFound(made.status()));
  EXPECT_EQ(made.status().message().substr(0, 9), "bots[1]: ");
  made = Take(TheHost().CreateLeague({config, {"alice", "alice"}, ""}));
  EXPECT_TRUE(absl::IsInvalidArgument(made.status()));
  EXPECT_EQ(made.status().message().substr(0, 9), "bots[1]: ");
  auto bad = config;
  bad.max_matches = -1;
  made = Take(TheHost().CreateLeague({bad, {}, ""}));
  EXPECT_TRUE(absl::IsInvalidArgument(made.status()));
  EXPECT_EQ(made.status().message().substr(0, 13), "max_matches: ");
  EXPECT_TRUE(store_.Leagues()->empty()) << "nothing of it is kept";
  EXPECT_TRUE(absl::IsNotFound(Command({7}, Kind::kStarted)));

  made = Take(TheHost().CreateLeague({config, {"alice"}, "once"}));
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(absl::IsAlreadyExists(Take(TheHost().CreateLeague({config, {}, ""})).status()));
  EXPECT_TRUE(absl::IsNotFound(Command(made->id, Kind::kEntered, "nobody")));
  EXPECT_FALSE(Command(made->id, Kind::kStarted).ok()) << "one bot is no league";
  EXPECT_FALSE(Command(made->id, Kind::kEntered, "alice").ok());
  EXPECT_EQ(Log(made->id).size(), 1u) << "what was refused is not in the log";
}

TEST_F(LeagueTest, SameRequestIdGivesTheSameLeagueAlsoAfterARestart) {
  const auto first = Take(TheHost().CreateLeague({Config(), {}, "once"}));
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(Take(TheHost().CreateLeague({Config(), {}, "once"}))->id, first->id);
  Restart();
  EXPECT_EQ(Take(TheHost().CreateLeague({Config(), {}, "once"}))->id, first->id);
  EXPECT_EQ(store_.Leagues()->size(), 1u);
}

TEST_F(LeagueTest, StoppingRefereeRefusesCommandsAndFilesNothing) {  // P13
  auto config = Config();
  config.max_matches = 1;
  const auto id = StartIdle(config, {"alice", "bob", "carol"});
  TheHost().Drain();
  Run();
  EXPECT_TRUE(absl::IsUnavailable(Command(id, Kind::kPaused)));
  Ready("alice", Entries(id, Kind::kFiled)[0].match);
  Run(options_.drain_limit_ms);
  EXPECT_EQ(Entries(id, Kind::kFiled).size(), 1u);
}

}  // namespace
}  // namespace taki::test
