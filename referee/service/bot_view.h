// What several services tell about a bot.
#pragma once

#include "referee/service/call.h"
#include "taki/v1/bot_service.pb.h"

namespace taki::service {

// The bot with its versions, and which of them is the current one. Errors as of History.
absl::Status DescribeBot(const Backend& backend, const store::Bot& bot,
                         const host::BotPresence& presence, v1::Bot* out);

// `status` of the question for the bot of this name: BOT_NOT_FOUND says which (metadata `bot`).
grpc::Status BotFailure(const Backend& backend, const absl::Status& status,
                        const std::string& name);

}  // namespace taki::service
