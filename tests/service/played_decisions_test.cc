// What ListDecisions tells is what went over the wire: bots of a real match keep every Decision and
// Verdict that they get, and compare, while they play and afterwards.
#include <map>
#include <thread>

#include "tests/service/server_fixture.h"

namespace taki::service {
namespace {

std::vector<v1::DecisionRecord> ListAll(v1::HistoryService::Stub& history, const std::string& token,
                                        const std::string& match_id) {
  std::vector<v1::DecisionRecord> all;
  v1::ListDecisionsRequest request;
  request.set_match_id(match_id);
  request.set_page_size(100);
  do {
    grpc::ClientContext context;
    if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
    v1::ListDecisionsResponse response;
    const grpc::Status status = history.ListDecisions(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    if (!status.ok()) break;
    all.insert(all.end(), response.decisions().begin(), response.decisions().end());
    request.set_page_token(response.next_page_token());
  } while (!request.page_token().empty());
  return all;
}

// Plays one match: legal actions mostly, now and then an illegal one, or more than one at once.
class Player {
 public:
  Player(const std::shared_ptr<grpc::Channel>& channel, std::string token, bool omit_legal_actions)
      : token_(std::move(token)),
        omit_(omit_legal_actions),
        play_(v1::PlayService::NewStub(channel)),
        history_(v1::HistoryService::NewStub(channel)),
        thread_([this] { Play(); }) {}
  void Join() { thread_.join(); }

  // Whether these decisions of its seat are what it got.
  void ExpectSame(const std::vector<v1::DecisionRecord>& records) const {
    ASSERT_EQ(records.size(), asked_.size());
    for (const v1::DecisionRecord& record : records) {
      const int id = record.decision().decision_id();
      ASSERT_TRUE(asked_.contains(id)) << id;
      EXPECT_EQ(record.seat(), seat_);
      v1::Decision decision = record.decision();
      EXPECT_GT(decision.legal_actions_size(), 0);
      if (omit_) decision.clear_legal_actions();
      EXPECT_EQ(decision.SerializeAsString(), asked_.at(id).SerializeAsString()) << id;
      const auto told = told_.find(id);
      const std::size_t verdicts = told == told_.end() ? 0 : told->second.size();
      ASSERT_EQ(static_cast<std::size_t>(record.replies_size()), verdicts) << id;
      for (int i = 0; i < record.replies_size(); ++i)
        EXPECT_EQ(record.replies(i).verdict().SerializeAsString(),
                  told->second[static_cast<std::size_t>(i)].SerializeAsString())
            << id;
    }
  }
  int seat() const { return seat_; }
  int refusals() const { return refusals_; }
  int looks() const { return looks_; }

 private:
  void Play() {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token_);
    const auto stream = play_->Play(&context);
    stream_ = stream.get();
    v1::PlayRequest hello;
    hello.mutable_hello()->set_bot_version("1");
    hello.mutable_hello()->set_omit_legal_actions(omit_);
    stream->Write(hello);
    v1::PlayResponse response;
    while (stream->Read(&response))
      for (const v1::PlayItem& item : response.items()) On(item);
    stream->Finish();
  }
  void On(const v1::PlayItem& item) {
    if (item.has_match_assigned()) {
      seat_ = item.match_assigned().seat();
      v1::PlayRequest request;
      request.mutable_ready()->set_match_id(item.match_assigned().match_id());
      stream_->Write(request);
    } else if (item.has_decision()) {
      OnDecision(item.decision());
    } else if (item.has_verdict()) {
      OnVerdict(item.verdict());
    } else if (item.has_match_finished()) {
      stream_->WritesDone();
    }
  }
  void OnDecision(const v1::Decision& decision) {
    asked_[decision.decision_id()] = decision;
    if (asked_.size() % 4 == 0) Look(decision);
    const v1::Action legal = LegalActionOf(decision);
    const bool window = decision.kind() == v1::DECISION_KIND_WINDOW;
    if (decision.decision_id() % 5 == 0)
      return Reply(decision.decision_id(), {window ? "draw" : "pass"});
    std::vector<std::string> actions = {legal.notation()};
    if (decision.decision_id() % 3 == 0) actions.push_back(legal.notation());  // refused or ignored
    Reply(decision.decision_id(), actions);
  }
  void OnVerdict(const v1::Verdict& verdict) {
    told_[verdict.decision_id()].push_back(verdict);
    if (verdict.kind() != v1::VERDICT_KIND_ILLEGAL) return;
    ++refusals_;
    if (verdict.applied_actions() == 0)
      Reply(verdict.decision_id(), {LegalActionOf(asked_.at(verdict.decision_id())).notation()});
  }
  // With its own token, in mid-match: all that it has got so far, and the open decision last.
  void Look(const v1::Decision& decision) {
    ++looks_;
    const auto records = ListAll(*history_, token_, decision.match_id());
    ExpectSame(records);
    ASSERT_FALSE(records.empty());
    EXPECT_EQ(records.back().decision().decision_id(), decision.decision_id());
    EXPECT_EQ(records.back().fate(), v1::DECISION_FATE_OPEN);
  }
  // Who left them out asks for them.
  v1::Action LegalActionOf(const v1::Decision& decision) {
    if (!omit_)
      return decision.legal_actions(decision.decision_id() % decision.legal_actions_size());
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token_);
    v1::GetDecisionRequest request;
    request.set_match_id(decision.match_id());
    request.set_decision_id(decision.decision_id());
    v1::GetDecisionResponse response;
    EXPECT_TRUE(history_->GetDecision(&context, request, &response).ok());
    return response.decision().decision().legal_actions(0);
  }
  void Reply(int decision, const std::vector<std::string>& actions) {
    v1::PlayRequest request;
    request.mutable_reply()->set_match_id(asked_.at(decision).match_id());
    request.mutable_reply()->set_decision_id(decision);
    for (const std::string& action : actions)
      request.mutable_reply()->add_actions()->set_notation(action);
    stream_->Write(request);
  }

  const std::string token_;
  const bool omit_;
  const std::unique_ptr<v1::PlayService::Stub> play_;
  const std::unique_ptr<v1::HistoryService::Stub> history_;
  grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>* stream_ = nullptr;
  std::map<int, v1::Decision> asked_;
  std::map<int, std::vector<v1::Verdict>> told_;
  int seat_ = -1;
  int refusals_ = 0, looks_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

class PlayedDecisionsTest : public ServerTest {};

TEST_F(PlayedDecisionsTest, AreWhatTheBotsGot) {
  v1::RequestMatchRequest request;
  std::vector<std::string> tokens;
  for (const char* bot : {"alice", "bob", "carol"}) {
    tokens.push_back(Register(bot));
    request.add_bots(bot);
  }
  for (const int hand : {6, 4}) request.mutable_ruleset()->add_stages(hand);
  request.mutable_time_control()->set_move_time_ms(600'000);
  request.mutable_time_control()->set_strike_limit(1'000);
  const std::string id = RequestMatch(request);
  std::vector<std::unique_ptr<Player>> players;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    players.push_back(std::make_unique<Player>(NewChannel(), tokens[i], i == 2));
  for (const auto& player : players) player->Join();

  std::map<int, std::vector<v1::DecisionRecord>> by_seat;
  for (v1::DecisionRecord& record : ListAll(*history_, "", id)) {
    if (record.fate() == v1::DECISION_FATE_ANSWERED) {
      EXPECT_GT(record.times().sent_ms(), 0);
      EXPECT_GT(record.times().read_ms(), 0);
    }
    by_seat[record.seat()].push_back(std::move(record));
  }
  int refusals = 0, looks = 0;
  for (const auto& player : players) {
    player->ExpectSame(by_seat[player->seat()]);
    refusals += player->refusals();
    looks += player->looks();
  }
  EXPECT_GT(refusals, 5);
  EXPECT_GT(looks, 5);
}

}  // namespace
}  // namespace taki::service
