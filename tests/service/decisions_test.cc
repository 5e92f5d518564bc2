// GetDecision, ListDecisions and TryReply: who is told what, and page by page.
#include <google/protobuf/util/message_differencer.h>

#include "referee/rules/notation.h"
#include "tests/service/server_fixture.h"
#include "tests/service/stored_match.h"

namespace taki::service {
namespace {

using google::protobuf::util::MessageDifferencer;
using grpc::StatusCode;

class DecisionsTest : public ServerTest {
 protected:
  void SetUp() override {}  // the match first: see Serve

  // The referee starts on the match as it stands.
  void Serve() {
    match_.PutInto(store_);
    StartServer();
  }

  v1::ListDecisionsRequest ListOf(std::optional<int> seat = std::nullopt) const {
    v1::ListDecisionsRequest request;
    request.set_match_id(match_.id());
    if (seat) request.set_seat(*seat);
    return request;
  }
  grpc::Status List(const std::string& token, const v1::ListDecisionsRequest& request,
                    v1::ListDecisionsResponse& response) {
    response.Clear();
    return history_->ListDecisions(As(token).get(), request, &response);
  }
  // All pages; each call must succeed.
  std::vector<v1::DecisionRecord> ListAll(const std::string& token,
                                          v1::ListDecisionsRequest request) {
    std::vector<v1::DecisionRecord> all;
    do {
      v1::ListDecisionsResponse response;
      const grpc::Status status = List(token, request, response);
      EXPECT_TRUE(status.ok()) << status.error_message();
      if (!status.ok()) break;
      all.insert(all.end(), response.decisions().begin(), response.decisions().end());
      request.set_page_token(response.next_page_token());
    } while (!request.page_token().empty());
    return all;
  }
  grpc::Status Get(const std::string& token, int decision, v1::DecisionRecord* record = nullptr) {
    v1::GetDecisionRequest request;
    request.set_match_id(match_.id());
    request.set_decision_id(decision);
    v1::GetDecisionResponse response;
    const grpc::Status status = history_->GetDecision(As(token).get(), request, &response);
    if (record != nullptr) *record = response.decision();
    return status;
  }
  grpc::Status Try(const std::string& token, int decision, std::initializer_list<const char*> play,
                   v1::Verdict* verdict = nullptr) {
    v1::TryReplyRequest request;
    request.set_match_id(match_.id());
    request.set_decision_id(decision);
    for (const char* action : play) request.add_actions()->set_notation(action);
    v1::TryReplyResponse response;
    const grpc::Status status = history_->TryReply(As(token).get(), request, &response);
    if (verdict != nullptr) *verdict = response.verdict();
    return status;
  }
  static std::string Seats(const std::vector<v1::DecisionRecord>& decisions) {
    std::string text;
    for (const v1::DecisionRecord& decision : decisions) {
      text += std::to_string(decision.decision().decision_id()) + ":" +
              std::to_string(decision.seat()) + " ";
    }
    return text;
  }

  const std::string b0_ = StoredMatch::TokenOf("b0"), b1_ = StoredMatch::TokenOf("b1"),
                    stranger_ = StoredMatch::TokenOf("stranger");
  StoredMatch match_;
};

TEST_F(DecisionsTest, AllIsToldToEverybodyWhenTheMatchIsOver) {
  match_.GivenDeal(2, "0: K R5");
  match_.Start();
  match_.Answer(0, "pass");
  match_.Pass(1500);
  match_.Answer(0, "K R5");
  match_.Pass(61'001);
  match_.GiveUp(0);
  Serve();
  const auto all = ListAll("", ListOf());
  EXPECT_EQ(Seats(all), "1:0 2:1 3:0 ");
  const v1::DecisionRecord& first = all[0];
  EXPECT_EQ(first.match_id(), "m-000042");
  EXPECT_EQ(first.decision().observation().seat(), 0);
  EXPECT_GT(first.decision().legal_actions_size(), 0);
  EXPECT_EQ(first.decision().time_left_ms(), 61'000);
  ASSERT_EQ(first.replies_size(), 2);
  EXPECT_EQ(first.replies(0).applied_size(), 0);
  EXPECT_EQ(first.replies(0).not_applied(), "pass");
  EXPECT_EQ(first.replies(0).verdict().kind(), v1::VERDICT_KIND_ILLEGAL);
  EXPECT_EQ(first.replies(0).verdict().rule_id(), "R7.4");
  EXPECT_EQ(first.replies(1).applied_size(), 2);
  EXPECT_EQ(first.replies(1).verdict().charged_ms(), 1500);
  EXPECT_EQ(first.fate(), v1::DECISION_FATE_ANSWERED);
  EXPECT_EQ(first.times().charged_ms(), 1500);
  EXPECT_EQ(first.times().time_bank_ms(), 59'500);
  EXPECT_EQ(first.strikes(), 1);
  EXPECT_EQ(all[1].fate(), v1::DECISION_FATE_TIMED_OUT);
  EXPECT_TRUE(all[1].has_default_action());
  EXPECT_EQ(all[2].fate(), v1::DECISION_FATE_FORFEITED);
  EXPECT_EQ(all[2].forfeit_reason(), v1::SEAT_END_RESIGNED);
  for (const v1::DecisionRecord& decision : all) {
    v1::DecisionRecord single;
    ASSERT_TRUE(Get("", decision.decision().decision_id(), &single).ok());
    EXPECT_TRUE(MessageDifferencer::Equals(single, decision));
  }
}

TEST_F(DecisionsTest, TimesAreCountedFromTheStart) {
  match_.GivenDeal(2, "0: K R5");
  match_.Start();
  match_.Answer(0, "pass");  // input 2
  match_.Pass(1500);
  match_.Answer(0, "K R5");  // input 3
  match_.Pass(61'001);       // input 4
  match_.GiveUp(0);          // input 5
  match_.timings_ = {{2, 100, 250, 0, -1}, {3, 100, 1'650, 20, 840}, {5, 70'000, 70'000, 0, -1}};
  Serve();
  v1::GetMatchRequest request;
  request.set_match_id(match_.id());
  v1::GetMatchResponse response;
  ASSERT_TRUE(history_->GetMatch(As("").get(), request, &response).ok());
  const std::int64_t started_ms = response.match().started_ms();
  const auto all = ListAll("", ListOf());
  EXPECT_EQ(all[0].times().sent_ms(), started_ms + 100);
  EXPECT_EQ(all[0].times().read_ms(), started_ms + 1'650);
  EXPECT_EQ(all[0].times().loop_lag_ms(), 20);
  EXPECT_EQ(all[0].times().round_trip_us(), 840);
  EXPECT_EQ(all[0].replies(0).read_ms(), started_ms + 250);
  EXPECT_EQ(all[0].replies(1).read_ms(), started_ms + 1'650);
  EXPECT_EQ(all[1].times().sent_ms(), 0) << "not recorded";
  EXPECT_EQ(all[1].times().charged_ms(), 61'000);
  EXPECT_EQ(all[2].times().read_ms(), started_ms + 70'000);
  EXPECT_FALSE(all[2].times().has_round_trip_us());
}

TEST_F(DecisionsTest, AnOpenDecisionHasNotBeenRead) {
  match_.GivenMatch(2);
  match_.Start();
  match_.Answer(0, "pass");
  match_.timings_ = {{2, 100, 250, 0, -1}};
  Serve();
  v1::DecisionRecord record;
  ASSERT_TRUE(Get(b0_, 1, &record).ok());
  EXPECT_EQ(record.fate(), v1::DECISION_FATE_OPEN);
  EXPECT_GT(record.times().sent_ms(), 0);
  EXPECT_EQ(record.times().read_ms(), 0);
  EXPECT_GT(record.replies(0).read_ms(), 0);
  EXPECT_EQ(record.strikes(), 1);
}

TEST_F(DecisionsTest, ABotSeesItsOwnWhileTheMatchGoesOn) {  // S6
  match_.GivenDeal(3, "0: +3 | 2: X");
  match_.Start();
  match_.Answer(0, "+3");
  match_.Answer(2, "X");
  Serve();
  EXPECT_EQ(Seats(ListAll(b0_, ListOf())), "1:0 ");
  EXPECT_EQ(Seats(ListAll(b1_, ListOf(1))), "2:1 ");
  const auto own = ListAll(StoredMatch::TokenOf("b2"), ListOf());
  ASSERT_EQ(Seats(own), "3:2 ");
  EXPECT_EQ(own[0].replies(0).applied(0).notation(), "X") << "its own answer, sealed for others";
  EXPECT_TRUE(Get(b1_, 2).ok());
  EXPECT_TRUE(Try(b1_, 2, {"pass"}).ok());
}

TEST_F(DecisionsTest, NobodyElseSeesAnyOfALiveMatch) {  // S6
  match_.GivenMatch(2);
  match_.Start();
  Serve();
  v1::ListDecisionsResponse response;
  for (const std::string& token : {std::string(), stranger_, std::string("admin")}) {
    for (const grpc::Status& status :
         {List(token, ListOf(), response), Get(token, 1), Try(token, 1, {"draw"})}) {
      EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
      EXPECT_EQ(ReasonOf(status), "MATCH_NOT_OVER");
      EXPECT_NE(status.error_message().find("token of b0 or b1"), std::string::npos)
          << status.error_message();
    }
  }
  for (const grpc::Status& status : {List("taki_wrong", ListOf(), response), Get("taki_wrong", 1),
                                     Try("taki_wrong", 1, {"draw"})})
    EXPECT_EQ(ReasonOf(status), "TOKEN_UNKNOWN");
}

TEST_F(DecisionsTest, TheRefusalNamesTheBotOfTheSeat) {
  match_.GivenMatch(3);
  match_.Start();
  Serve();
  v1::ListDecisionsResponse response;
  const grpc::Status status = List(b1_, ListOf(2), response);
  EXPECT_EQ(ReasonOf(status), "MATCH_NOT_OVER");
  EXPECT_NE(status.error_message().find("token of b2,"), std::string::npos)
      << status.error_message();
}

// Else a bot could count the decisions of the others.
TEST_F(DecisionsTest, AnotherSeatsDecisionLooksLikeOneThatWasNeverAsked) {  // S6
  match_.GivenDeal(3, "0: +3");
  match_.Start();
  match_.Answer(0, "+3");
  Serve();
  for (const bool tried : {false, true}) {
    const grpc::Status another = tried ? Try(b1_, 1, {"draw"}) : Get(b1_, 1);
    const grpc::Status none = tried ? Try(b1_, 77, {"draw"}) : Get(b1_, 77);
    EXPECT_EQ(ReasonOf(another), "MATCH_NOT_OVER");
    EXPECT_EQ(another.error_message(), none.error_message());
    EXPECT_EQ(another.error_details(), none.error_details());
  }
}

TEST_F(DecisionsTest, OneThatWasNeverAskedIsNotFound) {
  match_.GivenMatch(2);
  match_.Start();
  match_.GiveUp(0);
  Serve();
  EXPECT_EQ(ReasonOf(Get("", 2)), "DECISION_NOT_FOUND");
  EXPECT_EQ(ReasonOf(Get("", 2'000'000'000)), "DECISION_NOT_FOUND");
  EXPECT_EQ(ReasonOf(Try("", 2, {"draw"})), "DECISION_NOT_FOUND");
}

TEST_F(DecisionsTest, BadFieldsAreNamed) {
  match_.GivenMatch(2);
  match_.Start();
  match_.GiveUp(0);
  Serve();
  EXPECT_EQ(ReasonOf(Get("", 0)), "FIELD_INVALID");
  EXPECT_EQ(ReasonOf(Get("", -1)), "FIELD_INVALID");
  v1::ListDecisionsResponse response;
  for (const int seat : {-1, 2, 10})
    EXPECT_EQ(ReasonOf(List("", ListOf(seat), response)), "FIELD_INVALID");
  for (const int size : {-1, 1'001, 1'000'000}) {
    v1::ListDecisionsRequest request = ListOf();
    request.set_page_size(size);
    EXPECT_EQ(ReasonOf(List("", request, response)), "FIELD_INVALID") << size;
  }
  v1::ListDecisionsRequest unknown = ListOf();
  unknown.set_match_id("m-000009");
  EXPECT_EQ(ReasonOf(List("", unknown, response)), "MATCH_NOT_FOUND");
}

TEST_F(DecisionsTest, PagesFollowOneAnother) {
  match_.GivenMatch(3);
  match_.Start();
  while (match_.match().decisions() < 12) match_.AnswerAnyhow();
  match_.GiveUp(0);
  match_.GiveUp(1);
  Serve();
  const auto all = ListAll("", ListOf());
  v1::ListDecisionsRequest request = ListOf();
  request.set_page_size(1);
  EXPECT_EQ(Seats(ListAll("", request)), Seats(all));
  request.set_page_size(static_cast<int>(all.size()));
  v1::ListDecisionsResponse response;
  ASSERT_TRUE(List("", request, response).ok());
  EXPECT_EQ(response.next_page_token(), "") << "nothing comes after a page that holds all";
  request.set_page_size(2);
  ASSERT_TRUE(List("", request, response).ok());
  request.set_page_token(response.next_page_token());
  request.set_seat(1);
  EXPECT_EQ(ReasonOf(List("", request, response)), "FIELD_INVALID") << "another query's token";
}

// A client takes 4 MiB, and a bot may be as wrong as this a thousand times.
TEST_F(DecisionsTest, APageEndsBeforeItGetsTooLarge) {
  match_.GivenMatch(3);
  match_.config_.clock.strike_limit = 1'000;
  match_.Start();
  std::string wrong = "pass";
  for (int i = 1; i < 128; ++i) wrong += " pass";
  for (int seat = 0; seat < 3; ++seat) {
    for (int i = 0; i < 900; ++i) match_.Answer(seat, wrong);
    match_.Answer(seat, match_.AnyLegal(seat));
  }
  match_.GiveUp(0);
  match_.GiveUp(1);
  Serve();
  v1::ListDecisionsRequest request = ListOf();
  request.set_page_size(1'000);
  v1::ListDecisionsResponse response;
  const grpc::Status status = List("", request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.decisions_size(), 2);
  EXPECT_NE(response.next_page_token(), "");
  EXPECT_GT(response.ByteSizeLong(), 1u << 20);
  EXPECT_LT(response.ByteSizeLong(), 2u << 20);
  const auto all = ListAll("", request);
  ASSERT_EQ(all.size(), match_.match().decisions());
  EXPECT_EQ(all[2].replies_size(), 901);
}

TEST_F(DecisionsTest, FaultsAloneCanBeAskedFor) {
  match_.GivenMatch(3);
  match_.config_.clock.strike_limit = 5;
  match_.Start();
  match_.AnswerAnyhow();  // 1
  match_.Answer(1, "pass");
  match_.AnswerAnyhow();  // 2: refused, then answered
  match_.AnswerAnyhow();  // 3
  match_.Pass(61'001);    // 4: timed out
  match_.GiveUp(1);       // 5: forfeited
  match_.AnswerAnyhow();  // 6
  match_.GiveUp(2);
  Serve();
  v1::ListDecisionsRequest request = ListOf();
  request.set_only_faults(true);
  request.set_page_size(1);
  EXPECT_EQ(Seats(ListAll("", request)), "2:1 4:0 5:1 ");
  request.set_seat(1);
  EXPECT_EQ(Seats(ListAll("", request)), "2:1 5:1 ");
}

TEST_F(DecisionsTest, ObservationsCanBeLeftOut) {
  match_.GivenMatch(2);
  match_.Start();
  match_.GiveUp(0);
  Serve();
  v1::ListDecisionsRequest request = ListOf();
  request.set_omit_observations(true);
  const auto all = ListAll("", request);
  EXPECT_FALSE(all[0].decision().has_observation());
  EXPECT_EQ(all[0].decision().legal_actions_size(), 0);
  EXPECT_EQ(all[0].decision().move_time_ms(), 1'000);
}

TEST_F(DecisionsTest, AnotherReplyIsTriedWithoutEffect) {
  match_.GivenDeal(2, "0: K R5");
  match_.Start();
  match_.Answer(0, "K R5");
  match_.GiveUp(1);
  Serve();
  v1::Verdict verdict;
  ASSERT_TRUE(Try("", 1, {"K", "pass"}, &verdict).ok());
  EXPECT_EQ(verdict.match_id(), "m-000042");
  EXPECT_EQ(verdict.decision_id(), 1);
  EXPECT_EQ(verdict.kind(), v1::VERDICT_KIND_ILLEGAL);
  EXPECT_EQ(verdict.applied_actions(), 1);
  EXPECT_EQ(verdict.refused_index(), 1);
  ASSERT_TRUE(Try("", 1, {"Q9"}, &verdict).ok());
  EXPECT_EQ(verdict.rule_id(), "R11.4");
  EXPECT_NE(verdict.text().find("actions[0].notation"), std::string::npos) << verdict.text();
  ASSERT_TRUE(Try("", 1, {}, &verdict).ok());
  EXPECT_EQ(verdict.rule_id(), "R11.4");
  v1::DecisionRecord record;
  ASSERT_TRUE(Get("", 1, &record).ok());
  EXPECT_EQ(record.replies_size(), 1);
}

// The record may hold what a bot has hidden: nothing is told of what does not fit.
TEST_F(DecisionsTest, ADamagedRecordIsDataLossWithoutItsContents) {  // D9, S7
  match_.GivenDeal(2, "0: K R5");
  match_.Start();
  match_.Answer(0, "K R5");
  match_.GiveUp(1);
  match_.records_[1].actions[0] = rules::Action::Close();
  Serve();
  v1::ListDecisionsResponse response;
  for (const grpc::Status& status :
       {Get("", 2), Try("", 2, {"draw"}), List("", ListOf(), response)}) {
    EXPECT_EQ(status.error_code(), StatusCode::DATA_LOSS);
    EXPECT_EQ(ReasonOf(status), "MATCH_QUARANTINED");
    EXPECT_EQ(status.error_message().find("close"), std::string::npos) << status.error_message();
  }
}

TEST_F(DecisionsTest, AQuarantinedMatchTellsNone) {  // D9
  match_.GivenDeal(2, "0: K R5");
  match_.Start();
  match_.Answer(0, "K R5");
  match_.records_[1].decision.number = 9;  // the referee finds it when it starts
  Serve();
  v1::ListDecisionsResponse response;
  for (const std::string& token : {std::string(), b0_, std::string("admin")}) {
    EXPECT_EQ(ReasonOf(Get(token, 1)), "MATCH_QUARANTINED");
    EXPECT_EQ(ReasonOf(List(token, ListOf(), response)), "MATCH_QUARANTINED");
  }
}

TEST_F(DecisionsTest, TheServerSaysWhatItIs) {
  match_.GivenMatch(2);
  match_.Start();
  Serve();
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(history_->GetServerInfo(As("").get(), {}, &info).ok());
  EXPECT_EQ(info.server_version(), "test");
  EXPECT_EQ(info.protocol_version(), 1);
  EXPECT_EQ(info.rules_version(), 1);
  EXPECT_GT(info.now_ms(), 1'600'000'000'000);
  EXPECT_FALSE(info.draining());
}

class LiveMovesTest : public DecisionsTest {
 protected:
  std::vector<v1::Move> Moves(const std::string& token) {
    v1::ListMovesRequest request;
    request.set_match_id(match_.id());
    request.set_page_size(1'000);
    v1::ListMovesResponse response;
    const grpc::Status status = history_->ListMoves(As(token).get(), request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return {response.moves().begin(), response.moves().end()};
  }
  static std::string Text(const std::vector<v1::Move>& moves) {
    std::string text;
    for (const v1::Move& move : moves) {
      text += std::to_string(move.ply()) + " " + std::to_string(move.seat()) + " " + move.token();
      for (const v1::DrawnCards& drawn : move.drawn())
        text += " " + std::to_string(drawn.seat()) + "+" + std::to_string(drawn.count()) +
                (drawn.cards_size() == drawn.count() ? "!" : "");
      text += "; ";
    }
    return text;
  }
  std::string Record(const std::string& token) {
    v1::GetMatchRequest request;
    request.set_match_id(match_.id());
    request.set_include_record(true);
    v1::GetMatchResponse response;
    EXPECT_TRUE(history_->GetMatch(As(token).get(), request, &response).ok());
    EXPECT_EQ(response.match().public_delay_ms(), match_.public_delay_ms_);
    return response.record();
  }
};

TEST_F(LiveMovesTest, ABotSeesItsOwnDrawsAndHiddenAnswers) {  // S6, R7.4
  match_.GivenDeal(4, "0: +3 | 2: X");
  match_.Start();
  match_.Answer(0, "+3");
  match_.Answer(1, "pass");
  match_.Answer(3, "pass");
  match_.Answer(2, "X");
  Serve();
  EXPECT_EQ(Text(Moves("")), "0 0 +3; 2 2 X; ");
  EXPECT_EQ(Text(Moves(stranger_)), "0 0 +3; 2 2 X; ");
  EXPECT_EQ(Text(Moves("admin")), "0 0 +3; 2 2 X; ");
  EXPECT_EQ(Text(Moves(b1_)), "0 0 +3; 1 1 pass; 2 2 X; ");
}

TEST_F(LiveMovesTest, DrawnCardsAreToldToWhoDrewThem) {  // S6
  match_.GivenDeal(2, "0: +3");
  match_.Start();
  match_.Answer(0, "+3");
  match_.Answer(1, "pass");
  Serve();
  EXPECT_EQ(Text(Moves(b0_)), "0 0 +3; ");
  EXPECT_EQ(Text(Moves(b1_)), "0 0 +3; 1 1 pass 1+3!; ");
}

TEST_F(LiveMovesTest, AMatchShownWithADelayIsForItsBotsAndTheOrganiser) {
  match_.GivenMatch(2);
  match_.public_delay_ms_ = 60'000;
  match_.Start();
  match_.AnswerAnyhow();
  Serve();
  v1::ListMovesRequest request;
  request.set_match_id(match_.id());
  v1::ListMovesResponse response;
  for (const std::string& token : {std::string(), stranger_}) {
    const grpc::Status status = history_->ListMoves(As(token).get(), request, &response);
    EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
    EXPECT_EQ(ReasonOf(status), "MATCH_NOT_OVER");
    EXPECT_EQ(Record(token), "");
  }
  for (const std::string& token : {b0_, std::string("admin")}) {
    EXPECT_EQ(Moves(token).size(), 1u);
    EXPECT_NE(Record(token), "");
  }
  EXPECT_EQ(ReasonOf(history_->ListMoves(As("taki_wrong").get(), request, &response)),
            "TOKEN_UNKNOWN");
}

TEST_F(LiveMovesTest, AMatchThatIsOverIsShownToAll) {
  match_.GivenMatch(2);
  match_.public_delay_ms_ = 60'000;
  match_.Start();
  match_.AnswerAnyhow();
  match_.GiveUp(0);
  Serve();
  EXPECT_EQ(Moves("").size(), 2u);
  EXPECT_NE(Record("taki_wrong"), "") << "no token is looked at any more";
}

}  // namespace
}  // namespace taki::service
