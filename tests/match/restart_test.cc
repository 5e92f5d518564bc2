// Kill and restart at any moment (promises D1 to D4; faults T8, P1; invariant I4).
#include "referee/rules/legality.h"
#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

class RestartTest : public MatchTest {};

TEST_F(RestartTest, BeforeTheStartTheReadyTimeRunsAnew) {  // R11.7
  GivenMatch(2);
  Begin();
  Join(0);
  BeReady(0);
  Pass(20'000);
  Restart();
  EXPECT_EQ(match().state(), Match::State::kAssigned);
  Join(0);
  EXPECT_EQ(ReceivedBy(0), std::vector<std::string>{"assigned"});
  Pass(29'000);
  BeReady(0);
  BeReady(1);
  EXPECT_EQ(match().state(), Match::State::kRunning);
}

TEST_F(RestartTest, OpenDecisionKeepsItsIdAndHasAFreshMoveTime) {  // T8, D2, I2
  GivenMatch(3);
  Start();
  Pass(3000);
  Answer(0, AnyLegal(0));
  const int seat = rules::Asked(match().position()).first().number();
  const Decision before = Asked(seat);
  const std::uint64_t hash = rules::PositionHash(match().position());
  Pass(40'000);  // of this decision, lost with the process
  Restart(3'600'000);
  EXPECT_EQ(rules::PositionHash(match().position()), hash);
  EXPECT_TRUE(step_.messages.empty());
  Join(seat);
  EXPECT_EQ(Asked(seat).id, before.id);
  EXPECT_TRUE(Asked(seat).asked_again);
  EXPECT_EQ(Asked(seat).time_left_ms, before.time_left_ms);
  EXPECT_EQ(Asked(seat).view, before.view);
  Pass(700);
  Answer(seat, AnyLegal(seat));
  EXPECT_EQ(LastVerdict(seat).charged_ms, 700);
}

TEST_F(RestartTest, ClockStartsWithoutTheSeatAfterRestartGrace) {  // T8, R11.6
  GivenMatch(2);
  config_.clock.time_bank_ms = 0;
  config_.clock.reconnect_grace_ms = 500;
  Start();
  Restart();
  Pass(30'000 + 1000 + 500);
  EXPECT_EQ(match().state(), Match::State::kRunning);
  Pass(Duration{1});
  ExpectSeatEnd(0, rules::SeatEnd::kDisconnected);
}

TEST_F(RestartTest, BanksAndStrikesAreKept) {  // T8
  GivenDeal(2, "0: K");
  Start();
  Answer(0, "pass");
  Pass(5000);
  Answer(0, "K");
  Restart();
  Join(0);
  EXPECT_EQ(Asked(0).bank_left_ms, 56'000);
  EXPECT_EQ(Asked(0).strikes, 1);
  EXPECT_EQ(Asked(0).previous_charged_ms, 5000);
}

TEST_F(RestartTest, RepeatedReplyGetsItsVerdictAlsoAfterwards) {  // N9, N10, D4
  GivenDeal(3, "0: K R5 G7");
  Start();
  Pass(1700);
  Answer(0, "K R5 G7");
  const std::string verdict = ReceivedBy(0)[0];
  Restart();
  Join(0);
  Reply(0, 1, "K R5 G7");
  EXPECT_EQ(ReceivedBy(0), std::vector<std::string>{verdict});
  Reply(0, 1, "K R5");
  ExpectVerdict(0, VerdictKind::kDuplicateConflict);
  EXPECT_EQ(Tokens(LastVerdict(0).recorded), "K R5");
}

TEST_F(RestartTest, PartlyRefusedReplyKeepsItsVerdict) {  // N9, D4
  GivenDeal(3, "0: K R5 G7");
  Start();
  Answer(0, "K pass");
  const std::string verdict = ReceivedBy(0)[0];
  Restart();
  Join(0);
  Reply(0, 1, "K pass");
  EXPECT_EQ(ReceivedBy(0), std::vector<std::string>{verdict});
}

TEST_F(RestartTest, TimedOutDecisionStaysTimedOut) {  // D4
  GivenMatch(2);
  Start();
  Pass(61'001);
  Restart();
  Join(0);
  Reply(0, 1, "draw");
  ExpectVerdict(0, VerdictKind::kExpired);
}

TEST_F(RestartTest, OpenWindowWaitsForThoseWhoHaveNotAnswered) {  // R7.4, D2
  GivenDeal(4, "0: +3 | 2: X");
  Start();
  Answer(0, "+3");
  Answer(2, "X");
  Answer(3, "draw");
  Restart();
  for (int seat = 0; seat < 4; ++seat) Join(seat);
  EXPECT_TRUE(IsAsked(1) && IsAsked(3));
  EXPECT_FALSE(IsAsked(0) || IsAsked(2));
  Reply(2, 3, "pass");
  ExpectVerdict(2, VerdictKind::kDuplicateConflict);
  Answer(1, "pass");
  Answer(3, "pass");
  ExpectLines("0 +3 0; 1 pass 0; 2 X 0; 3 pass 0");
  ExpectStrikeEvents("seat 3 struck (1)");
}

TEST_F(RestartTest, LateWatcherIsToldTheSameEvents) {  // D5
  GivenDeal(3, "0: +3");
  Start();
  Answer(0, "+3");
  Answer(2, "draw");
  Answer(2, "pass");
  Answer(1, "pass");
  while (match().state() == Match::State::kRunning && match().position().turns_ended < 40)
    AnswerAnyhow();
  const auto events = ReplayEvents(config_, records_);
  ASSERT_TRUE(events.ok()) << events.status();
  EXPECT_EQ(*events, events_);
}

TEST_F(RestartTest, FinishedMatchIsOver) {
  GivenMatch(2);
  Start();
  GiveUp(0);
  Restart();
  EXPECT_EQ(match().state(), Match::State::kOver);
  EXPECT_FALSE(match().NextDeadline());
  Join(1);
  EXPECT_FALSE(step_.result.has_value());
}

// --- records that do not replay (D9, P8, P20)
// ---------------------------------------------------------

class DamageTest : public MatchTest {
 protected:
  void SetUp() override {
    GivenDeal(3, "0: K R5 G7 +3");
    config_.clock.strike_limit = 10;
    Start();
    Answer(0, "draw");    // refused: 2
    Answer(0, "K pass");  // 3
    Pass(2000);
    Answer(0, "+3");  // 4
    Answer(1, "pass");
    Answer(2, "pass");
    Pass(61'001);
    GiveUp(2);
  }
  void ExpectDamage(const std::vector<Record>& records) {
    const auto resumed = Match::Resume(config_, records, now_);
    ASSERT_FALSE(resumed.ok());
    EXPECT_EQ(resumed.status().code(), absl::StatusCode::kDataLoss);
    EXPECT_NE(resumed.status().message().find("record "), std::string::npos) << resumed.status();
  }
};

TEST_F(DamageTest, MissingDoubledOrSwappedRecordIsFound) {
  for (std::size_t i = 0; i + 1 < records_.size(); ++i) {
    auto records = records_;
    records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
    ExpectDamage(records);
    records = records_;
    records.insert(records.begin() + static_cast<std::ptrdiff_t>(i), records[i]);
    ExpectDamage(records);
    records = records_;
    std::swap(records[i], records[i + 1]);
    ExpectDamage(records);
  }
}

TEST_F(DamageTest, ChangedRecordIsFound) {
  const auto change = [&](std::size_t i, auto how) {
    auto records = records_;
    how(records[i]);
    ExpectDamage(records);
  };
  const auto king = rules::Action::Play(rules::kKingCard);
  change(0, [](Record& r) { r.ready = rules::SeatSet::FirstN(1); });
  change(0, [](Record& r) { r.ready = rules::SeatSet::FirstN(4); });
  change(0, [](Record& r) { r.versions.pop_back(); });
  change(0, [](Record& r) { r.versions[0] = "no spaces please"; });
  change(0, [](Record& r) { r.entropy = {"a"}; });
  change(0, [](Record& r) { r.entropy = {"a", "", std::string(33, 'a')}; });
  change(1, [](Record& r) { r.rest = "K"; });  // which was legal
  change(1, [](Record& r) { r.rest = "Q"; });
  change(1, [](Record& r) { r.rule = ""; });
  change(1, [](Record& r) { r.charged_ms = 1; });
  change(2, [](Record& r) { r.actions.clear(); });
  change(2, [](Record& r) { r.actions[0] = rules::Action::Draw(); });
  change(2, [](Record& r) { r.actions[0].kind = static_cast<rules::Action::Kind>(77); });
  change(2, [](Record& r) { r.actions[0].card = rules::Card::FromIndex(200); });
  change(2, [](Record& r) { r.strike = false; });
  change(2, [](Record& r) { r.rest = ""; });
  change(2, [](Record& r) { r.decision.number = 2; });
  change(2, [](Record& r) { r.seat = rules::Seat(1); });
  change(2, [](Record& r) { r.seat = rules::Seat(9); });
  change(2, [](Record& r) { r.kind = Record::Kind::kTimeout; });
  change(2, [](Record& r) { r.kind = static_cast<Record::Kind>(50); });
  change(3, [](Record& r) { r.charged_ms = -1; });
  change(3, [](Record& r) { r.charged_ms = 61'001; });
  change(3, [](Record& r) { r.grace_ms = 10'001; });
  change(3, [](Record& r) { r.rest = std::string(10'000, 'x'); });
  change(3, [&](Record& r) { r.actions.push_back(king); });
  change(4, [&](Record& r) { r.actions.push_back(rules::Action::Pass()); });
  change(4, [&](Record& r) { r.actions[0] = king; });
  change(6, [](Record& r) { r.actions[0] = rules::Action::End(); });
  change(6, [](Record& r) { r.strike = false; });
  change(7, [](Record& r) { r.end = rules::SeatEnd::kCompleted; });
  change(7, [](Record& r) { r.end = static_cast<rules::SeatEnd>(99); });
  change(7, [](Record& r) { r.decision.number = 1; });
}

TEST_F(DamageTest, NothingFollowsTheEnd) {
  Step(Abort{"STOPPED"});
  auto records = records_;
  records.push_back({.kind = Record::Kind::kVoid,
                     .input_no = static_cast<std::uint32_t>(records.size() + 1),
                     .void_reason = "AGAIN"});
  ExpectDamage(records);
  records = records_;
  records.back().void_reason = "two words";
  ExpectDamage(records);
  EXPECT_FALSE(ReplayEvents(config_, records).ok());
}

}  // namespace
}  // namespace taki::match::test
