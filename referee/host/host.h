// The host: one loop that feeds the match machines their inputs, commits their records, and only
// then performs their effects.
//
// One thread runs Run (or Turn, in tests): it owns every live match and is the only user of the
// Journal. The commands at the top may be called from any thread; each returns a future that is set
// after the commit that made it durable (invariant I1).
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/host/clock.h"
#include "referee/host/transport.h"
#include "referee/league/league.h"
#include "store/journal.h"

namespace taki::host {

struct Options {
  std::string server_version = "dev";
  std::int32_t max_live_matches = 1'000;  // assigned or running; more wait QUEUED
  std::int32_t max_queued_matches = 100'000;
  std::int32_t max_open_leagues = 1'000;  // neither finished nor aborted
  std::int32_t max_matches_per_bot = 64;  // at once
  std::int32_t max_sessions = 2'000;
  std::int32_t max_watchers = 256;
  std::int32_t hello_time_ms = 10'000;
  std::int32_t ping_interval_ms = 10'000;
  std::int32_t event_delay_max_ms = 100;  // how long events wait for a bot's next frame
  std::int32_t watch_heartbeat_ms = 15'000;
  std::int32_t watcher_stall_ms = 30'000;  // a watcher that reads nothing for so long is dropped
  std::int32_t misuse_per_second =
      200;  // messages other than accepted replies, per stream; burst twice that
  std::int32_t takeovers_per_minute = 20;  // of one bot's session (N8)
  std::int32_t connects_per_minute = 120;  // streams that one bot opens; burst the same (N5)
  std::int32_t stall_ms = 10;      // a loop later than this credits the time to all clocks (T3)
  std::int32_t poll_ms_max = 100;  // while matches are live: a longer sleep is a stall (T3)
  std::int32_t drain_limit_ms = 30'000;
  std::int32_t commit_retry_ms = 250;
};

// A line of the daemon's log: an event in snake_case and its details, already safe to print (no
// control characters).
enum class LogLevel : std::uint8_t { kInfo, kWarning, kError };
using Log = std::function<void(LogLevel level, std::string_view event, std::string_view details)>;

// Fills 32 bytes from the operating system's generator; in simulation from the run's seed.
using RandomBytes32 = std::function<rules::Bytes32()>;

struct NewBot {
  std::string name, display_name, owner, description, author, language, homepage;
};
struct NewBotToken {
  store::Bot bot;
  std::string token;  // told once; only its hash is kept
};

// What the loop knows of a bot that the store does not.
struct BotPresence {
  bool connected = false;
  std::string version;  // of its last Hello since the start; empty: there was none
  friend bool operator==(const BotPresence&, const BotPresence&) = default;
};

enum class Seating : std::uint8_t {
  kYoungestFirst,
  kAsListed,
  kRandom
};  // R2.4; kRandom: purpose "seats" of the fair deal
struct MatchRequest {
  std::vector<std::string> bots;  // names, 2 to 10, each once
  Seating seating = Seating::kYoungestFirst;
  rules::Ruleset ruleset;
  match::TimeControl clock;
  bool rated = false;
  std::int32_t public_delay_ms = 0;  // 0 to 3,600,000; the public sees it so much later
  std::optional<rules::Seed> seed;   // only for unrated matches (S8)
  std::string
      request_id;  // at most 64 printable ASCII characters; the same one gives the same match
};

struct NewLeague {
  league::LeagueConfig config;
  std::vector<std::string> bots;  // names to enter at once, in order; may be empty
  std::string request_id;         // as MatchRequest's
};

// What an organiser does to a league; `kind` says which of the others are read.
struct LeagueCommand {
  league::LeagueId league;
  // kEntered, kWithdrawn, kDisqualified, kReinstated: `bot`. kStarted: `text`, the ratings.
  // kDisqualified: `text`, why. kRequeued: `fixture`. kPaused, kResumed, kDrained, kAborted.
  league::LogEntry::Kind kind = league::LogEntry::Kind::kPaused;
  std::string bot;  // its name
  std::string text;
  league::FixtureId fixture;
};

// Errors of commands: INVALID_ARGUMENT ("field: what is wrong and what is right"), NOT_FOUND,
// ALREADY_EXISTS, FAILED_PRECONDITION (a league's state does not allow it), RESOURCE_EXHAUSTED,
// UNAVAILABLE (draining, or the store cannot commit now: P4).
// A command of the very turn whose commit fails is not refused, since it may have been carried out
// (P6): its future is set when the commit works, or when the loop ends.
class Host {
 public:
  // All references must outlive the host. Call Recover before Run or Turn.
  Host(const Options& options, Clock& clock, Transport& transport, store::Journal& journal,
       RandomBytes32 random, Log log);
  ~Host();

  // --- any thread
  std::future<absl::StatusOr<NewBotToken>> RegisterBot(NewBot bot);
  std::future<absl::StatusOr<NewBotToken>> RotateToken(std::string name);
  std::future<absl::StatusOr<store::MatchRow>> RequestMatch(MatchRequest request);
  // Makes a league and enters its bots; the same request id gives the same league.
  std::future<absl::StatusOr<store::LeagueRow>> CreateLeague(NewLeague league);
  std::future<absl::StatusOr<store::LeagueRow>> CommandLeague(LeagueCommand command);
  // A live match ends VOID (ORGANISER), a queued one too; the result of a league's match that is
  // over is annulled, and it is played again. FAILED_PRECONDITION for another match that is over.
  std::future<absl::StatusOr<store::MatchRow>> VoidMatch(match::MatchId match);
  std::future<std::vector<BotPresence>> PresenceOf(std::vector<std::string> names);
  // SIGTERM: no new matches; running ones go on for drain_limit, then everything is parked and Run
  // returns. Again: park at once.
  void Drain();

  // --- the loop's thread
  // Loads bots and unfinished matches; quarantines what does not replay. DATA_LOSS or UNAVAILABLE:
  // do not start.
  absl::Status Recover();
  // Turns until parked. DATA_LOSS if the store is damaged.
  absl::Status Run();
  // One turn: poll, step, commit, perform. False once parked and drained. For tests and Run.
  absl::StatusOr<bool> Turn();

  struct Counters {
    std::int64_t turns = 0, decisions = 0, records = 0, commits = 0, commit_failures = 0,
                 stalls = 0;
    std::int64_t lag_ns = 0;  // credited so far
    std::int32_t live_matches = 0, queued_matches = 0, sessions = 0, watchers = 0;
  };
  Counters counters() const;
  // A live match, for the checkers of tests; nullptr if it is not live.
  const match::Match* FindLive(match::MatchId id) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace taki::host
