// taki match resend: a recorded decision, put to a bot again.
#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <sstream>
#include <thread>

#include "referee/cli/rehearsal.h"
#include "referee/cli/run.h"
#include "taki/v1/play_service.grpc.pb.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

// What the command says, for a thread that waits for it.
class Ear : public std::stringbuf {
 public:
  int sync() override {
    const std::lock_guard lock(mutex_);
    text_ = str();
    changed_.notify_all();
    return 0;
  }
  // All text up to the first line that begins with `start`, once it is there.
  std::string WaitForLine(const std::string& start) {
    std::unique_lock lock(mutex_);
    std::string line;
    const bool there = changed_.wait_for(lock, std::chrono::minutes(1), [&] {
      const std::size_t at = text_.find(start);
      const std::size_t end = at == std::string::npos ? at : text_.find('\n', at);
      if (end == std::string::npos) return false;
      line = text_.substr(at, end - at);
      return true;
    });
    EXPECT_TRUE(there) << "no line `" << start << "` in: " << text_;
    return line;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
};

// A bot that does what the test says.
class Bot {
 public:
  explicit Bot(const std::string& address)
      : stub_(v1::PlayService::NewStub(
            grpc::CreateChannel(address, grpc::InsecureChannelCredentials()))) {
    context_.AddMetadata("authorization", "Bearer taki_any");
    stream_ = stub_->Play(&context_);
  }
  ~Bot() {
    if (!finished_) context_.TryCancel();
    if (!finished_) stream_->Finish();
  }

  void Hello() {
    v1::PlayRequest request;
    request.mutable_hello()->set_bot_version("7");
    request.mutable_hello()->set_kit_name("taki-test");
    stream_->Write(request);
  }
  void Reply(const v1::Decision& decision, const std::string& actions) {
    v1::PlayRequest request;
    request.mutable_reply()->set_match_id(decision.match_id());
    request.mutable_reply()->set_decision_id(decision.decision_id());
    std::istringstream tokens(actions);
    for (std::string token; tokens >> token;)
      request.mutable_reply()->add_actions()->set_notation(token);
    stream_->Write(request);
  }
  // The next item; nothing set at the end of the stream. Pings are answered on the way.
  v1::PlayItem Next() {
    while (items_.empty()) {
      v1::PlayResponse response;
      if (!stream_->Read(&response)) return {};
      items_.assign(response.items().begin(), response.items().end());
    }
    const v1::PlayItem item = items_.front();
    items_.erase(items_.begin());
    if (!item.has_ping()) return item;
    v1::PlayRequest pong;
    pong.mutable_pong()->set_ping_id(item.ping().ping_id());
    if (answers_pings) stream_->Write(pong);
    return Next();
  }
  v1::Decision NextDecision() {
    for (;;) {
      const v1::PlayItem item = Next();
      if (item.has_decision()) return item.decision();
      EXPECT_NE(item.item_case(), v1::PlayItem::ITEM_NOT_SET) << "the stream ended";
      if (item.item_case() == v1::PlayItem::ITEM_NOT_SET) return {};
    }
  }
  void CloseSide() { stream_->WritesDone(); }
  grpc::Status End() {
    v1::PlayResponse rest;
    while (stream_->Read(&rest)) {
    }
    finished_ = true;
    return stream_->Finish();
  }

  bool answers_pings = true;

 private:
  std::unique_ptr<v1::PlayService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;
  std::vector<v1::PlayItem> items_;
  bool finished_ = false;
};

// A bot that comes as often as it must until it is let in: a stream that was cut may be there for a
// moment still.
std::unique_ptr<Bot> WelcomedBot(const std::string& address) {
  for (;;) {
    auto bot = std::make_unique<Bot>(address);
    bot->Hello();
    if (bot->Next().has_welcome()) return bot;
  }
}

class ResendTest : public CliTest {
 protected:
  ResendTest() {
    referee.Add(FromRecord(RecordOfTheDocs()));
    v1::DecisionRecord& record = Record(1, 1);
    v1::RecordedReply& refused = *record.add_replies();
    refused.set_not_applied("R9");
    refused.mutable_verdict()->set_kind(v1::VERDICT_KIND_ILLEGAL);
    refused.mutable_verdict()->set_rule_id("R3.1");
    refused.mutable_verdict()->set_text("the card is not in the hand");
    v1::RecordedReply& answer = *record.add_replies();
    answer.add_applied()->set_notation("G7");
    answer.mutable_verdict()->set_kind(v1::VERDICT_KIND_ACCEPTED);
    record.set_fate(v1::DECISION_FATE_ANSWERED);
    v1::Verdict illegal;
    illegal.set_kind(v1::VERDICT_KIND_ILLEGAL);
    illegal.set_rule_id("R3.3");
    illegal.set_text("it does not fit");
    referee.verdicts["B8"] = illegal;
  }
  ~ResendTest() override {
    if (thread_.joinable()) Wait();
  }

  v1::DecisionRecord& Record(int decision_id, int seat) {
    v1::DecisionRecord& record = referee.decisions["m-000042"].emplace_back();
    record.set_match_id("m-000042");
    record.set_seat(seat);
    v1::Decision& decision = *record.mutable_decision();
    decision.set_match_id("m-000042");
    decision.set_decision_id(decision_id);
    decision.set_kind(v1::DECISION_KIND_TURN);
    decision.mutable_observation()->set_seat(seat);
    for (const char* card : {"G7", "B8"})
      decision.mutable_observation()->add_hand()->set_notation(card);
    decision.mutable_observation()->mutable_state()->mutable_leading_card()->set_notation("G5");
    decision.add_legal_actions()->set_notation("G7");
    decision.set_time_bank_ms(4'321);
    decision.set_strikes(1);
    decision.set_strike_limit(3);
    return record;
  }

  // Runs the command in a thread of its own; returns where it listens.
  std::string Start(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"match", "resend", "m-000042"});
    thread_ = std::thread([this, arguments] {
      std::istringstream in;
      std::ostream err(&err_), out(&out_);
      cli::Surroundings around{in, out, err, [this](const std::string& name) {
                                 const auto found = environment.find(name);
                                 return found == environment.end() ? std::nullopt
                                                                   : std::optional(found->second);
                               }};
      code_ = cli::Run(arguments, around);
      err.flush();
    });
    return err_.WaitForLine("listening on ").substr(std::string("listening on ").size());
  }
  Said Wait() {
    thread_.join();
    return {code_, out_.str(), err_.str()};
  }

  Ear err_, out_;
  ExitCode code_ = ExitCode::kOk;
  std::thread thread_;
};

TEST_F(ResendTest, PutsTheRecordedDecisionAndShowsBothAnswers) {
  Bot bot(Start({"--decision", "1"}));
  bot.Hello();
  const v1::PlayItem welcome = bot.Next();
  EXPECT_EQ(welcome.welcome().bot(), "bob");
  EXPECT_EQ(welcome.welcome().bot_version(), "7");
  EXPECT_EQ(welcome.welcome().limits().message_size_bytes_max(), 65'536);
  const v1::PlayItem snapshot = bot.Next();
  EXPECT_EQ(snapshot.snapshot().assigned().seat(), 1);
  EXPECT_EQ(snapshot.snapshot().assigned().seats_size(), 4);
  EXPECT_EQ(snapshot.snapshot().time_bank_ms(), 4'321);
  const v1::Decision decision = bot.Next().decision();
  EXPECT_EQ(decision.SerializeAsString(),
            referee.decisions["m-000042"][0].decision().SerializeAsString());
  bot.Reply(decision, "G7");
  EXPECT_EQ(bot.Next().verdict().kind(), v1::VERDICT_KIND_ACCEPTED);
  EXPECT_EQ(bot.Next().match_finished().void_reason(), "RESENT");
  bot.CloseSide();
  EXPECT_TRUE(bot.End().ok());
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  const std::string& shown = said.out;
  EXPECT_NE(shown.find("m-000042  decision 1  TURN  seat 1 bob\nleading G5, draw pile 0, hands\n"
                       "hand G7 B8\nlegal G7\n"),
            std::string::npos)
      << shown;
  EXPECT_NE(shown.find("then  R9     ILLEGAL"), std::string::npos) << shown;
  EXPECT_NE(shown.find("R3.1: the card is not in the hand"), std::string::npos) << shown;
  EXPECT_NE(shown.find("then  G7     ACCEPTED"), std::string::npos) << shown;
  EXPECT_NE(shown.find("now   G7     ACCEPTED"), std::string::npos) << shown;
  EXPECT_NE(said.err.find("a bot is there: version 7, kit taki-test"), std::string::npos);
}

TEST_F(ResendTest, AnIllegalReplyIsANo) {
  Bot bot(Start({"--decision", "1", "--seat", "1"}));
  bot.Hello();
  bot.Reply(bot.NextDecision(), "B8");
  const v1::PlayItem verdict = bot.Next();
  EXPECT_EQ(verdict.verdict().rule_id(), "R3.3");
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("now   B8     ILLEGAL"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("R3.3: it does not fit"), std::string::npos) << said.out;
}

// A bot whose reply was refused sends another one, which is nobody's answer to the next question.
TEST_F(ResendTest, AsksSeveralTimesAndIsNotMisledByAnswersToWhatIsOver) {
  Bot bot(Start({"--decision", "1", "--times", "3"}));
  bot.Hello();
  for (const char* reply : {"B8", "G7", "B8"}) {
    const v1::Decision decision = bot.NextDecision();
    bot.Reply(decision, reply);
    EXPECT_TRUE(bot.Next().has_verdict());
    bot.Reply(decision, "draw");  // the kit's second choice
    EXPECT_TRUE(bot.Next().has_match_finished());
  }
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_EQ(said.out.find("draw  "), std::string::npos) << said.out;
  EXPECT_LT(said.out.find("now   B8"), said.out.find("now   G7")) << said.out;
  EXPECT_NE(said.err.find("--games 3"), std::string::npos) << said.err;
}

TEST_F(ResendTest, AllDecisionsOfASeatComeInOrder) {
  Record(2, 0);
  Record(3, 1);
  Record(4, 1).set_fate(v1::DECISION_FATE_TIMED_OUT);
  Bot bot(Start({"--seat", "1", "--all-of-seat"}));
  bot.Hello();
  for (const int id : {1, 3, 4}) {
    const v1::Decision decision = bot.NextDecision();
    EXPECT_EQ(decision.decision_id(), id);
    bot.Reply(decision, "G7");
  }
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kOk) << said.out;
  EXPECT_NE(said.out.find("TIMED_OUT"), std::string::npos) << said.out;
}

TEST_F(ResendTest, ASilentBotIsANo) {
  Bot bot(Start({"--decision", "1", "--timeout", "1"}));
  bot.Hello();
  bot.NextDecision();
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("NO_ANSWER"), std::string::npos) << said.out;
  EXPECT_EQ(bot.End().error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

TEST_F(ResendTest, ABotThatGoesAwayIsANoAndMayComeBack) {
  const std::string address = Start({"--decision", "1", "--times", "2"});
  {
    Bot bot(address);
    bot.Hello();
    bot.NextDecision();
  }  // gone
  const std::unique_ptr<Bot> again = WelcomedBot(address);
  again->Reply(again->NextDecision(), "G7");
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_LT(said.out.find("LEFT"), said.out.find("now   G7")) << said.out;
}

TEST_F(ResendTest, NoBotAtAllIsANoAfterTheWait) {
  Start({"--decision", "1", "--wait", "1"});
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("NO_ANSWER"), std::string::npos) << said.out;
}

TEST_F(ResendTest, ASecondBotIsTurnedAway) {
  const std::string address = Start({"--decision", "1"});
  Bot bot(address);
  bot.Hello();
  const v1::Decision decision = bot.NextDecision();
  Bot second(address);
  second.Hello();
  EXPECT_EQ(second.End().error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  bot.Reply(decision, "G7");
  EXPECT_EQ(Wait().code, ExitCode::kOk);
}

TEST_F(ResendTest, AMessageThatIsTooLargeEndsTheStreamOnly) {  // N13
  const std::string address = Start({"--decision", "1", "--times", "2"});
  {
    Bot bot(address);
    bot.Hello();
    bot.Reply(bot.NextDecision(), std::string(70'000, 'x'));
    EXPECT_FALSE(bot.End().ok());
  }
  const std::unique_ptr<Bot> bot = WelcomedBot(address);
  bot->Reply(bot->NextDecision(), "G7");
  const Said said = Wait();
  EXPECT_NE(said.out.find("LEFT"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("now   G7"), std::string::npos) << said.out;
}

TEST_F(ResendTest, ABotThatDoesNotSayHelloIsTold) {
  const std::string address = Start({"--decision", "1"});
  {
    Bot rude(address);
    rude.Reply(v1::Decision(), "G7");
    EXPECT_EQ(rude.End().error_message(), "the first message must be Hello");
  }
  const std::unique_ptr<Bot> bot = WelcomedBot(address);
  bot->Reply(bot->NextDecision(), "G7");
  EXPECT_EQ(Wait().code, ExitCode::kOk);
}

TEST_F(ResendTest, AnInterruptEndsItCleanly) {
  Bot bot(Start({"--decision", "1"}));
  bot.Hello();
  bot.NextDecision();
  std::raise(SIGINT);
  const Said said = Wait();
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("INTERRUPTED"), std::string::npos) << said.out;
  EXPECT_EQ(bot.End().error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

TEST_F(ResendTest, AsJsonIsALineForEachDecision) {
  Bot bot(Start({"--decision", "1", "--json"}));
  bot.Hello();
  bot.Reply(bot.NextDecision(), "G7");
  const Said said = Wait();
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 1);
  EXPECT_NE(said.out.find(R"("resent":[{"outcome":"ANSWERED","legal":true)"), std::string::npos)
      << said.out;
}

TEST_F(ResendTest, AWrongCommandLineIsSaidAtOnce) {
  EXPECT_EQ(Run({"match", "resend", "m-000042"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"match", "resend", "m-000042", "--all-of-seat"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"match", "resend", "m-000042", "--decision", "0"}).code, ExitCode::kUsage);
  const Said beyond = Run({"match", "resend", "m-000042", "--decision", "1", "--to", "0.0.0.0:0"});
  EXPECT_EQ(beyond.code, ExitCode::kUsage);
  EXPECT_NE(beyond.err.find("--allow-plaintext-beyond-loopback"), std::string::npos) << beyond.err;
  for (const char* to :
       {"127.0.0.1:x", "127.0.0.1", "::1:7", ":7", "127.0.0.1:70000", "localhost:"})
    EXPECT_EQ(Run({"match", "resend", "m-000042", "--decision", "1", "--to", to}).code,
              ExitCode::kUsage)
        << to;
  EXPECT_EQ(referee.calls, 0);
  EXPECT_EQ(Run({"match", "resend", "m-000042", "--decision", "9"}).code, ExitCode::kRefused);
  EXPECT_EQ(Run({"match", "resend", "m-000042", "--decision", "1", "--seat", "2"}).code,
            ExitCode::kNo);
  EXPECT_EQ(Run({"match", "resend", "m-000042", "--decision", "1", "--to", referee.address()}).code,
            ExitCode::kLocal);
}

TEST(RehearsalTest, KnowsWhatOnlyThisMachineReaches) {
  EXPECT_TRUE(cli::IsLoopback("127.0.0.1:0"));
  EXPECT_TRUE(cli::IsLoopback("[::1]:7"));
  EXPECT_TRUE(cli::IsLoopback("localhost:7"));
  EXPECT_FALSE(cli::IsLoopback("0.0.0.0:7"));
  EXPECT_FALSE(cli::IsLoopback("127.evil.example:7"));
  EXPECT_FALSE(cli::IsLoopback("[::]:7"));
}

}  // namespace
}  // namespace taki::test
