// The complete state of a match under the rules: a flat, trivially copyable value of about half a
// kilobyte.
//
// Made by Deal and changed only by Apply and Forfeit (transition.h); read by everyone. It holds
// hidden cards and the deal key: nothing outside referee/ sees it, bots and spectators get a View
// (observation.h).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "referee/rules/card.h"
#include "referee/rules/card_set.h"
#include "referee/rules/deal.h"
#include "referee/rules/event.h"
#include "referee/rules/ruleset.h"
#include "referee/rules/seat.h"

namespace taki::rules {

enum class Phase : std::uint8_t {
  kTurn,       // the seat on turn has not acted yet
  kRun,        // it plays a TAKI run (R6.1)
  kAfterPlus,  // it owes a second card (R5.3)
  kAfterKing,  // it may play one more card of any kind (R7.1)
  kWindow,     // its +3 waits for the answers of all others (R7.4)
  kOver,
};

enum class Ending : std::uint8_t {
  kNone,
  kCompleted,
  kWalkover,
  kDeadlock,
  kTurnLimit
};  // R9.2, R10.3 to R10.5

// What a seat answered in the open window. Sealed: no View shows it.
enum class WindowAnswer : std::uint8_t {
  kNone,
  kPass,
  kBreaker,
  kBreakerLastCard,
  kKing,
  kKingLastCard,
  kForfeit
};

struct Position {
  Ruleset ruleset;
  DealKey key;

  // The table.
  std::uint8_t seats = 0;  // at the deal
  SeatSet remaining;       // not forfeited
  Seat turn;               // on turn; in a window the +3's player
  std::int8_t direction =
      1;  // +1: the next higher number moves next; -1 after a Change Direction (R5.5)
  Phase phase = Phase::kOver;
  Card leading;  // what must be followed (R3.3); never King, +3 or Breaker (R3.6)
  Color leading_color = Color::kRed;
  Card top;  // what was played last: the leading card, or a King, +3 or Breaker upon it
  bool taki_open = false;  // in the leading colour (R6.3)
  std::uint8_t stack = 0;  // cards owed by the active +2 stack; 0: none (R5.2)

  // The turn so far.
  bool played = false;      // its player has played a card
  bool active = false;      // a card was played or drawn (R10.4)
  bool undeclared = false;  // the last change of its player's hand was a play that left one card
                            // undeclared (R4.2)
  bool barred = false;      // an empty hand does not complete the stage now (R9.3)

  // The open window (phase kWindow).
  SeatSet unanswered;
  std::array<WindowAnswer, kMaxSeats> answers{};
  std::array<SeatEnd, kMaxSeats>
      window_ends{};           // of seats whose answer is kForfeit, and of the +3's player
  bool turn_forfeits = false;  // the +3's player forfeits when the window has been resolved (R10.2)

  // Counters.
  std::uint16_t turns_ended = 0;  // R10.5
  std::uint8_t idle_turns = 0;    // in a row, R10.4
  std::uint16_t reshuffles = 0;   // R3.7
  std::uint8_t forfeits = 0;

  // Each seat.
  std::array<CardSet, kMaxSeats> hands{};
  std::array<std::uint8_t, kMaxSeats> stages_completed{};
  std::array<std::uint8_t, kMaxSeats>
      forfeit_order{};  // 0: not forfeited, else 1 for the first to go, 2, ...

  // The piles. `pile[pile_top .. pile_top + pile_size)`: drawn from pile_top on.
  std::array<Card, 128> pile{};
  std::uint8_t pile_top = 0;
  std::uint8_t pile_size = 0;
  CardSet discard;  // under the leading card
  CardSet above;    // King, +3, Breaker upon the leading card

  // The end.
  Ending ending = Ending::kNone;
  Seat winner;                // Ending::kCompleted
  std::uint64_t history = 0;  // rolling hash over all events so far; the same on every machine

  bool over() const { return phase == Phase::kOver; }
};
static_assert(std::is_trivially_copyable_v<Position>);

// A 64-bit fingerprint of everything in the position, history included; independent of compiler and
// byte order. Equal positions have equal hashes. Not for security: the record's own hash line is a
// SHA-256.
std::uint64_t PositionHash(const Position& position);

// 116 as long as no card is lost or doubled (invariant I6), counted kind by kind; else the number
// of cards found or -1.
int CountCards(const Position& position);

// The seat that moves after `seat` in the direction of play, forfeited ones left out. Requires:
// some other seat remains.
inline Seat NextSeat(const Position& position, Seat seat) {
  // The table twice over, sixteen bits apart: the search needs no wrap.
  const unsigned table = position.remaining.bits() * 0x1'0001u;
  if (position.direction > 0) return Seat(std::countr_zero(table & -2u << seat.number()) % 16);
  return Seat((std::bit_width(table & ((0x1'0000u << seat.number()) - 1)) - 1) % 16);
}

// R10.1 to R10.3: place 1 is best; equal seats share a place and the next place is skipped (1 2 2
// 4). Requires: over().
std::array<std::uint8_t, kMaxSeats> Placing(const Position& position);

}  // namespace taki::rules
