#include "referee/rules/legality.h"

#include <array>
#include <bit>

namespace taki::rules {
namespace {

constexpr std::uint64_t kBreakerBit = CardSet::Bit(kBreakerCard);
constexpr std::uint64_t kKingBit = CardSet::Bit(kKingCard);
constexpr std::uint64_t kChangeColorBit = CardSet::Bit(kChangeColorCard);
// All four unary bits of Change Colour stand for one kind; CardSet::kinds() keeps the lowest.
constexpr std::uint64_t kColorless = CardSet::Bit(kChangeColorCard) | CardSet::Bit(kSuperTakiCard) |
                                     CardSet::Bit(kKingCard) | CardSet::Bit(kPlusThreeCard) |
                                     kBreakerBit;

constexpr std::uint64_t OfColor(Color color) {
  return ((std::uint64_t{1} << kColoredFaces) - 1) << (static_cast<int>(color) * kColoredFaces);
}
constexpr std::uint64_t OfFace(Face face) {
  std::uint64_t bits = 0;
  for (int color = 0; color < kColors; ++color)
    bits |= CardSet::Bit(Card(static_cast<Color>(color), face));
  return bits;
}
constexpr std::uint64_t kPlusTwos = OfFace(Face::kPlusTwo);

// What fits by R3.3 and R3.4, by leading colour and leading card (Super TAKI has the symbol TAKI,
// Change Colour none).
constexpr auto kFits = [] {
  std::array<std::array<std::uint64_t, kCardKinds>, kColors> fits{};
  for (int color = 0; color < kColors; ++color) {
    for (int kind = 0; kind < kCardKinds; ++kind) {
      const Face face = Card::FromIndex(kind).face();
      std::uint64_t bits = OfColor(static_cast<Color>(color)) | kColorless;
      if (Card::FromIndex(kind).has_color()) bits |= OfFace(face);
      if (face == Face::kSuperTaki) bits |= OfFace(Face::kTaki);
      fits[static_cast<std::size_t>(color)][static_cast<std::size_t>(kind)] = bits;
    }
  }
  return fits;
}();

std::uint64_t Fitting(const Position& p) {
  return kFits[static_cast<std::size_t>(p.leading_color)]
              [static_cast<std::size_t>(p.leading.index())];
}

// PLAY_ALL holds a run open while a card of its colour is left (R6.1).
bool MustGoOn(const Position& p, const CardSet& hand) {
  return p.ruleset.taki_rule == TakiRule::kPlayAll &&
         (hand.kinds() & OfColor(p.leading_color)) != 0;
}

constexpr std::uint64_t kTakis = OfFace(Face::kTaki) | CardSet::Bit(kSuperTakiCard);
bool TakiOnTop(const Position& p) { return (kTakis & CardSet::Bit(p.leading)) != 0; }

bool IsAsked(const Position& p, Seat seat) {
  if (p.phase == Phase::kWindow) return p.unanswered.Contains(seat);
  return p.turn == seat && p.phase != Phase::kOver;
}

bool MayAnswerKing(const Position& p, Seat seat) { return NextSeat(p, p.turn) == seat; }

// All that an asked seat may do: the one place that decides it. Check and LegalActions read it.
struct Choices {
  std::uint64_t plays = 0;  // one bit a kind of the hand
  std::uint8_t others = 0;  // one bit an Action::Kind
  bool declarable = false;  // a play leaves exactly one card (R4.3)

  bool Allow(Action action) const {
    if (action.kind != Action::Kind::kPlay) return (others & BitOf(action.kind)) != 0;
    return (plays & CardSet::Bit(action.card)) != 0 && (declarable || !action.last_card);
  }
  static constexpr std::uint8_t BitOf(Action::Kind kind) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
  }
};
constexpr std::uint8_t kDrawBit = Choices::BitOf(Action::Kind::kDraw);
constexpr std::uint8_t kCloseBit = Choices::BitOf(Action::Kind::kClose);
constexpr std::uint8_t kEndBit = Choices::BitOf(Action::Kind::kEnd);
constexpr std::uint8_t kPassBit = Choices::BitOf(Action::Kind::kPass);

// R3.5: who can play may not draw; a Breaker alone does not count.
std::uint8_t DrawIfStuck(const Position& p, std::uint64_t plays) {
  const bool may = p.ruleset.draw_rule == DrawRule::kAnyTime || (plays & ~kBreakerBit) == 0;
  return may ? kDrawBit : std::uint8_t{0};
}

Choices ChoicesInRun(const Position& p, const CardSet& hand) {  // R6.1, R6.4, R6.7, R6.8
  const std::uint64_t run = OfColor(p.leading_color) | CardSet::Bit(kSuperTakiCard);
  if (MustGoOn(p, hand)) return {.plays = hand.kinds() & run};
  return {.plays = hand.kinds() & (run | kChangeColorBit),
          .others = TakiOnTop(p) ? kEndBit : static_cast<std::uint8_t>(kCloseBit | kEndBit)};
}

// Requires: `seat` is asked.
Choices ChoicesOf(const Position& p, Seat seat) {
  const CardSet& hand = p.hands[seat.index()];
  Choices choices;
  switch (p.phase) {
    case Phase::kTurn:
      if (p.stack > 0) {  // R5.2
        choices = {.plays = hand.kinds() & (kPlusTwos | kKingBit), .others = kDrawBit};
        break;
      }
      [[fallthrough]];
    case Phase::kAfterPlus:  // R3.3, R5.3
      choices.plays = hand.kinds() & Fitting(p);
      choices.others = DrawIfStuck(p, choices.plays);
      break;
    case Phase::kRun: choices = ChoicesInRun(p, hand); break;
    case Phase::kAfterKing: choices = {.plays = hand.kinds(), .others = kEndBit}; break;  // R7.1
    case Phase::kWindow:                                                                  // R7.4
      choices.plays = hand.kinds() & (kBreakerBit | (MayAnswerKing(p, seat) ? kKingBit : 0));
      choices.others = kPassBit;
      break;
    case Phase::kOver: break;
  }
  choices.declarable = hand.has_two();
  return choices;
}

// --- why not: each function takes a refused action and names the first rule that it breaks
// ---------

constexpr Violation kAnswerViolation{"R7.4", "a +3 is answered with the +3 Breaker (X) or pass"};
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

Violation WhyNotPlay(const Position& p, Seat seat, Action action) {
  if (!p.hands[seat.index()].Contains(action.card)) return {"R3.1", "the card is not in the hand"};
  action.last_card = false;
  if (ChoicesOf(p, seat).Allow(action))
    return {"R4.3", "\"last card\" belongs to a play that leaves exactly one card"};
  return PlayViolation(p, action.card);
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

Violation WhyNotAsked(const Position& p) {
  if (p.phase == Phase::kWindow) return {"R7.4", "this seat is not asked, or has answered the +3"};
  return {"R3.1", "this seat is not on turn"};
}

// Out of line: Check's fast way needs no room for it.
[[gnu::noinline]] Violation WhyNot(const Position& p, Seat seat, Action action) {
  if (!IsAsked(p, seat)) return WhyNotAsked(p);
  switch (action.kind) {
    case Action::Kind::kPlay: return WhyNotPlay(p, seat, action);
    case Action::Kind::kDraw: return WhyNotDraw(p);
    case Action::Kind::kClose: return WhyNotClose(p, seat);
    case Action::Kind::kEnd: return WhyNotEnd(p);
    case Action::Kind::kPass: break;
  }
  return {"R7.4", "`pass` is an answer to a +3; a turn is a play or a drawn card"};
}

// --- the list
// ---------------------------------------------------------------------------------------

// Writes each of `plays` from `out` on; with `declarable` also with "last card" (R4.3). Returns the
// end.
Action* ListPlays(std::uint64_t plays, bool declarable, Action* out) {
  const auto write = [&](Action action) {
    *out++ = action;
    if (!declarable) return;
    action.last_card = true;
    *out++ = action;
  };
  const auto write_kinds = [&](std::uint64_t kinds) {
    for (; kinds != 0; kinds &= kinds - 1)
      write(Action::Play(CardSet::KindOfBit(std::countr_zero(kinds))));
  };
  if ((plays & kChangeColorBit) == 0) {
    write_kinds(plays);
    return out;
  }
  write_kinds(plays & (kChangeColorBit - 1));
  for (int color = 0; color < kColors; ++color)
    write(Action::PlayChangeColor(static_cast<Color>(color)));
  write_kinds(plays & ~(kChangeColorBit | (kChangeColorBit - 1)));
  return out;
}

// Each of `others` in the order of Action::Kind. Without branches: which of them are legal is hard
// to foresee.
Action* ListOthers(std::uint8_t others, Action* out) {
  constexpr std::array kOthers{Action::Draw(), Action::Close(), Action::End(), Action::Pass()};
  for (const Action action : kOthers) {
    *out = action;
    out += (others & Choices::BitOf(action.kind)) != 0 ? 1 : 0;
  }
  return out;
}

}  // namespace

SeatSet Asked(const Position& p) {
  if (p.phase == Phase::kOver) return SeatSet();
  return p.phase == Phase::kWindow ? p.unanswered : SeatSet::Of(p.turn);
}

std::optional<Violation> Check(const Position& p, Seat seat, Action action) {
  if (IsAsked(p, seat) && ChoicesOf(p, seat).Allow(action)) return std::nullopt;
  return WhyNot(p, seat, action);
}

ActionList LegalActions(const Position& p, Seat seat) {
  if (!IsAsked(p, seat)) return ActionList();
  const Choices choices = ChoicesOf(p, seat);
  return ActionList([&choices](Action* out) {
    return ListOthers(choices.others, ListPlays(choices.plays, choices.declarable, out));
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
