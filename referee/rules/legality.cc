#include "referee/rules/legality.h"

#include <array>
#include <bit>

namespace taki::rules {
namespace {

// A set of actions, one bit each, in the order of LegalActions: plays where the card's kind stands
// in a CardSet, Change Colour's four unary bits being its four colours (R5.4); then, from bit 60
// on, draw, close, end, pass. "Last card" is not in it: that depends on the hand only (MayDeclare).
using ActionBits = std::uint64_t;

constexpr int kActionBits = 64;
constexpr int kPlayBits = 60;

constexpr ActionBits BitOf(Action::Kind other) {
  return ActionBits{1} << (kPlayBits - 1 + static_cast<int>(other));
}
constexpr ActionBits kDraw = BitOf(Action::Kind::kDraw);
constexpr ActionBits kClose = BitOf(Action::Kind::kClose);
constexpr ActionBits kEnd = BitOf(Action::Kind::kEnd);
constexpr ActionBits kPass = BitOf(Action::Kind::kPass);

constexpr ActionBits BitOf(Action action) {
  if (action.kind != Action::Kind::kPlay) return BitOf(action.kind);
  return CardSet::Bit(action.card)
         << (action.card == kChangeColorCard ? static_cast<int>(action.color) : 0);
}

constexpr ActionBits kPlays = (ActionBits{1} << kPlayBits) - 1;
constexpr ActionBits kChangeColors = CardSet::Bit(kChangeColorCard) * 15;
constexpr ActionBits kSuperTaki = CardSet::Bit(kSuperTakiCard);
constexpr ActionBits kKing = CardSet::Bit(kKingCard);
constexpr ActionBits kBreaker = CardSet::Bit(kBreakerCard);
constexpr ActionBits kColorless =
    kChangeColors | kSuperTaki | kKing | CardSet::Bit(kPlusThreeCard) | kBreaker;

// The action that each bit stands for.
constexpr auto kActionOfBit = [] {
  std::array<Action, kActionBits> actions{};
  for (int bit = 0; bit < kPlayBits; ++bit)
    actions[static_cast<std::size_t>(bit)] = Action::Play(CardSet::KindOfBit(bit));
  for (int color = 0; color < kColors; ++color) {
    const Action action = Action::PlayChangeColor(static_cast<Color>(color));
    actions[static_cast<std::size_t>(std::countr_zero(BitOf(action)))] = action;
  }
  for (const Action action : {Action::Draw(), Action::Close(), Action::End(), Action::Pass()})
    actions[static_cast<std::size_t>(std::countr_zero(BitOf(action)))] = action;
  return actions;
}();

// Every card of the hand, Change Colour in each colour: what a hand could play if all fitted.
ActionBits PlaysOf(const CardSet& hand) {
  return hand.once() | (hand.once() & CardSet::Bit(kChangeColorCard)) * 15;
}

constexpr ActionBits OfColor(Color color) {
  return ((ActionBits{1} << kColoredFaces) - 1) << (static_cast<int>(color) * kColoredFaces);
}
constexpr ActionBits OfFace(Face face) {
  ActionBits bits = 0;
  for (int color = 0; color < kColors; ++color)
    bits |= CardSet::Bit(Card(static_cast<Color>(color), face));
  return bits;
}
constexpr ActionBits kPlusTwos = OfFace(Face::kPlusTwo);

// What fits by R3.3 and R3.4, by leading colour and leading card (Super TAKI has the symbol TAKI,
// Change Colour none).
constexpr auto kFits = [] {
  std::array<std::array<ActionBits, kCardKinds>, kColors> fits{};
  for (int color = 0; color < kColors; ++color) {
    for (int kind = 0; kind < kCardKinds; ++kind) {
      const Face face = Card::FromIndex(kind).face();
      ActionBits bits = OfColor(static_cast<Color>(color)) | kColorless;
      if (Card::FromIndex(kind).has_color()) bits |= OfFace(face);
      if (face == Face::kSuperTaki) bits |= OfFace(Face::kTaki);
      fits[static_cast<std::size_t>(color)][static_cast<std::size_t>(kind)] = bits;
    }
  }
  return fits;
}();

ActionBits Fitting(const Position& p) {
  return kFits[static_cast<std::size_t>(p.leading_color)]
              [static_cast<std::size_t>(p.leading.index())];
}

// PLAY_ALL holds a run open while a card of its colour is left (R6.1).
bool MustGoOn(const Position& p, const CardSet& hand) {
  return p.ruleset.taki_rule == TakiRule::kPlayAll && (hand.once() & OfColor(p.leading_color)) != 0;
}

constexpr ActionBits kTakis = OfFace(Face::kTaki) | kSuperTaki;
bool TakiOnTop(const Position& p) { return (kTakis & CardSet::Bit(p.leading)) != 0; }

bool IsAsked(const Position& p, Seat seat) {
  if (p.phase == Phase::kWindow) return p.unanswered.Contains(seat);
  return p.turn == seat && p.phase != Phase::kOver;
}

bool MayAnswerKing(const Position& p, Seat seat) { return NextSeat(p, p.turn) == seat; }

// R3.5: who can play may not draw; a Breaker alone does not count.
ActionBits DrawIfStuck(const Position& p, ActionBits plays) {
  return p.ruleset.draw_rule == DrawRule::kAnyTime || (plays & ~kBreaker) == 0 ? kDraw : 0;
}

ActionBits PlayOrDraw(const Position& p, const CardSet& hand) {  // R3.3, R5.3
  const ActionBits plays = PlaysOf(hand) & Fitting(p);
  return plays | DrawIfStuck(p, plays);
}

ActionBits InRun(const Position& p, const CardSet& hand) {  // R6.1, R6.4, R6.7, R6.8
  const ActionBits run = OfColor(p.leading_color) | kSuperTaki;
  if (MustGoOn(p, hand)) return PlaysOf(hand) & run;
  return (PlaysOf(hand) & (run | kChangeColors)) | kEnd | (TakiOnTop(p) ? 0 : kClose);
}

// All that an asked seat may do: the one place that decides it. Check and LegalActions read it.
// Requires: `seat` is asked.
[[gnu::always_inline]] inline ActionBits Allowed(const Position& p, Seat seat) {
  const CardSet& hand = p.hands[seat.index()];
  switch (p.phase) {
    case Phase::kTurn:
      if (p.stack > 0) return (PlaysOf(hand) & (kPlusTwos | kKing)) | kDraw;  // R5.2
      return PlayOrDraw(p, hand);
    case Phase::kAfterPlus: return PlayOrDraw(p, hand);
    case Phase::kRun: return InRun(p, hand);
    case Phase::kAfterKing: return PlaysOf(hand) | kEnd;  // R7.1
    case Phase::kWindow:                                  // R7.4
      return (PlaysOf(hand) & (kBreaker | (MayAnswerKing(p, seat) ? kKing : 0))) | kPass;
    case Phase::kOver: break;
  }
  return 0;
}

// "Last card" belongs to a play that leaves exactly one card (R4.3).
bool MayDeclare(const Position& p, Seat seat) { return p.hands[seat.index()].has_two(); }

// --- why not: each function takes a refused action and names the first rule that it breaks
// ---------

constexpr Violation kAnswerViolation{"R7.4", "a +3 is answered with the +3 Breaker (X) or pass"};
constexpr Violation kDeclareViolation{
    "R4.3", "\"last card\" belongs to a play that leaves exactly one card"};
constexpr Violation kRunViolation{"R6.1", "all cards of the run's colour must be played first"};

Violation PlayViolation(const Position& p, Card card) {
  const Face face = card.face();
  switch (p.phase) {
    case Phase::kWindow:
      if (card == kKingCard)
        return {"R7.4",
                "only the next player in turn may answer a +3 with a King; answer with a Breaker "
                "or pass"};
      return {
          "R7.4",
          "a +3 is answered with the +3 Breaker (X) or pass, by the next player also with a King"};
    case Phase::kRun:
      if (card == kChangeColorCard)
        return {"R6.8",
                "Change Colour may end a run only when no card of its colour is left in the hand"};
      if (!card.has_color())
        return {"R6.8",
                "King, +3 and +3 Breaker cannot be played inside a run; play its colour, or close "
                "or end it"};
      return {"R6.7", "inside a run only cards of its colour fit, symbol or not"};
    default: break;
  }
  if (p.phase == Phase::kTurn && p.stack > 0) {
    if (face == Face::kChangeColor)
      return {"R5.4",
              "Change Colour does not fit on an active +2 stack; add a +2, play a King or draw"};
    if (face == Face::kSuperTaki)
      return {"R6.9",
              "Super TAKI does not fit on an active +2 stack; add a +2, play a King or draw"};
    if (face == Face::kPlusThree)
      return {"R7.2", "+3 is not legal on an active +2 stack; add a +2, play a King or draw"};
    if (face == Face::kBreaker)
      return {"R7.6",
              "the +3 Breaker is not legal on an active +2 stack; add a +2, play a King or draw"};
    return {"R5.2", "on an active +2 stack only a +2, a King or drawing is legal"};
  }
  if (p.phase == Phase::kAfterPlus)
    return {"R5.3", "the second card must fit the Plus by colour or symbol"};
  return {"R3.3", "the card has neither the colour nor the symbol of the leading card"};
}

Violation WhyNotPlay(const Position& p, Seat seat, Card card) {
  if (!p.hands[seat.index()].Contains(card)) return {"R3.1", "the card is not in the hand"};
  return PlayViolation(p, card);
}

Violation WhyNotDraw(const Position& p) {
  switch (p.phase) {
    case Phase::kRun: return {"R6.3", "nobody draws inside a run; play on, close or end it"};
    case Phase::kAfterKing: return {"R7.1", "nobody draws after a King; play one more card or end"};
    case Phase::kWindow: return kAnswerViolation;
    default: return {"R3.5", "drawing is allowed only when no card but a Breaker can be played"};
  }
}

Violation WhyNotClose(const Position& p, Seat seat) {
  if (p.phase == Phase::kWindow) return kAnswerViolation;
  if (p.phase != Phase::kRun) return {"R6.3", "there is no run of yours to close"};
  if (MustGoOn(p, p.hands[seat.index()])) return kRunViolation;
  return {"R6.4", "a TAKI on top cannot be closed; end the run, the TAKI stays open"};
}

Violation WhyNotEnd(const Position& p) {
  switch (p.phase) {
    case Phase::kRun: return kRunViolation;
    case Phase::kAfterPlus:
      return {"R5.3", "a Plus obliges to a second card; play one that fits, or draw if none does"};
    case Phase::kWindow: return kAnswerViolation;
    default:
      return {"R3.1", "a turn is a play or a drawn card; `end` is for a run or after a King"};
  }
}

[[gnu::noinline]] std::optional<Violation> WhyNotAsked(const Position& p) {
  if (p.phase == Phase::kWindow)
    return Violation{"R7.4", "this seat is not asked, or has answered the +3"};
  return Violation{"R3.1", "this seat is not on turn"};
}

// Out of line: Check's fast way needs no room for it. Requires: `seat` is asked.
[[gnu::noinline]] std::optional<Violation> WhyNot(const Position& p, Seat seat, Action action) {
  switch (action.kind) {
    case Action::Kind::kPlay: return WhyNotPlay(p, seat, action.card);
    case Action::Kind::kDraw: return WhyNotDraw(p);
    case Action::Kind::kClose: return WhyNotClose(p, seat);
    case Action::Kind::kEnd: return WhyNotEnd(p);
    case Action::Kind::kPass: break;
  }
  return Violation{"R7.4", "`pass` is an answer to a +3; a turn is a play or a drawn card"};
}

// --- the list
// ---------------------------------------------------------------------------------------

// Each writes `actions` from `out` on, in the order of their bits, and returns the end.
Action* List(ActionBits actions, Action* out) {
  // Most seats have at most three actions; how many is hard to foresee, so these need no branches:
  // each is written (a pass if there is none) and counts if there is one.
  for (int i = 0; i < 3; ++i) {
    *out = kActionOfBit[static_cast<std::size_t>(std::countr_zero(actions | kPass))];
    out += actions != 0 ? 1 : 0;
    actions &= actions - 1;
  }
  for (; actions != 0; actions &= actions - 1)
    *out++ = kActionOfBit[static_cast<std::size_t>(std::countr_zero(actions))];
  return out;
}
Action* ListWithAndWithoutLastCard(ActionBits plays, Action* out) {
  for (; plays != 0; plays &= plays - 1) {
    const Action play = kActionOfBit[static_cast<std::size_t>(std::countr_zero(plays))];
    out[0] = out[1] = play;
    out[1].last_card = true;
    out += 2;
  }
  return out;
}

}  // namespace

std::optional<Violation> Check(const Position& p, Seat seat, Action action) {
  if (!IsAsked(p, seat)) return WhyNotAsked(p);
  if ((Allowed(p, seat) & BitOf(action)) == 0) return WhyNot(p, seat, action);
  const bool declares = action.kind == Action::Kind::kPlay && action.last_card;
  if (declares && !MayDeclare(p, seat)) return kDeclareViolation;
  return std::nullopt;
}

ActionList LegalActions(const Position& p, Seat seat) {
  if (!IsAsked(p, seat)) return ActionList();
  const ActionBits allowed = Allowed(p, seat);
  return ActionList([&](Action* out) {
    if (!MayDeclare(p, seat)) return List(allowed, out);
    return List(allowed & ~kPlays, ListWithAndWithoutLastCard(allowed & kPlays, out));
  });
}

Action DefaultAction(const Position& p, Seat) {
  switch (p.phase) {
    case Phase::kRun:
    case Phase::kAfterKing: return Action::End();
    case Phase::kWindow: return Action::Pass();
    default: return Action::Draw();
  }
}

}  // namespace taki::rules
