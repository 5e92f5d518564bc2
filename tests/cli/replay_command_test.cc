// taki match replay: on a terminal, piped, of a match that goes on, of a file.
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;
using cli::Key;
using cli::Terminal;

// A terminal whose user does what a test says, and what it was shown.
struct Script {
  std::vector<Terminal::Event> events;
  std::vector<std::string> screens;
  std::vector<std::optional<int>> limits;
  Terminal::Size size{80, 24};
  bool closed = false;
};

class ScriptedTerminal final : public Terminal {
 public:
  explicit ScriptedTerminal(Script& script) : script_(script) {}
  ~ScriptedTerminal() override { script_.closed = true; }
  Size size() const override { return script_.size; }
  void Show(const std::vector<std::string>& lines) override {
    std::string& screen = script_.screens.emplace_back();
    for (const std::string& line : lines) screen += line + "\n";
  }
  Event Next(std::optional<int> limit_ms) override {
    script_.limits.push_back(limit_ms);
    if (next_ == script_.events.size()) return {Event::Kind::kGone};
    return script_.events[next_++];
  }

 private:
  Script& script_;
  std::size_t next_ = 0;
};

class ReplayCommandTest : public CliTest {
 protected:
  ReplayCommandTest() {
    referee.Add(FromRecord(RecordOfTheDocs()));
    CannedMatch running = WhileRunning(FromRecord(RecordOfTheDocs()), 12);
    running.match.set_match_id("m-000043");
    running.record.replace(running.record.find("m-000042"), 8, "m-000043");
    running.record.replace(running.record.find("id=m-000042"), 11, "id=m-000043");
    referee.Add(std::move(running));
  }

  void OnATerminal(const std::string& letters) {
    terminal = true;
    environment["NO_COLOR"] = "1";
    open_terminal = [this] { return std::make_unique<ScriptedTerminal>(script); };
    for (const char letter : letters)
      script.events.push_back({Terminal::Event::Kind::kKey, {Key::kText, letter}});
  }

  Script script;
};

TEST_F(ReplayCommandTest, PipedIsTheWholeMatchTurnByTurn) {
  const Said said = Run({"match", "replay", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("match_replay.txt", said.out);
  EXPECT_EQ(Run({"match", "replay", "m-000042", "--plain"}).out, said.out);
}

TEST_F(ReplayCommandTest, OfARunningMatchIsWhatIsPublic) {
  const Said said = Run({"match", "replay", "m-000043"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  ExpectGolden("match_replay_running.txt", said.out);
}

TEST_F(ReplayCommandTest, OfAFileNeedsNoReferee) {
  WriteFile(Fresh("a.taki"), RecordOfTheDocs());
  const Said said = Run({"match", "replay", Fresh("a.taki")});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_NE(said.out.find("Turn 11"), std::string::npos);
  EXPECT_EQ(Run({"match", "replay", "-"}, RecordOfTheDocs()).out, said.out);
  EXPECT_EQ(referee.calls, 0);
}

TEST_F(ReplayCommandTest, FromAPlyBeginsWithItsTurn) {
  const Said said = Run({"match", "replay", "m-000042", "--from", "12"});
  EXPECT_EQ(said.out.find("Turn 8\n"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("Turn 9\n  ply 11  2 carol plays YT\n"), std::string::npos) << said.out;
}

TEST_F(ReplayCommandTest, AtAPlyIsOnePosition) {
  const Said said = Run({"match", "replay", "m-000042", "--at", "16"});
  ExpectGolden("match_replay_at.txt", said.out);
}

TEST_F(ReplayCommandTest, AsJsonIsALineForEachPosition) {
  const Said said = Run({"match", "replay", "m-000042", "--json"});
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 19);
  ExpectGolden("match_replay_at.json",
               Run({"match", "replay", "m-000042", "--at", "10", "--json"}).out);
}

TEST_F(ReplayCommandTest, SaysWhichRepliesWereRefused) {  // R11.4
  v1::DecisionRecord& fault = referee.decisions["m-000042"].emplace_back();
  fault.set_seat(1);
  fault.mutable_decision()->set_decision_id(2);
  v1::RecordedReply& reply = *fault.add_replies();
  reply.set_not_applied("R9\x1b");
  reply.mutable_verdict()->set_kind(v1::VERDICT_KIND_ILLEGAL);
  reply.mutable_verdict()->set_rule_id("R3.1");
  reply.mutable_verdict()->set_text("the card is not in the hand");
  fault.add_replies()->mutable_verdict()->set_kind(v1::VERDICT_KIND_ACCEPTED);
  referee.match("m-000042").moves[1].set_decision_id(2);
  const Said said = Run({"match", "replay", "m-000042", "--at", "1"});
  EXPECT_NE(said.out.find("1 bob tried `R9\\u{1b}`, refused by R3.1: the card is not in the hand "
                          "(strike 1 of 3)"),
            std::string::npos)
      << said.out;
}

TEST_F(ReplayCommandTest, ARecordThatDiffersIsShownAsFarAsItGoes) {
  std::string broken = RecordOfTheDocs();
  broken.replace(broken.find("5 1 B8! 10"), 7, "5 1 B9!");
  const Said said = Run({"match", "replay", "-"}, broken);
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("ply 4  0 alice forfeits: DISCONNECTED"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("cannot be re-played from line 15 on"), std::string::npos) << said.out;
}

TEST_F(ReplayCommandTest, WhatIsNoRecordIsSaid) {
  const Said said = Run({"match", "replay", "-"}, "hello\n");
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_EQ(said.err, "taki: this is no match record: line 1: expected `taki 1`\n");
}

TEST_F(ReplayCommandTest, AMatchWithoutCardsHasNothingToReplay) {
  v1::Match& match = referee.match("m-000042").match;
  match.set_state(v1::MATCH_STATE_VOID);
  match.set_started_ms(0);
  const Said said = Run({"match", "replay", "m-000042"});
  EXPECT_EQ(said.out, "m-000042  VOID  no cards were dealt: there is nothing to replay\n");
}

TEST_F(ReplayCommandTest, AMatchThatIsShownLateIsWatchedInstead) {
  referee.match("m-000043").match.set_public_delay_ms(30'000);
  referee.match("m-000043").record.clear();
  const Said said = Run({"match", "replay", "m-000043"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_EQ(said.err,
            "taki: m-000043 is shown with a delay of 30.0 s until it is over: see `taki match "
            "watch`\n");
}

TEST_F(ReplayCommandTest, OnATerminalKeysStepThroughIt) {
  OnATerminal("nwq");
  const Said said = Run({"match", "replay", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "");
  ASSERT_EQ(script.screens.size(), 3u);
  EXPECT_NE(script.screens[0].find("the deal"), std::string::npos);
  EXPECT_NE(script.screens[1].find("ply 0 of 17"), std::string::npos);
  EXPECT_NE(script.screens[2].find("ply 15 of 17"), std::string::npos);
  EXPECT_TRUE(script.closed);
}

TEST_F(ReplayCommandTest, OnATerminalBeginsWhereItIsTold) {
  OnATerminal("q");
  Run({"match", "replay", "m-000042", "--from", "12"});
  EXPECT_NE(script.screens.at(0).find("ply 12 of 17"), std::string::npos);
}

TEST_F(ReplayCommandTest, OnATerminalPlaysByItself) {
  OnATerminal(" ");
  script.events.push_back({Terminal::Event::Kind::kTime, {}});
  script.events.push_back({Terminal::Event::Kind::kResize, {}});
  Run({"match", "replay", "m-000042"});
  EXPECT_EQ(script.limits.at(0), std::nullopt);
  EXPECT_EQ(script.limits.at(1), 1'000);
  EXPECT_NE(script.screens.at(2).find("ply 0 of 17"), std::string::npos);
  EXPECT_EQ(script.screens.size(), 4u);
  EXPECT_TRUE(script.closed);  // the terminal went away
}

TEST_F(ReplayCommandTest, OnATerminalAMatchThatGoesOnIsReadAgain) {
  OnATerminal("r");
  Run({"match", "replay", "m-000043"});
  EXPECT_EQ(script.screens.size(), 2u);
  const int calls = referee.calls;
  EXPECT_GE(calls, 6);  // the match, its leading card and its faults, twice
}

TEST_F(ReplayCommandTest, WithoutATerminalOfItsOwnItIsPrinted) {
  terminal = true;
  const Said said = Run({"match", "replay", "m-000042"});
  EXPECT_NE(said.out.find("Turn 11"), std::string::npos);
  EXPECT_EQ(said.out.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace taki::test
