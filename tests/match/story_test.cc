// What became of a decision, told from the records alone.
#include "referee/match/story.h"

#include "referee/match/reply_reader.h"
#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

class StoryTest : public MatchTest {
 protected:
  std::vector<DecisionStory> Stories() {
    std::vector<DecisionStory> stories;
    const absl::Status status = ForEachDecision(config_, records_, [&](const auto& story) {
      stories.push_back(story);
      return true;
    });
    EXPECT_TRUE(status.ok()) << status;
    return stories;
  }
  DecisionStory Story(std::size_t id) {
    const auto stories = Stories();
    EXPECT_LE(id, stories.size());
    return id <= stories.size() ? stories[id - 1] : DecisionStory{};
  }
  Verdict Try(std::uint32_t decision, std::string_view tokens) {
    const auto verdict = VerdictOn(config_, records_, {decision}, Sent(tokens));
    EXPECT_TRUE(verdict.ok()) << verdict.status();
    return verdict.value_or(Verdict{});
  }
};

TEST_F(StoryTest, NothingIsAskedBeforeTheStart) {
  GivenMatch(2);
  Begin();
  EXPECT_TRUE(Stories().empty());
  EXPECT_EQ(VerdictOn(config_, records_, {1}, {}).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(StoryTest, OpenDecisionIsToldAsItWasAsked) {
  GivenMatch(3);
  Start();
  const DecisionStory story = Story(1);
  EXPECT_TRUE(story.decision == Asked(0));
  EXPECT_EQ(story.fate, DecisionFate::kOpen);
  EXPECT_EQ(story.closed_by, nullptr);
  EXPECT_EQ(story.bank_left_ms, 60'000);
  EXPECT_TRUE(story.replies.empty());
}

TEST_F(StoryTest, RefusalsComeBeforeTheAnswer) {  // R11.4
  GivenDeal(2, "0: K");
  Start();
  Answer(0, "pass");
  const Verdict first = LastVerdict(0);
  Pass(1500);
  Answer(0, "K pass");
  const Verdict second = LastVerdict(0);
  const DecisionStory story = Story(1);
  ASSERT_EQ(story.replies.size(), 2u);
  EXPECT_EQ(story.replies[0].record, &records_[1]);
  EXPECT_TRUE(story.replies[0].verdict == first);
  EXPECT_TRUE(story.replies[1].verdict == second);
  EXPECT_EQ(story.fate, DecisionFate::kAnswered);
  EXPECT_EQ(story.closed_by, &records_[2]);
  EXPECT_EQ(story.strikes, 2);
  EXPECT_EQ(story.bank_left_ms, 59'500);
  EXPECT_EQ(Story(2).decision.previous_charged_ms, 1500);
}

TEST_F(StoryTest, UnreadableActionIsToldInGeneralWords) {
  GivenMatch(2);
  Start();
  Answer(0, "?");
  Verdict told = LastVerdict(0);
  EXPECT_EQ(told.text, "actions[].card is not a card");
  told.text = kUnreadableText;
  EXPECT_TRUE(Story(1).replies[0].verdict == told);
}

TEST_F(StoryTest, EmptyReplyKeepsItsVerdict) {
  GivenMatch(2);
  Start();
  Answer(0, "");
  EXPECT_TRUE(Story(1).replies[0].verdict == LastVerdict(0));
}

TEST_F(StoryTest, TimeoutIsPlayedByTheReferee) {  // R11.3
  GivenMatch(2);
  Start();
  Pass(61'001);
  const DecisionStory story = Story(1);
  EXPECT_EQ(story.fate, DecisionFate::kTimedOut);
  ASSERT_NE(story.closed_by, nullptr);
  EXPECT_EQ(story.closed_by->actions.size(), 1u);
  EXPECT_EQ(story.bank_left_ms, 0);
  EXPECT_EQ(story.strikes, 1);
}

TEST_F(StoryTest, LastStrikeForfeitsWithItsDecisionOpen) {  // R11.5
  GivenMatch(3);
  config_.clock.strike_limit = 1;
  Start();
  Answer(0, "pass");
  const DecisionStory story = Story(1);
  EXPECT_EQ(story.fate, DecisionFate::kForfeited);
  EXPECT_EQ(story.closed_by->end, rules::SeatEnd::kIllegalAction);
  EXPECT_TRUE(story.replies[0].verdict == LastVerdict(0));
  EXPECT_EQ(story.strikes, 1);
}

TEST_F(StoryTest, RestOfTheTurnThatIsNeverAskedIsForfeited) {  // R11.5
  GivenDeal(3, "0: K");
  config_.clock.strike_limit = 1;
  Start();
  Answer(0, "K pass");
  EXPECT_EQ(Story(1).fate, DecisionFate::kAnswered);
  EXPECT_TRUE(Story(1).replies[0].verdict == LastVerdict(0));
  EXPECT_EQ(Story(2).decision.kind, DecisionKind::kAfterKing);
  EXPECT_EQ(Story(2).fate, DecisionFate::kForfeited);
  EXPECT_TRUE(Story(3).decision == Asked(1));
}

// In a window decisions are closed in another order than they were asked.
TEST_F(StoryTest, WindowIsToldByDecision) {  // R7.4
  GivenDeal(4, "0: +3 | 2: X");
  Start();
  Answer(0, "+3");
  std::vector<Decision> asked{{}, Asked(1), Asked(2), Asked(3)};
  Answer(3, "pass");
  GiveUp(2);
  EXPECT_EQ(Story(2).fate, DecisionFate::kOpen);
  Answer(1, "pass");
  const auto stories = Stories();
  ASSERT_EQ(stories.size(), 5u);
  for (std::size_t seat = 1; seat < 4; ++seat)
    EXPECT_TRUE(stories[seat].decision == asked[seat]) << seat;
  EXPECT_EQ(stories[1].fate, DecisionFate::kAnswered);
  EXPECT_EQ(stories[2].fate, DecisionFate::kForfeited);
  EXPECT_EQ(stories[3].fate, DecisionFate::kAnswered);
  EXPECT_EQ(stories[3].closed_by, &records_[2]);
}

// The first question is asked when those who did not come have left.
TEST_F(StoryTest, QuestionAtTheStartDoesNotShowWhoNeverCame) {  // R11.7
  GivenMatch(4);
  Begin();
  for (const int seat : {1, 2}) Join(seat);
  for (const int seat : {1, 2}) BeReady(seat);
  Pass(30'001);
  const auto stories = Stories();
  ASSERT_EQ(stories.size(), 2u);
  EXPECT_EQ(stories[0].fate, DecisionFate::kForfeited);
  EXPECT_EQ(stories[0].decision.seat, rules::Seat(0));
  EXPECT_TRUE(stories[1].decision == Asked(1));
  EXPECT_TRUE(Asked(1).view.state.seat[3].forfeited);
  EXPECT_EQ(Try(2, "pass").rule, "R7.4");
}

TEST_F(StoryTest, RestartDoesNotChangeWhatWasAskedFirst) {  // T8
  GivenMatch(2);
  Start();
  const Decision first = Asked(0);
  Pass(500);
  Restart();
  Join(0);
  EXPECT_TRUE(Asked(0).asked_again);
  EXPECT_TRUE(Story(1).decision == first);
}

TEST_F(StoryTest, EndWithdrawsWhatIsOpen) {  // R11.8
  GivenMatch(2);
  Start();
  Step(Abort{"STOPPED"});
  EXPECT_EQ(Story(1).fate, DecisionFate::kWithdrawn);
  EXPECT_EQ(Story(1).closed_by, nullptr);
}

TEST_F(StoryTest, VisitorMayStop) {
  GivenMatch(2);
  Start();
  while (match().decisions() < 5) AnswerAnyhow();
  int visits = 0;
  EXPECT_TRUE(
      ForEachDecision(config_, records_, [&](const DecisionStory&) { return ++visits < 3; }).ok());
  EXPECT_EQ(visits, 3);
}

TEST_F(StoryTest, DamagedRecordsAreNoStory) {  // D9
  GivenMatch(2);
  Start();
  AnswerAnyhow();
  records_[1].decision.number = 7;
  const auto visit = [](const DecisionStory&) { return true; };
  EXPECT_EQ(ForEachDecision(config_, records_, visit).code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(VerdictOn(config_, records_, {2}, {}).status().code(), absl::StatusCode::kDataLoss);
}

class VerdictOnTest : public StoryTest {};

TEST_F(VerdictOnTest, SaysWhatAnotherReplyWouldHaveBeenTold) {
  GivenDeal(3, "0: K R5 G7");
  Start();
  Answer(0, "pass");  // of no account: the other one comes first
  Pass(2000);
  Answer(0, "K R5 G7");
  const Verdict legal = Try(1, "K R5");
  EXPECT_EQ(legal.kind, VerdictKind::kAccepted);
  EXPECT_EQ(legal.applied, 2);
  EXPECT_EQ(legal.charged_ms, 0);
  EXPECT_EQ(legal.bank_left_ms, 60'000);
  EXPECT_EQ(legal.strikes, 0);
  const Verdict partly = Try(1, "K pass");
  EXPECT_EQ(partly.kind, VerdictKind::kIllegal);
  EXPECT_EQ(partly.applied, 1);
  EXPECT_EQ(partly.refused_index, 1);
  EXPECT_EQ(partly.strikes, 1);
  EXPECT_EQ(Try(1, "").rule, kNoAnswerRule);
}

TEST_F(VerdictOnTest, ReadsAWindowAsItWasAsked) {  // R7.4
  GivenDeal(4, "0: +3 | 2: X");
  Start();
  Answer(0, "+3");
  Answer(1, "pass");
  Answer(3, "pass");
  Answer(2, "X");
  EXPECT_EQ(Try(2, "pass").kind, VerdictKind::kAccepted);
  EXPECT_EQ(Try(2, "draw").rule, "R7.4");
}

TEST_F(VerdictOnTest, KnowsNoDecisionThatWasNeverAsked) {
  GivenMatch(2);
  Start();
  for (const std::uint32_t id : {0u, 2u, 4'000'000'000u})
    EXPECT_EQ(VerdictOn(config_, records_, {id}, {}).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace taki::match::test
