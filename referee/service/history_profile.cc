// HistoryService.GetBotProfile.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/service/bot_view.h"
#include "referee/service/convert_ratings.h"
#include "referee/service/fields.h"
#include "referee/service/history_service.h"
#include "referee/service/profile.h"

namespace taki::service {
namespace {

constexpr std::size_t kPointsMax = 20;

bool HasVersion(const v1::Bot& bot, const std::string& version) {
  return std::ranges::any_of(
      bot.versions(), [&](const v1::BotVersion& known) { return known.version() == version; });
}

// The row of the version, or of the current one: with the ranks of the table it is in by default.
absl::Status AddStanding(Ratings& ratings, const RatedSide& side, v1::GetBotProfileResponse* out) {
  for (const bool all_versions : {false, true}) {
    const auto board = ratings.Leaderboard(all_versions);
    if (!board.ok()) return board.status();
    for (const Board::Row& row : (*board)->rows) {
      if (row.bot.id != side.bot || (!side.version.empty() && row.version != side.version))
        continue;
      ToProto(row, out->mutable_standing());
      return absl::OkStatus();
    }
    if (side.version.empty()) break;  // the table of all versions has none either
  }
  return absl::OkStatus();
}

absl::Status AddRatings(Ratings& ratings, const RatedSide& side, v1::GetBotProfileResponse* out) {
  if (absl::Status status = AddStanding(ratings, side, out); !status.ok()) return status;
  const auto points = ratings.HistoryOf(side, kPointsMax);
  if (!points.ok()) return points.status();
  for (const RatingPoint& point : *points) ToProto(point, out->add_rating_history());
  return absl::OkStatus();
}

// By matches, then by name. Names are looked up of those alone that may be shown.
absl::Status AddRivals(store::History& history, std::vector<Rival> rivals, std::size_t shown_max,
                       v1::GetBotProfileResponse* out) {
  out->set_opponents_total(static_cast<std::int32_t>(rivals.size()));
  if (rivals.size() > shown_max) {
    const std::int64_t least = rivals[shown_max - 1].matches;
    const auto end =
        std::ranges::find_if(rivals, [least](const Rival& rival) { return rival.matches < least; });
    rivals.erase(end, rivals.end());
  }
  std::vector<match::BotId> ids;
  for (const Rival& rival : rivals) ids.push_back(rival.bot);
  const auto bots = history.BotsById(ids);
  if (!bots.ok()) return bots.status();
  std::map<match::BotId, std::string> names;
  for (const store::Bot& bot : *bots) names.emplace(bot.id, bot.name);
  std::ranges::sort(rivals, [&](const Rival& a, const Rival& b) {
    return a.matches != b.matches ? a.matches > b.matches : names[a.bot] < names[b.bot];
  });
  if (rivals.size() > shown_max) rivals.resize(shown_max);
  for (const Rival& rival : rivals) {
    v1::OpponentRecord* record = out->add_by_opponent();
    record->set_opponent(names[rival.bot]);
    record->set_matches(static_cast<std::int32_t>(rival.matches));
    record->set_ahead(static_cast<std::int32_t>(rival.ahead));
    record->set_level(static_cast<std::int32_t>(rival.level));
    record->set_behind(static_cast<std::int32_t>(rival.matches - rival.ahead - rival.level));
  }
  return absl::OkStatus();
}

}  // namespace

grpc::Status HistoryService::GetBotProfile(grpc::ServerContext* context,
                                           const v1::GetBotProfileRequest* request,
                                           v1::GetBotProfileResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetBotProfile"))
    return *refused;
  FieldErrors errors;
  RequireBot(errors, "bot", request->bot());
  RequireVersionOrNone(errors, "bot_version", request->bot_version());
  std::int32_t opponents_max = 100;
  TakeIntOrDefault(errors, "max_opponents", request->max_opponents(), 1, 1'000, opponents_max);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));

  const auto bot = backend_.history.GetBot(request->bot());
  if (!bot.ok()) return BotFailure(backend_, bot.status(), request->bot());
  const host::BotPresence presence = PresenceOf(backend_, *context, {*bot})[0];
  absl::Status status = DescribeBot(backend_, *bot, presence, response->mutable_bot());
  if (!status.ok()) return Failure(backend_, status, {});
  if (!request->bot_version().empty() && !HasVersion(response->bot(), request->bot_version()))
    return ToGrpcStatus(InvalidFields({{"bot_version", "must be a version that the bot has had"}}));

  const auto tally = backend_.history.TallyOf(bot->id);
  if (!tally.ok()) return Failure(backend_, tally.status(), {});
  ProfileFilter filter{request->bot_version(), std::nullopt};
  if (request->has_rated()) filter.rated = request->rated();
  AddResults(*tally, filter, response);
  AddDecisions(*tally, filter, response);
  status = AddRivals(backend_.history, RivalsIn(*tally, filter),
                     static_cast<std::size_t>(opponents_max), response);
  if (status.ok())
    status = AddRatings(backend_.ratings, {bot->id, request->bot_version()}, response);
  if (!status.ok()) return Failure(backend_, status, {});
  return grpc::Status::OK;
}

}  // namespace taki::service
