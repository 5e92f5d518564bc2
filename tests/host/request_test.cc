// What is asked of the referee by its services: bots and matches, refused with the field's name,
// and the queue that matches wait in.
#include "tests/support/host_fixture.h"

namespace taki::test {
namespace {

using store::MatchState;

class RequestTest : public HostTest {
 protected:
  void SetUp() override {
    for (const char* name : {"alice", "bob", "carol", "dave"}) Register(name);
  }
  void ExpectRefused(const host::MatchRequest& request, absl::StatusCode code,
                     std::string_view field) {
    const auto row = Request(request);
    EXPECT_EQ(row.status().code(), code) << row.status();
    EXPECT_TRUE(row.status().message().substr(0, field.size()) ==
                absl::string_view(field.data(), field.size()))
        << row.status();
  }
  std::vector<std::string> Seats(const store::MatchRow& row) {
    std::vector<std::string> names;
    for (const auto& seat : row.config.seats) names.push_back(seat.name);
    return names;
  }
};

TEST_F(RequestTest, NamesTheFieldThatIsWrong) {
  const auto invalid = absl::StatusCode::kInvalidArgument;
  ExpectRefused(Between({"alice"}), invalid, "bots: ");
  ExpectRefused(Between(std::vector<std::string>(11, "alice")), invalid, "bots: ");
  ExpectRefused(Between({"alice", "bob", "alice"}), invalid, "bots[2]: ");
  ExpectRefused(Between({"alice", "nobody"}), absl::StatusCode::kNotFound, "bots[1]: ");
  auto request = Between({"alice", "bob"});
  request.clock.move_time_ms = -1;
  ExpectRefused(request, invalid, "move_time_ms");
  request = Between({"alice", "bob"});
  request.request_id = std::string(65, 'x');
  ExpectRefused(request, invalid, "request_id: ");
  request.request_id = "a\nb";
  ExpectRefused(request, invalid, "request_id: ");
  request = Between({"alice", "bob"});
  request.ruleset.stages[1] = 11;
  ExpectRefused(request, invalid, "ruleset.stages: ");
  request = Between({"alice", "bob"});
  request.ruleset.stage_count = 0;
  ExpectRefused(request, invalid, "ruleset.stages: ");
  EXPECT_EQ(store_.LastMatchId()->number, 0) << "nothing of it is kept";
}

TEST_F(RequestTest, RatedPlayTakesNoChosenSeedAndNoDrawingAtAnyTime) {  // S8, R3.5
  auto request = Between({"alice", "bob"});
  request.rated = true;
  request.seed = BytesOf(1);
  ExpectRefused(request, absl::StatusCode::kInvalidArgument, "seed: ");
  request.seed.reset();
  request.ruleset.draw_rule = rules::DrawRule::kAnyTime;
  ExpectRefused(request, absl::StatusCode::kInvalidArgument, "ruleset.draw_rule: ");
}

TEST_F(RequestTest, SameRequestIdGivesTheSameMatch) {
  auto request = Between({"alice", "bob"});
  request.request_id = "once";
  auto first = TheHost().RequestMatch(request);  // both in one turn
  auto second = TheHost().RequestMatch(request);
  const auto id = Take(std::move(first))->config.id;
  EXPECT_EQ(Take(std::move(second))->config.id, id);
  EXPECT_EQ(Request(request)->config.id, id);
  Restart();
  EXPECT_EQ(Request(request)->config.id, id) << "also across a restart";
  EXPECT_EQ(store_.LastMatchId()->number, 1);
}

TEST_F(RequestTest, MatchIsInTheStoreBeforeItsRequesterHears) {  // I1
  auto future = TheHost().RequestMatch(Between({"alice", "bob"}));
  EXPECT_EQ(store_.LastMatchId()->number, 0);
  EXPECT_EQ(Take(std::move(future))->config.id.number, 1);
  EXPECT_EQ(store_.LastMatchId()->number, 1);
}

TEST_F(RequestTest, YoungestSitsOnSeat0AndTheOthersFollowAsListed) {  // R2.4
  auto request = Between({"carol", "alice", "dave", "bob"});
  request.seating = host::Seating::kYoungestFirst;
  EXPECT_EQ(Seats(*Request(request)), (std::vector<std::string>{"dave", "carol", "alice", "bob"}));
}

TEST_F(RequestTest, ListedSeatingIsKept) {
  EXPECT_EQ(Seats(*Request(Between({"bob", "alice"}))), (std::vector<std::string>{"bob", "alice"}));
}

TEST_F(RequestTest, RandomSeatingFollowsFromTheSeed) {
  auto request = Between({"alice", "bob", "carol", "dave"});
  request.seating = host::Seating::kRandom;
  request.seed = BytesOf(42);
  const auto row = *Request(request);
  const auto order = rules::RandomSeating(
      rules::DeriveKey("m-000001", rules::CanonicalText(request.ruleset), *request.seed, {}), 4);
  for (std::size_t seat = 0; seat < 4; ++seat)
    EXPECT_EQ(row.config.seats[seat].name, request.bots[order[seat]]);
}

TEST_F(RequestTest, BusyBotsMatchWaitsAndOthersPass) {
  options_.max_matches_per_bot = 1;
  Restart();
  EXPECT_EQ(Request(Between({"alice", "bob"}))->config.id.number, 1);
  EXPECT_EQ(Request(Between({"bob", "carol"}))->config.id.number, 2);
  EXPECT_EQ(Request(Between({"carol", "dave"}))->config.id.number, 3);
  Run();
  EXPECT_EQ(Row({1}).state, MatchState::kAssigned);
  EXPECT_EQ(Row({2}).state, MatchState::kQueued);
  EXPECT_EQ(Row({3}).state, MatchState::kAssigned);
  Run(clock_.ready_time_ms + 1);  // nobody came: both are VOID, and the bots are free
  EXPECT_EQ(Row({1}).state, MatchState::kVoid);
  EXPECT_EQ(Row({2}).state, MatchState::kAssigned);
}

TEST_F(RequestTest, OldestWaitingMatchStartsFirst) {
  options_.max_live_matches = 1;
  Restart();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Run();
  for (const std::int64_t number : {1, 2, 3}) {
    EXPECT_EQ(Row({number}).state, MatchState::kAssigned) << number;
    Run(clock_.ready_time_ms + 1);
    EXPECT_EQ(Row({number}).state, MatchState::kVoid) << number;
  }
}

TEST_F(RequestTest, BotsWishForFewMatchesIsKept) {
  Join("alice", "1", 1);
  Join("bob");
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Run();
  EXPECT_EQ(Row({1}).state, MatchState::kAssigned);
  EXPECT_EQ(Row({2}).state, MatchState::kQueued);
  EXPECT_EQ(CountOf<host::MatchAssigned>("bob"), 1);
}

// Whatever waits before it: the first thousand of a queue must not be the whole of it.
TEST_F(RequestTest, MatchWhoseBotsAreFreeStartsBehindThousandsThatWait) {  // S12
  options_.max_matches_per_bot = 1;
  Restart();
  for (int i = 0; i < 2'500; ++i) TheHost().RequestMatch(Between({"alice", "bob"}));
  ASSERT_TRUE(Request(Between({"carol", "dave"})).ok());
  Run();
  EXPECT_EQ(Row({1}).state, MatchState::kAssigned);
  EXPECT_EQ(Row({2'500}).state, MatchState::kQueued);
  EXPECT_EQ(Row({2'501}).state, MatchState::kAssigned);
}

// It may have wished for one; it says so only when it is here.
TEST_F(RequestTest, BotThatIsNotConnectedIsAssignedOneMatch) {
  Join("bob");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Run();
  EXPECT_EQ(Row({1}).state, MatchState::kAssigned);
  EXPECT_EQ(Row({2}).state, MatchState::kQueued);
  Join("alice", "1", 2);
  Run();
  EXPECT_EQ(Row({2}).state, MatchState::kAssigned);
  EXPECT_EQ(Row({3}).state, MatchState::kQueued);
}

TEST_F(RequestTest, BotIsNotGivenMoreMatchesAfterARestartThanItWishedFor) {
  Join("alice", "1", 1);
  Join("bob");
  const auto match = StartMatch({"alice", "bob"});
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Restart();
  Join("bob");
  Run(1'000);
  EXPECT_EQ(Row(match).state, MatchState::kRunning);
  EXPECT_EQ(Row({2}).state, MatchState::kQueued);
}

TEST_F(RequestTest, FullQueueRefusesMore) {  // D8
  options_.max_live_matches = 1;
  options_.max_queued_matches = 2;
  Restart();
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Run();
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  ExpectRefused(Between({"alice", "bob"}), absl::StatusCode::kResourceExhausted, "");
}

TEST_F(RequestTest, QueueSurvivesARestart) {
  options_.max_live_matches = 1;
  Restart();
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(Request(Between({"alice", "bob"})).ok());
  Run();
  Restart();
  Run(clock_.ready_time_ms + 1);
  EXPECT_EQ(Row({1}).state, MatchState::kVoid);
  Run();
  EXPECT_EQ(Row({2}).state, MatchState::kAssigned);
}

TEST_F(RequestTest, BotNamesAreCheckedAndUnique) {  // N21, N24, N25
  const auto code = [&](const std::string& name) {
    host::NewBot bot;
    bot.name = name;
    return Take(TheHost().RegisterBot(bot)).status().code();
  };
  for (const std::string name : {"", "a", "Alice", "-ab", "a b", "a\nb", "\xd7\xa9\xd7\x9c"})
    EXPECT_EQ(code(name), absl::StatusCode::kInvalidArgument) << name;
  EXPECT_EQ(code(std::string("a\0b", 3)), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(code(std::string(1'000'000, 'a')), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(code("alice"), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(code("a.-_9"), absl::StatusCode::kOk);
}

TEST_F(RequestTest, OneNameRegisteredTwiceInOneTurnIsRefusedOnce) {
  host::NewBot bot;
  bot.name = "eve";
  auto first = TheHost().RegisterBot(bot);
  auto second = TheHost().RegisterBot(bot);
  EXPECT_TRUE(Take(std::move(first)).ok());
  EXPECT_EQ(Take(std::move(second)).status().code(), absl::StatusCode::kAlreadyExists);
}

}  // namespace
}  // namespace taki::test
