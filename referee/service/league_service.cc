#include "referee/service/league_service.h"

#include <algorithm>
#include <utility>

#include "referee/service/convert.h"
#include "referee/service/convert_league.h"
#include "referee/service/fields.h"
#include "referee/service/ratings.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

using Kind = league::LogEntry::Kind;

// Whether the match that an earlier call with this request_id made is what is asked for now.
bool IsWhatWasAsked(const store::MatchRow& row, const host::MatchRequest& wanted) {
  if (row.config.ruleset != wanted.ruleset || !(row.config.clock == wanted.clock) ||
      row.config.rated != wanted.rated || row.public_delay_ms != wanted.public_delay_ms ||
      row.config.seats.size() != wanted.bots.size() ||
      (wanted.seed && *wanted.seed != row.config.seed))
    return false;
  std::vector<std::string> seated;
  for (const match::SeatConfig& seat : row.config.seats) seated.push_back(seat.name);
  if (wanted.seating == host::Seating::kAsListed) return seated == wanted.bots;
  return std::is_permutation(seated.begin(), seated.end(), wanted.bots.begin(), wanted.bots.end());
}

host::LeagueCommand To(Kind kind) {
  host::LeagueCommand command;
  command.kind = kind;
  return command;
}

// What is wrong cannot be a field of the request any more: it is the league, say with too few bots.
absl::Status AboutTheLeague(const absl::Status& status) {
  return absl::IsInvalidArgument(status) ? absl::FailedPreconditionError(status.message()) : status;
}

// The host's sentence about a field of its own, with the path of the request in front.
absl::Status InConfig(const absl::Status& status) {
  const std::string message(status.message());
  if (!message.starts_with("bots[") && !message.starts_with("name:")) return status;
  return {status.code(), "config." + message};
}

// A command about `bot`, which must be a name.
host::LeagueCommand To(Kind kind, const std::string& bot, FieldErrors& errors) {
  RequireBot(errors, "bot", bot);
  host::LeagueCommand command = To(kind);
  command.bot = bot;
  return command;
}

}  // namespace

// --- leagues ---------------------------------------------------------------------------------

grpc::Status LeagueService::CreateLeague(grpc::ServerContext* context,
                                         const v1::CreateLeagueRequest* request,
                                         v1::CreateLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/CreateLeague"))
    return *refused;
  FieldErrors errors;
  host::NewLeague wanted = FromProto(request->config(), errors);
  RequireRequestId(errors, request->request_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  wanted.request_id = request->request_id();
  const auto row = Wait(backend_.host.CreateLeague(wanted), *context);
  if (!row.ok())
    return Failure(backend_, InConfig(row.status()),
                   {.not_found = Reason::kBotNotFound,
                    .exists = Reason::kLeagueExists,
                    .exhausted = Reason::kTooManyLeagues});
  if (!wanted.request_id.empty()) {
    const absl::StatusOr<bool> same = IsWhatWasAsked(*row, wanted);
    if (!same.ok()) return Failure(backend_, same.status(), {});
    if (!*same)
      return ToGrpcStatus(
          Error{Reason::kRequestIdReused, "", {{"league_id", league::ToString(row->id)}}, {}, 0});
  }
  ToProto(*row, response->mutable_league());
  return grpc::Status::OK;
}

// Bots that were entered later stand behind those of the request.
absl::StatusOr<bool> LeagueService::IsWhatWasAsked(const store::LeagueRow& row,
                                                   const host::NewLeague& wanted) {
  if (!(row.config == wanted.config)) return false;
  const int bots = static_cast<int>(wanted.bots.size());
  if (bots == 0) return true;
  const auto log = backend_.history.LeagueLog(row.id, 0, bots);
  if (!log.ok()) return log.status();
  std::vector<match::BotId> entered;
  for (const league::LogEntry& entry : *log)
    if (entry.kind == Kind::kEntered) entered.push_back(entry.bot);
  const auto known = backend_.history.BotsById(entered);
  if (!known.ok()) return known.status();
  return std::equal(
      known->begin(), known->end(), wanted.bots.begin(), wanted.bots.end(),
      [](const store::Bot& bot, const std::string& name) { return bot.name == name; });
}

grpc::Status LeagueService::Command(grpc::ServerContext* context, const std::string& league_id,
                                    host::LeagueCommand command, FieldErrors errors,
                                    Reason not_found, v1::League* out) {
  command.league = LeagueIdOf(errors, "league_id", league_id);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (const auto known = backend_.history.GetLeague(command.league); !known.ok())
    return Failure(backend_, known.status(), {.not_found = Reason::kLeagueNotFound});
  if (!command.bot.empty())
    if (const auto bot = backend_.history.GetBot(command.bot); !bot.ok())
      return Failure(backend_, bot.status(), {.not_found = Reason::kBotNotFound});
  const auto row = Wait(backend_.host.CommandLeague(std::move(command)), *context);
  if (!row.ok())
    return Failure(backend_, AboutTheLeague(row.status()),
                   {.not_found = not_found, .precondition = Reason::kLeagueStateRefused});
  ToProto(*row, out);
  return grpc::Status::OK;
}

grpc::Status LeagueService::EnterBot(grpc::ServerContext* context,
                                     const v1::EnterBotRequest* request,
                                     v1::EnterBotResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/EnterBot"))
    return *refused;
  FieldErrors errors;
  host::LeagueCommand command = To(Kind::kEntered, request->bot(), errors);
  return Command(context, request->league_id(), std::move(command), std::move(errors),
                 Reason::kBotNotFound, response->mutable_league());
}

grpc::Status LeagueService::WithdrawBot(grpc::ServerContext* context,
                                        const v1::WithdrawBotRequest* request,
                                        v1::WithdrawBotResponse* response) {
  if (auto refused =
          Refusal(backend_, *context, "/taki.v1.LeagueService/WithdrawBot", request->bot()))
    return *refused;
  FieldErrors errors;
  host::LeagueCommand command = To(Kind::kWithdrawn, request->bot(), errors);
  return Command(context, request->league_id(), std::move(command), std::move(errors),
                 Reason::kBotNotEntered, response->mutable_league());
}

grpc::Status LeagueService::StartLeague(grpc::ServerContext* context,
                                        const v1::StartLeagueRequest* request,
                                        v1::StartLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/StartLeague"))
    return *refused;
  std::optional<std::vector<match::BotId>> to_rate;
  const grpc::Status known = Read(request->league_id(), {}, [&](const LeagueView& view) {
    if (view.row.config.seeding == league::Seeding::kRating) to_rate = BotsOf(view.league);
  });
  if (!known.ok()) return known;
  host::LeagueCommand command = To(Kind::kStarted);
  if (to_rate) {
    auto ratings = backend_.ratings.TextOf(*to_rate);
    if (!ratings.ok()) return Failure(backend_, ratings.status(), {});
    command.text = *std::move(ratings);
  }
  return Command(context, request->league_id(), std::move(command), {}, Reason::kLeagueNotFound,
                 response->mutable_league());
}

grpc::Status LeagueService::PauseLeague(grpc::ServerContext* context,
                                        const v1::PauseLeagueRequest* request,
                                        v1::PauseLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/PauseLeague"))
    return *refused;
  return Command(context, request->league_id(), To(Kind::kPaused), {}, Reason::kLeagueNotFound,
                 response->mutable_league());
}

grpc::Status LeagueService::ResumeLeague(grpc::ServerContext* context,
                                         const v1::ResumeLeagueRequest* request,
                                         v1::ResumeLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/ResumeLeague"))
    return *refused;
  return Command(context, request->league_id(), To(Kind::kResumed), {}, Reason::kLeagueNotFound,
                 response->mutable_league());
}

grpc::Status LeagueService::DrainLeague(grpc::ServerContext* context,
                                        const v1::DrainLeagueRequest* request,
                                        v1::DrainLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/DrainLeague"))
    return *refused;
  return Command(context, request->league_id(), To(Kind::kDrained), {}, Reason::kLeagueNotFound,
                 response->mutable_league());
}

grpc::Status LeagueService::AbortLeague(grpc::ServerContext* context,
                                        const v1::AbortLeagueRequest* request,
                                        v1::AbortLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/AbortLeague"))
    return *refused;
  return Command(context, request->league_id(), To(Kind::kAborted), {}, Reason::kLeagueNotFound,
                 response->mutable_league());
}

grpc::Status LeagueService::DisqualifyBot(grpc::ServerContext* context,
                                          const v1::DisqualifyBotRequest* request,
                                          v1::DisqualifyBotResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/DisqualifyBot"))
    return *refused;
  FieldErrors errors;
  host::LeagueCommand command = To(Kind::kDisqualified, request->bot(), errors);
  if (request->reason().empty()) errors.push_back({"reason", "must be set: everybody reads it"});
  RequireText(errors, "reason", request->reason(), 200, 200);
  command.text = request->reason();
  return Command(context, request->league_id(), std::move(command), std::move(errors),
                 Reason::kBotNotEntered, response->mutable_league());
}

grpc::Status LeagueService::ReinstateBot(grpc::ServerContext* context,
                                         const v1::ReinstateBotRequest* request,
                                         v1::ReinstateBotResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/ReinstateBot"))
    return *refused;
  FieldErrors errors;
  host::LeagueCommand command = To(Kind::kReinstated, request->bot(), errors);
  return Command(context, request->league_id(), std::move(command), std::move(errors),
                 Reason::kBotNotEntered, response->mutable_league());
}

// --- matches ---------------------------------------------------------------------------------

grpc::Status LeagueService::RequestMatch(grpc::ServerContext* context,
                                         const v1::RequestMatchRequest* request,
                                         v1::RequestMatchResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/RequestMatch"))
    return *refused;
  FieldErrors errors;
  const host::MatchRequest wanted = FromProto(*request, errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  return Request(context, wanted, response->mutable_match());
}

grpc::Status LeagueService::Request(grpc::ServerContext* context, const host::MatchRequest& wanted,
                                    v1::Match* out) {
  const auto row = Wait(backend_.host.RequestMatch(wanted), *context);
  if (!row.ok())
    return Failure(backend_, row.status(),
                   {.not_found = Reason::kBotNotFound, .exists = Reason::kRequestIdReused});
  if (!wanted.request_id.empty() && !service::IsWhatWasAsked(*row, wanted))
    return ToGrpcStatus(Error{
        Reason::kRequestIdReused, "", {{"match_id", match::ToString(row->config.id)}}, {}, 0});
  ToProto(*row, DisplayNames(backend_.history).Of(row->config), out);
  return grpc::Status::OK;
}

grpc::Status LeagueService::VoidMatch(grpc::ServerContext* context,
                                      const v1::VoidMatchRequest* request,
                                      v1::VoidMatchResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/VoidMatch"))
    return *refused;
  FieldErrors errors;
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto voided = Wait(backend_.host.VoidMatch(id), *context);
  if (!voided.ok())
    return Failure(backend_, voided.status(),
                   {.not_found = Reason::kMatchNotFound, .precondition = Reason::kResultStands});
  // As it was committed: the loop's row has no result yet.
  const auto row = backend_.history.GetMatch(id);
  if (!row.ok()) return Failure(backend_, row.status(), {.not_found = Reason::kMatchNotFound});
  ToProto(*row, DisplayNames(backend_.history).Of(row->config), response->mutable_match());
  return grpc::Status::OK;
}

grpc::Status LeagueService::RequeueMatch(grpc::ServerContext* context,
                                         const v1::RequeueMatchRequest* request,
                                         v1::RequeueMatchResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/RequeueMatch"))
    return *refused;
  FieldErrors errors;
  host::LeagueCommand command = To(Kind::kRequeued);
  if (request->match_id().empty()) {
    if (request->fixture_id() < 1)
      errors.push_back({"fixture_id", "must be the number of a fixture, from 1"});
    command.fixture = {request->fixture_id()};
    return Command(context, request->league_id(), std::move(command), std::move(errors),
                   Reason::kFixtureNotFound, response->mutable_league());
  }
  if (!request->league_id().empty() || request->fixture_id() != 0)
    errors.push_back({"match_id", "must be left out if a fixture is named"});
  RequireRequestId(errors, request->request_id());
  const match::MatchId id = MatchIdOf(errors, "match_id", request->match_id());
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto row = backend_.history.GetMatch(id);
  if (!row.ok()) return Failure(backend_, row.status(), {.not_found = Reason::kMatchNotFound});
  if (!row->league) return Requeue(context, *row, request->request_id(), response->mutable_match());
  command.fixture = row->league->slot.fixture;
  return Command(context, league::ToString(row->league->league), std::move(command), {},
                 Reason::kFixtureNotFound, response->mutable_league());
}

grpc::Status LeagueService::Requeue(grpc::ServerContext* context, const store::MatchRow& row,
                                    const std::string& request_id, v1::Match* out) {
  if (row.state != store::MatchState::kVoid && row.state != store::MatchState::kQuarantined)
    return ToGrpcStatus(Error{Reason::kResultStands,
                              "match_id: only a match that is VOID or QUARANTINED is tried again; "
                              "ask for a new one with RequestMatch",
                              {{"state", std::string(store::Name(row.state))}},
                              {},
                              0});
  host::MatchRequest wanted;
  for (const match::SeatConfig& seat : row.config.seats) wanted.bots.push_back(seat.name);
  wanted.seating = host::Seating::kAsListed;
  wanted.ruleset = row.config.ruleset;
  wanted.clock = row.config.clock;
  wanted.rated = row.config.rated;
  wanted.public_delay_ms = row.public_delay_ms;
  wanted.request_id = request_id.empty() ? "requeue:" + match::ToString(row.config.id) : request_id;
  return Request(context, wanted, out);
}

}  // namespace taki::service
