#include "referee/service/history_service.h"

#include <chrono>
#include <utility>

#include "referee/rules/sha256.h"
#include "referee/service/convert.h"
#include "referee/service/fields.h"
#include "referee/service/match_filter.h"
#include "referee/service/sight.h"
#include "referee/service/verify.h"

namespace taki::service {
namespace {

// Whether an organiser struck its result. Requires: row.league.
absl::StatusOr<bool> IsAnnulled(LeagueViews& leagues, const store::MatchRow& row) {
  bool annulled = false;
  const absl::Status status = leagues.Read(row.league->league, [&](const LeagueView& view) {
    const auto index = static_cast<std::size_t>(row.league->slot.fixture.number - 1);
    if (index >= view.league.fixtures().size()) return;
    for (const league::Attempt& attempt : view.league.fixtures()[index].attempts)
      if (attempt.match == row.config.id) annulled = attempt.annulled;
  });
  if (!status.ok()) return status;
  return annulled;
}

// The public sees it later, and so only by WatchMatch, which waits.
bool IsDelayed(const store::MatchRow& row, const Sight& sight) {
  return row.public_delay_ms > 0 && !store::IsOver(row.state) && !sight.WithoutDelay();
}
Error ShownWithDelay() {
  return {Reason::kMatchNotOver,
          "The match is not over and is shown to the public with a delay: watch it with "
          "WatchMatch, or ask again when it is over.",
          {},
          {},
          0};
}

std::string QueryOf(const v1::ListMatchesRequest& request) {
  v1::ListMatchesRequest query = request;
  query.clear_page_size();
  query.clear_page_token();
  return "ListMatches" + query.SerializeAsString();
}

}  // namespace

grpc::Status HistoryService::GetMatch(grpc::ServerContext* context,
                                      const v1::GetMatchRequest* request,
                                      v1::GetMatchResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetMatch"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto row = backend_.history.GetMatch(id);
  if (!row.ok()) return Failure(backend_, row.status(), {.not_found = Reason::kMatchNotFound});
  ToProto(*row, DisplayNames(backend_.history).Of(row->config), response->mutable_match());
  if (row->league) {
    const auto annulled = IsAnnulled(backend_.leagues, *row);
    if (!annulled.ok()) return Failure(backend_, annulled.status(), {});
    response->set_annulled(*annulled);
  }
  if (!request->include_record()) return grpc::Status::OK;
  Sight sight;
  if (auto refused = Look(backend_, *context, *row, sight)) return *refused;
  if (IsDelayed(*row, sight)) return grpc::Status::OK;
  auto record = RecordText(backend_.history, *row);
  if (!record.ok())
    return Failure(backend_, record.status(), {.not_found = Reason::kMatchNotFound});
  response->set_record(*std::move(record));
  return grpc::Status::OK;
}

grpc::Status HistoryService::ListMatches(grpc::ServerContext* context,
                                         const v1::ListMatchesRequest* request,
                                         v1::ListMatchesResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/ListMatches"))
    return *refused;
  FieldErrors errors;
  const auto filter = FilterFrom(*request, backend_.leagues, errors);
  const int size = PageSize(request->page_size(), errors);
  const std::string query = QueryOf(*request);
  const auto before = PageNumber(query, request->page_token(), errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (!filter.ok())
    return Failure(backend_, filter.status(), {.not_found = Reason::kLeagueNotFound});
  const auto page = backend_.history.ListMatches(*filter, {before.value_or(0)}, size);
  if (!page.ok()) return Failure(backend_, page.status(), {.not_found = Reason::kMatchNotFound});
  DisplayNames names(backend_.history);
  for (const store::MatchRow& row : page->matches)
    ToProto(row, names.Of(row.config), response->add_matches());
  if (page->next.number != 0)
    response->set_next_page_token(PageToken(query, std::to_string(page->next.number)));
  return grpc::Status::OK;
}

grpc::Status HistoryService::ListMoves(grpc::ServerContext* context,
                                       const v1::ListMovesRequest* request,
                                       v1::ListMovesResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/ListMoves"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  const int size = PageSize(request->page_size(), errors);
  const std::string query = "ListMoves" + request->match_id();
  const auto from = PageNumber(query, request->page_token(), errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  // The row before the lines: a match that is over then has all of them.
  const auto row = backend_.history.GetMatch(id);
  if (!row.ok()) return Failure(backend_, row.status(), {.not_found = Reason::kMatchNotFound});
  Sight sight;
  if (auto refused = Look(backend_, *context, *row, sight)) return *refused;
  if (IsDelayed(*row, sight)) return ToGrpcStatus(ShownWithDelay());
  const auto lines = backend_.history.Lines(id, static_cast<std::uint32_t>(from.value_or(0)), size);
  if (!lines.ok()) return Failure(backend_, lines.status(), {.not_found = Reason::kMatchNotFound});
  const rules::SeatSet faces_of =
      sight.revealed ? rules::SeatSet::FirstN(rules::kMaxSeats) : sight.own;
  for (const match::Line& line : *lines)
    if (!line.sealed || sight.Sees(line.seat)) ToProto(line, faces_of, response->add_moves());
  if (lines->size() == static_cast<std::size_t>(size))
    response->set_next_page_token(PageToken(query, std::to_string(lines->back().ply + 1)));
  return grpc::Status::OK;
}

grpc::Status HistoryService::VerifyMatch(grpc::ServerContext* context,
                                         const v1::VerifyMatchRequest* request,
                                         v1::VerifyMatchResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/VerifyMatch"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto row = backend_.history.GetMatch(id);
  if (!row.ok()) return Failure(backend_, row.status(), {.not_found = Reason::kMatchNotFound});
  if (row->state == store::MatchState::kQuarantined)
    return ToGrpcStatus(Error{Reason::kMatchQuarantined, "", {}, {}, 0});
  if (!row->result) return ToGrpcStatus(Error{Reason::kMatchNotOver, "", {}, {}, 0});
  store::WholeMatch whole;
  const auto verified = VerifyStored(backend_.history, id, whole);
  if (!verified.ok())
    return Failure(backend_, verified.status(), {.not_found = Reason::kMatchNotFound});
  response->set_ok(verified->ok);
  response->set_lines_checked(static_cast<std::int32_t>(verified->actions));
  response->set_line(verified->line);
  response->set_difference(verified->difference);
  response->set_hash(rules::Hex(row->result->record_hash));
  return grpc::Status::OK;
}

grpc::Status HistoryService::GetServerInfo(grpc::ServerContext* context,
                                           const v1::GetServerInfoRequest*,
                                           v1::GetServerInfoResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetServerInfo"))
    return *refused;
  using std::chrono::system_clock;
  response->set_server_version(std::string(backend_.server_version));
  response->set_protocol_version(kProtocolVersion);
  response->set_rules_version(rules::kRulesVersion);
  response->set_now_ms(
      std::chrono::duration_cast<std::chrono::milliseconds>(system_clock::now().time_since_epoch())
          .count());
  response->set_draining(backend_.draining.load());
  return grpc::Status::OK;
}

}  // namespace taki::service
