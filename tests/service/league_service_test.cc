// The commands of LeagueService through real calls.
#include <google/protobuf/text_format.h>

#include "tests/service/rated_results.h"
#include "tests/service/server_fixture.h"

namespace taki::service {
namespace {

using grpc::StatusCode;

// An organiser of leagues of alice, bob, carol and dave, who are registered and never connected.
class LeagueCommandTest : public ServerTest {
 protected:
  void SetUp() override {
    ServerTest::SetUp();
    for (const char* bot : {"alice", "bob", "carol", "dave"}) tokens_[bot] = Register(bot);
  }

  static v1::CreateLeagueRequest Cup(const std::string& more = "bots: 'alice' bots: 'bob'") {
    v1::CreateLeagueRequest request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
        "name: 'cup' format: LEAGUE_FORMAT_ROUND_ROBIN " + more, request.mutable_config()));
    return request;
  }
  v1::League Create(const v1::CreateLeagueRequest& request) {
    v1::CreateLeagueResponse response;
    const grpc::Status status = league_->CreateLeague(As("admin").get(), request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.league();
  }
  grpc::Status TryCreate(const v1::CreateLeagueRequest& request) {
    v1::CreateLeagueResponse response;
    return league_->CreateLeague(As("admin").get(), request, &response);
  }
  grpc::Status Enter(const std::string& league, const std::string& bot) {
    v1::EnterBotRequest request;
    request.set_league_id(league);
    request.set_bot(bot);
    v1::EnterBotResponse response;
    return league_->EnterBot(As("admin").get(), request, &response);
  }
  grpc::Status Withdraw(const std::string& as, const std::string& bot) {
    v1::WithdrawBotRequest request;
    request.set_league_id("l-000001");
    request.set_bot(bot);
    v1::WithdrawBotResponse response;
    return league_->WithdrawBot(As(as).get(), request, &response);
  }
  grpc::Status Start(v1::League* out = nullptr) {
    v1::StartLeagueRequest request;
    request.set_league_id("l-000001");
    v1::StartLeagueResponse response;
    const grpc::Status status = league_->StartLeague(As("admin").get(), request, &response);
    if (out != nullptr) *out = response.league();
    return status;
  }
  // The state after `Verb`League, or the reason why it was refused.
  template <class Request, class Response>
  std::string Do(grpc::Status (v1::LeagueService::Stub::*verb)(grpc::ClientContext*, const Request&,
                                                               Response*)) {
    Request request;
    request.set_league_id("l-000001");
    Response response;
    const grpc::Status status = (league_.get()->*verb)(As("admin").get(), request, &response);
    return status.ok() ? v1::LeagueState_Name(response.league().state()) : ReasonOf(status);
  }
  grpc::Status Disqualify(const std::string& bot, const std::string& reason) {
    v1::DisqualifyBotRequest request;
    request.set_league_id("l-000001");
    request.set_bot(bot);
    request.set_reason(reason);
    v1::DisqualifyBotResponse response;
    return league_->DisqualifyBot(As("admin").get(), request, &response);
  }
  grpc::Status Void(const std::string& match, v1::Match* out = nullptr) {
    v1::VoidMatchRequest request;
    request.set_match_id(match);
    v1::VoidMatchResponse response;
    const grpc::Status status = league_->VoidMatch(As("admin").get(), request, &response);
    if (out != nullptr) *out = response.match();
    return status;
  }
  grpc::Status Requeue(const v1::RequeueMatchRequest& request, v1::RequeueMatchResponse* response) {
    return league_->RequeueMatch(As("admin").get(), request, response);
  }
  v1::GetLeagueResponse Get(const std::string& league) {
    v1::GetLeagueRequest request;
    (league.starts_with("l-") ? request.set_league_id(league) : request.set_name(league));
    v1::GetLeagueResponse response;
    const grpc::Status status = league_->GetLeague(As("").get(), request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  static std::string FieldsOf(const grpc::Status& status) {
    const v1::ErrorDetail detail = DetailOf(status);
    std::string fields;
    for (const v1::FieldError& error : detail.field_errors())
      fields += (fields.empty() ? "" : " ") + error.field();
    return fields;
  }

  std::map<std::string, std::string> tokens_;
};

// --- creating

TEST_F(LeagueCommandTest, ALeagueIsOnRecordWhenTheCallReturns) {
  const v1::League league = Create(Cup());
  EXPECT_EQ(league.league_id(), "l-000001");
  EXPECT_EQ(league.state(), v1::LEAGUE_STATE_OPEN);
  EXPECT_EQ(league.config().title(), "cup");
  EXPECT_TRUE(league.config().rated());
  EXPECT_EQ(league.event_commitment().size(), 32u);
  const v1::GetLeagueResponse got = Get("cup");
  EXPECT_EQ(got.league().SerializeAsString(), league.SerializeAsString());
  ASSERT_EQ(got.entrants_size(), 2);
  EXPECT_EQ(got.entrants(0).bot(), "alice");
  EXPECT_EQ(got.entrants(0).owner(), "tests");
  EXPECT_EQ(got.entrants(0).seed(), 0);
  EXPECT_EQ(Get("l-000001").league().config().name(), "cup");
}

TEST_F(LeagueCommandTest, TheSameRequestIdIsTheSameLeague) {
  v1::CreateLeagueRequest request = Cup();
  request.set_request_id("spring");
  const v1::League first = Create(request);
  EXPECT_TRUE(Enter("l-000001", "carol").ok());
  EXPECT_EQ(Create(request).league_id(), first.league_id());
  request.mutable_config()->add_bots("dave");  // carol came third
  EXPECT_EQ(ReasonOf(TryCreate(request)), "REQUEST_ID_REUSED");
  request = Cup();
  request.set_request_id("spring");
  request.mutable_config()->set_max_matches(1);
  const grpc::Status status = TryCreate(request);
  EXPECT_EQ(status.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(ReasonOf(status), "REQUEST_ID_REUSED");
  EXPECT_EQ(DetailOf(status).metadata().at("league_id"), first.league_id());
}

TEST_F(LeagueCommandTest, ANameIsTakenOnce) {
  Create(Cup());
  const grpc::Status status = TryCreate(Cup());
  EXPECT_EQ(status.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(ReasonOf(status), "LEAGUE_EXISTS");
}

TEST_F(LeagueCommandTest, ABotThatIsNotRegisteredIsNamed) {
  const grpc::Status status = TryCreate(Cup("bots: 'alice' bots: 'nobody'"));
  EXPECT_EQ(ReasonOf(status), "BOT_NOT_FOUND");
  EXPECT_NE(status.error_message().find("config.bots[1]"), std::string::npos)
      << status.error_message();
}

TEST_F(LeagueCommandTest, BadFieldsAreNamedAndNothingIsMade) {
  v1::CreateLeagueRequest request = Cup("seats: -3");
  request.mutable_config()->set_name("C\n");
  request.set_request_id("with space");
  const grpc::Status status = TryCreate(request);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(FieldsOf(status), "config.name config.seats request_id");
  EXPECT_EQ(FieldsOf(TryCreate({})), "config.name config.format");
  v1::ListLeaguesResponse listed;
  ASSERT_TRUE(league_->ListLeagues(As("").get(), {}, &listed).ok());
  EXPECT_EQ(listed.leagues_size(), 0);
}

TEST_F(LeagueCommandTest, ThousandsOfBadNamesAreOneReadableError) {
  v1::CreateLeagueRequest request = Cup("");
  for (int i = 0; i < 3'000; ++i) request.mutable_config()->add_bots("B" + std::to_string(i));
  const grpc::Status status = TryCreate(request);
  EXPECT_EQ(ReasonOf(status), "FIELD_INVALID");
  EXPECT_NE(status.error_message().find("2999 more"), std::string::npos) << status.error_message();
}

TEST_F(LeagueCommandTest, OnlyTheOrganiserCommands) {  // S4
  v1::CreateLeagueResponse response;
  EXPECT_EQ(ReasonOf(league_->CreateLeague(As("").get(), Cup(), &response)), "TOKEN_MISSING");
  EXPECT_EQ(ReasonOf(league_->CreateLeague(As(tokens_["alice"]).get(), Cup(), &response)),
            "ROLE_REFUSED");
  v1::PreviewLeagueResponse preview;
  EXPECT_EQ(ReasonOf(league_->PreviewLeague(As("").get(), {}, &preview)), "TOKEN_MISSING");
}

// --- entries

TEST_F(LeagueCommandTest, BotsAreEnteredUntilTheStart) {
  Create(Cup());
  EXPECT_TRUE(Enter("l-000001", "carol").ok());
  EXPECT_EQ(ReasonOf(Enter("l-000001", "carol")), "LEAGUE_STATE_REFUSED");  // already
  EXPECT_EQ(ReasonOf(Enter("l-000001", "nobody")), "BOT_NOT_FOUND");
  EXPECT_EQ(ReasonOf(Enter("l-000002", "dave")), "LEAGUE_NOT_FOUND");
  EXPECT_EQ(FieldsOf(Enter("cup", "")), "bot league_id");
  ASSERT_TRUE(Start().ok());
  const grpc::Status late = Enter("l-000001", "dave");
  EXPECT_EQ(late.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(late), "LEAGUE_STATE_REFUSED");
  EXPECT_EQ(Get("cup").entrants_size(), 3);
}

TEST_F(LeagueCommandTest, ABotMayWithdrawItselfAndNobodyElse) {  // S5
  Create(Cup("bots: 'alice' bots: 'bob' bots: 'carol'"));
  EXPECT_EQ(ReasonOf(Withdraw(tokens_["alice"], "bob")), "ROLE_REFUSED");
  EXPECT_EQ(ReasonOf(Withdraw("", "bob")), "TOKEN_MISSING");
  EXPECT_TRUE(Withdraw(tokens_["alice"], "alice").ok());
  EXPECT_EQ(Get("cup").entrants_size(), 2);  // before the start: as if it had not been entered
  EXPECT_EQ(ReasonOf(Withdraw("admin", "alice")), "BOT_NOT_ENTERED");
  EXPECT_EQ(ReasonOf(Withdraw("admin", "nobody")), "BOT_NOT_FOUND");
  ASSERT_TRUE(Start().ok());
  EXPECT_TRUE(Withdraw("admin", "bob").ok());
  EXPECT_EQ(Get("cup").entrants(0).status(), v1::ENTRANT_STATUS_WITHDRAWN);
}

// --- its course

TEST_F(LeagueCommandTest, ALeagueIsStartedPausedResumedAndAborted) {
  using Stub = v1::LeagueService::Stub;
  Create(Cup());
  EXPECT_EQ(Do(&Stub::PauseLeague), "LEAGUE_STATE_REFUSED");
  EXPECT_EQ(Do(&Stub::StartLeague), "LEAGUE_STATE_RUNNING");
  EXPECT_EQ(Do(&Stub::StartLeague), "LEAGUE_STATE_REFUSED");
  EXPECT_EQ(Do(&Stub::ResumeLeague), "LEAGUE_STATE_REFUSED");
  EXPECT_EQ(Do(&Stub::PauseLeague), "LEAGUE_STATE_PAUSED");
  EXPECT_EQ(Do(&Stub::ResumeLeague), "LEAGUE_STATE_RUNNING");
  EXPECT_EQ(Do(&Stub::AbortLeague), "LEAGUE_STATE_ABORTED");
  EXPECT_EQ(Do(&Stub::AbortLeague), "LEAGUE_STATE_REFUSED");
}

TEST_F(LeagueCommandTest, ALeagueIsDrained) {
  using Stub = v1::LeagueService::Stub;
  Create(Cup());
  ASSERT_TRUE(Start().ok());  // nobody is there, so nothing runs
  EXPECT_EQ(Do(&Stub::DrainLeague), "LEAGUE_STATE_FINISHED");
  EXPECT_GT(Get("cup").league().ended_ms(), 0);
}

TEST_F(LeagueCommandTest, CommandsNameTheLeagueThatTheyDoNotFind) {
  using Stub = v1::LeagueService::Stub;
  EXPECT_EQ(Do(&Stub::StartLeague), "LEAGUE_NOT_FOUND");
  EXPECT_EQ(Do(&Stub::PauseLeague), "LEAGUE_NOT_FOUND");
  EXPECT_EQ(Do(&Stub::ResumeLeague), "LEAGUE_NOT_FOUND");
  EXPECT_EQ(Do(&Stub::DrainLeague), "LEAGUE_NOT_FOUND");
  EXPECT_EQ(Do(&Stub::AbortLeague), "LEAGUE_NOT_FOUND");
  v1::StartLeagueResponse response;
  EXPECT_EQ(FieldsOf(league_->StartLeague(As("admin").get(), {}, &response)), "league_id");
}

TEST_F(LeagueCommandTest, TooFewBotsAreTheLeaguesState) {
  Create(Cup("bots: 'alice'"));
  const grpc::Status status = Start();
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(status), "LEAGUE_STATE_REFUSED");
}

TEST_F(LeagueCommandTest, TheEventSeedIsTheOneThatWasCommittedTo) {
  const v1::League open = Create(Cup());
  EXPECT_EQ(open.event_seed(), "");
  EXPECT_EQ(Get("cup").league().event_seed(), "");
  v1::League started;
  ASSERT_TRUE(Start(&started).ok());
  EXPECT_EQ(started.event_commitment(), open.event_commitment());
  rules::Bytes32 seed{};
  ASSERT_EQ(started.event_seed().size(), seed.size());
  std::copy(started.event_seed().begin(), started.event_seed().end(), seed.begin());
  const rules::Bytes32 commitment = league::EventCommitment({1}, seed);
  EXPECT_EQ(open.event_commitment(), std::string(commitment.begin(), commitment.end()));
}

// Whether the event seed of league 1, or a part of it that nobody could guess, is in a message.
bool Tells(const google::protobuf::Message& message, const rules::Bytes32& seed) {
  return message.SerializeAsString().find(
             std::string(seed.begin(), seed.begin() + seed.size() / 2)) != std::string::npos;
}

TEST_F(LeagueCommandTest, NoMessageTellsTheEventSeedBeforeTheStart) {  // S6
  v1::CreateLeagueResponse created;
  ASSERT_TRUE(league_->CreateLeague(As("admin").get(), Cup(), &created).ok());
  const rules::Bytes32 seed = store_.GetLeague({1})->event_seed;
  EXPECT_FALSE(Tells(created, seed));
  EXPECT_FALSE(Tells(Get("cup"), seed));
  v1::ListLeaguesResponse listed;
  ASSERT_TRUE(league_->ListLeagues(As("").get(), {}, &listed).ok());
  EXPECT_FALSE(Tells(listed, seed));
  v1::WatchLeagueRequest request;
  request.set_league_id("l-000001");
  request.set_from_seq(1);
  const auto context = As("");
  auto reader = league_->WatchLeague(context.get(), request);
  v1::WatchLeagueResponse told;
  do {
    ASSERT_TRUE(reader->Read(&told));
    EXPECT_FALSE(Tells(told, seed));
  } while (!told.has_progressed());
  EXPECT_EQ(Do(&v1::LeagueService::Stub::AbortLeague), "LEAGUE_STATE_ABORTED");
  while (reader->Read(&told)) EXPECT_FALSE(Tells(told, seed));
  EXPECT_FALSE(Tells(Get("cup"), seed));  // it never started
}

TEST_F(LeagueCommandTest, SeedingByRatingTakesTheLeaderboardOfTheStart) {
  CommitRated(store_, {500}, {{*store_.GetBot("alice"), 1}, {*store_.GetBot("bob"), 2}});
  Create(Cup("seeding: LEAGUE_SEEDING_RATING bots: 'carol' bots: 'bob' bots: 'alice'"));
  v1::PreviewLeagueRequest preview;
  *preview.mutable_config() =
      Cup("seeding: LEAGUE_SEEDING_RATING bots: 'bob' bots: 'alice'").config();
  preview.mutable_config()->set_name("other");
  v1::PreviewLeagueResponse previewed;
  ASSERT_TRUE(league_->PreviewLeague(As("admin").get(), preview, &previewed).ok());
  EXPECT_EQ(previewed.config().bots(0), "alice");
  ASSERT_TRUE(Start().ok());
  const v1::GetLeagueResponse league = Get("cup");
  EXPECT_EQ(league.entrants(0).seed(), 3);  // carol has no rating
  EXPECT_FALSE(league.entrants(0).has_rating());
  EXPECT_EQ(league.entrants(1).seed(), 2);
  EXPECT_EQ(league.entrants(2).seed(), 1);
  v1::GetLeaderboardResponse board;
  ASSERT_TRUE(history_->GetLeaderboard(As("").get(), {}, &board).ok());
  EXPECT_EQ(league.entrants(2).rating(), board.rows(0).rating());
  EXPECT_EQ(board.rows(0).bot(), "alice");
}

// --- disqualification

TEST_F(LeagueCommandTest, ADisqualificationHasAReasonAndCanBeTakenBack) {
  Create(Cup("bots: 'alice' bots: 'bob' bots: 'carol'"));
  ASSERT_TRUE(Start().ok());
  EXPECT_EQ(FieldsOf(Disqualify("bob", "")), "reason");
  EXPECT_EQ(FieldsOf(Disqualify("bob", std::string(201, 'x'))), "reason");
  EXPECT_EQ(FieldsOf(Disqualify("bob", "a\nb")), "reason");
  EXPECT_EQ(ReasonOf(Disqualify("dave", "cheats")), "BOT_NOT_ENTERED");
  EXPECT_EQ(ReasonOf(Disqualify("nobody", "cheats")), "BOT_NOT_FOUND");
  EXPECT_TRUE(Disqualify("bob", "cheats").ok());
  EXPECT_EQ(ReasonOf(Disqualify("bob", "again")), "LEAGUE_STATE_REFUSED");
  EXPECT_EQ(Get("cup").entrants(1).status(), v1::ENTRANT_STATUS_DISQUALIFIED);
  v1::ReinstateBotRequest request;
  request.set_league_id("l-000001");
  request.set_bot("bob");
  v1::ReinstateBotResponse response;
  EXPECT_TRUE(league_->ReinstateBot(As("admin").get(), request, &response).ok());
  EXPECT_EQ(Get("cup").entrants(1).status(), v1::ENTRANT_STATUS_ACTIVE);
  EXPECT_EQ(ReasonOf(league_->ReinstateBot(As("admin").get(), request, &response)),
            "LEAGUE_STATE_REFUSED");
  request.set_bot("dave");
  EXPECT_EQ(ReasonOf(league_->ReinstateBot(As("admin").get(), request, &response)),
            "BOT_NOT_ENTERED");
}

// --- matches

v1::RequestMatchRequest MatchOf(std::initializer_list<const char*> bots) {
  v1::RequestMatchRequest request;
  for (const char* bot : bots) request.add_bots(bot);
  return request;
}

TEST_F(LeagueCommandTest, AnOrganiserEndsAMatch) {
  const std::string id = RequestMatch(MatchOf({"alice", "bob"}));
  v1::Match match;
  ASSERT_TRUE(Void(id, &match).ok());
  EXPECT_EQ(match.state(), v1::MATCH_STATE_VOID);
  EXPECT_EQ(match.void_reason(), "ORGANISER");
  const grpc::Status again = Void(id);
  EXPECT_EQ(again.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(again), "RESULT_STANDS");
  EXPECT_EQ(ReasonOf(Void("m-000009")), "MATCH_NOT_FOUND");
  EXPECT_EQ(FieldsOf(Void("9")), "match_id");
}

TEST_F(LeagueCommandTest, AVoidMatchIsTriedAgainOnce) {
  v1::RequestMatchRequest request = MatchOf({"bob", "alice", "carol"});
  request.mutable_ruleset()->add_stages(3);
  request.mutable_time_control()->set_move_time_ms(77);
  request.set_public_delay_ms(3'600'000);
  const std::string id = RequestMatch(request);
  v1::RequeueMatchRequest requeue;
  requeue.set_match_id(id);
  v1::RequeueMatchResponse response;
  EXPECT_EQ(ReasonOf(Requeue(requeue, &response)), "RESULT_STANDS");  // it goes on
  v1::Match first;
  ASSERT_TRUE(Void(id, &first).ok());
  ASSERT_TRUE(Requeue(requeue, &response).ok());
  const v1::Match second = response.match();
  EXPECT_NE(second.match_id(), id);
  EXPECT_EQ(second.ruleset().stages(0), 3);
  EXPECT_EQ(second.time_control().move_time_ms(), 77);
  EXPECT_EQ(second.public_delay_ms(), 3'600'000);
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(second.seats(seat).bot(), first.seats(seat).bot());
  EXPECT_NE(second.deal().commitment(), first.deal().commitment());
  ASSERT_TRUE(Requeue(requeue, &response).ok());
  EXPECT_EQ(response.match().match_id(), second.match_id());
  requeue.set_request_id("once-more");
  ASSERT_TRUE(Requeue(requeue, &response).ok());
  EXPECT_NE(response.match().match_id(), second.match_id());
}

TEST_F(LeagueCommandTest, RequeueNamesAMatchOrAFixture) {
  v1::RequeueMatchResponse response;
  EXPECT_EQ(FieldsOf(Requeue({}, &response)), "fixture_id league_id");
  v1::RequeueMatchRequest request;
  request.set_match_id("m-000001");
  request.set_fixture_id(1);
  EXPECT_EQ(FieldsOf(Requeue(request, &response)), "match_id");
  request.clear_fixture_id();
  EXPECT_EQ(ReasonOf(Requeue(request, &response)), "MATCH_NOT_FOUND");
  request.Clear();
  request.set_league_id("l-000001");
  request.set_fixture_id(-1);
  EXPECT_EQ(FieldsOf(Requeue(request, &response)), "fixture_id");
  request.set_fixture_id(1);
  EXPECT_EQ(ReasonOf(Requeue(request, &response)), "LEAGUE_NOT_FOUND");
  Create(Cup());
  ASSERT_TRUE(Start().ok());
  EXPECT_EQ(ReasonOf(Requeue(request, &response)), "LEAGUE_STATE_REFUSED");  // nothing given up
  request.set_fixture_id(99);
  EXPECT_EQ(ReasonOf(Requeue(request, &response)), "FIXTURE_NOT_FOUND");
}

// --- preview

TEST_F(LeagueCommandTest, APreviewTellsTheScheduleAndRecordsNothing) {
  v1::PreviewLeagueRequest request;
  *request.mutable_config() =
      Cup("bots: 'alice' bots: 'bob' bots: 'carol' bots: 'dave' matches_per_fixture: 2").config();
  v1::PreviewLeagueResponse response;
  const grpc::Status status = league_->PreviewLeague(As("admin").get(), request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.fixtures_size(), 6);
  EXPECT_EQ(response.progress().matches_total(), 12);
  EXPECT_EQ(response.progress().rounds(), 3);
  EXPECT_EQ(response.fixtures_left_out(), 0);
  EXPECT_EQ(response.config().bots(3), "dave");
  EXPECT_EQ(response.fixtures(0).slots_size(), 2);
  EXPECT_NE(response.fixtures(0).slots(0).bot(), "");
  v1::ListLeaguesResponse listed;
  ASSERT_TRUE(league_->ListLeagues(As("").get(), {}, &listed).ok());
  EXPECT_EQ(listed.leagues_size(), 0);
  request.set_max_fixtures(4);
  ASSERT_TRUE(league_->PreviewLeague(As("admin").get(), request, &response).ok());
  EXPECT_EQ(response.fixtures_size(), 4);
  EXPECT_EQ(response.fixtures_left_out(), 2);
}

TEST_F(LeagueCommandTest, APreviewIsWhatTheLeagueThenPlays) {
  v1::PreviewLeagueRequest request;
  *request.mutable_config() = Cup("bots: 'alice' bots: 'bob' bots: 'carol' bots: 'dave'").config();
  v1::PreviewLeagueResponse preview;
  ASSERT_TRUE(league_->PreviewLeague(As("admin").get(), request, &preview).ok());
  v1::CreateLeagueRequest create;
  *create.mutable_config() = request.config();
  Create(create);
  ASSERT_TRUE(Start().ok());
  v1::ListFixturesRequest list;
  list.set_league_id("l-000001");
  v1::ListFixturesResponse listed;
  ASSERT_TRUE(league_->ListFixtures(As("").get(), list, &listed).ok());
  ASSERT_EQ(listed.fixtures_size(), preview.fixtures_size());
  for (int i = 0; i < listed.fixtures_size(); ++i)
    EXPECT_EQ(listed.fixtures(i).SerializeAsString(), preview.fixtures(i).SerializeAsString());
}

TEST_F(LeagueCommandTest, APreviewNamesWhatIsWrong) {
  v1::PreviewLeagueResponse response;
  const auto preview = [&](const std::string& more, std::int32_t max_fixtures = 0) {
    v1::PreviewLeagueRequest request;
    *request.mutable_config() = Cup(more).config();
    request.set_max_fixtures(max_fixtures);
    return league_->PreviewLeague(As("admin").get(), request, &response);
  };
  EXPECT_EQ(FieldsOf(preview("bots: 'alice'")), "config.bots");
  EXPECT_EQ(FieldsOf(preview("bots: 'alice' bots: 'bob'", 10'001)), "max_fixtures");
  EXPECT_EQ(FieldsOf(preview("bots: 'alice' bots: 'bob' seats: 99")), "config.seats");
  EXPECT_EQ(ReasonOf(preview("bots: 'alice' bots: 'nobody'")), "BOT_NOT_FOUND");
  Create(Cup());
  EXPECT_EQ(ReasonOf(preview("bots: 'alice' bots: 'bob'")), "LEAGUE_EXISTS");
}

// --- watching

TEST_F(LeagueCommandTest, AWatcherHearsTheLogFromItsBeginning) {
  Create(Cup());
  ASSERT_TRUE(Start().ok());
  v1::WatchLeagueRequest request;
  request.set_league_id("l-000001");
  request.set_from_seq(1);
  const auto context = As("");
  auto reader = league_->WatchLeague(context.get(), request);
  v1::WatchLeagueResponse response;
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.introduced().league().league_id(), "l-000001");
  EXPECT_EQ(response.introduced().bots(1), "bob");
  for (const auto kind :
       {v1::LEAGUE_NEWS_KIND_ENTERED, v1::LEAGUE_NEWS_KIND_ENTERED, v1::LEAGUE_NEWS_KIND_STARTED}) {
    ASSERT_TRUE(reader->Read(&response));
    EXPECT_EQ(response.news().kind(), kind);
  }
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.progressed().state(), v1::LEAGUE_STATE_RUNNING);
  EXPECT_EQ(response.progressed().last_seq(), 3);
  EXPECT_EQ(Do(&v1::LeagueService::Stub::AbortLeague), "LEAGUE_STATE_ABORTED");
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.news().kind(), v1::LEAGUE_NEWS_KIND_ABORTED);
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.progressed().state(), v1::LEAGUE_STATE_ABORTED);
  EXPECT_FALSE(reader->Read(&response));
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(LeagueCommandTest, WatchingAnUnknownLeagueIsNotFound) {
  v1::WatchLeagueRequest request;
  for (const char* unknown : {"l-000001", "", "Not A Name"}) {
    request.set_league_id(unknown);
    const auto context = As("");
    auto reader = league_->WatchLeague(context.get(), request);
    v1::WatchLeagueResponse response;
    EXPECT_FALSE(reader->Read(&response));
    const grpc::Status status = reader->Finish();
    EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND) << unknown;
    EXPECT_EQ(ReasonOf(status), "LEAGUE_NOT_FOUND") << unknown;
  }
}

}  // namespace
}  // namespace taki::service
