// What HistoryService tells about how strong bots are.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "referee/service/bot_view.h"
#include "referee/service/convert_ratings.h"
#include "referee/service/fields.h"
#include "referee/service/history_service.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

// Every match of the league that was put on record.
Ratings::LeagueMatches MatchesOf(const league::League& league) {
  Ratings::LeagueMatches matches;
  std::vector<match::MatchId> ids;
  for (const league::Fixture& fixture : league.fixtures())
    for (const league::Attempt& attempt : fixture.attempts) {
      ids.push_back(attempt.match);
      matches.work += static_cast<std::int64_t>(attempt.seats.size() * attempt.seats.size());
    }
  const auto players = static_cast<std::int64_t>(league.entrants().size());
  matches.work += WorkOf(players);
  matches.wanted.to = {};  // none
  if (ids.empty()) return matches;
  const auto [from, to] = std::ranges::minmax(ids);
  matches.wanted.from = from;
  matches.wanted.to = to;
  // A bit for each match from the first to the last.
  auto has =
      std::make_shared<std::vector<bool>>(static_cast<std::size_t>(to.number - from.number) + 1);
  for (const match::MatchId id : ids)
    (*has)[static_cast<std::size_t>(id.number - from.number)] = true;
  matches.wanted.has = [from, has = std::move(has)](match::MatchId id) {
    return (*has)[static_cast<std::size_t>(id.number - from.number)];
  };
  return matches;
}

Ratings::MatchesOf MatchesOf(LeagueViews& leagues, league::LeagueId id) {
  return [&leagues, id]() -> absl::StatusOr<Ratings::LeagueMatches> {
    Ratings::LeagueMatches matches;
    const absl::Status read =
        leagues.Read(id, [&](const LeagueView& view) { matches = MatchesOf(view.league); });
    if (!read.ok()) return read;
    return matches;
  };
}

// Takes a figure of the sequential test, or leaves the default.
void TakeDouble(FieldErrors& errors, const char* field, bool set, double value, double low,
                double high, double& out) {
  if (!set) return;
  if (value >= low && value <= high)  // not NaN either
    out = value;
  else
    errors.push_back({field, "must be a number from " + std::string(low < 0 ? "-1000" : "0.0001") +
                                 " to " + (high > 1 ? "1000" : "0.4")});
}

rating::SprtConfig SprtFrom(const v1::GetHeadToHeadRequest& request, FieldErrors& errors) {
  rating::SprtConfig sprt;
  const double width = sprt.elo1 - sprt.elo0;
  const std::size_t errors_before = errors.size();
  TakeDouble(errors, "elo0", request.has_elo0(), request.elo0(), -1'000, 1'000, sprt.elo0);
  sprt.elo1 = std::min(sprt.elo0 + width, 1'000.0);
  TakeDouble(errors, "elo1", request.has_elo1(), request.elo1(), -1'000, 1'000, sprt.elo1);
  TakeDouble(errors, "alpha", request.has_alpha(), request.alpha(), 0.0001, 0.4, sprt.alpha);
  TakeDouble(errors, "beta", request.has_beta(), request.beta(), 0.0001, 0.4, sprt.beta);
  if (errors.size() == errors_before && !rating::CheckSprtConfig(sprt).ok())
    errors.push_back({"elo1", "must be above elo0"});
  return sprt;
}

absl::StatusOr<RatedSide> SideOf(store::History& history, const std::string& bot,
                                 const std::string& version) {
  const auto known = history.GetBot(bot);
  if (!known.ok()) return known.status();
  return RatedSide{known->id, version};
}

}  // namespace

grpc::Status HistoryService::GetLeaderboard(grpc::ServerContext* context,
                                            const v1::GetLeaderboardRequest* request,
                                            v1::GetLeaderboardResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetLeaderboard"))
    return *refused;
  FieldErrors errors;
  const bool of_league = !request->league_id().empty();
  const league::LeagueId league =
      of_league ? LeagueIdOf(errors, "league_id", request->league_id()) : league::LeagueId{};
  if (request->min_matches() < 0) errors.push_back({"min_matches", "must be 0 or more"});
  std::int32_t rows_max = 1'000;
  TakeIntOrDefault(errors, "max_rows", request->max_rows(), 1, 10'000, rows_max);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (of_league) {  // an unknown one is not kept
    const auto known = backend_.history.GetLeague(league);
    if (!known.ok())
      return Failure(backend_, known.status(), {.not_found = Reason::kLeagueNotFound});
  }
  const auto board = of_league
                         ? backend_.ratings.LeaderboardOf(
                               league, MatchesOf(backend_.leagues, league), request->all_versions())
                         : backend_.ratings.Leaderboard(request->all_versions());
  if (!board.ok()) return Failure(backend_, board.status(), {.not_found = Reason::kLeagueNotFound});
  ToProto(**board, request->min_matches(), rows_max, response);
  return grpc::Status::OK;
}

grpc::Status HistoryService::GetHeadToHead(grpc::ServerContext* context,
                                           const v1::GetHeadToHeadRequest* request,
                                           v1::GetHeadToHeadResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetHeadToHead"))
    return *refused;
  FieldErrors errors;
  RequireBot(errors, "bot", request->bot());
  RequireVersionOrNone(errors, "bot_version", request->bot_version());
  RequireBot(errors, "opponent", request->opponent());
  RequireVersionOrNone(errors, "opponent_version", request->opponent_version());
  if (IsBotName(request->bot()) && request->bot() == request->opponent())
    errors.push_back({"opponent", "must be another bot: a bot takes at most one seat of a match"});
  const rating::SprtConfig sprt = SprtFrom(*request, errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto first = SideOf(backend_.history, request->bot(), request->bot_version());
  if (!first.ok()) return BotFailure(backend_, first.status(), request->bot());
  const auto second = SideOf(backend_.history, request->opponent(), request->opponent_version());
  if (!second.ok()) return BotFailure(backend_, second.status(), request->opponent());
  const auto duel = backend_.ratings.HeadToHead(*first, *second, sprt);
  if (!duel.ok()) return Failure(backend_, duel.status(), {});
  ToProto(*duel, sprt, response);
  return grpc::Status::OK;
}

grpc::Status HistoryService::GetRatingHistory(grpc::ServerContext* context,
                                              const v1::GetRatingHistoryRequest* request,
                                              v1::GetRatingHistoryResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetRatingHistory"))
    return *refused;
  FieldErrors errors;
  RequireBot(errors, "bot", request->bot());
  RequireVersionOrNone(errors, "bot_version", request->bot_version());
  std::int32_t points_max = 50;
  TakeIntOrDefault(errors, "max_points", request->max_points(), 1, 100, points_max);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto side = SideOf(backend_.history, request->bot(), request->bot_version());
  if (!side.ok()) return BotFailure(backend_, side.status(), request->bot());
  const auto points = backend_.ratings.HistoryOf(*side, static_cast<std::size_t>(points_max));
  if (!points.ok()) return Failure(backend_, points.status(), {});
  for (const RatingPoint& point : *points) ToProto(point, response->add_points());
  return grpc::Status::OK;
}

}  // namespace taki::service
