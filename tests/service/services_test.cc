// The unary services through real calls.
#include <future>

#include "grpc/health/v1/health.grpc.pb.h"
#include "referee/rules/notation.h"
#include "referee/service/call.h"
#include "referee/service/ratings.h"
#include "tests/service/server_fixture.h"

namespace taki::service {
namespace {

using grpc::StatusCode;

v1::RequestMatchRequest MatchOf(std::initializer_list<const char*> bots) {
  v1::RequestMatchRequest request;
  for (const char* bot : bots) request.add_bots(bot);
  return request;
}

class BotServiceTest : public ServerTest {};

TEST_F(BotServiceTest, ARegisteredBotIsFoundByItsName) {
  v1::RegisterBotRequest request;
  request.set_name("alice");
  request.set_display_name("\xd7\x90\xd7\x9c\xd7\x99\xd7\xa1");
  request.set_owner("Alice's team");
  request.set_homepage("https://example.org/alice");
  v1::RegisterBotResponse registered;
  ASSERT_TRUE(bots_->RegisterBot(As("admin").get(), request, &registered).ok());
  EXPECT_EQ(registered.token().size(), 48u);
  v1::GetBotRequest get;
  get.set_name("alice");
  v1::GetBotResponse got;
  ASSERT_TRUE(bots_->GetBot(As("").get(), get, &got).ok());
  EXPECT_EQ(got.bot().display_name(), request.display_name());
  EXPECT_EQ(got.bot().homepage(), request.homepage());
  EXPECT_GT(got.bot().registered_ms(), 0);
  EXPECT_FALSE(got.bot().connected());
  EXPECT_EQ(got.bot().versions_size(), 0);
}

TEST_F(BotServiceTest, ANameIsTakenOnce) {
  Register("alice");
  v1::RegisterBotRequest request;
  request.set_name("alice");
  request.set_owner("somebody");
  v1::RegisterBotResponse response;
  const grpc::Status status = bots_->RegisterBot(As("admin").get(), request, &response);
  EXPECT_EQ(status.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(ReasonOf(status), "BOT_EXISTS");
}

TEST_F(BotServiceTest, OnlyTheOrganiserRegisters) {  // S4
  const std::string token = Register("alice");
  v1::RegisterBotRequest request;
  v1::RegisterBotResponse response;
  EXPECT_EQ(ReasonOf(bots_->RegisterBot(As("").get(), request, &response)), "TOKEN_MISSING");
  EXPECT_EQ(ReasonOf(bots_->RegisterBot(As("taki_wrong").get(), request, &response)),
            "TOKEN_UNKNOWN");
  EXPECT_EQ(ReasonOf(bots_->RegisterBot(As(token).get(), request, &response)), "ROLE_REFUSED");
}

TEST_F(BotServiceTest, FieldErrorsNameEachField) {
  v1::RegisterBotRequest request;
  request.set_name("Alice");
  v1::RegisterBotResponse response;
  const grpc::Status status = bots_->RegisterBot(As("admin").get(), request, &response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  const v1::ErrorDetail detail = DetailOf(status);
  EXPECT_EQ(detail.reason(), "FIELD_INVALID");
  ASSERT_EQ(detail.field_errors_size(), 2);
  EXPECT_EQ(detail.field_errors(0).field(), "name");
  EXPECT_EQ(detail.field_errors(1).field(), "owner");
}

TEST_F(BotServiceTest, AnUnknownBotIsNotFound) {
  v1::GetBotRequest request;
  request.set_name("nobody");
  v1::GetBotResponse response;
  const grpc::Status status = bots_->GetBot(As("").get(), request, &response);
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(ReasonOf(status), "BOT_NOT_FOUND");
  request.set_name("'; DROP TABLE bot");  // N22
  EXPECT_EQ(ReasonOf(bots_->GetBot(As("").get(), request, &response)), "FIELD_INVALID");
}

TEST_F(BotServiceTest, ListsAllBotsPageByPage) {
  for (const char* name : {"eve", "alice", "carol", "bob", "dave"}) Register(name);
  std::string names;
  v1::ListBotsRequest request;
  request.set_page_size(2);
  int pages = 0;
  do {
    v1::ListBotsResponse response;
    ASSERT_TRUE(bots_->ListBots(As("").get(), request, &response).ok());
    for (const v1::Bot& bot : response.bots()) names += bot.name() + " ";
    request.set_page_token(response.next_page_token());
    ++pages;
  } while (!request.page_token().empty());
  EXPECT_EQ(names, "alice bob carol dave eve ");
  EXPECT_EQ(pages, 3);
}

TEST_F(BotServiceTest, TheCurrentVersionIsTheOneSaidLast) {
  const std::string token = Register("alice");
  Register("bob");
  const auto current = [this] {
    v1::GetBotRequest get;
    get.set_name("alice");
    v1::GetBotResponse got;
    EXPECT_TRUE(bots_->GetBot(As("").get(), get, &got).ok());
    return got.bot().current_version();
  };
  EXPECT_EQ(current(), "");
  const auto say_hello = [&](const std::string& version) {
    const auto context = As(token);
    const auto stream = play_->Play(context.get());
    v1::PlayRequest hello;
    hello.mutable_hello()->set_bot_version(version);
    v1::PlayResponse welcome;
    EXPECT_TRUE(stream->Write(hello) && stream->Read(&welcome));
    stream->WritesDone();
    EXPECT_TRUE(stream->Finish().ok());
  };
  say_hello("1");
  say_hello("2");
  EXPECT_EQ(current(), "2");
  say_hello("1");
  EXPECT_EQ(current(), "1") << "a bot may go back to an older one";

  // After a restart: what it played with last, else what was new last.
  StopServer();
  StartServer();
  EXPECT_EQ(current(), "2");
  const std::string id = RequestMatch(MatchOf({"alice", "bob"}));
  StopServer();
  const std::vector<match::Record> start = {{.kind = match::Record::Kind::kStart,
                                             .input_no = 1,
                                             .ready = rules::SeatSet::FirstN(2),
                                             .versions = {"1", "1"}}};
  store::Batch batch;
  store::MatchChange& change = batch.changes.emplace_back();
  change.match = {1};
  change.records = start;
  change.state = store::MatchState::kRunning;
  ASSERT_TRUE(store_.Commit(batch).ok());
  StartServer();
  EXPECT_EQ(current(), "1");
}

TEST_F(BotServiceTest, WhileNothingCanBeWrittenChangesAreRefusedAndReadsGoOn) {  // P4
  Register("alice");
  auto health = grpc::health::v1::Health::NewStub(NewChannel());
  const auto watching = As("");
  const auto watched = health->Watch(watching.get(), grpc::health::v1::HealthCheckRequest());
  grpc::health::v1::HealthCheckResponse told;
  ASSERT_TRUE(watched->Read(&told));
  EXPECT_EQ(told.status(), told.SERVING);
  store_.FailCommits(absl::UnavailableError("disk full"));
  auto waiting = std::async(std::launch::async, [this] { return Register("bob"); });
  ASSERT_TRUE(watched->Read(&told));
  EXPECT_EQ(told.status(), told.NOT_SERVING);

  v1::RegisterBotRequest request;
  request.set_name("carol");
  request.set_owner("tests");
  v1::RegisterBotResponse response;
  const grpc::Status refused = bots_->RegisterBot(As("admin").get(), request, &response);
  EXPECT_EQ(refused.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(refused), "NOT_SERVING");
  EXPECT_GT(DetailOf(refused).retry_after_ms(), 0);
  v1::ListBotsResponse listed;
  EXPECT_TRUE(bots_->ListBots(As("").get(), v1::ListBotsRequest(), &listed).ok());
  EXPECT_EQ(listed.bots_size(), 1);

  store_.FailCommits(absl::OkStatus());
  ASSERT_TRUE(watched->Read(&told));
  EXPECT_EQ(told.status(), told.SERVING) << "it goes on by itself";
  EXPECT_EQ(waiting.get().size(), 48u) << "the call that met the full disk first was not lost";
  EXPECT_TRUE(bots_->RegisterBot(As("admin").get(), request, &response).ok());
  watching->TryCancel();
}

// Its loop ends at once: nobody waits for an answer that will not come.
TEST_F(BotServiceTest, ADamagedStoreLetsNoCallWait) {  // D9
  run_ends_with_ = absl::StatusCode::kDataLoss;
  Register("alice");
  store_.FailCommits(absl::DataLossError("page 4"));
  const auto rotate = [this] {
    v1::RotateTokenRequest request;
    request.set_name("alice");
    v1::RotateTokenResponse response;
    const auto context = As("admin");
    context->set_wait_for_ready(false);  // the server may be gone already
    return bots_->RotateToken(context.get(), request, &response);
  };
  std::vector<std::future<grpc::Status>> calls;
  for (int i = 0; i < 16; ++i) calls.push_back(std::async(std::launch::async, rotate));
  for (auto& call : calls) {
    const grpc::Status status = call.get();  // CANCELLED: gRPC had not begun with it
    EXPECT_TRUE(status.error_code() == StatusCode::UNAVAILABLE ||
                status.error_code() == StatusCode::CANCELLED)
        << status.error_message();
  }
}

TEST_F(BotServiceTest, RotatingVoidsTheOldTokenAtOnce) {  // S1
  const std::string old_token = Register("alice");
  const std::string bobs = Register("bob");
  v1::RotateTokenRequest request;
  request.set_name("alice");
  v1::RotateTokenResponse response;
  EXPECT_EQ(ReasonOf(bots_->RotateToken(As(bobs).get(), request, &response)), "ROLE_REFUSED");
  ASSERT_TRUE(bots_->RotateToken(As(old_token).get(), request, &response).ok());  // alice herself
  const std::string new_token = response.token();
  EXPECT_NE(new_token, old_token);
  EXPECT_EQ(ReasonOf(bots_->RotateToken(As(old_token).get(), request, &response)), "TOKEN_UNKNOWN");
  EXPECT_TRUE(bots_->RotateToken(As(new_token).get(), request, &response).ok());
  EXPECT_TRUE(bots_->RotateToken(As("admin").get(), request, &response).ok());
}

class LeagueServiceTest : public ServerTest {
 protected:
  void SetUp() override {
    ServerTest::SetUp();
    Register("alice");
    Register("bob");
  }
};

TEST_F(LeagueServiceTest, AMatchIsOnRecordWhenTheCallReturns) {
  const std::string id = RequestMatch(MatchOf({"alice", "bob"}));
  EXPECT_EQ(id, "m-000001");
  v1::GetMatchRequest get;
  get.set_match_id(id);
  get.set_include_record(true);
  v1::GetMatchResponse got;
  ASSERT_TRUE(history_->GetMatch(As("").get(), get, &got).ok());
  EXPECT_EQ(got.match().seats(0).bot(), "bob");  // R2.4: the youngest begins
  EXPECT_EQ(got.match().ruleset().max_turns(), 10'000);
  EXPECT_EQ(got.match().deal().commitment().size(), 32u);
  EXPECT_EQ(got.match().deal().seed(), "");
  EXPECT_TRUE(got.record().starts_with("taki 1\nmatch m-000001\n")) << got.record();
}

TEST_F(LeagueServiceTest, UnknownBotsAreNamed) {
  v1::RequestMatchResponse response;
  const grpc::Status status =
      league_->RequestMatch(As("admin").get(), MatchOf({"alice", "nobody"}), &response);
  EXPECT_EQ(ReasonOf(status), "BOT_NOT_FOUND");
  EXPECT_NE(status.error_message().find("bots[1]"), std::string::npos);
}

TEST_F(LeagueServiceTest, TheSameRequestIdIsTheSameMatch) {
  v1::RequestMatchRequest request = MatchOf({"alice", "bob"});
  request.set_request_id("final");
  const std::string first = RequestMatch(request);
  EXPECT_EQ(RequestMatch(request), first);
  request.set_public_delay_ms(1);
  v1::RequestMatchResponse other;
  EXPECT_EQ(ReasonOf(league_->RequestMatch(As("admin").get(), request, &other)),
            "REQUEST_ID_REUSED");
  request.set_public_delay_ms(0);
  request.set_rated(true);
  v1::RequestMatchResponse response;
  const grpc::Status status = league_->RequestMatch(As("admin").get(), request, &response);
  EXPECT_EQ(status.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(ReasonOf(status), "REQUEST_ID_REUSED");
  EXPECT_EQ(DetailOf(status).metadata().at("match_id"), first);
}

TEST_F(LeagueServiceTest, ADrainingRefereeSaysSo) {
  const Auth auth({}, store_);
  std::atomic<bool> draining = false;
  LeagueViews leagues(store_);
  Ratings ratings(store_);
  const Backend backend{auth, *host_, store_, draining, leagues, ratings};
  const absl::Status refused = absl::UnavailableError("not now");
  EXPECT_EQ(ReasonOf(Failure(backend, refused, {.not_found = Reason::kBotNotFound})),
            "NOT_SERVING");
  draining = true;
  EXPECT_EQ(ReasonOf(Failure(backend, refused, {.not_found = Reason::kBotNotFound})), "DRAINING");
}

class HistoryServiceTest : public LeagueServiceTest {};

TEST_F(HistoryServiceTest, IdsThatAreNoneAreRefusedAndUnknownOnesNotFound) {
  v1::GetMatchRequest get;
  v1::GetMatchResponse got;
  for (const char* bad : {"", "7", "m-7", "m-000000", "m-0000001", "../etc/passwd"}) {  // S16
    get.set_match_id(bad);
    EXPECT_EQ(ReasonOf(history_->GetMatch(As("").get(), get, &got)), "FIELD_INVALID") << bad;
  }
  get.set_match_id("m-000001");
  EXPECT_EQ(ReasonOf(history_->GetMatch(As("").get(), get, &got)), "MATCH_NOT_FOUND");
  v1::ListMovesRequest moves;
  moves.set_match_id("m-000001");
  v1::ListMovesResponse listed;
  EXPECT_EQ(ReasonOf(history_->ListMoves(As("").get(), moves, &listed)), "MATCH_NOT_FOUND");
}

TEST_F(HistoryServiceTest, ListsTheNewestFirstPageByPage) {
  for (int i = 0; i < 5; ++i) RequestMatch(MatchOf({"alice", "bob"}));
  v1::ListMatchesRequest request;
  request.set_bot("alice");
  request.set_page_size(2);
  std::string ids;
  do {
    v1::ListMatchesResponse response;
    ASSERT_TRUE(history_->ListMatches(As("").get(), request, &response).ok());
    for (const v1::Match& match : response.matches()) ids += match.match_id() + " ";
    request.set_page_token(response.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_EQ(ids, "m-000005 m-000004 m-000003 m-000002 m-000001 ");
}

TEST_F(HistoryServiceTest, APageTokenOfAnotherQueryIsRefused) {
  for (int i = 0; i < 3; ++i) RequestMatch(MatchOf({"alice", "bob"}));
  v1::ListMatchesRequest request;
  request.set_page_size(1);
  v1::ListMatchesResponse response;
  ASSERT_TRUE(history_->ListMatches(As("").get(), request, &response).ok());
  request.set_bot("alice");
  request.set_page_token(response.next_page_token());
  const grpc::Status status = history_->ListMatches(As("").get(), request, &response);
  ASSERT_EQ(DetailOf(status).field_errors_size(), 1);
  EXPECT_EQ(DetailOf(status).field_errors(0).field(), "page_token");
}

TEST_F(HistoryServiceTest, APageTokenThatIsNoneOfThisQueryIsNamed) {
  for (int i = 0; i < 3; ++i) RequestMatch(MatchOf({"alice", "bob"}));
  v1::ListMatchesRequest request;
  request.set_page_size(1);
  v1::ListMatchesResponse response;
  ASSERT_TRUE(history_->ListMatches(As("").get(), request, &response).ok());
  const std::string token = response.next_page_token();
  v1::ListBotsRequest bots;
  bots.set_page_size(1);
  v1::ListBotsResponse listed;
  ASSERT_TRUE(bots_->ListBots(As("").get(), bots, &listed).ok());
  for (const std::string& bad : {token.substr(1), token.substr(0, token.size() - 1), token + "A",
                                 std::string("1"), listed.next_page_token()}) {
    request.set_page_token(bad);
    const grpc::Status status = history_->ListMatches(As("").get(), request, &response);
    ASSERT_EQ(DetailOf(status).field_errors_size(), 1) << bad;
    EXPECT_EQ(DetailOf(status).field_errors(0).field(), "page_token");
  }
  request.set_page_token(token);
  EXPECT_TRUE(history_->ListMatches(As("").get(), request, &response).ok());
}

TEST_F(HistoryServiceTest, APageSizeOutOfRangeIsNamed) {
  v1::ListMatchesRequest request;
  v1::ListMatchesResponse response;
  for (const int bad : {-1, 1'001, 1'000'000}) {
    request.set_page_size(bad);
    const grpc::Status status = history_->ListMatches(As("").get(), request, &response);
    ASSERT_EQ(DetailOf(status).field_errors_size(), 1) << bad;
    EXPECT_EQ(DetailOf(status).field_errors(0).field(), "page_size");
  }
}

TEST_F(HistoryServiceTest, AMatchThatIsNotOverCannotBeVerified) {
  v1::VerifyMatchRequest request;
  request.set_match_id(RequestMatch(MatchOf({"alice", "bob"})));
  v1::VerifyMatchResponse response;
  const grpc::Status status = history_->VerifyMatch(As("").get(), request, &response);
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(status), "MATCH_NOT_OVER");
}

// Nobody knows how it goes on: it may be restored and played to its end.
TEST_F(HistoryServiceTest, AQuarantinedMatchNeverShowsItsSecrets) {  // S6, S7, D9
  const std::string id = RequestMatch(MatchOf({"alice", "bob"}));
  StopServer();
  match::Line draw{.ply = 0, .input_no = 2, .action = rules::Action::Draw()};
  draw.drawn.push_back({rules::Seat(0), {*rules::ParseCard("R5")}});
  const match::Line pass{.ply = 1, .input_no = 3, .action = rules::Action::Pass(), .sealed = true};
  const std::vector<match::Line> lines = {draw, pass};
  store::Batch batch;
  store::MatchChange& change = batch.changes.emplace_back();
  change.match = {1};
  change.lines = lines;
  change.state = store::MatchState::kQuarantined;
  change.quarantine_reason = "seat 1 does not hold G7";
  ASSERT_TRUE(store_.Commit(batch).ok());
  StartServer();

  v1::GetMatchRequest get;
  get.set_match_id(id);
  get.set_include_record(true);
  v1::GetMatchResponse got;
  ASSERT_TRUE(history_->GetMatch(As("").get(), get, &got).ok());
  EXPECT_EQ(got.match().state(), v1::MATCH_STATE_QUARANTINED);
  EXPECT_EQ(got.match().deal().seed(), "");
  EXPECT_NE(got.record().find("seed=-"), std::string::npos) << got.record();
  EXPECT_EQ(got.record().find("R5"), std::string::npos) << got.record();
  EXPECT_EQ(got.record().find("pass"), std::string::npos) << got.record();
  v1::ListMovesRequest list;
  list.set_match_id(id);
  v1::ListMovesResponse listed;
  ASSERT_TRUE(history_->ListMoves(As("").get(), list, &listed).ok());
  ASSERT_EQ(listed.moves_size(), 1);
  EXPECT_EQ(listed.moves(0).drawn(0).cards_size(), 0);
  v1::VerifyMatchRequest verify;
  verify.set_match_id(id);
  v1::VerifyMatchResponse verified;
  const grpc::Status refused = history_->VerifyMatch(As("").get(), verify, &verified);
  EXPECT_EQ(ReasonOf(refused), "MATCH_QUARANTINED");
  EXPECT_EQ(refused.error_message().find("G7"), std::string::npos) << refused.error_message();
}

TEST_F(HistoryServiceTest, OnlyTheOrganiserSeesAMatchBeforeThePublicDoes) {
  v1::RequestMatchRequest wanted = MatchOf({"alice", "bob"});
  wanted.set_public_delay_ms(3'600'000);
  const std::string id = RequestMatch(wanted);
  v1::VoidMatchRequest voiding;
  voiding.set_match_id(id);
  v1::VoidMatchResponse voided;
  ASSERT_TRUE(league_->VoidMatch(As("admin").get(), voiding, &voided).ok());
  v1::WatchMatchRequest request;
  request.set_match_id(id);
  v1::WatchMatchResponse message;
  const auto organiser = As("admin"), spectator = As("");
  auto at_once = history_->WatchMatch(organiser.get(), request);
  ASSERT_TRUE(at_once->Read(&message));
  EXPECT_EQ(message.match().state(), v1::MATCH_STATE_VOID);
  ASSERT_TRUE(at_once->Read(&message));
  EXPECT_EQ(message.finished().void_reason(), "ORGANISER");
  EXPECT_FALSE(at_once->Read(&message));
  EXPECT_TRUE(at_once->Finish().ok());
  auto later = history_->WatchMatch(spectator.get(), request);
  ASSERT_TRUE(later->Read(&message));
  EXPECT_EQ(message.match().state(), v1::MATCH_STATE_ASSIGNED);
  EXPECT_EQ(message.match().public_delay_ms(), 3'600'000);
  EXPECT_EQ(message.match().deal().seed(), "");
  spectator->TryCancel();
  later->Finish();
}

TEST_F(HistoryServiceTest, WatchingAtAnImpossiblePaceNamesTheField) {
  v1::WatchMatchRequest request;
  request.set_match_id(RequestMatch(MatchOf({"alice", "bob"})));
  for (const int pace : {-1, 1'001}) {
    request.set_events_per_second(pace);
    const auto context = As("");
    auto reader = history_->WatchMatch(context.get(), request);
    v1::WatchMatchResponse response;
    EXPECT_FALSE(reader->Read(&response));
    const grpc::Status status = reader->Finish();
    EXPECT_EQ(ReasonOf(status), "FIELD_INVALID");
    EXPECT_NE(status.error_message().find("events_per_second"), std::string::npos);
  }
}

TEST_F(HistoryServiceTest, WatchingAnUnknownMatchIsNotFound) {
  v1::WatchMatchRequest request;
  request.set_match_id("m-000009");
  const auto context = As("");
  auto reader = history_->WatchMatch(context.get(), request);
  v1::WatchMatchResponse response;
  EXPECT_FALSE(reader->Read(&response));
  EXPECT_EQ(ReasonOf(reader->Finish()), "MATCH_NOT_FOUND");
}

class PlayTest : public ServerTest {};

TEST_F(PlayTest, UnknownTokensAreRefused) {  // S2
  const auto context = As("taki_wrong");
  auto stream = play_->Play(context.get());
  v1::PlayResponse response;
  EXPECT_FALSE(stream->Read(&response));
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(ReasonOf(status), "TOKEN_UNKNOWN");
}

TEST_F(PlayTest, TheNewestStreamOfABotWins) {  // N7
  const std::string token = Register("alice");
  v1::PlayRequest hello;
  hello.mutable_hello()->set_bot_version("1");
  v1::PlayResponse response;
  const auto first_context = As(token), second_context = As(token);
  auto first = play_->Play(first_context.get());
  ASSERT_TRUE(first->Write(hello));
  ASSERT_TRUE(first->Read(&response));
  EXPECT_EQ(response.items(0).welcome().bot(), "alice");
  EXPECT_EQ(response.items(0).welcome().server_version(), "test");
  auto second = play_->Play(second_context.get());
  ASSERT_TRUE(second->Write(hello));
  ASSERT_TRUE(second->Read(&response));
  EXPECT_EQ(response.items(0).welcome().session(), 2);
  ASSERT_TRUE(first->Read(&response));
  EXPECT_EQ(response.items(0).notice().kind(), v1::NOTICE_KIND_SUPERSEDED);
  EXPECT_FALSE(first->Read(&response));
  const grpc::Status status = first->Finish();
  EXPECT_EQ(status.error_code(), StatusCode::ABORTED);
  EXPECT_EQ(ReasonOf(status), "SUPERSEDED");
  second->WritesDone();
  EXPECT_TRUE(second->Finish().ok());
}

TEST_F(PlayTest, RotatingEndsTheStreamThatTheOldTokenOpened) {  // S1
  const std::string token = Register("alice");
  const auto context = As(token);
  auto stream = play_->Play(context.get());
  v1::PlayRequest hello;
  hello.mutable_hello()->set_bot_version("1");
  ASSERT_TRUE(stream->Write(hello));
  v1::PlayResponse response;
  ASSERT_TRUE(stream->Read(&response));
  v1::RotateTokenRequest request;
  request.set_name("alice");
  v1::RotateTokenResponse rotated;
  ASSERT_TRUE(bots_->RotateToken(As("admin").get(), request, &rotated).ok());
  while (stream->Read(&response)) {
  }
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(ReasonOf(status), "TOKEN_REVOKED");
}

TEST_F(PlayTest, ABadVersionIsAFieldError) {
  const auto context = As(Register("alice"));
  auto stream = play_->Play(context.get());
  v1::PlayRequest hello;
  hello.mutable_hello()->set_bot_version("one two");
  ASSERT_TRUE(stream->Write(hello));
  v1::PlayResponse response;
  EXPECT_FALSE(stream->Read(&response));
  const v1::ErrorDetail detail = DetailOf(stream->Finish());
  ASSERT_EQ(detail.field_errors_size(), 1);
  EXPECT_EQ(detail.field_errors(0).field(), "bot_version");
}

TEST_F(PlayTest, StoppingEndsEveryStreamWithDraining) {  // P13
  const auto context = As(Register("alice"));
  auto stream = play_->Play(context.get());
  v1::PlayRequest hello;
  hello.mutable_hello()->set_bot_version("1");
  ASSERT_TRUE(stream->Write(hello));
  v1::PlayResponse response;
  ASSERT_TRUE(stream->Read(&response));
  std::thread stopping([this] { StopServer(); });
  while (stream->Read(&response)) {
  }
  const grpc::Status status = stream->Finish();
  stopping.join();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), "DRAINING");
  EXPECT_GT(DetailOf(status).retry_after_ms(), 0);
}

}  // namespace
}  // namespace taki::service
