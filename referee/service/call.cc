#include "referee/service/call.h"

#include <algorithm>
#include <charconv>

#include "referee/service/text.h"

namespace taki::service {
namespace {

using std::chrono::system_clock;

constexpr char kPageToken[] = "must be the next_page_token of a page of this same query, or empty";
constexpr std::size_t kQueryBytes = 8;  // of a SHA-256, enough to tell queries apart
constexpr std::size_t kCheckBytes = 4;  // against slips of the hand: a token is no secret

std::string Digest(std::string_view text, std::size_t bytes) {
  const rules::Bytes32 digest = rules::Sha256().Update(text).Finish();
  return {reinterpret_cast<const char*>(digest.data()), bytes};
}

}  // namespace

std::optional<grpc::Status> Refusal(const Backend& backend, const grpc::ServerContext& context,
                                    std::string_view method, std::string_view named_bot) {
  const std::optional<Error> error =
      backend.auth.Check(method, context.client_metadata(), named_bot);
  if (!error) return std::nullopt;
  return ToGrpcStatus(*error);
}

grpc::Status Failure(const Backend& backend, const absl::Status& status, const Meanings& meanings) {
  Error error = FromStatus(status, meanings);
  if (error.reason == Reason::kNotServing && backend.draining.load()) {
    error.reason = Reason::kDraining;
    error.retry_after_ms = 2'000;
  }
  return ToGrpcStatus(error);
}

system_clock::time_point WaitLimit(const grpc::ServerContext& context) {
  return std::min(context.deadline(), system_clock::now() + std::chrono::seconds(10));
}

std::vector<host::BotPresence> PresenceOf(const Backend& backend,
                                          const grpc::ServerContext& context,
                                          const std::vector<store::Bot>& bots) {
  std::vector<std::string> names;
  for (const store::Bot& bot : bots) names.push_back(bot.name);
  std::future<std::vector<host::BotPresence>> answer = backend.host.PresenceOf(std::move(names));
  std::vector<host::BotPresence> presence;
  if (answer.wait_until(WaitLimit(context)) == std::future_status::ready) presence = answer.get();
  presence.resize(bots.size());
  return presence;
}

int PageSize(std::int32_t page_size, FieldErrors& errors) {
  if (page_size == 0) return 50;
  if (page_size >= 1 && page_size <= 1'000) return page_size;
  errors.push_back({"page_size", "must be 1 to 1000, or 0 for 50"});
  return 50;
}

std::string PageToken(std::string_view query, std::string_view cursor) {
  std::string token = Digest(query, kQueryBytes).append(cursor);
  token += Digest(token, kCheckBytes);
  return Base64Url(token);
}

std::string PageCursor(std::string_view query, const std::string& token, FieldErrors& errors) {
  if (token.empty()) return {};
  std::string bytes;
  if (ParseBase64Url(token, bytes) && bytes.size() > kQueryBytes + kCheckBytes) {
    const std::string_view body = std::string_view(bytes).substr(0, bytes.size() - kCheckBytes);
    if (Digest(body, kCheckBytes) == std::string_view(bytes).substr(body.size()) &&
        body.substr(0, kQueryBytes) == Digest(query, kQueryBytes))
      return std::string(body.substr(kQueryBytes));
  }
  errors.push_back({"page_token", kPageToken});
  return {};
}

std::optional<std::int64_t> PageNumber(std::string_view query, const std::string& token,
                                       FieldErrors& errors) {
  const std::string cursor = PageCursor(query, token, errors);
  if (cursor.empty()) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), number);
  if (error == std::errc() && end == cursor.data() + cursor.size() && number > 0) return number;
  errors.push_back({"page_token", kPageToken});
  return std::nullopt;
}

std::vector<std::string> DisplayNames::Of(const match::MatchConfig& config) {
  std::vector<std::string> names;
  for (const match::SeatConfig& seat : config.seats) {
    const auto known = known_.find(seat.name);
    if (known != known_.end()) {
      names.push_back(known->second);
      continue;
    }
    const absl::StatusOr<store::Bot> bot = history_.GetBot(seat.name);
    names.push_back(bot.ok() ? bot->display_name : seat.name);
    known_.emplace(seat.name, names.back());
  }
  return names;
}

}  // namespace taki::service
