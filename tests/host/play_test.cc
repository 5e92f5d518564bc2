// A match between bots, as they see it: frames, verdicts, clocks, the ways to end.
#include "referee/rules/notation.h"
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using match::VerdictKind;
using rules::SeatEnd;

class PlayTest : public HostTest {
 protected:
  // The frames of `name` that came from now on, as in LastFrame.
  std::size_t Items(const std::string& name) { return StreamOf(name).items.size(); }
  rules::Seed WithPlusThree(int seats) {
    return SeedWhere({}, seats, [](const rules::Position& position) {
      return position.hands[0].Contains(rules::kPlusThreeCard);
    });
  }
  // Three seats; alice has opened a +3 window, bob and carol are asked.
  match::MatchId OpenWindow() {
    auto request = Between({"alice", "bob", "carol"});
    request.seed = WithPlusThree(3);
    const auto match = StartMatch(request);
    Reply("alice", match, Asked("alice").id.number, "+3");
    EXPECT_EQ(Asked("bob").kind, match::DecisionKind::kWindow);
    EXPECT_EQ(Asked("carol").kind, match::DecisionKind::kWindow);
    return match;
  }
};

TEST_F(PlayTest, WholeMatchIsPlayedRecordedAndVerified) {  // I4, I7
  Autoplay();
  const auto match = StartMatch({"alice", "bob", "carol"});
  PlayToTheEnd(match);
  const auto row = Row(match);
  EXPECT_EQ(row.state, store::MatchState::kFinished);
  EXPECT_EQ(row.versions, (std::vector<std::string>{"1", "1", "1"}));
  EXPECT_EQ(TheHost().FindLive(match), nullptr);
  mirror_.CheckFinished(match, row, *store_.Lines(match, 0, 1'000'000));
  for (const char* name : {"alice", "bob", "carol"}) {
    ASSERT_EQ(CountOf<host::MatchFinished>(name), 1);
    EXPECT_EQ(All<host::MatchFinished>(name)[0].result, *row.result);
  }
}

TEST_F(PlayTest, AssignedReadyStartedDecision) {
  Join("alice");
  Join("bob");
  const auto id = Request(Between({"alice", "bob"}))->config.id;
  EXPECT_EQ(LastFrame("alice"), "assigned");
  EXPECT_EQ(All<host::MatchAssigned>("bob")[0].seat, rules::Seat(1));
  EXPECT_EQ(All<host::MatchAssigned>("bob")[0].ready_time_left_ms, clock_.ready_time_ms);
  Ready("alice", id, "entropy");
  EXPECT_EQ(LastFrame("alice"), "assigned");
  Ready("bob", id);
  EXPECT_EQ(LastFrame("alice"), "started decision");
  EXPECT_EQ(LastFrame("bob"), "started");
  EXPECT_EQ(All<host::MatchStarted>("bob")[0].entropy, (std::vector<std::string>{"entropy", ""}));
  EXPECT_EQ(Asked("alice").id.number, 1u);  // I2
}

TEST_F(PlayTest, ReadyTwiceChangesNothing) {
  Join("alice");
  Join("bob");
  const auto id = Request(Between({"alice", "bob"}))->config.id;
  Ready("alice", id, "first");
  Ready("alice", id, "second");
  Ready("bob", id);
  Ready("bob", id, "late");
  EXPECT_EQ(Row(id).entropy, (std::vector<std::string>{"first", ""}));
}

TEST_F(PlayTest, EntropyThatIsTooLongDoesNotCount) {
  Join("alice");
  Join("bob");
  const auto id = Request(Between({"alice", "bob"}))->config.id;
  Ready("alice", id, std::string(33, 'x'));
  EXPECT_EQ(All<host::Notice>("alice").at(0).kind, host::Notice::Kind::kUnexpected);
  Ready("bob", id);
  EXPECT_EQ(Row(id).state, store::MatchState::kAssigned);
  Ready("alice", id, std::string(32, 'x'));
  EXPECT_EQ(Row(id).state, store::MatchState::kRunning);
}

TEST_F(PlayTest, SeatThatIsNotReadyIsANoShow) {  // R11.7
  for (const char* name : {"alice", "bob", "carol"}) Join(name);
  const auto id = Request(Between({"alice", "bob", "carol"}))->config.id;
  Ready("alice", id);
  Ready("bob", id);
  Run(clock_.ready_time_ms);
  EXPECT_EQ(Row(id).state, store::MatchState::kAssigned) << "the deadline itself is in time (T4)";
  RunNs(1);
  EXPECT_EQ(Row(id).state, store::MatchState::kRunning);
  EXPECT_EQ(Asked("alice").id.number, 1u);
  Autoplay();
  Play("alice");
  PlayToTheEnd(id);
  EXPECT_EQ(Row(id).result->seats[2].end, SeatEnd::kNoShow);
  EXPECT_EQ(CountOf<host::MatchFinished>("carol"), 1) << "it is told too";
}

TEST_F(PlayTest, MatchIsVoidIfFewerThanTwoAreReady) {  // R11.7
  Join("alice");
  Register("bob");
  const auto id = Request(Between({"alice", "bob"}))->config.id;
  Ready("alice", id);
  Run(clock_.ready_time_ms + 1);
  EXPECT_EQ(Row(id).state, store::MatchState::kVoid);
  EXPECT_EQ(Row(id).started_ms, 0) << "it has never started";
  ASSERT_EQ(CountOf<host::MatchFinished>("alice"), 1);
  EXPECT_EQ(All<host::MatchFinished>("alice")[0].result.void_reason, "NOT_ENOUGH_READY");
}

// --- frames

TEST_F(PlayTest, VerdictEventsAndNextDecisionComeInOneFrame) {
  const auto match = StartMatch({"alice", "bob", "carol"});
  const std::size_t before = Items("alice");
  Reply("alice", match, 1, rules::Token(Asked("alice").legal[0]));
  EXPECT_EQ(Items("alice"), before) << "they wait for its next frame";
  EXPECT_TRUE(LastFrame("bob").ends_with("event decision")) << LastFrame("bob");
}

TEST_F(PlayTest, WhoIsNotAskedHearsWithin100Milliseconds) {
  const auto match = StartMatch({"alice", "bob", "carol"});
  const std::size_t alice = Items("alice"), carol = Items("carol");
  Reply("alice", match, 1, rules::Token(Asked("alice").legal[0]));
  RunNs(100 * kMs - 1);
  EXPECT_EQ(Items("alice"), alice);
  RunNs(1);
  EXPECT_TRUE(LastFrame("alice").starts_with("verdict event")) << LastFrame("alice");
  EXPECT_TRUE(LastFrame("carol").starts_with("event")) << LastFrame("carol");
  EXPECT_GT(Items("carol"), carol);
}

TEST_F(PlayTest, RefusedReplyIsAnsweredAtOnce) {  // R11.4, G1
  const auto match = StartMatch({"alice", "bob"});
  Reply("alice", match, 1, "pass");
  EXPECT_TRUE(LastFrame("alice").starts_with("verdict")) << LastFrame("alice");
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kIllegal);
  EXPECT_EQ(LastVerdict("alice").strikes, 1);
  EXPECT_FALSE(LastVerdict("alice").rule.empty());
  Reply("alice", match, 1, rules::Token(Asked("alice").legal[0]));
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted) << "the same decision is still open";
}

// --- replies that change nothing

TEST_F(PlayTest, StaleFutureAndForeignRepliesChangeNothing) {  // N11, G2
  const auto match = StartMatch({"alice", "bob"});
  for (const std::int64_t decision :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{2}, std::int64_t{99}, std::int64_t{1} << 32,
        (std::int64_t{1} << 32) + 1, std::int64_t{1} << 62}) {
    Reply("alice", match, decision, "draw");
    EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kStale) << decision;
    EXPECT_EQ(LastVerdict("alice").strikes, 0) << decision;
  }
  Reply("bob", match, 1, "draw");  // alice's
  EXPECT_EQ(LastVerdict("bob").kind, VerdictKind::kStale);
  EXPECT_EQ(store_.Records(match)->size(), 1u) << "only the start is recorded";
}

TEST_F(PlayTest, ReplyToTheMatchOfOthersIsStale) {  // S5, N11
  const auto match = StartMatch({"alice", "bob"});
  Join("mallory");
  Reply("mallory", match, 1, "draw");
  EXPECT_EQ(LastVerdict("mallory").kind, VerdictKind::kStale);
  EXPECT_EQ(store_.Records(match)->size(), 1u);
  Ready("mallory", match);
  Say(StreamOf("mallory"), host::ResignSaid{match::ToString(match)});
  EXPECT_EQ(CountOf<host::Notice>("mallory"), 2);
  EXPECT_EQ(Row(match).state, store::MatchState::kRunning);
}

TEST_F(PlayTest, MatchThatDoesNotExistIsToldByANotice) {
  Join("alice");
  for (const std::string id : {"", "m-000099", "m-1", "42", "m-9999999999999999999"}) {
    Say(StreamOf("alice"), host::ReplySaid{id, 1, ActionsOf("draw")});
    EXPECT_EQ(All<host::Notice>("alice").back().kind, host::Notice::Kind::kUnexpected) << id;
  }
  EXPECT_EQ(CountOf<host::Notice>("alice"), 5);
}

TEST_F(PlayTest, ReplySentAgainGetsTheSameVerdict) {  // N9
  const auto match = StartMatch({"alice", "bob"});
  const std::string token = rules::Token(Asked("alice").legal[0]);
  Run(7);
  Reply("alice", match, 1, token);
  Run(100);
  const auto first = LastVerdict("alice");
  const auto records = store_.Records(match)->size();
  Run(50);
  Reply("alice", match, 1, token);
  Run(100);
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict("alice").charged_ms, first.charged_ms);
  EXPECT_EQ(first.charged_ms, 7);
  EXPECT_EQ(store_.Records(match)->size(), records) << "no second event";
}

TEST_F(PlayTest, AnotherReplyToAnAnsweredDecisionIsAConflict) {  // N10
  const auto match = StartMatch({"alice", "bob"});
  const rules::Action played = Asked("alice").legal[0];
  Reply("alice", match, 1, rules::Token(played));
  Reply("alice", match, 1, "pass");
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kDuplicateConflict);
  EXPECT_EQ(LastVerdict("alice").recorded, std::vector{played});
  EXPECT_EQ(LastVerdict("alice").strikes, 0);
}

TEST_F(PlayTest, EmptyAndUnreadableRepliesAreIllegalActions) {  // N15, N17, R11.4
  clock_.strike_limit = 10;
  const auto match = StartMatch({"alice", "bob"});
  Say(StreamOf("alice"), host::ReplySaid{match::ToString(match), 1, {}});
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kIllegal);
  Reply("alice", match, 1, "?");
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kIllegal);
  EXPECT_EQ(LastVerdict("alice").text, "actions: cannot be read");
  Say(StreamOf("alice"),
      host::ReplySaid{match::ToString(match), 1,
                      std::vector<match::SentAction>(30'000, {rules::Action::Draw(), ""})});
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kIllegal);
  EXPECT_EQ(LastVerdict("alice").strikes, 3);
}

// --- clocks

TEST_F(PlayTest, ReplyAtTheDeadlineIsInTimeAndOneNanosecondLaterIsNot) {  // T4
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 50;
  for (const std::int64_t after_ns : {-1, 0, 1}) {
    const auto match = StartMatch({"alice", "bob"});
    const auto asked = Asked("alice");
    EXPECT_EQ(asked.time_left_ms, 150);
    SayLater(StreamOf("alice"), host::ReplySaid{match::ToString(match), 1, {{asked.legal[0], ""}}},
             150 * kMs + after_ns);
    Run(300);
    const auto kind = LastVerdict("alice").kind;
    EXPECT_EQ(kind, after_ns > 0 ? VerdictKind::kExpired : VerdictKind::kAccepted) << after_ns;
    Say(StreamOf("alice"), host::ResignSaid{match::ToString(match)});
  }
}

// G5, T4: bob's answer to the window arrives that much after his deadline.
class WindowDeadlineTest : public PlayTest, public ::testing::WithParamInterface<std::int64_t> {};

TEST_P(WindowDeadlineTest, AnswerAtTheDeadlineCountsAndOneNanosecondLaterDoesNot) {
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  const auto match = OpenWindow();
  const auto id = Asked("bob").id.number;
  Reply("carol", match, Asked("carol").id.number, "pass");
  SayLater(StreamOf("bob"), host::ReplySaid{match::ToString(match), id, ActionsOf("pass")},
           100 * kMs + GetParam());
  Run(101);
  const bool late = GetParam() > 0;
  EXPECT_EQ(LastVerdict("bob").kind, late ? VerdictKind::kExpired : VerdictKind::kAccepted);
  EXPECT_EQ(LastVerdict("bob").strikes, late ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(PlayTest, WindowDeadlineTest, ::testing::Values(-1, 0, 1));

TEST_F(PlayTest, SilentSeatIsPlayedForAndForfeitsAtTheLastStrike) {  // R11.3, R11.5
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  clock_.strike_limit = 2;
  Join("alice");
  const auto match = StartMatch({"alice", "bob"});
  Run(101);
  ASSERT_EQ(store_.Lines(match, 0, 10)->size(), 1u);
  EXPECT_EQ(match::LineToken((*store_.Lines(match, 0, 10))[0]), "timeout");
  Play("bob");
  Run(201);
  EXPECT_EQ(Row(match).state, store::MatchState::kFinished);
  EXPECT_EQ(Row(match).result->seats[0].end, SeatEnd::kTimeout);
  EXPECT_EQ(CountOf<host::MatchFinished>("alice"), 1) << "who forfeited is told the result too";
}

TEST_F(PlayTest, RefusedRepliesDoNotExtendTheClock) {  // R11.2, R11.4
  clock_.move_time_ms = 100;
  clock_.time_bank_ms = 0;
  const auto match = StartMatch({"alice", "bob"});
  Run(60);
  Reply("alice", match, 1, "pass");
  Reply("alice", match, 7, "draw");
  Say(StreamOf("alice"), host::Malformed{"junk"});
  Run(41);
  EXPECT_EQ(store_.Lines(match, 0, 10)->size(), 1u) << "it has timed out";
}

// G6, R7.4: who answers first.
class WindowOrderTest : public PlayTest, public ::testing::WithParamInterface<bool> {};

TEST_P(WindowOrderTest, ArrivalOrderDecidesNothingAndNothingIsShownBefore) {
  const auto match = OpenWindow();
  const std::string first = GetParam() ? "bob" : "carol", second = GetParam() ? "carol" : "bob";
  const std::size_t alice = Items("alice");
  Reply(first, match, Asked(first).id.number, "pass");
  EXPECT_EQ(Items("alice"), alice);
  EXPECT_EQ(store_.Lines(match, 0, 100)->size(), 1u);
  Reply(second, match, Asked(second).id.number, "pass");
  const auto lines = *store_.Lines(match, 0, 100);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1].seat, rules::Seat(1));
  EXPECT_EQ(lines[2].seat, rules::Seat(2));
  EXPECT_TRUE(lines[1].sealed && lines[2].sealed);
}

INSTANTIATE_TEST_SUITE_P(PlayTest, WindowOrderTest, ::testing::Bool());

// --- ways to end

TEST_F(PlayTest, ResigningEndsItForTheSeat) {
  const auto match = StartMatch({"alice", "bob"});
  Say(StreamOf("alice"), host::ResignSaid{match::ToString(match)});
  EXPECT_EQ(Row(match).result->ending, match::MatchEnding::kWalkover);
  EXPECT_EQ(Row(match).result->seats[0].end, SeatEnd::kResigned);
  EXPECT_EQ(CountOf<host::MatchFinished>("alice"), 1);
  EXPECT_EQ(CountOf<host::MatchFinished>("bob"), 1);
}

TEST_F(PlayTest, ReplyAfterTheEndIsToldThatItIsOver) {  // G8
  const auto match = StartMatch({"alice", "bob"});
  Say(StreamOf("bob"), host::ResignSaid{match::ToString(match)});
  Reply("alice", match, 1, "draw");
  EXPECT_EQ(LastVerdict("alice").kind, VerdictKind::kMatchOver);
  Join("mallory");
  Reply("mallory", match, 1, "draw");
  EXPECT_EQ(LastVerdict("mallory").kind, VerdictKind::kStale) << "it never had a seat there";
  Say(StreamOf("alice"), host::ResignSaid{match::ToString(match)});
  EXPECT_EQ(LastFrame("alice"), "notice");
}

TEST_F(PlayTest, ForfeitedSeatIsToldTheResultAtTheEnd) {
  const auto match = StartMatch({"alice", "bob", "carol"});
  Say(StreamOf("carol"), host::ResignSaid{match::ToString(match)});
  EXPECT_EQ(CountOf<host::MatchFinished>("carol"), 0);
  Autoplay();
  Play("alice");
  PlayToTheEnd(match);
  EXPECT_EQ(CountOf<host::MatchFinished>("carol"), 1);
}

TEST_F(PlayTest, OneBotPlaysSeveralMatchesOnItsStream) {
  Autoplay();
  std::vector<match::MatchId> matches;
  for (int i = 0; i < 5; ++i) matches.push_back(StartMatch({"alice", "bob"}));
  for (const auto match : matches) PlayToTheEnd(match);
  EXPECT_EQ(CountOf<host::MatchFinished>("alice"), 5);
  for (const auto match : matches)
    mirror_.CheckFinished(match, Row(match), *store_.Lines(match, 0, 1'000'000));
}

}  // namespace
}  // namespace taki::test
