#include "referee/service/bot_service.h"

#include <utility>

#include "referee/service/convert.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

std::optional<grpc::Status> BadName(const std::string& name) {
  if (IsBotName(name)) return std::nullopt;
  return ToGrpcStatus(
      InvalidFields({{"name", "must be the name of a bot, [a-z0-9][a-z0-9._-]{1,31}"}}));
}

// The version that the bot played its newest match with; empty if it has not played of late.
absl::StatusOr<std::string> LastPlayedVersion(store::History& history, const store::Bot& bot) {
  constexpr int kLooks = 8;  // some may be void, or wait still
  store::MatchFilter filter;
  filter.bot = bot.name;
  const auto page = history.ListMatches(filter, {}, kLooks);
  if (!page.ok()) return page.status();
  for (const store::MatchRow& row : page->matches)
    for (std::size_t seat = 0; seat < row.versions.size(); ++seat)
      if (row.config.seats[seat].bot == bot.id && row.versions[seat] != "-")
        return row.versions[seat];
  return std::string();
}

}  // namespace

// The version that the bot said last. The loop knows it since its start; for the time before, what
// it played with last tells more than which version is the newest: a bot may have gone back.
absl::Status BotService::Describe(const store::Bot& bot, const host::BotPresence& presence,
                                  v1::Bot* out) const {
  const auto versions = backend_.history.VersionsOf(bot.id);
  if (!versions.ok()) return versions.status();
  ToProto(bot, *versions, presence.connected, out);
  out->set_current_version(presence.version);
  if (!presence.version.empty() || versions->empty()) return absl::OkStatus();
  const auto played = LastPlayedVersion(backend_.history, bot);
  if (!played.ok()) return played.status();
  out->set_current_version(played->empty() ? versions->back().version : *played);
  return absl::OkStatus();
}

grpc::Status BotService::RegisterBot(grpc::ServerContext* context,
                                     const v1::RegisterBotRequest* request,
                                     v1::RegisterBotResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.BotService/RegisterBot"))
    return *refused;
  FieldErrors errors;
  host::NewBot wanted = FromProto(*request, errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto made = Wait(backend_.host.RegisterBot(std::move(wanted)), *context);
  if (!made.ok())
    return Failure(backend_, made.status(),
                   {.not_found = Reason::kBotNotFound, .exists = Reason::kBotExists});
  ToProto(made->bot, {}, false, response->mutable_bot());
  response->set_token(made->token);
  return grpc::Status::OK;
}

grpc::Status BotService::GetBot(grpc::ServerContext* context, const v1::GetBotRequest* request,
                                v1::GetBotResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.BotService/GetBot")) return *refused;
  if (auto bad = BadName(request->name())) return *bad;
  const auto bot = backend_.history.GetBot(request->name());
  if (!bot.ok()) return Failure(backend_, bot.status(), {.not_found = Reason::kBotNotFound});
  const host::BotPresence presence = PresenceOf(backend_, *context, {*bot})[0];
  const absl::Status status = Describe(*bot, presence, response->mutable_bot());
  return status.ok() ? grpc::Status::OK
                     : Failure(backend_, status, {.not_found = Reason::kBotNotFound});
}

grpc::Status BotService::ListBots(grpc::ServerContext* context, const v1::ListBotsRequest* request,
                                  v1::ListBotsResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.BotService/ListBots")) return *refused;
  FieldErrors errors;
  constexpr std::string_view kQuery = "ListBots";
  const int size = PageSize(request->page_size(), errors);
  const std::string after = PageCursor(kQuery, request->page_token(), errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto bots = backend_.history.ListBots(after, size);
  if (!bots.ok()) return Failure(backend_, bots.status(), {.not_found = Reason::kBotNotFound});
  const std::vector<host::BotPresence> presence = PresenceOf(backend_, *context, *bots);
  for (std::size_t i = 0; i < bots->size(); ++i) {
    const absl::Status status = Describe((*bots)[i], presence[i], response->add_bots());
    if (!status.ok()) return Failure(backend_, status, {.not_found = Reason::kBotNotFound});
  }
  if (bots->size() == static_cast<std::size_t>(size))
    response->set_next_page_token(PageToken(kQuery, bots->back().name));
  return grpc::Status::OK;
}

grpc::Status BotService::RotateToken(grpc::ServerContext* context,
                                     const v1::RotateTokenRequest* request,
                                     v1::RotateTokenResponse* response) {
  if (auto refused =
          Refusal(backend_, *context, "/taki.v1.BotService/RotateToken", request->name()))
    return *refused;
  if (auto bad = BadName(request->name())) return *bad;
  const auto made = Wait(backend_.host.RotateToken(request->name()), *context);
  if (!made.ok()) return Failure(backend_, made.status(), {.not_found = Reason::kBotNotFound});
  response->set_token(made->token);
  return grpc::Status::OK;
}

}  // namespace taki::service
