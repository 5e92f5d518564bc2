// What goes out to bots and watchers, in the words of the referee: the service room turns it into
// protobuf.
//
// A frame is a list of items that belong together: one message on a bot's stream
// (docs/protocol.md). Items are values; the pointers in them are valid until Transport::Send
// returns.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "referee/match/effect.h"
#include "referee/match/match.h"
#include "store/rows.h"

namespace taki::host {

// One stream (an RPC call) for as long as the process lives; never used twice.
struct StreamId {
  std::uint64_t number = 0;
  friend constexpr auto operator<=>(StreamId, StreamId) = default;
};

struct Limits {
  std::int32_t message_size_bytes_max = 65'536;
  std::int32_t matches_per_bot_max = 0;
  std::int32_t messages_per_second_max = 0;  // of messages other than accepted replies
  std::int32_t ping_interval_ms = 0;
};

// --- to a bot

struct Welcome {
  std::string bot;
  std::string version;
  std::int32_t session = 0;  // counts this bot's streams since the daemon started
  Limits limits;
};
// What is public about a match and its seats, for the items that introduce one.
struct MatchIntro {
  const match::MatchConfig* config = nullptr;
  std::vector<std::string> display_names;  // one a seat
  std::vector<std::string> versions;       // one a seat; empty strings before the deal
};
struct MatchAssigned {
  MatchIntro intro;
  rules::Seat seat;
  std::int32_t ready_time_left_ms = 0;
};
struct MatchStarted {
  match::MatchId match;
  std::vector<std::string> entropy;
  rules::View view;
};
struct SeatEvent {  // as `viewer` may see it: its own drawn cards, nobody else's
  match::MatchId match;
  rules::Seat viewer;
  std::uint32_t seq = 0;
  match::MatchEvent event;
};
struct AskDecision {
  match::MatchId match;
  match::Decision decision;
};
struct GiveVerdict {
  match::MatchId match;
  match::Verdict verdict;
};
struct GiveSnapshot {
  MatchIntro intro;
  rules::Seat seat;
  std::vector<std::string> entropy;
  match::Snapshot snapshot;
};
struct MatchFinished {  // the only item that may carry the seed
  MatchIntro intro;
  std::vector<std::string> entropy;
  match::Result result;
};
struct Ping {
  std::int32_t id = 0;
};
struct Notice {
  enum class Kind : std::uint8_t { kSuperseded, kDraining, kRateLimited, kMalformed, kUnexpected };
  Kind kind = Kind::kUnexpected;
  std::string text;
  std::string match;  // the id that the bot's message named, if any
  std::int32_t retry_after_ms = 0;
};

// --- to a watcher (each item is a message of its own)

struct WatchIntro {
  store::MatchRow row;  // the service shows of it what is public now
  std::vector<std::string> display_names;
};
struct WatchStart {
  rules::PublicState state;  // just dealt
};
struct WatchEvent {
  std::uint32_t seq = 0;
  match::MatchEvent event;  // without the faces of drawn cards
};
struct Heartbeat {
  std::uint32_t last_seq = 0;
};

// --- to a watcher of a league (each item is a message of its own)

struct LeagueIntro {                  // the first message: the league as it is now
  store::LeagueRow row;               // row.last_seq: the entry up to which it tells
  std::vector<std::string> entrants;  // names of the bots, in the order of entry
  league::Progress progress;
};
// An entry of the league's log, and what became of the fixture that it names (its state after this
// entry when it is told as it happens; its present state in what is told afterwards).
struct LeagueNews {
  league::LogEntry entry;
  std::string bot;                 // its name, if the entry is about one
  std::vector<std::string> seats;  // names, of kFiled and kFinished
};
struct LeagueProgress {  // after each batch of news, and instead of a heartbeat
  std::int32_t last_seq = 0;
  league::LeagueState state = league::LeagueState::kOpen;
  league::Progress progress;
};

using Item = std::variant<Welcome, MatchAssigned, MatchStarted, SeatEvent, AskDecision, GiveVerdict,
                          GiveSnapshot, MatchFinished, Ping, Notice, WatchIntro, WatchStart,
                          WatchEvent, Heartbeat, LeagueIntro, LeagueNews, LeagueProgress>;
using Frame = std::vector<Item>;

// Why the referee ends a stream; each has its status code and reason in docs/protocol.md.
enum class CloseReason : std::uint8_t {
  kDone,  // OK: a watched match is over, or a bot without unfinished matches left
  kTokenMissing,
  kTokenUnknown,
  kTokenRevoked,  // it was rotated while the stream was open
  kHelloExpected,
  kHelloTimeout,
  kHelloInvalid,
  kSuperseded,
  kTooManyTakeovers,
  kTooManySessions,
  kTooManyWatchers,
  kMalformed,
  kRateLimited,
  kSlowReader,
  kMatchesUnfinished,  // the bot closed its side while a match of its goes on
  kMatchNotFound,
  kMatchQuarantined,
  kLeagueNotFound,
  kFieldInvalid,
  kDraining,
  kNotServing,
};

}  // namespace taki::host
