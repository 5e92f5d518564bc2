// The stories of whole matches of random bots are what happened live: every question that was sent,
// every verdict that was told, what became of each decision (story.h).
#include <map>

#include "referee/match/match_state.h"
#include "referee/match/reply_reader.h"
#include "referee/match/story.h"
#include "referee/rules/legality.h"
#include "referee/rules/transition.h"
#include "tests/match/match_fixture.h"
#include "tests/match/random_match.h"
#include "tests/support/random_play.h"
#include "tests/support/splitmix.h"

namespace taki::match::test {
namespace {

constexpr std::uint64_t kMatches = 300;

std::vector<DecisionStory> StoriesOf(const MatchConfig& config, std::span<const Record> records) {
  std::vector<DecisionStory> stories;
  const absl::Status status = ForEachDecision(config, records, [&](const DecisionStory& story) {
    stories.push_back(story);
    return true;
  });
  EXPECT_TRUE(status.ok()) << status;
  return stories;
}

// No record keeps what was wrong with an action that could not be read.
Verdict AsRecorded(Verdict verdict) {
  if (verdict.text == "unset") verdict.text = kUnreadableText;
  return verdict;
}

void ExpectAsked(const PlayedMatch& play, const std::vector<DecisionStory>& stories) {
  for (const Decision& asked : play.asked) {
    ASSERT_LE(asked.id.number, stories.size());
    const Decision& told = stories[asked.id.number - 1].decision;
    EXPECT_TRUE(told == asked) << "decision " << asked.id.number << " was another one";
  }
}

void ExpectTold(const PlayedMatch& play, const std::vector<DecisionStory>& stories) {
  std::map<std::uint32_t, const ReplyStory*> by_input;
  for (const DecisionStory& story : stories)
    for (const ReplyStory& reply : story.replies) {
      EXPECT_EQ(reply.record->decision, story.decision.id);
      EXPECT_TRUE(by_input.emplace(reply.record->input_no, &reply).second);
    }
  for (const Record& record : play.records) {
    const bool replied =
        record.kind == Record::Kind::kReply || record.kind == Record::Kind::kRefusal;
    EXPECT_EQ(by_input.contains(record.input_no), replied) << "input " << record.input_no;
  }
  for (const ToldVerdict& told : play.told)
    EXPECT_TRUE(by_input.at(told.input_no)->verdict == AsRecorded(told.verdict))
        << "input " << told.input_no << " was told `" << told.verdict.text << "`";
}

DecisionFate FateBy(Record::Kind kind) {
  switch (kind) {
    case Record::Kind::kReply: return DecisionFate::kAnswered;
    case Record::Kind::kTimeout: return DecisionFate::kTimedOut;
    case Record::Kind::kForfeit: return DecisionFate::kForfeited;
    default: return DecisionFate::kOpen;
  }
}

// Every record that closes a decision does so in its story, and what nobody closed was withdrawn.
void ExpectFates(const PlayedMatch& play, const std::vector<DecisionStory>& stories) {
  std::vector<const Record*> closed_by(stories.size());
  for (const Record& record : play.records)
    if (record.decision.number != 0 && FateBy(record.kind) != DecisionFate::kOpen)
      closed_by[record.decision.number - 1] = &record;
  for (std::size_t i = 0; i < stories.size(); ++i) {
    EXPECT_EQ(stories[i].decision.id.number, i + 1);
    EXPECT_EQ(stories[i].closed_by, closed_by[i]);
    EXPECT_EQ(stories[i].fate,
              closed_by[i] != nullptr ? FateBy(closed_by[i]->kind) : DecisionFate::kWithdrawn);
  }
}

// Bank and strikes after a decision are those before the seat's next one, and in the result.
void ExpectWhatWasLeft(const PlayedMatch& play, const std::vector<DecisionStory>& stories) {
  std::array<const DecisionStory*, rules::kMaxSeats> last{};
  for (const DecisionStory& story : stories) {
    const DecisionStory*& before = last[story.decision.seat.index()];
    if (before != nullptr) {
      EXPECT_EQ(before->bank_left_ms, story.decision.bank_left_ms);
      EXPECT_EQ(before->strikes, story.decision.strikes);
    }
    before = &story;
  }
  for (std::size_t seat = 0; seat < play.result.seats.size(); ++seat) {
    if (last[seat] == nullptr) continue;
    EXPECT_EQ(last[seat]->bank_left_ms, play.result.seats[seat].bank_left_ms);
    EXPECT_EQ(last[seat]->strikes, play.result.seats[seat].strikes);
  }
}

// While the match went on its stories were the same, as far as they had come.
void ExpectSameWhileItWentOn(const PlayedMatch& play, const std::vector<DecisionStory>& stories) {
  const std::size_t step = play.milestones.size() / 4 + 1;
  for (std::size_t at = 0; at < play.milestones.size(); at += step) {
    const Milestone& milestone = play.milestones[at];
    const auto then = StoriesOf(play.config, std::span(play.records).first(milestone.inputs));
    ASSERT_EQ(then.size(), milestone.decisions);
    for (std::size_t i = 0; i < then.size(); ++i) {
      EXPECT_TRUE(then[i].decision == stories[i].decision) << "decision " << i + 1;
      EXPECT_LE(then[i].replies.size(), stories[i].replies.size());
      if (then[i].fate == DecisionFate::kOpen) continue;
      EXPECT_EQ(then[i].fate, stories[i].fate);
      EXPECT_EQ(then[i].closed_by, stories[i].closed_by);
      EXPECT_EQ(then[i].strikes, stories[i].strikes);
    }
  }
}

// What was told of a first reply is what VerdictOn says of it, but for the time that it took.
int ExpectSameTried(const PlayedMatch& play, const std::vector<DecisionStory>& stories) {
  int tried = 0;
  for (std::size_t i = 0; i < play.told.size(); i += play.told.size() / 8 + 1) {
    const ToldVerdict& told = play.told[i];
    const DecisionStory& story = stories[told.verdict.decision.number - 1];
    if (story.replies[0].record->input_no != told.input_no) continue;
    auto verdict = VerdictOn(play.config, play.records, told.verdict.decision, told.actions);
    EXPECT_TRUE(verdict.ok()) << verdict.status();
    if (!verdict.ok()) continue;
    EXPECT_EQ(verdict->charged_ms, 0);
    EXPECT_EQ(verdict->bank_left_ms, story.decision.bank_left_ms);
    verdict->charged_ms = told.verdict.charged_ms;
    verdict->bank_left_ms = told.verdict.bank_left_ms;
    EXPECT_TRUE(*verdict == told.verdict) << verdict->text << " instead of " << told.verdict.text;
    ++tried;
  }
  return tried;
}

TEST(RandomStoryTest, IsWhatHappenedLive) {  // I2, I3, I4
  std::array<int, 5> fates{};
  int refusals = 0, several = 0, windows = 0, restarts = 0, tried = 0;
  for (std::uint64_t seed = 1; seed <= kMatches; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const PlayedMatch play = PlayMatch(seed);
    const std::vector<DecisionStory> stories = StoriesOf(play.config, play.records);
    ASSERT_EQ(stories.size(), play.result.decisions);
    ExpectAsked(play, stories);
    ExpectTold(play, stories);
    ExpectFates(play, stories);
    ExpectWhatWasLeft(play, stories);
    ExpectSameWhileItWentOn(play, stories);
    tried += ExpectSameTried(play, stories);
    if (HasFailure()) break;

    for (const DecisionStory& story : stories) {
      ++fates[static_cast<std::size_t>(story.fate)];
      if (story.replies.size() > 1 && story.fate == DecisionFate::kAnswered) ++refusals;
      if (story.closed_by != nullptr && story.closed_by->actions.size() > 1) ++several;
      if (story.decision.kind == DecisionKind::kWindow) ++windows;
    }
    restarts += play.restarts;
  }
  // Each fate was met (all of these matches are over), and each kind of trouble.
  EXPECT_EQ(fates[static_cast<std::size_t>(DecisionFate::kOpen)], 0);
  for (std::size_t fate = 1; fate < fates.size(); ++fate) EXPECT_GT(fates[fate], 20) << fate;
  EXPECT_GT(refusals, 50);
  EXPECT_GT(several, 500);
  EXPECT_GT(windows, 500);
  EXPECT_GT(restarts, 50);
  EXPECT_GT(tried, 500);
}

// A whole turn, as far as it goes, and something more.
std::vector<SentAction> TurnAndMore(const rules::Position& position, rules::Seat seat,
                                    taki::test::SplitMix& random) {
  std::vector<SentAction> actions;
  rules::Position ahead = position;
  rules::NoEvents unheard;
  while (actions.size() < 30 && rules::Asked(ahead).Contains(seat)) {
    const rules::ActionList legal = rules::LegalActions(ahead, seat);
    actions.push_back({legal[random.Below(legal.size())], ""});
    rules::Apply(ahead, seat, *actions.back().action, unheard);
    if (!TurnGoesOn(ahead, position.turns_ended)) break;
  }
  const auto& all = taki::test::AllActions();
  actions.insert(actions.begin() + static_cast<std::ptrdiff_t>(random.Below(actions.size() + 1)),
                 SentAction{all[random.Below(all.size())], ""});
  return actions;
}

// Who may try replies in a match that goes on must not learn what is in the draw pile or in other
// hands: what is told of a reply depends on nothing that the seat does not see.
TEST(RandomStoryTest, TryingAReplyTellsNothingHidden) {  // I5, S6
  int tried = 0, several = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const taki::test::RandomMatch match = taki::test::AnyMatch(seed);
    taki::test::SplitMix random(seed);
    rules::Position position = rules::Deal(match.setup);
    rules::NoEvents unheard;
    for (int step = 0; step < 300 && !position.over(); ++step) {
      rules::Asked(position).ForEach([&](rules::Seat seat) {
        const auto actions = TurnAndMore(position, seat, random);
        const ReplyReading here = ReadReply(position, seat, actions);
        const ReplyReading there = ReadReply(
            taki::test::WithHiddenCardsMixed(position, seat, false, random), seat, actions);
        EXPECT_EQ(here.applied, there.applied);
        EXPECT_EQ(here.rest, there.rest);
        EXPECT_EQ(here.text, there.text);
        EXPECT_EQ(here.refused_index, there.refused_index);
        ++tried;
        if (here.applied.size() > 1) ++several;
      });
      taki::test::Apply(position, taki::test::RandomStep(position, match, random), unheard);
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(tried, 5'000);
  EXPECT_GT(several, 500);
}

}  // namespace
}  // namespace taki::match::test
