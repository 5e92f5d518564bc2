// What every kit must do, whatever its language: the random bot on it, as a process, against a
// scripted referee. TAKI_BOT_UNDER_TEST is the bot's command (tests/bots/CMakeLists.txt).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/bots/bot_process.h"
#include "tests/support/bots/fake_referee.h"
#include "tests/support/bots/frames.h"

namespace taki::testing {
namespace {

using ::testing::AnyOf;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Optional;

const std::string kToken = "taki_0123456789012345678901234567890123456789012";
const std::string kMatch = "m-000001";

// The exit codes that docs/bots.md promises.
constexpr int kDone = 0, kUsage = 2, kRefused = 3, kSuperseded = 4, kUnreachable = 5;

// So many choices that two independent ones hardly ever agree.
std::vector<std::string> ManyChoices() {
  std::vector<std::string> all;
  for (const char color : {'R', 'G', 'B', 'Y'}) {
    for (const char* face : {"1", "3", "4", "5", "6", "7", "8", "9", "S", "+2", "D", "+"}) {
      all.push_back(color + std::string(face));
    }
  }
  return all;
}

std::string Joined(const v1::Reply& reply) {
  std::string text;
  for (const v1::Action& action : reply.actions()) text += action.notation() + ' ';
  return text;
}

class KitTest : public ::testing::Test {
 protected:
  static std::vector<std::string> Command() {
    const char* command = std::getenv("TAKI_BOT_UNDER_TEST");
    std::istringstream words(command == nullptr ? "" : command);
    return {std::istream_iterator<std::string>(words), {}};
  }

  // Starts the bot with these flags, the token in its environment.
  void StartBot(const std::vector<std::string>& flags = {}) {
    StartBot(flags, {"TAKI_SERVER=" + referee_.address(), "TAKI_TOKEN=" + kToken});
  }
  void StartBot(const std::vector<std::string>& flags, const std::vector<std::string>& variables) {
    std::vector<std::string> command = Command();
    command.insert(command.end(), flags.begin(), flags.end());
    bot_ = std::make_unique<BotProcess>(command, variables);
  }

  // The bot's next stream, after Hello and Welcome.
  std::shared_ptr<FakeStream> Connected() {
    std::shared_ptr<FakeStream> stream = referee_.Accept();
    if (stream == nullptr) return nullptr;
    const std::optional<v1::PlayRequest> hello = stream->Read();
    EXPECT_TRUE(hello && hello->has_hello());
    stream->Send(Welcome());
    return stream;
  }
  // ... and with a match begun on it.
  std::shared_ptr<FakeStream> Playing(const std::string& match_id = kMatch) {
    std::shared_ptr<FakeStream> stream = Connected();
    if (stream != nullptr) Begin(*stream, match_id);
    return stream;
  }
  static void Begin(FakeStream& stream, const std::string& match_id) {
    stream.Send(Assigned(match_id));
    const std::optional<v1::PlayRequest> ready = stream.Read();
    EXPECT_TRUE(ready && ready->has_ready());
    stream.Send(Started(match_id));
  }

  static v1::Reply ReadReply(FakeStream& stream) {
    const std::optional<v1::PlayRequest> request = stream.Read();
    EXPECT_TRUE(request && request->has_reply());
    return request ? request->reply() : v1::Reply();
  }

  // So that the bot, when it comes back and asks, does not take the match for lost.
  void SetRunning(const std::string& match_id) {
    v1::Match running;
    running.set_match_id(match_id);
    running.set_state(v1::MATCH_STATE_RUNNING);
    referee_.SetMatch(running);
  }

  // The bot closes its side; the referee agrees.
  static void Leave(FakeStream& stream) {
    EXPECT_EQ(stream.Read(), std::nullopt);
    stream.End(grpc::Status::OK);
  }

  FakeReferee referee_;
  std::unique_ptr<BotProcess> bot_;
};

TEST_F(KitTest, SaysHelloWithItsTokenAndItsVersion) {
  StartBot({"--bot-version", "2.1-rc", "--max-matches", "7"});
  const auto stream = referee_.Accept();
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(stream->authorization(), "Bearer " + kToken);
  const auto request = stream->Read();
  ASSERT_TRUE(request && request->has_hello());
  EXPECT_EQ(request->hello().bot_version(), "2.1-rc");
  EXPECT_EQ(request->hello().max_matches(), 7);
  EXPECT_FALSE(request->hello().omit_legal_actions());
  EXPECT_THAT(request->hello().kit_name(), HasSubstr("taki-"));
}

TEST_F(KitTest, ReadsTheTokenFromAFile) {
  const std::string path = ::testing::TempDir() + "token";
  std::ofstream(path) << kToken << "\n";
  StartBot({"--token-file", path, "--server", referee_.address()}, {"TAKI_TOKEN="});
  const auto stream = referee_.Accept();
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(stream->authorization(), "Bearer " + kToken);
}

TEST_F(KitTest, GivesEachMatchEntropyOfItsOwn) {
  StartBot();
  const auto stream = Connected();
  ASSERT_NE(stream, nullptr);
  std::set<std::string> entropies;
  for (const std::string id : {"m-000001", "m-000002"}) {
    stream->Send(Assigned(id));
    const auto request = stream->Read();
    ASSERT_TRUE(request && request->has_ready());
    EXPECT_EQ(request->ready().match_id(), id);
    EXPECT_EQ(request->ready().entropy().size(), 32U);
    entropies.insert(request->ready().entropy());
  }
  EXPECT_EQ(entropies.size(), 2U);
}

TEST_F(KitTest, SaysTheSameEntropyWhenItIsAssignedAgain) {
  StartBot();
  auto stream = Connected();
  ASSERT_NE(stream, nullptr);
  stream->Send(Assigned(kMatch));
  const auto first = stream->Read();
  stream->End(Error(grpc::StatusCode::UNAVAILABLE, "NOT_SERVING"));
  SetRunning(kMatch);
  stream = Connected();
  ASSERT_NE(stream, nullptr);
  stream->Send(Assigned(kMatch));
  const auto again = stream->Read();
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->ready().entropy(), again->ready().entropy());
}

TEST_F(KitTest, AnswersADecisionWithALegalAction) {
  StartBot();
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Asked(kMatch, 1, {"R5", "RT", "C>G"}));
  const v1::Reply reply = ReadReply(*stream);
  EXPECT_EQ(reply.match_id(), kMatch);
  EXPECT_EQ(reply.decision_id(), 1);
  EXPECT_THAT(Joined(reply), AnyOf("R5 ", "RT ", "C>G "));
}

TEST_F(KitTest, TheSameSeedPlaysTheSame) {
  std::set<std::string> games;
  for (int run = 0; run < 2; ++run) {
    StartBot({"--seed", "42"});
    const auto stream = Playing();
    ASSERT_NE(stream, nullptr);
    std::string game;
    for (int id = 1; id <= 20; ++id) {
      stream->Send(Asked(kMatch, id, ManyChoices()));
      game += Joined(ReadReply(*stream));
    }
    games.insert(game);
    stream->End(Error(grpc::StatusCode::UNAUTHENTICATED, "TOKEN_REVOKED"));
    EXPECT_THAT(bot_->Wait(), Optional(kRefused));
  }
  EXPECT_EQ(games.size(), 1U);
  EXPECT_TRUE(games.begin()->starts_with("B6 G8 Y+2 G7 ")) << *games.begin();  // in every language
}

TEST_F(KitTest, AskedAgainAfterABreakItGivesTheSameAnswer) {  // N9
  StartBot();
  auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Asked(kMatch, 7, ManyChoices()));
  const std::string first = Joined(ReadReply(*stream));
  SetRunning(kMatch);
  for (int round = 0; round < 3; ++round) {
    stream->End(grpc::Status(grpc::StatusCode::INTERNAL, "cut"));
    stream = Connected();
    ASSERT_NE(stream, nullptr);
    stream->Send(Frame({Snapshot(kMatch), Asked(kMatch, 7, ManyChoices(), true)}));
    EXPECT_EQ(Joined(ReadReply(*stream)), first);
  }
}

TEST_F(KitTest, AskedAnotherDecisionAfterABreakItChoosesAnew) {
  StartBot();
  auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Asked(kMatch, 7, {"R5"}));
  EXPECT_EQ(Joined(ReadReply(*stream)), "R5 ");
  SetRunning(kMatch);
  stream->End(grpc::Status(grpc::StatusCode::INTERNAL, "cut"));
  stream = Connected();
  ASSERT_NE(stream, nullptr);
  stream->Send(Frame({Snapshot(kMatch), Asked(kMatch, 9, {"R7"})}));
  EXPECT_EQ(Joined(ReadReply(*stream)), "R7 ");
}

TEST_F(KitTest, ComesBackWhenTheRefereeWasAway) {
  StartBot();
  ASSERT_NE(Playing(), nullptr);
  referee_.Stop();
  referee_.Start();
  const auto stream = Connected();
  ASSERT_NE(stream, nullptr);
  stream->Send(Frame({Snapshot(kMatch), Asked(kMatch, 2, {"draw"}, true)}));
  EXPECT_EQ(Joined(ReadReply(*stream)), "draw ");
}

TEST_F(KitTest, AnswersAnewWithALegalActionWhenOneIsRefused) {  // R11.4
  StartBot({"--seed", "42"});
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Asked(kMatch, 1, ManyChoices()));
  const std::string refused = Joined(ReadReply(*stream));
  ASSERT_NE(refused, "R1 ");
  stream->Send(Illegal(kMatch, 1, 1));
  const v1::Reply again = ReadReply(*stream);
  EXPECT_EQ(again.decision_id(), 1);
  EXPECT_EQ(Joined(again), "R1 ");
}

TEST_F(KitTest, SaysNothingAfterTheLastStrike) {  // R11.5
  StartBot({"--once"});
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Asked(kMatch, 1, {"R5", "R6"}));
  ReadReply(*stream);
  stream->Send(Frame({Illegal(kMatch, 1, 3), Finished(kMatch, v1::SEAT_END_ILLEGAL_ACTION)}));
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
  EXPECT_THAT(bot_->Errors(), HasSubstr("ILLEGAL R3.3"));
  EXPECT_THAT(bot_->Errors(), HasSubstr("FORFEITED: ILLEGAL_ACTION"));
}

TEST_F(KitTest, OtherVerdictsAreLoggedAndPlayGoesOn) {
  StartBot({"--once"});
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  for (const v1::VerdictKind kind :
       {v1::VERDICT_KIND_STALE, v1::VERDICT_KIND_EXPIRED, v1::VERDICT_KIND_DUPLICATE_CONFLICT,
        v1::VERDICT_KIND_MATCH_OVER, static_cast<v1::VerdictKind>(99)}) {
    stream->Send(VerdictOf(kind, kMatch, 0));
  }
  stream->Send(VerdictOf(v1::VERDICT_KIND_STALE, "m-999999", 5));
  stream->Send(Asked(kMatch, 1, {"R5"}));
  EXPECT_EQ(Joined(ReadReply(*stream)), "R5 ");
  stream->Send(Frame({Accepted(kMatch, 1), Finished(kMatch)}));
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
  EXPECT_THAT(bot_->Errors(), HasSubstr("EXPIRED"));
  EXPECT_THAT(bot_->Errors(), HasSubstr("DUPLICATE_CONFLICT"));
}

TEST_F(KitTest, StopsWhenAnotherProgramTookOver) {  // N7
  StartBot();
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Noticed(v1::NOTICE_KIND_SUPERSEDED));
  stream->End(Error(grpc::StatusCode::ABORTED, "SUPERSEDED"));
  EXPECT_THAT(bot_->Wait(), Optional(kSuperseded));
  EXPECT_THAT(bot_->Errors(), HasSubstr("another program plays with this bot's token"));
}

TEST_F(KitTest, StopsWhenTheStatusAloneSaysSo) {  // N7, N8
  for (const auto& status : {Error(grpc::StatusCode::ABORTED, "SUPERSEDED"),
                             Error(grpc::StatusCode::ALREADY_EXISTS, "TOO_MANY_TAKEOVERS")}) {
    StartBot();
    const auto stream = Playing();
    ASSERT_NE(stream, nullptr);
    stream->End(status);
    EXPECT_THAT(bot_->Wait(), Optional(kSuperseded));
  }
}

TEST_F(KitTest, ComesBackAfterDraining) {  // P13
  StartBot();
  auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Noticed(v1::NOTICE_KIND_DRAINING, 300));
  stream->Send(Asked(kMatch, 1, {"R5"}));  // matches go on meanwhile
  EXPECT_EQ(Joined(ReadReply(*stream)), "R5 ");
  const auto ended = std::chrono::steady_clock::now();
  stream->End(Error(grpc::StatusCode::UNAVAILABLE, "DRAINING", 300));
  stream = Connected();
  ASSERT_NE(stream, nullptr);
  EXPECT_GE(std::chrono::steady_clock::now() - ended, std::chrono::milliseconds(300));
}

TEST_F(KitTest, StopsWhenTheRefereeRefusesIt) {  // S2
  const std::map<std::string, grpc::StatusCode> refusals{
      {"TOKEN_UNKNOWN", grpc::StatusCode::UNAUTHENTICATED},
      {"ROLE_REFUSED", grpc::StatusCode::PERMISSION_DENIED},
      {"FIELD_INVALID", grpc::StatusCode::INVALID_ARGUMENT}};
  for (const auto& [reason, code] : refusals) {
    StartBot();
    const auto stream = referee_.Accept();
    ASSERT_NE(stream, nullptr);
    stream->End(Error(code, reason));
    EXPECT_THAT(bot_->Wait(), Optional(kRefused));
    EXPECT_THAT(bot_->Errors(), HasSubstr(reason));
    EXPECT_THAT(bot_->Errors(), HasSubstr("as the test wants it"));
  }
}

TEST_F(KitTest, TriesAgainAfterWhatMayPass) {
  StartBot();
  for (const auto& status : {Error(grpc::StatusCode::RESOURCE_EXHAUSTED, "TOO_MANY_SESSIONS"),
                             Error(grpc::StatusCode::UNAVAILABLE, "NOT_SERVING", 50),
                             grpc::Status(grpc::StatusCode::UNKNOWN, "who knows")}) {
    const auto stream = referee_.Accept();
    ASSERT_NE(stream, nullptr);
    stream->End(status);
  }
  EXPECT_NE(Connected(), nullptr);
}

TEST_F(KitTest, PlaysSeveralMatchesAtOnce) {
  StartBot({"--games", "5"});
  const auto stream = Connected();
  ASSERT_NE(stream, nullptr);
  const std::vector<std::string> ids{"m-1", "m-2", "m-3", "m-4", "m-5"};
  for (const std::string& id : ids) Begin(*stream, id);
  for (int decision = 1; decision <= 10; ++decision) {
    v1::PlayResponse frame;
    for (const std::string& id : ids) frame.MergeFrom(Asked(id, decision, ManyChoices()));
    stream->Send(frame);
    for (const std::string& id : ids) {
      const v1::Reply reply = ReadReply(*stream);
      EXPECT_EQ(reply.match_id(), id);
      EXPECT_EQ(reply.decision_id(), decision);
    }
  }
  for (const std::string& id : ids) stream->Send(Finished(id));
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
}

TEST_F(KitTest, WithEnoughGamesItStillFinishesTheOthers) {
  StartBot({"--once"});
  const auto stream = Connected();
  ASSERT_NE(stream, nullptr);
  Begin(*stream, "m-1");
  Begin(*stream, "m-2");
  stream->Send(Finished("m-1"));
  stream->Send(Asked("m-2", 1, {"R5"}));
  EXPECT_EQ(ReadReply(*stream).match_id(), "m-2");
  stream->Send(Finished("m-2"));
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
}

TEST_F(KitTest, AMatchThatEndedMeanwhileCounts) {
  StartBot({"--once"});
  auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  v1::Match over;
  over.set_match_id(kMatch);
  over.set_state(v1::MATCH_STATE_FINISHED);
  over.set_ending(v1::MATCH_ENDING_WALKOVER);
  referee_.SetMatch(over);
  stream->End(grpc::Status(grpc::StatusCode::INTERNAL, "cut"));
  stream = Connected();
  ASSERT_NE(stream, nullptr);
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
  EXPECT_THAT(bot_->Errors(), HasSubstr("WALKOVER"));
}

TEST_F(KitTest, AnswersPings) {
  StartBot();
  const auto stream = Connected();
  ASSERT_NE(stream, nullptr);
  stream->Send(Frame({Pinged(11), Pinged(12)}));
  for (const int id : {11, 12}) {
    const auto request = stream->Read();
    ASSERT_TRUE(request && request->has_pong());
    EXPECT_EQ(request->pong().ping_id(), id);
  }
}

TEST_F(KitTest, BeginsAnewWhenItWasTooQuick) {  // S12: not all of its messages were read
  StartBot();
  auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  stream->Send(Asked(kMatch, 1, ManyChoices()));
  const std::string said = Joined(ReadReply(*stream));
  SetRunning(kMatch);
  stream->Send(Noticed(v1::NOTICE_KIND_RATE_LIMITED, 20));
  EXPECT_EQ(stream->Read(), std::nullopt);
  stream = Connected();
  ASSERT_NE(stream, nullptr);
  stream->Send(Frame({Snapshot(kMatch), Asked(kMatch, 1, ManyChoices(), true)}));
  EXPECT_EQ(Joined(ReadReply(*stream)), said);
}

TEST_F(KitTest, WhatItDoesNotKnowDoesNotDisturbIt) {
  StartBot({"--once"});
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  for (const int kind :
       {int{v1::NOTICE_KIND_MALFORMED}, int{v1::NOTICE_KIND_UNEXPECTED}, 0, 77, -1}) {
    stream->Send(Noticed(static_cast<v1::NoticeKind>(kind), -5));
  }
  v1::PlayResponse strange;
  strange.add_items();  // a kind of item from the future
  strange.mutable_items(0)
      ->GetReflection()
      ->MutableUnknownFields(strange.mutable_items(0))
      ->AddVarint(99, 1);
  strange.add_items()->mutable_event()->set_match_id("m-404");
  strange.add_items()->mutable_match_started();
  stream->Send(strange);
  stream->Send(v1::PlayResponse());
  stream->Send(Asked(kMatch, 1, {"R5"}));
  EXPECT_EQ(Joined(ReadReply(*stream)), "R5 ");
  stream->Send(Finished(kMatch));
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
}

TEST_F(KitTest, ControlCharactersFromElsewhereDoNotReachTheTerminal) {  // N24
  StartBot({"--once"});
  const auto stream = Playing();
  ASSERT_NE(stream, nullptr);
  v1::PlayResponse notice = Noticed(v1::NOTICE_KIND_UNEXPECTED);
  notice.mutable_items(0)->mutable_notice()->set_text("\x1b]0;gotcha\x07");
  stream->Send(notice);
  stream->Send(Finished(kMatch));
  Leave(*stream);
  EXPECT_THAT(bot_->Wait(), Optional(kDone));
  EXPECT_EQ(bot_->Errors().find('\x1b'), std::string::npos);
  EXPECT_THAT(bot_->Errors(), HasSubstr("gotcha"));
}

TEST_F(KitTest, SaysWhenThereIsNoReferee) {
  const std::string gone = referee_.address();
  referee_.Stop();
  StartBot({"--give-up", "1", "--server", gone});
  EXPECT_THAT(bot_->Wait(), Optional(kUnreachable));
  EXPECT_THAT(bot_->Errors(), HasSubstr("no referee at " + gone));
}

TEST_F(KitTest, WrongFlagsAreRefused) {
  const std::vector<std::vector<std::string>> wrong{{"--games", "0"},
                                                    {"--games", "-1"},
                                                    {"--games", "many"},
                                                    {"--max-matches", "10001"},
                                                    {"--seed", "x"},
                                                    {"--once", "--games", "2"},
                                                    {"--nonsense"},
                                                    {"--token", "secret"},
                                                    {"--token-file", "/nowhere/at/all"}};
  for (const std::vector<std::string>& flags : wrong) {
    StartBot(flags);
    EXPECT_THAT(bot_->Wait(), Optional(kUsage)) << flags[0];
    EXPECT_NE(bot_->Errors(), "");
  }
}

TEST_F(KitTest, WithoutATokenItSaysHowToGetOne) {
  StartBot({}, {"TAKI_TOKEN="});
  EXPECT_THAT(bot_->Wait(), Optional(kUsage));
  EXPECT_THAT(bot_->Errors(), HasSubstr("taki bot register"));
}

}  // namespace
}  // namespace taki::testing
