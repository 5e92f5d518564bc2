// What happens in a match, as the rules core reports it while it applies actions (docs/rules.md R3
// to R10).
//
// Events carry the whole truth, drawn cards included: who may see what is decided outside
// (referee/match/visible.h). They come in the order of effects of R8.1, and replaying the same
// inputs gives the same events.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "referee/rules/card.h"
#include "referee/rules/seat.h"

namespace taki::rules {

enum class DrawReason : std::uint8_t {
  kStuck,      // R3.1: one card instead of a play
  kStack,      // R5.2: the whole +2 stack
  kAfterPlus,  // R5.3
  kPlusThree,  // R7.2, or R7.3 for the +3's own player
  kBreaker,    // R7.6: the penalty for a Breaker on one's own turn
  kLastCard,   // R4.2
  kStage,      // R9.1: the hand of the next stage
};

enum class SeatEnd : std::uint8_t {  // why a seat left the match (docs/protocol.md, Ways to end)
  kCompleted,                        // it played to the end
  kIllegalAction,
  kTimeout,
  kDisconnected,
  kNoShow,
  kResigned,
  kDisqualified,
};

// The most cards one event can draw: a +2 stack of all eight.
inline constexpr int kMaxDrawnAtOnce = 16;

// A value; which members mean something depends on `kind`, the others are zero.
struct Event {
  enum class Kind : std::uint8_t {
    kCardPlayed,  // seat, card, color = the leading colour from now on, last_card
    kCardsDrawn,  // seat, cards[0..count), owed (count < owed: cards were missing, R3.8), reason
    kPileReshuffled,  // count = cards in the new draw pile (R3.7)
    kTakiClosed,      // seat said "closed TAKI" (R6.3)
    kRunEnded,        // seat ended its run, the TAKI stays open (R6.3)
    kKingEnded,       // seat plays nothing after its King (R7.1)
    kWindowOpened,    // seat = the +3's player (R7.4)
    kWindowClosed,  // seat = the +3's player; answered: other = who took effect, card = Breaker or
                    // King
    kStageCompleted,  // seat, count = stages it has completed, owed = size of its next hand, 0
                      // after the last (R9.1)
    kSeatForfeited,   // seat, end (R10.2)
    kTurnBegan,       // seat
  };
  Kind kind = Kind::kTurnBegan;
  Seat seat{};
  Seat other{};
  bool answered = false;
  bool last_card = false;
  Card card{};
  Color color = Color::kRed;
  DrawReason reason = DrawReason::kStuck;
  SeatEnd end = SeatEnd::kCompleted;
  std::uint8_t count = 0;
  std::uint8_t owed = 0;
  std::array<Card, kMaxDrawnAtOnce> cards{};

  std::span<const Card> drawn() const { return {cards.data(), count}; }  // kCardsDrawn only
  friend bool operator==(const Event&, const Event&) = default;
};

// Receives events while Deal, Apply and Forfeit run. The reference is valid during the call only.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void On(const Event& event) = 0;
};

// For callers who do not care.
class NoEvents final : public EventSink {
 public:
  void On(const Event&) override {}
};

}  // namespace taki::rules
