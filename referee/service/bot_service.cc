#include "referee/service/bot_service.h"

#include <utility>

#include "referee/service/bot_view.h"
#include "referee/service/convert.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

std::optional<grpc::Status> BadName(const std::string& name) {
  if (IsBotName(name)) return std::nullopt;
  return ToGrpcStatus(
      InvalidFields({{"name", "must be the name of a bot, [a-z0-9][a-z0-9._-]{1,31}"}}));
}

}  // namespace

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
  const absl::Status status = DescribeBot(backend_, *bot, presence, response->mutable_bot());
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
    const absl::Status status =
        DescribeBot(backend_, (*bots)[i], presence[i], response->add_bots());
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
