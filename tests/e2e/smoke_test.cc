// The product's main job with the real daemon in a process of its own: bots dial in, play a whole
// match, and the record verifies.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include "referee/match/record_text.h"
#include "tests/support/bot_client.h"
#include "tests/support/daemon_process.h"
#include "tests/support/referee_client.h"

namespace taki::test {
namespace {

class DaemonTest : public testing::Test {
 protected:
  void StartDaemon(const std::vector<std::string>& flags = {}) {
    daemon_.Start(flags);
    if (HasFatalFailure()) return;
    client_ = std::make_unique<RefereeClient>(daemon_.address(), daemon_.admin_token());
  }
  // Registers and connects random bots of these names.
  void Connect(const std::vector<std::string>& names) {
    for (const std::string& name : names) Connect(client_->Register(name), nullptr);
  }
  void Connect(const std::string& token,
               std::function<void(const v1::Decision&, v1::Reply&)> choose) {
    BotClient::Options options;
    options.address = daemon_.address();
    options.token = token;
    options.seed = bots_.size() + 1;
    options.choose = std::move(choose);
    bots_.push_back(std::make_unique<BotClient>(std::move(options)));
  }
  int RunReferee(const std::vector<std::string>& arguments, std::string* output = nullptr) {
    std::vector<std::string> command = {DaemonProcess::Binary()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    ChildProcess process;
    process.Start(command);
    const int code = process.Wait();
    if (output != nullptr) *output = process.output();
    return code;
  }

  DaemonProcess daemon_;
  std::unique_ptr<RefereeClient> client_;
  std::vector<std::unique_ptr<BotClient>> bots_;
};

TEST_F(DaemonTest, AnEightStageMatchIsPlayedRecordedAndVerified) {
  StartDaemon();
  Connect({"alice", "bob", "carol"});
  const std::string id = client_->StartMatch({"alice", "bob", "carol"});
  const std::vector<v1::WatchMatchResponse> watched = client_->Watch(id);
  for (auto& bot : bots_) bot->WaitForFinished(1);

  const v1::Match match = client_->GetMatch(id);
  EXPECT_EQ(match.state(), v1::MATCH_STATE_FINISHED);
  EXPECT_EQ(match.ending(), v1::MATCH_ENDING_COMPLETED);
  for (const v1::MatchSeat& seat : match.seats()) {
    EXPECT_EQ(seat.end(), v1::SEAT_END_COMPLETED);
    EXPECT_EQ(seat.strikes(), 0);
  }
  // Watchers saw every event once and in order, and the result at the end.
  ASSERT_GE(watched.size(), 3u);
  EXPECT_TRUE(watched.front().has_match());
  EXPECT_TRUE(watched[1].has_start());
  int seq = 0;
  for (const v1::WatchMatchResponse& message : watched) {
    if (message.has_event()) {
      EXPECT_EQ(message.event().seq(), ++seq);
    }
  }
  EXPECT_TRUE(watched.back().has_finished());
  EXPECT_EQ(watched.back().finished().deal().seed(), match.deal().seed());

  // The record re-plays, here and there.
  const v1::VerifyMatchResponse verified = client_->Verify(id);
  EXPECT_TRUE(verified.ok()) << verified.line() << ": " << verified.difference();
  EXPECT_EQ(verified.lines_checked(), match.moves());
  const match::Verification here = match::VerifyRecord(client_->Record(id));
  EXPECT_TRUE(here.ok) << here.line << ": " << here.difference;
  EXPECT_EQ(client_->Moves(id).size(), static_cast<std::size_t>(match.moves()));
  // What each bot was asked is there too, with its times.
  const std::vector<v1::DecisionRecord> decisions = client_->Decisions(id);
  ASSERT_FALSE(decisions.empty());
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    EXPECT_EQ(decisions[i].decision().decision_id(), static_cast<int>(i) + 1);
    if (decisions[i].fate() != v1::DECISION_FATE_ANSWERED) continue;
    EXPECT_GT(decisions[i].times().sent_ms(), 0) << i + 1;
    EXPECT_EQ(decisions[i].replies(0).verdict().kind(), v1::VERDICT_KIND_ACCEPTED) << i + 1;
  }
  // A finished match is replayed to whoever comes late, from any event on (D5).
  EXPECT_EQ(client_->Watch(id, seq).size(), 3u);  // match, the last event, finished

  for (auto& bot : bots_) {
    EXPECT_EQ(bot->finished().at(id).deal().seed(), match.deal().seed());
    EXPECT_EQ(bot->verdicts().size(), 1u) << "only accepted replies";
    bot->Stop();
  }
  EXPECT_EQ(daemon_.Stop(), 0) << daemon_.process().output();

  std::string output;
  EXPECT_EQ(RunReferee({"verify", "--db", daemon_.db()}, &output), 0) << output;
  EXPECT_NE(output.find("1 matches verified, 0 differ"), std::string::npos) << output;
  EXPECT_EQ(RunReferee({"snapshot", "--db", daemon_.db(), "--to", daemon_.folder().File("copy")}),
            0);
}

TEST_F(DaemonTest, TheTokenFileIsTheOrganisersAlone) {  // S1
  StartDaemon();
  struct stat status {};
  ASSERT_EQ(stat((daemon_.db() + ".admin-token").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  EXPECT_TRUE(daemon_.process().WaitForOutput("admin_token_made"));
  const std::string token = daemon_.admin_token();
  EXPECT_EQ(daemon_.process().output().find(token), std::string::npos);
  EXPECT_EQ(daemon_.Stop(), 0);
  daemon_.Start();
  EXPECT_EQ(daemon_.admin_token(), token);  // kept
}

TEST_F(DaemonTest, ASecondDaemonOnTheDatabaseOrThePortIsRefused) {  // P10
  StartDaemon();
  std::string output;
  EXPECT_EQ(RunReferee({"--db", daemon_.db(), "--listen", "127.0.0.1:0"}, &output), 3);
  EXPECT_NE(output.find("cannot_start"), std::string::npos) << output;
  EXPECT_EQ(RunReferee({"--db", daemon_.folder().File("other.db"), "--listen", daemon_.address()},
                       &output),
            3);
  EXPECT_NE(output.find("cannot listen on " + daemon_.address()), std::string::npos) << output;
}

TEST_F(DaemonTest, AfterKillTheMatchGoesOnToItsEnd) {  // D1, D2, P1
  StartDaemon();
  Connect({"alice", "bob"});
  const std::string id = client_->StartMatch({"alice", "bob"});
  EXPECT_FALSE(client_->Watch(id).empty());
  const std::string next = client_->StartMatch({"alice", "bob"});
  daemon_.Kill();
  daemon_.Start();
  for (auto& bot : bots_) bot->WaitForFinished(2);
  client_ = std::make_unique<RefereeClient>(daemon_.address(), daemon_.admin_token());
  EXPECT_EQ(client_->GetMatch(next).ending(), v1::MATCH_ENDING_COMPLETED);
  EXPECT_TRUE(client_->Verify(id).ok());
  const v1::VerifyMatchResponse verified = client_->Verify(next);
  EXPECT_TRUE(verified.ok()) << verified.difference();
  for (auto& bot : bots_) EXPECT_EQ(bot->sessions(), 2);
}

// The whole process stands still for longer than anybody's clock, while a bot thinks.
TEST_F(DaemonTest, FrozenRefereeChargesNobody) {  // T2, T3, D6
  constexpr int kMoveTimeMs = 3'000;
  std::promise<void> frozen, thawed, asked_again, never;
  StartDaemon();
  const std::string alice = client_->Register("alice"), bob = client_->Register("bob");
  v1::RequestMatchRequest request;
  for (const char* bot : {"alice", "bob"}) request.add_bots(bot);
  request.mutable_time_control()->set_move_time_ms(kMoveTimeMs);
  request.mutable_time_control()->set_time_bank_ms(0);
  const std::string id = client_->StartMatch(request);
  Connect(bob, nullptr);
  const std::future<void> no_event = never.get_future();
  int asked = 0;
  Connect(alice, [&](const v1::Decision& decision, v1::Reply& reply) {
    *reply.add_actions() = decision.legal_actions(0);
    if (++asked == 1) {
      no_event.wait_for(std::chrono::milliseconds(300));  // until its loop waits for us alone
      daemon_.process().Signal(SIGSTOP);
      frozen.set_value();
      thawed.get_future().wait();
      no_event.wait_for(std::chrono::milliseconds(300));  // it notices before we answer
    } else if (asked == 2) {
      asked_again.set_value();
    }
  });

  frozen.get_future().wait();
  // However long this takes in truth: nobody is charged for it.
  no_event.wait_for(std::chrono::milliseconds(kMoveTimeMs + 1'000));
  daemon_.process().Signal(SIGCONT);
  thawed.set_value();
  asked_again.get_future().wait();
  const std::vector<v1::Move> moves = client_->Moves(id);
  EXPECT_FALSE(moves.empty());
  for (const v1::Move& move : moves)
    EXPECT_EQ(move.kind(), v1::MOVE_KIND_PLAYED) << move.ShortDebugString();
  for (auto& bot : bots_) bot->Stop();
}

TEST_F(DaemonTest, WrongCommandLinesEndWithTwo) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--nonsense"},
                                             {"--listen", "nowhere"},
                                             {"--listen", "0.0.0.0:7450"},
                                             {"--max-sessions", "0"},
                                             {"--durability", "off"},
                                             {"verify"},
                                             {"snapshot", "--db", "x"}}) {
    std::string output;
    EXPECT_EQ(RunReferee(wrong, &output), 2) << wrong[0];
    EXPECT_FALSE(output.empty()) << wrong[0];
  }
  std::string output;
  EXPECT_EQ(RunReferee({"--help"}, &output), 0);
  EXPECT_NE(output.find("Exit codes"), std::string::npos);
  EXPECT_EQ(RunReferee({"verify", "--db", daemon_.folder().File("none.db")}), 3);
}

TEST_F(DaemonTest, SigtermParksARunningMatchWithinItsLimit) {  // P13
  StartDaemon({"--drain-limit-ms", "0"});
  Connect({"alice"});
  daemon_.process().Signal(SIGHUP);  // P14: changes nothing
  const std::string token = client_->Register("bob");
  const std::string id = client_->StartMatch({"alice", "bob"});  // bob never comes
  EXPECT_EQ(client_->GetMatch(id).seats_size(), 2);
  EXPECT_EQ(daemon_.Stop(), 0) << daemon_.process().output();
  EXPECT_NE(daemon_.process().output().find("stopped"), std::string::npos);
}

}  // namespace
}  // namespace taki::test
