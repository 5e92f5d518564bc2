// What all unary handlers share: may the caller call, how a command of the host is waited for, how
// pages are cut.
//
// Handlers run on gRPC's threads. They read through store::History, which is thread-safe, and leave
// every change to the host.
#pragma once

#include <grpcpp/server_context.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/host/host.h"
#include "referee/service/auth.h"
#include "referee/service/error.h"
#include "referee/service/league_views.h"
#include "store/history.h"

namespace taki::service {

class Ratings;

// What the handlers need of the rest of the daemon. All of it outlives them.
struct Backend {
  const Auth& auth;
  host::Host& host;
  store::History& history;
  const std::atomic<bool>& draining;  // SIGTERM has come
  LeagueViews& leagues;
  Ratings& ratings;
  std::string_view server_version = {};
};

// The status that refuses the call, or nothing.
std::optional<grpc::Status> Refusal(const Backend& backend, const grpc::ServerContext& context,
                                    std::string_view method, std::string_view named_bot = {});

// `status` as what this call came to; while draining, UNAVAILABLE says so.
grpc::Status Failure(const Backend& backend, const absl::Status& status, const Meanings& meanings);

// How long a handler waits for the host: as long as its caller, at most 10 s.
std::chrono::system_clock::time_point WaitLimit(const grpc::ServerContext& context);

// The host's answer; DEADLINE_EXCEEDED if it did not come in time.
template <class T>
absl::StatusOr<T> Wait(std::future<absl::StatusOr<T>> answer, const grpc::ServerContext& context) {
  if (answer.wait_until(WaitLimit(context)) != std::future_status::ready)
    return absl::DeadlineExceededError(
        "the referee did not confirm in time; the command may still take effect");
  return answer.get();
}

// Who of `bots` is there, one each; nobody if the host does not answer in time.
std::vector<host::BotPresence> PresenceOf(const Backend& backend,
                                          const grpc::ServerContext& context,
                                          const std::vector<store::Bot>& bots);

// 1 to 1000, default (0) 50.
int PageSize(std::int32_t page_size, FieldErrors& errors);
// An opaque token that carries on `query` (the request without its page fields) from `cursor`.
std::string PageToken(std::string_view query, std::string_view cursor);
// The cursor of `token`, empty for the first page; a field error if it was not made for `query`.
std::string PageCursor(std::string_view query, const std::string& token, FieldErrors& errors);
// As a number above 0; nothing for the first page.
std::optional<std::int64_t> PageNumber(std::string_view query, const std::string& token,
                                       FieldErrors& errors);

// Display names of bots, each asked for once. An unknown one has its name.
class DisplayNames {
 public:
  explicit DisplayNames(store::History& history) : history_(history) {}
  std::vector<std::string> Of(const match::MatchConfig& config);

 private:
  store::History& history_;
  std::map<std::string, std::string> known_;
};

}  // namespace taki::service
