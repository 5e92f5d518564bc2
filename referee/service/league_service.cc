#include "referee/service/league_service.h"

#include <algorithm>
#include <utility>

#include "referee/service/convert.h"

namespace taki::service {
namespace {

// Whether the match that an earlier call with this request_id made is what is asked for now.
bool IsWhatWasAsked(const store::MatchRow& row, const host::MatchRequest& wanted) {
  if (row.config.ruleset != wanted.ruleset || !(row.config.clock == wanted.clock) ||
      row.config.rated != wanted.rated || row.config.seats.size() != wanted.bots.size() ||
      (wanted.seed && *wanted.seed != row.config.seed))
    return false;
  std::vector<std::string> seated;
  for (const match::SeatConfig& seat : row.config.seats) seated.push_back(seat.name);
  if (wanted.seating == host::Seating::kAsListed) return seated == wanted.bots;
  return std::is_permutation(seated.begin(), seated.end(), wanted.bots.begin(), wanted.bots.end());
}

}  // namespace

grpc::Status LeagueService::RequestMatch(grpc::ServerContext* context,
                                         const v1::RequestMatchRequest* request,
                                         v1::RequestMatchResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/RequestMatch"))
    return *refused;
  FieldErrors errors;
  const host::MatchRequest wanted = FromProto(*request, errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto row = Wait(backend_.host.RequestMatch(wanted), *context);
  if (!row.ok())
    return Failure(backend_, row.status(), Reason::kBotNotFound, Reason::kRequestIdReused);
  if (!wanted.request_id.empty() && !IsWhatWasAsked(*row, wanted))
    return ToGrpcStatus(Error{
        Reason::kRequestIdReused, "", {{"match_id", match::ToString(row->config.id)}}, {}, 0});
  ToProto(*row, DisplayNames(backend_.history).Of(row->config), response->mutable_match());
  return grpc::Status::OK;
}

}  // namespace taki::service
