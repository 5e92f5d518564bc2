// The bad bot does what its kind says and nothing else: what tests of the daemon rely on. As a
// process, against a scripted referee.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/bots/bot_process.h"
#include "tests/support/bots/fake_referee.h"
#include "tests/support/bots/frames.h"

namespace taki::testing {
namespace {

const std::string kMatch = "m-000001";

class BadBotTest : public ::testing::Test {
 protected:
  // Misbehaves from decision `after` on; what it prints goes to stderr, where BotProcess reads.
  void Start(const std::string& kind, const std::vector<std::string>& flags = {}, int after = 1) {
    std::vector<std::string> command = {"/bin/sh",    "-c",       "exec \"$0\" \"$@\" >&2",
                                        TAKI_BAD_BOT, "--server", referee_.address(),
                                        "--token",    "taki",     "--kind",
                                        kind,         "--after",  std::to_string(after)};
    command.insert(command.end(), flags.begin(), flags.end());
    bot_ = std::make_unique<BotProcess>(command);
    stream_ = referee_.Accept();
    ASSERT_NE(stream_, nullptr);
    EXPECT_EQ(stream_->authorization(), "Bearer taki");
    if (kind == "no-hello") return;
    const auto hello = stream_->Read();
    EXPECT_TRUE(hello && hello->hello().bot_version() == "bad");
    stream_->Send(Welcome());
    stream_->Send(Assigned(kMatch));
    if (kind == "never-ready") return;
    const auto ready = stream_->Read();
    EXPECT_TRUE(ready && ready->ready().match_id() == kMatch);
  }
  void Ask(int decision_id) {
    stream_->Send(Asked(kMatch, decision_id, {"X", "R5", "draw", "G7"}));
  }
  // "7 R5": the decision and the notations of its next reply; else the kind of the message, or
  // "closed".
  std::string Next() {
    const std::optional<v1::PlayRequest> request = stream_->Read();
    if (!request) return "closed";
    if (request->has_pong()) return "pong";
    if (request->has_hello()) return "hello";
    if (request->has_resign()) return "resign " + request->resign().match_id();
    last_ = request->reply();
    std::string text = std::to_string(last_.decision_id());
    for (const v1::Action& action : last_.actions()) text += ' ' + action.notation();
    return text;
  }
  // Of a decision with id 7.
  std::string Answer(const std::string& kind, const std::vector<std::string>& flags = {}) {
    Start(kind, flags);
    Ask(7);
    return Next();
  }
  // Nothing came before the answer to this.
  void ExpectNothingButPong() {
    stream_->Send(Pinged(1));
    EXPECT_EQ(Next(), "pong");
  }

  FakeReferee referee_;
  std::unique_ptr<BotProcess> bot_;
  std::shared_ptr<FakeStream> stream_;
  v1::Reply last_;
};

TEST_F(BadBotTest, PlaysLegallyBeforeItBeginsAndAfterItHasHadEnough) {
  Start("illegal", {"--times", "1"}, 2);
  for (const auto& [decision, reply] : {std::pair(1, "1 R5"), {2, "2 pass"}, {3, "3 R5"}}) {
    Ask(decision);
    EXPECT_EQ(Next(), reply);
  }
}

TEST_F(BadBotTest, Good) { EXPECT_EQ(Answer("good"), "7 R5") << "no Breaker without need"; }
TEST_F(BadBotTest, Slow) { EXPECT_EQ(Answer("slow", {"--delay-ms", "1"}), "7 R5"); }
TEST_F(BadBotTest, NotHeld) { EXPECT_EQ(Answer("not-held"), "7 R99"); }
TEST_F(BadBotTest, Empty) { EXPECT_EQ(Answer("empty"), "7"); }
TEST_F(BadBotTest, Quitting) { EXPECT_EQ(Answer("quitting"), "resign " + kMatch); }
TEST_F(BadBotTest, HalfClose) { EXPECT_EQ(Answer("half-close"), "closed"); }

TEST_F(BadBotTest, IllegalAlsoInAWindow) {
  Start("illegal");
  v1::PlayResponse window = Asked(kMatch, 7, {"X", "pass"});
  window.mutable_items(0)->mutable_decision()->set_kind(v1::DECISION_KIND_WINDOW);
  stream_->Send(window);
  EXPECT_EQ(Next(), "7 draw");
}

TEST_F(BadBotTest, Silent) {
  Start("silent");
  Ask(7);
  ExpectNothingButPong();
}

TEST_F(BadBotTest, NeverReady) {
  Start("never-ready");
  ExpectNothingButPong();
}

TEST_F(BadBotTest, NoHello) {
  Start("no-hello");
  ExpectNothingButPong();
}

TEST_F(BadBotTest, NoPong) {
  Start("no-pong");
  stream_->Send(Pinged(1));
  Ask(7);
  EXPECT_EQ(Next(), "7 R5");
}

TEST_F(BadBotTest, TooManyActions) {
  Answer("too-many-actions");
  EXPECT_EQ(last_.actions_size(), 201);
}

TEST_F(BadBotTest, UnsetOneof) {
  Answer("unset-oneof");
  ASSERT_EQ(last_.actions_size(), 1);
  EXPECT_EQ(last_.actions(0).ByteSizeLong(), 0u);
}

TEST_F(BadBotTest, UnknownEnum) {
  Answer("unknown-enum");
  ASSERT_EQ(last_.actions_size(), 1);
  EXPECT_EQ(static_cast<int>(last_.actions(0).play().card().color()), -1);
  EXPECT_EQ(static_cast<int>(last_.actions(0).play().card().face()), 99);
}

TEST_F(BadBotTest, Contradiction) {
  EXPECT_EQ(Answer("contradiction"), "7 draw");
  EXPECT_TRUE(last_.actions(0).has_end());
}

TEST_F(BadBotTest, Stale) {
  EXPECT_EQ(Answer("stale"), "6 R5");
  for (const char* reply : {"8 R5", "1000007 R5", "0 R5", "-1999999993 R5"})
    EXPECT_EQ(Next(), reply);
  for (const char* match : {"m-999999", "", "no match", "m-1\n"}) {
    EXPECT_EQ(Next(), "7 R5");
    EXPECT_EQ(last_.match_id(), match);
  }
  EXPECT_EQ(Next(), "7 R5");
  EXPECT_EQ(last_.match_id(), kMatch) << "the right answer comes last";
}

TEST_F(BadBotTest, Duplicate) {
  EXPECT_EQ(Answer("duplicate"), "7 R5");
  EXPECT_EQ(Next(), "7 R5");
  EXPECT_EQ(Next(), "7 R5");
  ExpectNothingButPong();
}

TEST_F(BadBotTest, DuplicateConflict) {
  EXPECT_EQ(Answer("duplicate-conflict"), "7 R5");
  EXPECT_EQ(Next(), "7 G7");
  EXPECT_EQ(Next(), "7 pass");
}

TEST_F(BadBotTest, Flooding) {
  EXPECT_EQ(Answer("flooding", {"--burst", "5"}), "7 R5");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Next(), "7 R5");
  ExpectNothingButPong();
}

TEST_F(BadBotTest, Oversized) {
  Answer("oversized");
  EXPECT_GT(last_.ByteSizeLong(), 65'536u);
}

TEST_F(BadBotTest, SecondHello) {
  EXPECT_EQ(Answer("second-hello"), "hello");
  EXPECT_EQ(Next(), "7 R5");
}

TEST_F(BadBotTest, GarbageCannotBeReadByAStub) { EXPECT_EQ(Answer("garbage"), "closed"); }

TEST_F(BadBotTest, Crashing) {
  EXPECT_EQ(Answer("crashing"), "closed");
  EXPECT_EQ(bot_->Wait(), 128 + 9);
}

TEST_F(BadBotTest, VanishingComesBackAsOftenAsItShould) {
  EXPECT_EQ(Answer("vanishing", {"--streams", "2", "--times", "1"}), "closed");
  stream_ = referee_.Accept();
  ASSERT_NE(stream_, nullptr);
  EXPECT_EQ(Next(), "hello");
  stream_->End(grpc::Status::OK);
  EXPECT_EQ(bot_->Wait(), 0);
}

TEST_F(BadBotTest, SecondStreamPlaysOn) {
  Start("second-stream");
  Ask(7);
  const auto first = stream_;
  stream_ = referee_.Accept();
  ASSERT_NE(stream_, nullptr);
  EXPECT_EQ(Next(), "hello");
  first->End(Error(grpc::StatusCode::ABORTED, "SUPERSEDED"));
  Ask(7);
  EXPECT_EQ(Next(), "7 R5");
  stream_->End(grpc::Status::OK);
  EXPECT_EQ(bot_->Wait(), 0);
}

TEST_F(BadBotTest, PrintsWhatTheRefereeSays) {
  EXPECT_EQ(Answer("illegal", {"--games", "1"}), "7 pass");
  stream_->Send(Illegal(kMatch, 7, 1));
  stream_->Send(Noticed(v1::NOTICE_KIND_MALFORMED));
  stream_->Send(Finished(kMatch, v1::SEAT_END_ILLEGAL_ACTION));
  EXPECT_EQ(Next(), "closed") << "it leaves after its last game";
  EXPECT_EQ(bot_->Wait(), 0);
  EXPECT_EQ(bot_->Errors(),
            "welcome alice\nassigned m-000001\nasked m-000001 7\n"
            "verdict m-000001 7 ILLEGAL R3.3\nnotice MALFORMED\n"
            "finished m-000001 COMPLETED \n"
            "seat 0 alice place 1 end ILLEGAL_ACTION\nseat 1 bob place 2 end COMPLETED\n");
}

TEST_F(BadBotTest, PrintsHowTheStreamEnded) {
  Start("good");
  stream_->End(Error(grpc::StatusCode::ABORTED, "SUPERSEDED"));
  EXPECT_EQ(bot_->Wait(), 0);
  EXPECT_TRUE(bot_->Errors().ends_with("stream ended ABORTED SUPERSEDED\n")) << bot_->Errors();
}

TEST_F(BadBotTest, UnknownKindIsRefused) {
  BotProcess bot({TAKI_BAD_BOT, "--kind", "friendly", "--server", referee_.address()});
  EXPECT_EQ(bot.Wait(), 2);
  EXPECT_EQ(bot.Errors(), "bad_bot: no kind friendly\n");
}

}  // namespace
}  // namespace taki::testing
