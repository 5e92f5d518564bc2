// taki match start, watch, list, show, record.
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

// m-000042 is the record of docs/notation.md: four seats, a forfeit, two windows, a timeout.
class MatchCommandsTest : public CliTest {
 protected:
  MatchCommandsTest() {
    referee.Add(FromRecord(RecordOfTheDocs()));
    referee.Add(FromRecord(SharedRecord("m-000000.taki")));
    referee.Add(FromRecord(SharedRecord("m-000013.taki")));
  }

  void AddRunning() {
    CannedMatch canned = WhileRunning(FromRecord(RecordOfTheDocs()), 5);
    canned.match.set_match_id("m-000043");
    referee.Add(std::move(canned));
  }
  void AddVoid() {
    CannedMatch canned = FromRecord(RecordOfTheDocs());
    v1::Match& match = canned.match;
    match.set_match_id("m-000044");
    match.set_state(v1::MATCH_STATE_VOID);
    match.set_ending(v1::MATCH_ENDING_VOID);
    match.set_void_reason("NOT_ENOUGH_READY");
    for (auto& seat : *match.mutable_seats()) seat.set_place(0);
    canned.finished.set_ending(match.ending());
    canned.finished.set_void_reason(match.void_reason());
    *canned.finished.mutable_seats() = match.seats();
    canned.moves.clear();
    canned.events.clear();
    referee.Add(std::move(canned));
  }
};

TEST_F(MatchCommandsTest, ShowTellsEverythingTurnByTurn) {
  const Said said = Run({"match", "show", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("match_show.txt", said.out);
}

TEST_F(MatchCommandsTest, ShowAsJson) {
  const Said said = Run({"match", "show", "m-000000", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("match_show.json", said.out);
}

TEST_F(MatchCommandsTest, ShowOfARunningMatchTellsWhatIsPublic) {
  AddRunning();
  const Said said = Run({"match", "show", "m-000043"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("match_show_running.txt", said.out);
}

TEST_F(MatchCommandsTest, ShowOfAVoidMatchSaysWhy) {
  AddVoid();
  const Said said = Run({"match", "show", "m-000044"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("match_show_void.txt", said.out);
}

TEST_F(MatchCommandsTest, ShowWithoutMovesIsTheHeadOnly) {
  const Said said = Run({"match", "show", "m-000042", "--no-moves"});
  EXPECT_EQ(said.out.find("Moves\n"), std::string::npos);
  EXPECT_NE(said.out.find("Strikes"), std::string::npos);
}

TEST_F(MatchCommandsTest, ShowColoursOnlyOnATerminalThatWantsIt) {
  terminal = true;
  EXPECT_NE(Run({"match", "show", "m-000042"}).out.find("\033[32mG5\033[0m"), std::string::npos);
  environment["NO_COLOR"] = "1";
  EXPECT_EQ(Run({"match", "show", "m-000042"}).out.find('\033'), std::string::npos);
  environment.erase("NO_COLOR");
  environment["TERM"] = "dumb";
  EXPECT_EQ(Run({"match", "show", "m-000042"}).out.find('\033'), std::string::npos);
}

TEST_F(MatchCommandsTest, ShowEscapesWhatARefereeSays) {  // N24
  v1::Match& match = referee.match("m-000042").match;
  match.mutable_seats(0)->set_bot("al\x1b[2Jice\n");
  match.set_server_version("1\xc2\x9b\r");
  referee.match("m-000042").moves[0].set_token("R5\x1b[31m\u202e");
  const Said said = Run({"match", "show", "m-000042"});  // Run looks for control characters
  EXPECT_NE(said.out.find("al\\u{1b}[2Jice\\u{a}"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("R5\\u{1b}[31m\\u{202e}"), std::string::npos) << said.out;
}

TEST_F(MatchCommandsTest, ListIsNewestFirstWithPlaces) {
  AddRunning();
  AddVoid();
  const Said said = Run({"match", "list"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("match_list.txt", said.out);
}

TEST_F(MatchCommandsTest, ListStopsAtItsLimitAndSaysSo) {
  const Said said = Run({"match", "list", "--limit", "1"});
  EXPECT_EQ(said.out.find("m-000013"), std::string::npos);
  EXPECT_EQ(said.err, "There are more than these 1; see --limit.\n");
}

TEST_F(MatchCommandsTest, ListGoesOnBehindEmptyPages) {
  AddRunning();
  AddVoid();
  referee.empty_pages = 3;
  const Said said = Run({"match", "list"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  EXPECT_EQ(referee.empty_pages, 0);
  ExpectGolden("match_list.txt", said.out);
}

TEST_F(MatchCommandsTest, ListSendsEveryFilter) {
  const Said said = Run({"match",
                         "list",
                         "--bot",
                         "alice",
                         "--bot-version",
                         "1.2",
                         "--opponent",
                         "bob",
                         "--state",
                         "finished",
                         "--ending",
                         "turn_limit",
                         "--seat-end",
                         "NO_SHOW",
                         "--seats",
                         "4",
                         "--unrated",
                         "--place",
                         "3",
                         "--from",
                         "2026-12-01",
                         "--before",
                         "2026-12-01T18:30:00Z",
                         "--league",
                         "l-000007",
                         "--round",
                         "2"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  const v1::ListMatchesRequest& sent = referee.listed;
  EXPECT_EQ(sent.bot(), "alice");
  EXPECT_EQ(sent.bot_version(), "1.2");
  EXPECT_EQ(sent.opponent(), "bob");
  EXPECT_EQ(sent.state(), v1::MATCH_STATE_FINISHED);
  EXPECT_EQ(sent.ending(), v1::MATCH_ENDING_TURN_LIMIT);
  EXPECT_EQ(sent.seat_end(), v1::SEAT_END_NO_SHOW);
  EXPECT_EQ(sent.seats(), 4);
  EXPECT_TRUE(sent.has_rated());
  EXPECT_FALSE(sent.rated());
  EXPECT_EQ(sent.created_from_ms(), 1'796'083'200'000);
  EXPECT_EQ(sent.created_before_ms(), 1'796'149'800'000);
  EXPECT_EQ(sent.place(), 3);
  EXPECT_EQ(sent.league_id(), "l-000007");
  EXPECT_EQ(sent.round(), 2);
}

TEST_F(MatchCommandsTest, ListAsksForTheIdOfALeague) {
  referee.Add(Autumn());
  const Said said = Run({"match", "list", "--league", "autumn", "--fixture", "4"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(referee.listed.league_id(), "l-000001");
  EXPECT_EQ(referee.listed.fixture_id(), 4);
}

TEST_F(MatchCommandsTest, AFilterWithoutTheOneThatItBelongsToIsAMistakeOfUse) {
  EXPECT_EQ(Run({"match", "list", "--place", "1"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"match", "list", "--round", "1"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"match", "list", "--league", "l-000001", "--round", "1", "--fixture", "1"}).code,
            ExitCode::kUsage);
}

TEST_F(MatchCommandsTest, WatchReplaysAMatchThatIsOver) {
  const Said said = Run({"match", "watch", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("match_watch.txt", said.out);
}

TEST_F(MatchCommandsTest, WatchGoesOnAfterABreakWithoutARepetition) {
  referee.break_after_seq = 9;
  const Said said = Run({"match", "watch", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(referee.break_after_seq, 0);
  ExpectGolden("match_watch.txt", said.out);
}

TEST_F(MatchCommandsTest, WatchFromANumberLeavesOutWhatWasBefore) {
  const Said said = Run({"match", "watch", "m-000042", "--from-seq", "30"});
  EXPECT_EQ(said.out.find("dealt:"), std::string::npos);
  EXPECT_EQ(said.out.find("\n   29  "), std::string::npos);
  EXPECT_NE(said.out.find("\n   30  "), std::string::npos) << said.out;
}

TEST_F(MatchCommandsTest, WatchAsJsonIsOneMessageALine) {
  const Said said = Run({"match", "watch", "m-000000", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ExpectGolden("match_watch.jsonl", said.out);
}

TEST_F(MatchCommandsTest, WatchOfAVoidMatchAnswersNo) {
  AddVoid();
  const Said said = Run({"match", "watch", "m-000044"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("NOT_ENOUGH_READY"), std::string::npos);
}

TEST_F(MatchCommandsTest, StartSendsOnlyWhatWasSaid) {
  const Said said = Run({"match", "start", "alice", "bob"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "m-000101  alice, bob\n");
  v1::RequestMatchRequest expected;
  expected.add_bots("alice");
  expected.add_bots("bob");
  expected.mutable_ruleset();
  expected.mutable_time_control();
  EXPECT_EQ(referee.requested.at(0).SerializeAsString(), expected.SerializeAsString());
}

TEST_F(MatchCommandsTest, StartSendsEverySetting) {
  const std::string seed(64, 'a');
  const Said said = Run({"match",    "start",
                         "alice",    "bob",
                         "carol",    "--seating",
                         "random",   "--stages",
                         "3,2,1",    "--draw-rule",
                         "any_time", "--taki-rule",
                         "PLAY_ANY", "--max-turns",
                         "99",       "--move-time-ms",
                         "0",        "--time-bank-ms",
                         "5000",     "--strike-limit",
                         "2",        "--ready-time-ms",
                         "200",      "--reconnect-grace-ms",
                         "1",        "--reconnect-grace-match-ms",
                         "2",        "--restart-grace-ms",
                         "3",        "--seed",
                         seed,       "--request-id",
                         "evening"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  const v1::RequestMatchRequest& sent = referee.requested.at(0);
  EXPECT_EQ(sent.bots_size(), 3);
  EXPECT_EQ(sent.seating(), v1::SEATING_RANDOM);
  EXPECT_EQ(sent.ruleset().stages_size(), 3);
  EXPECT_EQ(sent.ruleset().stages(0), 3);
  EXPECT_EQ(sent.ruleset().draw_rule(), v1::DRAW_RULE_ANY_TIME);
  EXPECT_EQ(sent.ruleset().taki_rule(), v1::TAKI_RULE_PLAY_ANY);
  EXPECT_EQ(sent.ruleset().max_turns(), 99);
  const v1::TimeControl& clock = sent.time_control();
  EXPECT_TRUE(clock.has_move_time_ms());
  EXPECT_EQ(clock.move_time_ms(), 0);
  EXPECT_EQ(clock.time_bank_ms(), 5'000);
  EXPECT_EQ(clock.strike_limit(), 2);
  EXPECT_EQ(clock.ready_time_ms(), 200);
  EXPECT_EQ(clock.reconnect_grace_ms(), 1);
  EXPECT_EQ(clock.reconnect_grace_match_ms(), 2);
  EXPECT_EQ(clock.restart_grace_ms(), 3);
  EXPECT_EQ(sent.seed(), std::string(32, '\xaa'));
  EXPECT_EQ(sent.request_id(), "evening");
}

TEST_F(MatchCommandsTest, StartOfSeveralNumbersTheirRequestIds) {
  const Said said =
      Run({"match", "start", "alice", "bob", "--count", "3", "--request-id", "evening", "--json"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  ASSERT_EQ(referee.requested.size(), 3u);
  EXPECT_EQ(referee.requested[0].request_id(), "evening-1");
  EXPECT_EQ(referee.requested[2].request_id(), "evening-3");
}

TEST_F(MatchCommandsTest, StartAndWaitPrintsPlacesAndWaysOfEnding) {
  const Said said = Run({"match", "start", "a1", "b1", "--count", "2", "--wait"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out,
            "m-000101  COMPLETED  bob 1, carol 2, dave 3, alice 4\n"
            "m-000102  COMPLETED  bob 1, carol 2, dave 3, alice 4\n");
}

TEST_F(MatchCommandsTest, StartAndWaitAnswersNoToAVoidMatch) {
  AddVoid();
  referee.started_as = "m-000044";
  const Said said = Run({"match", "start", "alice", "bob", "--wait"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_EQ(said.out, "m-000101  VOID  NOT_ENOUGH_READY  alice, bob, carol, dave\n");
}

TEST_F(MatchCommandsTest, RecordIsPrintedByteForByte) {
  const Said said = Run({"match", "record", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  EXPECT_EQ(said.out, RecordOfTheDocs());
  EXPECT_EQ(said.err, "");
  const Said file = Run({"match", "record", "m-000042", "-o", Fresh("a.taki")});
  EXPECT_EQ(file.out, "");
  EXPECT_EQ(ReadFile(Fresh("a.taki")), RecordOfTheDocs());
}

TEST_F(MatchCommandsTest, RecordOfARunningMatchSaysThatItIsNotWhole) {
  AddRunning();
  const Said said = Run({"match", "record", "m-000043"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  EXPECT_EQ(said.err, "m-000043 is RUNNING: the record holds what is public so far\n");
}

TEST_F(MatchCommandsTest, RecordReachesATerminalEscaped) {  // N24
  referee.match("m-000042").record = "taki 1\n\x1b[2J\n";
  terminal = true;
  EXPECT_EQ(Run({"match", "record", "m-000042"}).out, "taki 1\n\\u{1b}[2J\n");
}

TEST_F(MatchCommandsTest, RecordThatCannotBeWrittenIsALocalFailure) {
  const Said said = Run({"match", "record", "m-000042", "-o", Fresh("none/a.taki")});
  EXPECT_EQ(said.code, ExitCode::kLocal);
  EXPECT_NE(said.err.find("No such file or directory"), std::string::npos) << said.err;
}

}  // namespace
}  // namespace taki::test
