#include "referee/service/bot_view.h"

#include "referee/service/convert.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

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
absl::Status DescribeBot(const Backend& backend, const store::Bot& bot,
                         const host::BotPresence& presence, v1::Bot* out) {
  const auto versions = backend.history.VersionsOf(bot.id);
  if (!versions.ok()) return versions.status();
  ToProto(bot, *versions, presence.connected, out);
  out->set_current_version(presence.version);
  if (!presence.version.empty() || versions->empty()) return absl::OkStatus();
  const auto played = LastPlayedVersion(backend.history, bot);
  if (!played.ok()) return played.status();
  out->set_current_version(played->empty() ? versions->back().version : *played);
  return absl::OkStatus();
}

grpc::Status BotFailure(const Backend& backend, const absl::Status& status,
                        const std::string& name) {
  if (!absl::IsNotFound(status))
    return Failure(backend, status, {.not_found = Reason::kBotNotFound});
  return ToGrpcStatus(
      Error{Reason::kBotNotFound,
            "No bot has the name " + Escaped(name) + ": list the bots, or register it.",
            {{"bot", name}},
            {},
            0});
}

}  // namespace taki::service
