#include "tests/cli/fake_referee.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <utility>

#include "referee/rules/check.h"
#include "taki/v1/bot_service.grpc.pb.h"
#include "taki/v1/history_service.grpc.pb.h"
#include "tests/cli/fake_league_service.h"
#include "tests/cli/fake_status.h"

namespace taki::test {
namespace {

using grpc::ServerContext;
using grpc::Status;
using grpc::StatusCode;

Status NoMatch(const std::string& id) {
  return Refuse(StatusCode::NOT_FOUND, "there is no match " + id, "MATCH_NOT_FOUND");
}

}  // namespace

struct FakeReferee::Services final : v1::BotService::Service, v1::HistoryService::Service {
  explicit Services(FakeReferee& owner) : fake(owner) {}

  Status RegisterBot(ServerContext* context, const v1::RegisterBotRequest* request,
                     v1::RegisterBotResponse* response) override {
    if (const Status status = fake.Note(*context, true); !status.ok()) return status;
    fake.registered = *request;
    if (request->name().size() < 2)
      return RefuseField("name", "must match [a-z0-9][a-z0-9._-]{1,31}");
    response->mutable_bot()->set_name(request->name());
    response->mutable_bot()->set_owner(request->owner());
    response->set_token(kBotToken);
    return Status::OK;
  }

  Status ListBots(ServerContext* context, const v1::ListBotsRequest* request,
                  v1::ListBotsResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    // Small pages, so that the client must turn them.
    response->set_next_page_token(Page(fake.bots, std::min(request->page_size(), 2),
                                       request->page_token(),
                                       [&](const v1::Bot& bot) { *response->add_bots() = bot; }));
    return Status::OK;
  }

  Status RotateToken(ServerContext* context, const v1::RotateTokenRequest* request,
                     v1::RotateTokenResponse* response) override {
    if (const Status status = fake.Note(*context, true); !status.ok()) return status;
    for (const v1::Bot& bot : fake.bots)
      if (bot.name() == request->name()) {
        response->set_token(kBotToken);
        return Status::OK;
      }
    return Refuse(StatusCode::NOT_FOUND, "no bot is called " + request->name(), "BOT_NOT_FOUND");
  }

  Status GetMatch(ServerContext* context, const v1::GetMatchRequest* request,
                  v1::GetMatchResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    const auto found = fake.matches_.find(request->match_id());
    if (found == fake.matches_.end()) return NoMatch(request->match_id());
    *response->mutable_match() = found->second.match;
    if (request->include_record()) response->set_record(found->second.record);
    return Status::OK;
  }

  Status ListMatches(ServerContext* context, const v1::ListMatchesRequest* request,
                     v1::ListMatchesResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    fake.listed = *request;
    if (fake.empty_pages > 0) {
      --fake.empty_pages;
      response->set_next_page_token(request->page_token().empty() ? "0" : request->page_token());
      return Status::OK;
    }
    std::vector<v1::Match> passing;
    for (auto match = fake.matches_.rbegin(); match != fake.matches_.rend(); ++match)
      if (!fake.unlisted_.contains(match->first) &&
          (request->state() == 0 || request->state() == match->second.match.state()))
        passing.push_back(match->second.match);
    response->set_next_page_token(
        Page(passing, std::min(request->page_size(), 2), request->page_token(),
             [&](const v1::Match& match) { *response->add_matches() = match; }));
    return Status::OK;
  }

  Status ListMoves(ServerContext* context, const v1::ListMovesRequest* request,
                   v1::ListMovesResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    const auto found = fake.matches_.find(request->match_id());
    if (found == fake.matches_.end()) return NoMatch(request->match_id());
    response->set_next_page_token(
        Page(found->second.moves, std::min(request->page_size(), 7), request->page_token(),
             [&](const v1::Move& move) { *response->add_moves() = move; }));
    return Status::OK;
  }

  Status WatchMatch(ServerContext* context, const v1::WatchMatchRequest* request,
                    grpc::ServerWriter<v1::WatchMatchResponse>* writer) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    const auto found = fake.matches_.find(request->match_id());
    if (found == fake.matches_.end()) return NoMatch(request->match_id());
    const CannedMatch& canned = found->second;
    v1::WatchMatchResponse message;
    *message.mutable_match() = canned.match;
    writer->Write(message);
    if (request->from_seq() <= 1) {
      *message.mutable_start() = canned.start;
      writer->Write(message);
    }
    for (int seq = std::max(1, request->from_seq()); seq <= static_cast<int>(canned.events.size());
         ++seq) {
      message.mutable_event()->set_seq(seq);
      *message.mutable_event()->mutable_event() = canned.events[static_cast<std::size_t>(seq - 1)];
      writer->Write(message);
      if (seq == fake.break_after_seq) {
        fake.break_after_seq = 0;
        return Refuse(StatusCode::UNAVAILABLE, "the referee stops", "DRAINING");
      }
    }
    message.mutable_heartbeat()->set_last_seq(static_cast<int>(canned.events.size()));
    writer->Write(message);
    *message.mutable_finished() = canned.finished;
    writer->Write(message);
    return Status::OK;
  }

  Status ListDecisions(ServerContext* context, const v1::ListDecisionsRequest* request,
                       v1::ListDecisionsResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    const auto found = fake.decisions.find(request->match_id());
    if (found == fake.decisions.end()) return {StatusCode::UNIMPLEMENTED, "an older referee"};
    std::vector<v1::DecisionRecord> passing;
    for (const v1::DecisionRecord& one : found->second)
      if (!request->has_seat() || request->seat() == one.seat()) passing.push_back(one);
    response->set_next_page_token(
        Page(passing, std::min(request->page_size(), 2), request->page_token(),
             [&](const v1::DecisionRecord& one) { *response->add_decisions() = one; }));
    return Status::OK;
  }

  Status GetDecision(ServerContext* context, const v1::GetDecisionRequest* request,
                     v1::GetDecisionResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    for (const v1::DecisionRecord& one : fake.decisions[request->match_id()])
      if (one.decision().decision_id() == request->decision_id()) {
        *response->mutable_decision() = one;
        return Status::OK;
      }
    return Refuse(StatusCode::NOT_FOUND, "no such decision was asked", "DECISION_NOT_FOUND");
  }

  Status TryReply(ServerContext* context, const v1::TryReplyRequest* request,
                  v1::TryReplyResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    std::string reply;
    for (const v1::Action& action : request->actions())
      reply += (reply.empty() ? "" : " ") + action.notation();
    const auto found = fake.verdicts.find(reply);
    if (found != fake.verdicts.end()) *response->mutable_verdict() = found->second;
    v1::Verdict& verdict = *response->mutable_verdict();
    if (verdict.kind() == 0) verdict.set_kind(v1::VERDICT_KIND_ACCEPTED);
    verdict.set_match_id(request->match_id());
    verdict.set_decision_id(request->decision_id());
    return Status::OK;
  }

  // Pieces as small as can be, so that the client must put them together.
  Status ExportMatches(ServerContext* context, const v1::ExportMatchesRequest* request,
                       grpc::ServerWriter<v1::ExportMatchesResponse>* writer) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    fake.exports.push_back(*request);
    if (fake.exports_refused > 0) {
      --fake.exports_refused;
      return Refuse(StatusCode::RESOURCE_EXHAUSTED, "four are running", "TOO_MANY_EXPORTS");
    }
    std::vector<v1::ExportMatchesResponse> pieces;
    std::int64_t matches = 0;
    for (const auto& [id, canned] : fake.matches_) {
      if (id <= request->cursor() || canned.match.finished_ms() == 0) continue;
      if (request->max_matches() > 0 && ++matches > request->max_matches()) break;
      AddPieces(*request, canned, pieces);
    }
    int sent = 0;
    for (const auto& piece : pieces) {
      writer->Write(piece);
      if (++sent != fake.break_export_after) continue;
      fake.break_export_after = 0;
      return Refuse(StatusCode::UNAVAILABLE, "the referee stops", "DRAINING");
    }
    return Status::OK;
  }

  static void AddPieces(const v1::ExportMatchesRequest& request, const CannedMatch& canned,
                        std::vector<v1::ExportMatchesResponse>& pieces) {
    *pieces.emplace_back().mutable_match() = canned.match;
    if (request.moves())
      for (const v1::Move& move : canned.moves)
        *pieces.emplace_back().mutable_moves()->add_moves() = move;
    if (request.decisions())
      for (const v1::DecisionRecord& decision : canned.decisions)
        *pieces.emplace_back().mutable_decisions()->add_decisions() = decision;
    if (request.record())
      for (std::size_t at = 0; at < canned.record.size(); at += 100)
        pieces.emplace_back().set_record(canned.record.substr(at, 100));
    v1::ExportedMatchEnd& end = *pieces.emplace_back().mutable_match_end();
    end.set_match_id(canned.match.match_id());
    end.set_cursor(canned.match.match_id());
  }

  Status VerifyMatch(ServerContext* context, const v1::VerifyMatchRequest* request,
                     v1::VerifyMatchResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    const auto found = fake.matches_.find(request->match_id());
    if (found == fake.matches_.end()) return NoMatch(request->match_id());
    const v1::Match& match = found->second.match;
    if (match.state() == v1::MATCH_STATE_RUNNING)
      return Refuse(StatusCode::FAILED_PRECONDITION, request->match_id() + " is not over",
                    "MATCH_NOT_OVER");
    response->set_ok(fake.differing_line == 0);
    response->set_lines_checked(match.moves());
    response->set_line(fake.differing_line);
    if (!response->ok()) response->set_difference("another card was drawn");
    response->set_hash(match.hash());
    return Status::OK;
  }

  Status GetLeaderboard(ServerContext* context, const v1::GetLeaderboardRequest* request,
                        v1::GetLeaderboardResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    fake.leaderboard_asked = *request;
    *response = fake.leaderboard;
    return Status::OK;
  }

  Status GetHeadToHead(ServerContext* context, const v1::GetHeadToHeadRequest* request,
                       v1::GetHeadToHeadResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    fake.head_to_head_asked = *request;
    if (request->bot() == request->opponent())
      return RefuseField("opponent", "must be another bot");
    *response = fake.head_to_head;
    return Status::OK;
  }

  Status GetBotProfile(ServerContext* context, const v1::GetBotProfileRequest* request,
                       v1::GetBotProfileResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    fake.profile_asked = *request;
    if (request->bot() == "zoe")
      return Refuse(StatusCode::NOT_FOUND, "no bot is called zoe", "BOT_NOT_FOUND");
    *response = fake.profile;
    return Status::OK;
  }

  Status GetRatingHistory(ServerContext* context, const v1::GetRatingHistoryRequest* request,
                          v1::GetRatingHistoryResponse* response) override {
    if (const Status status = fake.Note(*context); !status.ok()) return status;
    fake.rating_history_asked = *request;
    if (request->bot() == "zoe")
      return Refuse(StatusCode::NOT_FOUND, "no bot is called zoe", "BOT_NOT_FOUND");
    *response = fake.rating_history;
    return Status::OK;
  }

  FakeReferee& fake;
  std::unique_ptr<grpc::Server> server;
};

FakeReferee::FakeReferee()
    : services_(std::make_unique<Services>(*this)),
      leagues_service_(std::make_unique<FakeLeagueService>(*this)) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(static_cast<v1::BotService::Service*>(services_.get()));
  builder.RegisterService(leagues_service_.get());
  builder.RegisterService(static_cast<v1::HistoryService::Service*>(services_.get()));
  services_->server = builder.BuildAndStart();
  TAKI_CHECK(services_->server != nullptr);
  address_ = "127.0.0.1:" + std::to_string(port);
}

FakeReferee::~FakeReferee() { services_->server->Shutdown(); }

Status FakeReferee::Note(const ServerContext& context, bool needs_token) {
  ++calls;
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find("authorization");
  authorization =
      found == metadata.end() ? "" : std::string(found->second.data(), found->second.size());
  if (!needs_token || authorization == std::string("Bearer ") + kAdminToken) return Status::OK;
  return Refuse(StatusCode::UNAUTHENTICATED, "nobody has this token", "TOKEN_UNKNOWN");
}

v1::Match FakeReferee::StartMatch(const v1::RequestMatchRequest& request) {
  requested.push_back(request);
  CannedMatch canned = matches_.at(started_as);
  const int number = 100 + static_cast<int>(requested.size());
  canned.match.set_match_id("m-000" + std::to_string(number));
  v1::Match match;
  match.set_match_id(canned.match.match_id());
  match.set_state(v1::MATCH_STATE_QUEUED);
  for (const auto& bot : request.bots()) match.add_seats()->set_bot(bot);
  AddUnlisted(std::move(canned));
  return match;
}

void FakeReferee::AddUnlisted(CannedMatch canned) {
  unlisted_.insert(canned.match.match_id());
  Add(std::move(canned));
}

void FakeReferee::Add(CannedMatch canned) {
  const std::string id = canned.match.match_id();
  canned.finished.set_match_id(id);
  matches_.insert_or_assign(id, std::move(canned));
}

}  // namespace taki::test
