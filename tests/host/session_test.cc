// A bot's stream from Connected to its end: who may speak, in what order, and how much.
#include <algorithm>
#include <set>

#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using host::CloseReason;
using host::Notice;

class SessionTest : public HostTest {};

TEST_F(SessionTest, HelloIsAnsweredByWelcome) {
  Join("alice", "1.2", 3);
  ASSERT_EQ(CountOf<host::Welcome>("alice"), 1);
  const host::Welcome welcome = All<host::Welcome>("alice")[0];
  EXPECT_EQ(welcome.bot, "alice");
  EXPECT_EQ(welcome.version, "1.2");
  EXPECT_EQ(welcome.session, 1);
  EXPECT_EQ(welcome.limits.matches_per_bot_max, 3);
}

TEST_F(SessionTest, NewVersionIsKeptByTheStore) {
  Join("alice", "1.2");
  Leave("alice");
  Join("alice", "1.3");
  const auto versions = store_.VersionsOf({1});
  ASSERT_TRUE(versions.ok());
  ASSERT_EQ(versions->size(), 2u);
  EXPECT_EQ((*versions)[1].version, "1.3");
}

TEST_F(SessionTest, StreamWithoutTokenEnds) {
  EXPECT_EQ(ConnectWith(std::nullopt).closed, CloseReason::kTokenMissing);
}

TEST_F(SessionTest, StreamWithUnknownTokenEnds) {
  Register("alice");
  EXPECT_EQ(ConnectWith(BytesOf(7)).closed, CloseReason::kTokenUnknown);
}

TEST_F(SessionTest, HelloThatDoesNotComeInTimeEndsTheStream) {  // N3
  Stream& stream = Connect("alice");
  Run(9'999);
  EXPECT_FALSE(stream.closed);
  Run(1);
  EXPECT_EQ(stream.closed, CloseReason::kHelloTimeout);
}

TEST_F(SessionTest, FirstMessageMustBeHello) {
  Stream& stream = Connect("alice");
  Say(stream, host::PongSaid{1});
  EXPECT_EQ(stream.closed, CloseReason::kHelloExpected);
}

TEST_F(SessionTest, SecondHelloIsToldAndChangesNothing) {
  Stream& stream = Join("alice", "1");
  Hello(stream, "2");
  EXPECT_FALSE(stream.closed);
  ASSERT_EQ(All<Notice>(stream).size(), 1u);
  EXPECT_EQ(All<Notice>(stream)[0].kind, Notice::Kind::kUnexpected);
  EXPECT_EQ(store_.VersionsOf({1})->size(), 1u);
}

TEST_F(SessionTest, HelloNamesTheFieldThatIsWrong) {
  const std::vector<std::string> versions = {"", "a b", "1\n", "\xc3\xbc", std::string(33, 'x')};
  for (const std::string& version : versions) {
    Stream& stream = Connect("alice");
    Hello(stream, version);
    EXPECT_EQ(stream.closed, CloseReason::kHelloInvalid) << version;
    EXPECT_TRUE(stream.detail.starts_with("bot_version: ")) << stream.detail;
  }
  for (const std::int32_t most : {-1, 10'001}) {
    Stream& stream = Connect("alice");
    Hello(stream, "1", most);
    EXPECT_EQ(stream.closed, CloseReason::kHelloInvalid) << most;
    EXPECT_TRUE(stream.detail.starts_with("max_matches: ")) << stream.detail;
  }
}

TEST_F(SessionTest, NewestStreamOfABotWins) {  // N7
  Stream& first = Join("alice");
  Stream& second = Join("alice");
  EXPECT_EQ(first.closed, CloseReason::kSuperseded);
  ASSERT_EQ(All<Notice>(first).size(), 1u);
  EXPECT_EQ(All<Notice>(first)[0].kind, Notice::Kind::kSuperseded);
  EXPECT_FALSE(second.closed);
  EXPECT_EQ(All<host::Welcome>(second)[0].session, 2);
}

TEST_F(SessionTest, StreamWithoutHelloTakesNothingOver) {  // N7
  Stream& first = Join("alice");
  Connect("alice");
  EXPECT_FALSE(first.closed);
}

TEST_F(SessionTest, SupersededStreamIsNotHeardAnyMore) {  // N7
  Join("bob");
  Stream& old = Join("alice");
  const auto match = StartMatch({"alice", "bob"});
  // Both in one poll: the takeover comes first, the old stream's reply after it.
  const auto asked = Asked("alice");
  Stream& fresh = Connect("alice");
  SayLater(fresh, host::HelloSaid{"1", "", 0}, 1);
  SayLater(old, host::ReplySaid{match::ToString(match), asked.id.number, {{asked.legal[0], ""}}},
           2);
  Run(1);
  EXPECT_EQ(old.closed, CloseReason::kSuperseded);
  EXPECT_TRUE(All<host::GiveVerdict>(fresh).empty());
  EXPECT_EQ(Asked("alice").id, asked.id);
}

TEST_F(SessionTest, TwoProgramsThatTakeTurnsAreStopped) {  // N8
  for (int i = 0; i <= options_.takeovers_per_minute; ++i) Join("alice");
  Stream& last = StreamOf("alice");
  Stream& refused = Join("alice");
  EXPECT_EQ(refused.closed, CloseReason::kTooManyTakeovers);
  EXPECT_EQ(refused.retry_after_ms, 60'000);
  EXPECT_FALSE(last.closed) << "the one that is there keeps its place";
  Run(60'001);
  EXPECT_FALSE(Join("alice").closed);
}

TEST_F(SessionTest, BotThatReconnectsIsNotATakeover) {  // N8
  for (int i = 0; i < 2 * options_.takeovers_per_minute; ++i) {
    EXPECT_FALSE(Join("alice").closed);
    Leave("alice");
  }
}

TEST_F(SessionTest, BotThatConnectsAllTheTimeIsToldToWait) {  // N5
  options_.connects_per_minute = 60;
  const auto come_and_go = [this] {
    Stream& stream = Connect("alice");
    if (stream.closed) return std::pair(false, stream.retry_after_ms);
    Leave("alice");
    return std::pair(true, 0);
  };
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(come_and_go().first) << i;
  std::set<std::int32_t> hints;
  for (int i = 0; i < 200; ++i) {
    const auto [taken, hint] = come_and_go();
    ASSERT_FALSE(taken);
    EXPECT_GE(hint, 1'000) << "not before there is room again";
    EXPECT_LE(hint, 3'100);
    hints.insert(hint);
  }
  EXPECT_GT(hints.size(), 100u) << "not all at the same time";
  EXPECT_EQ(StreamOf("alice").closed, CloseReason::kRateLimited);
  EXPECT_EQ(
      std::count_if(log_.begin(), log_.end(),
                    [](const std::string& line) { return line.starts_with("connects_too_often"); }),
      1)
      << "the log is not flooded";
  Run(1'000);
  EXPECT_TRUE(come_and_go().first);
  EXPECT_FALSE(come_and_go().first);
  EXPECT_FALSE(Join("bob").closed) << "nobody else pays for it";
}

TEST_F(SessionTest, StormOfOneBotLeavesNothingBehind) {  // N5
  Register("alice");
  for (int i = 0; i < 10'000; ++i) {
    Join("alice");
    if (!StreamOf("alice").closed) Leave("alice");
  }
  Run();
  EXPECT_EQ(TheHost().counters().sessions, 0);
  Run(60'000);
  EXPECT_FALSE(Join("alice").closed);
}

TEST_F(SessionTest, MoreStreamsThanAllowedAreRefused) {  // S12
  options_.max_sessions = 2;
  for (const char* name : {"alice", "bob", "carol"}) Register(name);
  Join("alice");
  Join("bob");
  Stream& third = Connect("carol");
  EXPECT_EQ(third.closed, CloseReason::kTooManySessions);
  EXPECT_GT(third.retry_after_ms, 0);
  Leave("bob");
  EXPECT_FALSE(Join("carol").closed);
}

TEST_F(SessionTest, MalformedMessageIsToldAndCostsNoStrike) {  // N16
  StartMatch({"alice", "bob"});
  Say(StreamOf("alice"), host::Malformed{"field `reply`: cannot be read"});
  ASSERT_EQ(CountOf<Notice>("alice"), 1);
  EXPECT_EQ(All<Notice>("alice")[0].kind, Notice::Kind::kMalformed);
  EXPECT_EQ(All<Notice>("alice")[0].text, "field `reply`: cannot be read");
  EXPECT_EQ(Row({1}).state, store::MatchState::kRunning);
}

TEST_F(SessionTest, TooManyMalformedMessagesEndTheStream) {  // N16
  Stream& stream = Join("alice");
  for (int i = 0; i < 30; ++i) SayLater(stream, host::Malformed{"junk"}, 0);
  Run();
  EXPECT_EQ(stream.closed, CloseReason::kMalformed);
}

TEST_F(SessionTest, FloodEndsTheStreamAndNobodyElsesMatch) {  // S12
  options_.misuse_per_second = 10;
  Join("mallory");
  const auto match = StartMatch({"alice", "bob"});
  Stream& flooding = StreamOf("mallory");
  for (int i = 0; i < 100; ++i) SayLater(flooding, host::PongSaid{i}, 0);
  Run();
  EXPECT_EQ(flooding.closed, CloseReason::kRateLimited);
  EXPECT_GT(flooding.retry_after_ms, 0);
  Autoplay();
  Play("alice");
  PlayToTheEnd(match);
}

TEST_F(SessionTest, BudgetForOddMessagesFillsAgain) {
  options_.misuse_per_second = 10;
  Stream& stream = Join("alice");
  for (int second = 0; second < 20; ++second) {
    for (int i = 0; i < 9; ++i) SayLater(stream, host::PongSaid{i}, 0);
    Run(1'000);
  }
  EXPECT_FALSE(stream.closed);
}

TEST_F(SessionTest, PingComesWithTheWelcomeAndThenInEvenIntervals) {
  Stream& stream = Join("alice");
  EXPECT_EQ(LastFrame(stream), "welcome ping");
  Run(9'999);
  EXPECT_EQ(All<host::Ping>(stream).size(), 1u);
  Run(1);
  EXPECT_EQ(All<host::Ping>(stream).size(), 2u);
  Hello(stream);  // is told that it is unexpected: something else was sent
  Run(9'999);
  EXPECT_EQ(All<host::Ping>(stream).size(), 2u);
  Run(1);
  ASSERT_EQ(All<host::Ping>(stream).size(), 3u);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(All<host::Ping>(stream)[static_cast<std::size_t>(i)].id, i + 1);
}

TEST_F(SessionTest, IdleBotCostsOneTurnAnInterval) {
  Join("alice");
  Run(10'000);
  const std::int64_t before = TheHost().counters().turns;
  Run(100'000);
  EXPECT_LE(TheHost().counters().turns - before, 25) << "10 pings, and no polling";
}

TEST_F(SessionTest, BotWithoutMatchesLeavesWithOk) {
  Stream& stream = Join("alice");
  Say(stream, host::HalfClosed{});
  EXPECT_EQ(stream.closed, CloseReason::kDone);
}

TEST_F(SessionTest, BotWithAnUnfinishedMatchDoesNotLeaveWithOk) {
  StartMatch({"alice", "bob"});
  Say(StreamOf("alice"), host::HalfClosed{});
  EXPECT_EQ(StreamOf("alice").closed, CloseReason::kMatchesUnfinished);
}

TEST_F(SessionTest, RotatedTokenEndsEveryStreamOpenedWithTheOldOne) {  // S1
  Stream& open = Join("alice");
  Stream& silent = Connect("alice");
  RotateToken("alice");
  EXPECT_EQ(open.closed, CloseReason::kTokenRevoked);
  EXPECT_EQ(silent.closed, CloseReason::kTokenRevoked) << "a Hello would have let it in";
  EXPECT_FALSE(Join("alice").closed);
}

TEST_F(SessionTest, TokenIsNotInTheLog) {  // S1
  Register("alice");
  const host::NewBotToken made = RotateToken("alice");
  EXPECT_EQ(made.token.size(), 48u);
  EXPECT_TRUE(made.token.starts_with("taki_"));
  for (const std::string& line : log_) EXPECT_EQ(line.find(made.token), std::string::npos) << line;
}

TEST_F(SessionTest, WhatAClientWroteIsPrintedSafely) {  // N24, S20
  Stream& stream = Connect("alice");
  Say(stream, host::HelloSaid{"1", "kit\n\x1b[31m" + std::string(100, 'x'), 0});
  Say(stream, host::ReadySaid{"m-1\r\n\x9b" + std::string(1'000'000, 'y'), ""});
  for (const std::string& line : log_)
    for (const char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
  ASSERT_EQ(All<Notice>(stream).size(), 1u);
  EXPECT_LT(All<Notice>(stream)[0].text.size(), 200u);
}

TEST_F(SessionTest, WhoIsThereWithWhichVersionIsTold) {
  Join("alice", "2");
  Register("bob");
  using Presences = std::vector<host::BotPresence>;
  EXPECT_EQ(Take(TheHost().PresenceOf({"alice", "bob", "nobody"})),
            (Presences{{true, "2"}, {false, ""}, {false, ""}}));
  Join("alice", "1");  // back to the older one
  Leave("alice");
  EXPECT_EQ(Take(TheHost().PresenceOf({"alice"})), (Presences{{false, "1"}}));
}

}  // namespace
}  // namespace taki::test
