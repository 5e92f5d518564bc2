// The durable inputs of a match, the lines of its match record, and its result.
//
// A `Record` is one durable input, numbered by `input_no` from 1 in the order in which it took
// effect; replaying a match's records gives the same positions, decisions, strikes and clocks
// (invariant I4). A `Line` is one action of the match record, numbered by `ply` in the order that
// docs/notation.md defines (the answers of a +3 window get theirs when it closes).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "referee/match/config.h"
#include "referee/rules/action.h"
#include "referee/rules/position.h"

namespace taki::match {

inline constexpr std::uint32_t kMaxInputs = (1u << 20) - 1;  // input_no and ply both fit 20 bits

struct Record {
  enum class Kind : std::uint8_t {
    kStart,    // the cards are dealt: ready, entropy, versions
    kReply,    // actions were applied (or a window answer taken): closes `decision`
    kRefusal,  // nothing of the reply was applied: a strike, `decision` stays open (R11.4)
    kTimeout,  // the referee played (R11.3): closes `decision`, a strike
    kForfeit,  // `seat` leaves (R10.2); closes its decision if it has one open
    kVoid,     // the match ends without a result (R11.8)
  };
  Kind kind = Kind::kReply;
  std::uint32_t input_no = 0;
  rules::Seat seat{};
  DecisionId decision{};  // 0 where none
  // kReply: what was applied, at least one, in order; a window answer: that answer. kTimeout: what
  // the referee played.
  absl::InlinedVector<rules::Action, 2> actions{};
  // kReply, kRefusal: the tokens of the reply that were not applied, space separated, "?" for one
  // that could not be read. With `actions` the whole reply, so that a repeat is told from a
  // conflict even after a restart.
  std::string rest{};
  std::string rule{};  // of the refused first token of `rest`; empty if the rest was ignored
  bool strike = false;
  std::int32_t charged_ms =
      0;  // time that this decision used, 0 for kRefusal; beyond move_time it came out of the bank
  std::int32_t grace_ms = 0;                        // of reconnect_grace used (R11.6)
  rules::SeatEnd end = rules::SeatEnd::kCompleted;  // kForfeit: why
  std::string void_reason{};                        // kVoid: UPPER_SNAKE
  rules::SeatSet
      ready{};  // kStart: the others are NO_SHOW. kVoid before the start: who is not to blame
  // kStart:
  std::vector<std::string> entropy{};   // empty, or one a seat
  std::vector<std::string> versions{};  // one a seat; "-" for a seat whose bot never came
  friend bool operator==(const Record&, const Record&) = default;
};

struct Drawn {
  rules::Seat seat{};
  absl::InlinedVector<rules::Card, 4> cards{};
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

struct Line {
  enum class Kind : std::uint8_t { kPlayed, kTimeout, kForfeit };
  std::uint32_t ply = 0;  // from 0
  std::uint32_t input_no = 0;
  DecisionId decision{};   // 0 for a forfeit without an open decision
  std::uint16_t turn = 0;  // turns ended before this line
  rules::Seat seat{};
  Kind kind = Kind::kPlayed;
  rules::Action action{};  // kPlayed: the bot's; kTimeout: what the referee played
  rules::SeatEnd end = rules::SeatEnd::kCompleted;  // kForfeit
  std::int32_t charged_ms = 0;                      // on a reply's first line, 0 on its others
  bool window = false;  // an answer in a +3 window, or a forfeit in its place
  bool sealed = false;  // not shown before the match is over (R7.4): a pass, a void answer or a
                        // timeout in a window
  // Cards that went from the draw pile to hands because of this line, in the order of R8.1; a
  // window's draws are on its last line.
  absl::InlinedVector<Drawn, 1> drawn{};
  friend bool operator==(const Line&, const Line&) = default;
};
// "R7", "draw", "timeout", "forfeit DISCONNECTED": the TOKEN of the match record.
std::string LineToken(const Line& line);

// The reason of a match that became VOID because fewer than two bots were ready (R11.7); the seats
// whose bots were not end as NO_SHOW.
inline constexpr std::string_view kNotEnoughReady = "NOT_ENOUGH_READY";

enum class MatchEnding : std::uint8_t { kCompleted, kWalkover, kDeadlock, kTurnLimit, kVoid };
std::string_view Name(MatchEnding ending);  // "COMPLETED", ... "VOID"
std::string_view Name(rules::SeatEnd end);  // "COMPLETED", "ILLEGAL_ACTION", ...
std::optional<MatchEnding> ParseMatchEnding(std::string_view name);
std::optional<rules::SeatEnd> ParseSeatEnd(std::string_view name);

struct SeatResult {
  std::uint8_t place = 0;  // from 1; 0 in a VOID match
  rules::SeatEnd end = rules::SeatEnd::kCompleted;
  std::uint8_t stages_completed = 0;
  std::uint8_t cards_left = 0;
  std::int32_t strikes = 0;
  std::int32_t bank_left_ms = 0;
  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct Result {
  MatchEnding ending = MatchEnding::kVoid;
  std::string void_reason{};  // kVoid only
  std::vector<SeatResult> seats{};
  std::uint32_t inputs = 0;
  std::uint32_t plies = 0;
  std::uint32_t turns = 0;
  std::uint32_t decisions = 0;
  std::uint64_t position_hash = 0;  // rules::PositionHash at the end (I4); 0 if no cards were dealt
  std::array<std::uint8_t, 8> record_hash{};  // the last line of the match record
  friend bool operator==(const Result&, const Result&) = default;
};

}  // namespace taki::match
