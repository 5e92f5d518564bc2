// The sealed +3 window (docs/rules.md R7.4, R7.7, R7.8, R10.2): answers in any order of arrival,
// shown to nobody.
#include <algorithm>
#include <numeric>

#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

class WindowTest : public MatchTest {
 protected:
  // Seat 0 plays a +3 to the others, who hold what `cards` says.
  void GivenWindow(int seats, std::string_view cards) {
    GivenDeal(seats, cards);
    config_.clock.time_bank_ms = 0;
    OpenWindow();
  }
  void OpenWindow() {
    Start();
    Answer(0, "+3");
    ASSERT_EQ(match().position().phase, rules::Phase::kWindow);
  }
  // What a seat does in a window: a token, "silent", "resign".
  void Act(int seat, std::string_view what) {
    if (what == "resign") {
      GiveUp(seat);
    } else if (what != "silent" && IsOpen(seat)) {
      Answer(seat, what);
    }
  }
  bool IsOpen(int seat) const {
    return rules::Asked(match().position()).Contains(rules::Seat(seat));
  }
  std::string AllLines() const {
    std::string text;
    for (const Line& line : lines_) text += LineText(line);
    return text;
  }
};

TEST_F(WindowTest, AsksAllOthersInAnswerOrderWhateverTheyHold) {  // R7.4, I2, G7
  GivenWindow(4, "0: +3");
  for (int seat = 1; seat < 4; ++seat) {
    EXPECT_EQ(Asked(seat).id.number, static_cast<unsigned>(seat + 1));
    EXPECT_EQ(Asked(seat).kind, DecisionKind::kWindow);
  }
  EXPECT_EQ(Asked(0).id.number, 1u);
}

TEST_F(WindowTest, AgainstTheDirectionOfPlayTheOrderTurnsRound) {  // R7.4, R5.5
  GivenDeal(4, "0: K RD | 3: +3");
  Start();
  Answer(0, "K RD");
  Answer(3, "+3");
  EXPECT_EQ(Asked(2).id.number, 3u);
  EXPECT_EQ(Asked(1).id.number, 4u);
  EXPECT_EQ(Asked(0).id.number, 5u);
  for (int seat : {0, 1, 2}) Answer(seat, "pass");
  ExpectLines("0 K 0; 0 RD 0; 3 +3 0; 2 pass 0; 1 pass 0; 0 pass 0");
}

TEST_F(WindowTest, AnswersAreRecordedAsTheyComeAndWrittenWhenItCloses) {  // R7.4
  GivenWindow(4, "0: +3");
  ExpectLines("0 +3 0");
  Pass(10);
  Answer(3, "pass");
  EXPECT_EQ(step_.records.size(), 1u);
  Pass(10);
  Answer(1, "pass");
  ExpectLines("");
  Pass(10);
  Answer(2, "pass");
  ExpectLines("1 pass 20; 2 pass 30; 3 pass 10");
  EXPECT_EQ(lines_[1].input_no, 4u);
  EXPECT_EQ(lines_[3].input_no, 3u);
}

TEST_F(WindowTest, OnlyTheAnswerThatTookEffectIsNotSealed) {  // R7.4
  GivenWindow(4, "0: +3 | 2: X | 3: X");
  Answer(3, "X");
  Answer(2, "X");
  Answer(1, "pass");
  ExpectLines("0 +3 0; 1 pass 0; 2 X 0; 3 X 0");
  EXPECT_FALSE(lines_[0].window || lines_[0].sealed);
  EXPECT_TRUE(lines_[1].window && lines_[1].sealed);
  EXPECT_TRUE(lines_[2].window && !lines_[2].sealed);
  EXPECT_TRUE(lines_[3].window && lines_[3].sealed);
  EXPECT_EQ(match().position().hands[3].Count(rules::kBreakerCard), 1);
}

TEST_F(WindowTest, DrawsStandOnTheLastLine) {  // R7.2, R8.1
  GivenWindow(3, "0: +3");
  Answer(2, "pass");
  Answer(1, "pass");
  ASSERT_EQ(lines_.size(), 3u);
  EXPECT_TRUE(lines_[0].drawn.empty() && lines_[1].drawn.empty());
  ASSERT_EQ(lines_[2].drawn.size(), 2u);
  EXPECT_EQ(lines_[2].drawn[0].seat, rules::Seat(1));
  EXPECT_EQ(lines_[2].drawn[0].cards.size(), 3u);
  EXPECT_EQ(lines_[2].drawn[1].seat, rules::Seat(2));
}

// Five seats; whatever they do and in whichever order it arrives, the match goes on in the same
// way.
TEST_F(WindowTest, OrderOfArrivalChangesNothing) {  // G6, R7.4, R11.7
  GivenDeal(5, "0: +3 | 1: K | 2: X | 4: X");
  config_.clock.time_bank_ms = 0;
  const std::vector<std::vector<std::string>> kBehaviours = {
      {"", "K", "X", "pass", "X"},
      {"", "pass", "X", "silent", "X"},
      {"", "silent", "pass", "draw", "X"},
      {"", "resign", "X", "pass", "silent"},
      {"", "pass", "resign", "pass", "X"},
      {"resign", "pass", "X", "silent", "pass"},
      {"resign", "K", "silent", "pass", "resign"}};
  for (const auto& behaviour : kBehaviours) {
    std::vector<int> order = {0, 1, 2, 3, 4};
    std::string lines;
    std::uint64_t hash = 0;
    do {
      OpenWindow();
      for (const int seat : order)
        if (!behaviour[static_cast<std::size_t>(seat)].empty())
          Act(seat, behaviour[static_cast<std::size_t>(seat)]);
      Pass(Milliseconds(1000) + Duration{1});
      ASSERT_NE(match().position().phase, rules::Phase::kWindow);
      if (lines.empty()) {
        lines = AllLines();
        hash = rules::PositionHash(match().position());
      }
      EXPECT_EQ(AllLines(), lines);
      EXPECT_EQ(rules::PositionHash(match().position()), hash);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST_F(WindowTest, NothingIsShownBeforeItCloses) {  // R7.4, G7, D7
  GivenWindow(5, "0: +3 | 2: X");
  const std::uint32_t seq = match().last_seq();
  const auto expect_silence = [&](int but) {
    for (int seat = 0; seat < 5; ++seat) {
      if (seat == but) continue;
      EXPECT_TRUE(ReceivedBy(seat).empty());
    }
    EXPECT_TRUE(ReceivedBy(std::nullopt).empty());
    EXPECT_EQ(match().last_seq(), seq);
  };
  Answer(2, "X");
  expect_silence(2);
  Answer(3, "draw");  // illegal here
  ExpectIllegal(3, "R7.4");
  expect_silence(3);
  GiveUp(4);
  expect_silence(4);
  Step(Left{rules::Seat(3)});
  expect_silence(-1);
  Join(3);
  expect_silence(3);
}

TEST_F(WindowTest, StrikesAreShownWhenItHasClosedInAnswerOrder) {  // R7.4, R11.5
  GivenWindow(5, "0: +3");
  Answer(4, "draw");
  Answer(4, "pass");
  Answer(2, "draw");
  ExpectStrikeEvents("");
  Answer(1, "pass");
  Pass(1001);
  ExpectStrikeEvents(
      "seat 2 struck (1); seat 2 timed out (2); seat 3 timed out (1); seat 4 struck (1)");
  EXPECT_EQ(events_.back().kind, MatchEvent::Kind::kStrike);
}

// A void answer and a pass look the same to everyone else, until the match is over.
TEST_F(WindowTest, VoidAnswerLooksLikeAPass) {  // R7.4, G7, D7
  GivenDeal(4, "0: +3 | 1: X | 3: X");
  std::vector<std::vector<std::string>> worlds;
  for (const char* answer : {"X", "pass"}) {
    OpenWindow();
    std::vector<std::string>& world = worlds.emplace_back();
    const auto see = [&] {
      for (const std::optional<int> viewer :
           {std::optional<int>(), std::optional(0), std::optional(1), std::optional(2)})
        for (const std::string& line : ReceivedBy(viewer)) world.push_back(line);
    };
    Answer(3, answer);
    see();
    Answer(2, "pass");
    see();
    Answer(1, "X");
    see();
    while (!rules::Asked(match().position()).Contains(rules::Seat(3))) {
      AnswerAnyhow();
      see();
    }
    Join(2);
    see();
  }
  EXPECT_GT(worlds[0].size(), 10u);
  EXPECT_EQ(worlds[0], worlds[1]);
}

TEST_F(WindowTest, EachAnswerIsOneDecisionOnItsOwnClock) {  // R7.4, R11.1
  GivenDeal(3, "0: +3");
  Start();
  Answer(0, "+3");
  Pass(2500);
  Answer(2, "pass");
  EXPECT_EQ(LastVerdict(2).charged_ms, 2500);
  EXPECT_EQ(LastVerdict(2).bank_left_ms, 58'500);
  Reply(2, 3, "pass");
  ExpectVerdict(2, VerdictKind::kAccepted);
  Reply(2, 3, "X");
  ExpectVerdict(2, VerdictKind::kDuplicateConflict);
  Pass(58'500);
  Pass(Duration{1});
  ExpectLines("0 +3 0; 1 timeout 61000; 2 pass 2500");
}

TEST_F(WindowTest, FirstActionIsTheAnswer) {
  GivenWindow(3, "0: +3 | 1: K R5");
  Answer(1, "K R5");
  ExpectVerdict(1, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict(1).applied, 1);
  EXPECT_EQ(records_.back().rest, "R5");
  Answer(2, "pass");
  EXPECT_EQ(Asked(1).kind, DecisionKind::kAfterKing);  // R7.7
}

TEST_F(WindowTest, ForfeitStandsInThePlaceOfTheAnswer) {  // R10.2
  GivenWindow(4, "0: +3 | 2: X");
  Answer(2, "X");
  GiveUp(2);
  EXPECT_EQ(records_.back().decision.number, 0u);
  Answer(3, "pass");
  Answer(1, "pass");
  ExpectLines("0 +3 0; 1 pass 0; 2 forfeit RESIGNED 0; 3 pass 0");
  EXPECT_FALSE(lines_[2].sealed);
  EXPECT_EQ(match().position().hands[1].size(), 11);
}

TEST_F(WindowTest, ForfeitOfThePlayerOfThePlusThreeStandsFirst) {  // R10.2
  GivenWindow(3, "0: +3");
  Answer(2, "pass");
  GiveUp(0);
  Reply(0, 1, "draw");
  ExpectVerdict(0, VerdictKind::kMatchOver);
  Answer(1, "pass");
  ExpectLines("0 +3 0; 0 forfeit RESIGNED 0; 1 pass 0; 2 pass 0");
  EXPECT_EQ(match().position().turn, rules::Seat(1));
}

TEST_F(WindowTest, MatchThatAllWouldLeaveTogetherIsVoid) {  // R11.7, G11
  GivenWindow(3, "0: +3");
  GiveUp(0);
  GiveUp(1);
  EXPECT_EQ(match().state(), Match::State::kRunning);
  GiveUp(2);
  ExpectVoid("ALL_FORFEITED");
  ExpectLines("0 +3 0");
  const Verification verified = VerifyRecord(RecordText());
  EXPECT_TRUE(verified.ok) << verified.difference;
}

TEST_F(WindowTest, ForfeitsThatFallTogetherStopWhenOneIsLeft) {  // R11.7, R10.3
  GivenDeal(4, "0: +3");
  config_.clock.time_bank_ms = 0;
  config_.clock.strike_limit = 1;
  OpenWindow();
  Pass(1001);
  ExpectLines("0 +3 0; 1 forfeit TIMEOUT 0; 2 forfeit TIMEOUT 0; 3 forfeit TIMEOUT 0");
  EXPECT_EQ(result_->ending, MatchEnding::kWalkover);
  EXPECT_EQ(result_->seats[0].place, 1);
  EXPECT_EQ(result_->seats[1].place, 4);
  EXPECT_EQ(result_->seats[3].place, 2);
}

TEST_F(WindowTest, IllegalAnswerThatForfeitsIsShownWhenItCloses) {  // R11.5
  GivenDeal(3, "0: +3");
  config_.clock.strike_limit = 1;
  OpenWindow();
  Answer(1, "draw");
  ExpectIllegal(1, "R7.4");
  EXPECT_EQ(step_.records.size(), 2u);
  Reply(1, 2, "pass");
  ExpectVerdict(1, VerdictKind::kMatchOver);
  Answer(2, "pass");
  ExpectLines("0 +3 0; 1 forfeit ILLEGAL_ACTION 0; 2 pass 0");
}

TEST_F(WindowTest, StoppedInAWindowLeavesNoAnswerInTheRecord) {  // R11.8
  GivenWindow(3, "0: +3");
  Answer(1, "pass");
  Step(Abort{"STOPPED"});
  ExpectLines("0 +3 0");
  const Verification verified = VerifyRecord(RecordText());
  EXPECT_TRUE(verified.ok) << verified.difference;
}

}  // namespace
}  // namespace taki::match::test
