// What single bots were asked, and what they answered.
#include <optional>
#include <utility>
#include <vector>

#include "referee/match/story.h"
#include "referee/service/convert.h"
#include "referee/service/fields.h"
#include "referee/service/history_service.h"
#include "referee/service/sight.h"

namespace taki::service {
namespace {

// A page ends when it holds so much: the largest decision, with a thousand refused replies, fits
// behind it into what a client takes (4 MiB).
constexpr std::size_t kPageBytes = 1'048'576;

// A match of whose decisions the caller may see some, or will.
struct AskedMatch {
  store::MatchRow row;
  Sight sight;
  std::vector<match::Record> records;
  std::vector<store::InputTiming> timings;
};

// Nothing of what does not fit, which may be what a bot has hidden.
grpc::Status Damaged() { return ToGrpcStatus(Error{Reason::kMatchQuarantined, "", {}, {}, 0}); }

std::optional<grpc::Status> Open(const Backend& backend, const grpc::ServerContext& context,
                                 match::MatchId id, AskedMatch& out) {
  const Meanings meanings{.not_found = Reason::kMatchNotFound};
  auto row = backend.history.GetMatch(id);
  if (!row.ok()) return Failure(backend, row.status(), meanings);
  out.row = *std::move(row);
  if (out.row.state == store::MatchState::kQuarantined) return Damaged();
  if (auto refused = Look(backend, context, out.row, out.sight)) return refused;
  if (!out.sight.revealed && out.sight.own.empty()) return OnlyForItsBot(out.row, std::nullopt);
  auto records = backend.history.Records(id);
  if (!records.ok()) return Failure(backend, records.status(), meanings);
  out.records = *std::move(records);
  auto timings = backend.history.Timings(id);
  if (!timings.ok()) return Failure(backend, timings.status(), meanings);
  out.timings = *std::move(timings);
  return std::nullopt;
}

// To who may not see all, a decision of another seat and one that was never asked look the same.
grpc::Status NoSuchDecision(const AskedMatch& asked) {
  if (asked.sight.revealed) return ToGrpcStatus(Error{Reason::kDecisionNotFound, "", {}, {}, 0});
  return ToGrpcStatus(
      {Reason::kMatchNotOver,
       "The match is not over, and until then a bot is told its own decisions only; "
       "this is none of them: list them, or ask again when it is over.",
       {},
       {},
       0});
}

match::DecisionId DecisionIdOf(FieldErrors& errors, std::int32_t id) {
  if (id < 1) errors.push_back({"decision_id", "must be 1 or more"});
  return {static_cast<std::uint32_t>(id)};
}

// Finds one decision that the caller may see and hands it to `take`.
template <class Take>
grpc::Status WithDecision(const AskedMatch& asked, match::DecisionId id, Take take) {
  bool found = false;
  const absl::Status status = match::ForEachDecision(
      asked.row.config, asked.records, [&](const match::DecisionStory& story) {
        if (story.decision.id < id) return true;
        found = story.decision.id == id && asked.sight.Sees(story.decision.seat);
        if (found) take(story);
        return false;
      });
  if (!status.ok()) return Damaged();
  return found ? grpc::Status::OK : NoSuchDecision(asked);
}

bool HasFault(const match::DecisionStory& story) {
  if (story.fate == match::DecisionFate::kTimedOut || story.fate == match::DecisionFate::kForfeited)
    return true;
  for (const match::ReplyStory& reply : story.replies)
    if (reply.verdict.kind == match::VerdictKind::kIllegal) return true;
  return false;
}

// The decisions that a request asks for, page by page.
class DecisionPage {
 public:
  DecisionPage(const AskedMatch& asked, const v1::ListDecisionsRequest& request, int size,
               std::int64_t after, v1::ListDecisionsResponse* out)
      : asked_(asked), request_(request), size_(size), after_(after), out_(out) {}

  // False if there is no room for one that belongs to the page.
  bool Take(const match::DecisionStory& story) {
    if (story.decision.id.number <= after_ || !Wanted(story)) return true;
    more_ = out_->decisions_size() == size_ || size_bytes_ >= kPageBytes;
    if (more_) return false;
    v1::DecisionRecord* decision = out_->add_decisions();
    ToProto(story, {asked_.row, asked_.timings, request_.omit_observations()}, decision);
    size_bytes_ += decision->ByteSizeLong();
    return true;
  }
  bool more() const { return more_; }

 private:
  bool Wanted(const match::DecisionStory& story) const {
    const rules::Seat seat = story.decision.seat;
    return asked_.sight.Sees(seat) && (!request_.has_seat() || request_.seat() == seat.number()) &&
           (!request_.only_faults() || HasFault(story));
  }

  const AskedMatch& asked_;
  const v1::ListDecisionsRequest& request_;
  const int size_;
  const std::int64_t after_;
  v1::ListDecisionsResponse* out_;
  std::size_t size_bytes_ = 0;
  bool more_ = false;
};

std::string QueryOf(const v1::ListDecisionsRequest& request) {
  v1::ListDecisionsRequest query = request;
  query.clear_page_size();
  query.clear_page_token();
  return "ListDecisions" + query.SerializeAsString();
}

// Whether the seat that is asked for is one, and one that the caller may see; else the status.
std::optional<grpc::Status> RefuseSeat(const AskedMatch& asked, std::int32_t seat) {
  if (seat < 0 || seat >= static_cast<std::int32_t>(asked.row.config.seats.size()))
    return ToGrpcStatus(InvalidFields(
        {{"seat", "must be 0 to " + std::to_string(asked.row.config.seats.size() - 1)}}));
  if (asked.sight.Sees(rules::Seat(seat))) return std::nullopt;
  return OnlyForItsBot(asked.row, rules::Seat(seat));
}

}  // namespace

grpc::Status HistoryService::GetDecision(grpc::ServerContext* context,
                                         const v1::GetDecisionRequest* request,
                                         v1::GetDecisionResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetDecision"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  const match::DecisionId decision = DecisionIdOf(errors, request->decision_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  AskedMatch asked;
  if (auto failed = Open(backend_, *context, id, asked)) return *failed;
  return WithDecision(asked, decision, [&](const match::DecisionStory& story) {
    ToProto(story, {asked.row, asked.timings}, response->mutable_decision());
  });
}

grpc::Status HistoryService::ListDecisions(grpc::ServerContext* context,
                                           const v1::ListDecisionsRequest* request,
                                           v1::ListDecisionsResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/ListDecisions"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  const int size = PageSize(request->page_size(), errors);
  const std::string query = QueryOf(*request);
  const auto after = PageNumber(query, request->page_token(), errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  AskedMatch asked;
  if (auto failed = Open(backend_, *context, id, asked)) return *failed;
  if (request->has_seat())
    if (auto failed = RefuseSeat(asked, request->seat())) return *failed;
  DecisionPage page(asked, *request, size, after.value_or(0), response);
  const absl::Status status =
      match::ForEachDecision(asked.row.config, asked.records,
                             [&](const match::DecisionStory& story) { return page.Take(story); });
  if (!status.ok()) return Damaged();
  if (page.more()) {
    const std::int32_t last = response->decisions().rbegin()->decision().decision_id();
    response->set_next_page_token(PageToken(query, std::to_string(last)));
  }
  return grpc::Status::OK;
}

grpc::Status HistoryService::TryReply(grpc::ServerContext* context,
                                      const v1::TryReplyRequest* request,
                                      v1::TryReplyResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/TryReply"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  const match::DecisionId decision = DecisionIdOf(errors, request->decision_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  AskedMatch asked;
  if (auto failed = Open(backend_, *context, id, asked)) return *failed;
  const grpc::Status seen = WithDecision(asked, decision, [](const match::DecisionStory&) {});
  if (!seen.ok()) return seen;
  const auto verdict =
      match::VerdictOn(asked.row.config, asked.records, decision, FromProto(request->actions()));
  if (!verdict.ok()) return Damaged();
  ToProto(host::GiveVerdict{id, *verdict}, response->mutable_verdict());
  return grpc::Status::OK;
}

}  // namespace taki::service
