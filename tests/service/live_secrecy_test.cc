// Two worlds that differ only in hidden cards and hidden answers are told the same by every call,
// to everybody who may not know them (S6, I5, R7.4).
#include <functional>
#include <map>
#include <tuple>

#include "referee/rules/transition.h"
#include "tests/service/server_fixture.h"
#include "tests/service/stored_match.h"

namespace taki::service {
namespace {

constexpr int kAlice = 0, kBob = 1, kCarol = 2;

// Two seeds: seat 0 holds a +3 in both, seat 1 a Breaker in the first only; seat 2's hand and the
// table are the same.
std::pair<match::MatchConfig, match::MatchConfig> TwoWorlds() {
  std::map<std::tuple<std::uint64_t, rules::Card, rules::Card>, match::MatchConfig> with, without;
  for (std::uint64_t number = 1; number < 1'000'000; ++number) {
    match::MatchConfig config = match::test::PlainConfig(3, number);
    config.ruleset.stages[0] = config.ruleset.stages[1] = 1;
    config.ruleset.stage_count = 2;  // the +3 empties a hand, and the match goes on
    const rules::Position dealt =
        rules::Deal({config.ruleset, 3,
                     rules::DeriveKey(match::ToString(config.id),
                                      rules::CanonicalText(config.ruleset), config.seed, {})});
    if (!dealt.hands[kAlice].Contains(rules::kPlusThreeCard)) continue;
    std::uint64_t carol = 0;
    for (int kind = 0; kind < rules::kCardKinds; ++kind)
      if (dealt.hands[kCarol].Contains(rules::Card::FromIndex(kind)))
        carol = std::uint64_t{1} << kind;
    const bool breaker = dealt.hands[kBob].Contains(rules::kBreakerCard);
    const auto key = std::tuple(carol, dealt.leading, dealt.top);
    (breaker ? with : without).emplace(key, config);
    const auto other = (breaker ? without : with).find(key);
    if (other != (breaker ? without : with).end())
      return breaker ? std::pair(config, other->second) : std::pair(other->second, config);
  }
  ADD_FAILURE() << "no such worlds";
  return {};
}

std::string Named(const std::string& call, const grpc::Status& status, const std::string& body) {
  return call + ": " + std::to_string(status.error_code()) + " " + status.error_message() + " " +
         status.error_details() + "\n" + body + "\n";
}

// A referee with a match in one of the worlds, as far as `script` brings it.
class World : public ServerTest {
 public:
  void TestBody() override {}
  World(const match::MatchConfig& config, const std::function<void(StoredMatch&)>& script) {
    StoredMatch match;
    match.config_ = config;
    match.Start();
    script(match);
    match.PutInto(store_);
    id_ = match.id();
    StartServer();
  }
  ~World() override { StopServer(); }

  // Everything that the calls tell to who calls with `token`, errors too; but for the commitment,
  // which is of the seed, and clock times.
  std::string ToldTo(const std::string& token) {
    std::string told = Match(token) + Moves(token);
    for (int decision = 1; decision <= 6; ++decision)
      told += Decision(token, decision) + Try(token, decision);
    for (const bool faults : {false, true})
      for (int seat = -1; seat < 3; ++seat) told += Decisions(token, seat, faults);
    v1::VerifyMatchRequest verify;
    verify.set_match_id(id_);
    v1::VerifyMatchResponse verified;
    const grpc::Status status = history_->VerifyMatch(As(token).get(), verify, &verified);
    return told + Named("VerifyMatch", status, verified.SerializeAsString());
  }

 private:
  std::string Match(const std::string& token) {
    v1::GetMatchRequest request;
    request.set_match_id(id_);
    request.set_include_record(true);
    v1::GetMatchResponse response;
    const grpc::Status status = history_->GetMatch(As(token).get(), request, &response);
    EXPECT_EQ(response.match().deal().commitment().size(), 32u);
    response.mutable_match()->mutable_deal()->clear_commitment();
    response.mutable_match()->clear_started_ms();
    std::string& record = *response.mutable_record();
    const std::size_t deal = record.find("\ndeal ");
    EXPECT_NE(deal, std::string::npos) << record;
    record.erase(deal + 1, record.find('\n', deal + 1) - deal);
    return Named("GetMatch", status, response.SerializeAsString());
  }
  std::string Moves(const std::string& token) {
    v1::ListMovesRequest request;
    request.set_match_id(id_);
    v1::ListMovesResponse response;
    const grpc::Status status = history_->ListMoves(As(token).get(), request, &response);
    return Named("ListMoves", status, response.SerializeAsString());
  }
  std::string Decision(const std::string& token, int decision) {
    v1::GetDecisionRequest request;
    request.set_match_id(id_);
    request.set_decision_id(decision);
    v1::GetDecisionResponse response;
    const grpc::Status status = history_->GetDecision(As(token).get(), request, &response);
    return Named("GetDecision", status, response.SerializeAsString());
  }
  std::string Try(const std::string& token, int decision) {
    v1::TryReplyRequest request;
    request.set_match_id(id_);
    request.set_decision_id(decision);
    for (const char* action : {"pass", "draw", "X"}) request.add_actions()->set_notation(action);
    v1::TryReplyResponse response;
    const grpc::Status status = history_->TryReply(As(token).get(), request, &response);
    return Named("TryReply", status, response.SerializeAsString());
  }
  std::string Decisions(const std::string& token, int seat, bool faults) {
    v1::ListDecisionsRequest request;
    request.set_match_id(id_);
    if (seat >= 0) request.set_seat(seat);
    request.set_only_faults(faults);
    request.set_page_size(1);
    v1::ListDecisionsResponse response;
    const grpc::Status status = history_->ListDecisions(As(token).get(), request, &response);
    return Named("ListDecisions", status, response.SerializeAsString());
  }

  std::string id_;
};

const std::vector<std::string> kOutsiders = {"", StoredMatch::TokenOf("stranger"), "admin"};

// The window is open, and bob has answered: with his Breaker, or with a pass.
TEST(LiveSecrecyTest, AHiddenAnswerIsToldToItsBotAlone) {  // R7.4
  const auto [with, without] = TwoWorlds();
  const auto script = [](const char* answer) {
    return [answer](StoredMatch& match) {
      match.Answer(kAlice, "+3");
      match.Answer(kBob, answer);
    };
  };
  World one(with, script("X")), other(without, script("pass"));
  for (const std::string& token : kOutsiders) EXPECT_EQ(one.ToldTo(token), other.ToldTo(token));
  for (const char* bot : {"b0", "b2"}) {
    const std::string token = StoredMatch::TokenOf(bot);
    EXPECT_EQ(one.ToldTo(token), other.ToldTo(token)) << bot;
  }
  const std::string bob = StoredMatch::TokenOf("b1");
  EXPECT_NE(one.ToldTo(bob), other.ToldTo(bob)) << "what is hidden is there to be told";
}

// It has closed, all have drawn, and bob's pass is nobody's business: nor what he could have done.
TEST(LiveSecrecyTest, DrawnCardsAndPassesAreToldToTheirBotsAlone) {  // S6
  const auto [with, without] = TwoWorlds();
  const auto script = [](StoredMatch& match) {
    match.Answer(kAlice, "+3");
    match.Answer(kCarol, "pass");
    match.Answer(kBob, "pass");
  };
  World one(with, script), other(without, script);
  for (const std::string& token : kOutsiders) EXPECT_EQ(one.ToldTo(token), other.ToldTo(token));
  const std::string bob = StoredMatch::TokenOf("b1");
  EXPECT_NE(one.ToldTo(bob), other.ToldTo(bob));
}

}  // namespace
}  // namespace taki::service
