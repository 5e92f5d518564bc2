#include "referee/rules/legality.h"

#include <array>
#include <bit>

namespace taki::rules {
namespace {

constexpr std::uint64_t kAllCards = (std::uint64_t{1} << 60) - 1;
constexpr std::uint64_t kBreakerBit = CardSet::Bit(kBreakerCard);
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

// What fits by R3.3 and R3.4, by leading colour and leading face (Super TAKI has the symbol TAKI,
// Change Colour none).
constexpr auto kFits = [] {
  std::array<std::array<std::uint64_t, kFaces>, kColors> fits{};
  for (int color = 0; color < kColors; ++color) {
    for (int face = 0; face < kFaces; ++face) {
      std::uint64_t bits = OfColor(static_cast<Color>(color)) | kColorless;
      if (face < kColoredFaces) bits |= OfFace(static_cast<Face>(face));
      if (face == static_cast<int>(Face::kSuperTaki)) bits |= OfFace(Face::kTaki);
      fits[static_cast<std::size_t>(color)][static_cast<std::size_t>(face)] = bits;
    }
  }
  return fits;
}();

std::uint64_t Fitting(const Position& p) {
  return kFits[static_cast<std::size_t>(p.leading_color)]
              [static_cast<std::size_t>(p.leading.face())];
}

// PLAY_ALL holds a run open while a card of its colour is left (R6.1).
bool MustGoOn(const Position& p, const CardSet& hand) {
  return p.ruleset.taki_rule == TakiRule::kPlayAll &&
         (hand.kinds() & OfColor(p.leading_color)) != 0;
}

bool TakiOnTop(const Position& p) {
  return p.leading.face() == Face::kTaki || p.leading == kSuperTakiCard;
}

bool MayAnswerKing(const Position& p, Seat seat) { return NextSeat(p, p.turn) == seat; }

// The cards that `seat` may play now, one bit a kind; which of them it holds is another question.
std::uint64_t Playable(const Position& p, Seat seat) {
  switch (p.phase) {
    case Phase::kTurn:
      return p.stack > 0 ? kPlusTwos | CardSet::Bit(kKingCard) : Fitting(p);  // R5.2
    case Phase::kAfterPlus: return Fitting(p);                                // R5.3
    case Phase::kAfterKing: return kAllCards;                                 // R7.1
    case Phase::kRun: {                                                       // R6.7, R6.8
      const std::uint64_t run = OfColor(p.leading_color) | CardSet::Bit(kSuperTakiCard);
      return MustGoOn(p, p.hands[seat.index()]) ? run : run | CardSet::Bit(kChangeColorCard);
    }
    case Phase::kWindow:
      return kBreakerBit | (MayAnswerKing(p, seat) ? CardSet::Bit(kKingCard) : 0);  // R7.4
    case Phase::kOver: break;
  }
  return 0;
}

// R3.5: nobody may draw who can play; a Breaker alone does not count, and a stack may always be
// drawn (R5.2). `plays`: the kinds of the hand that may be played now.
bool MayDraw(const Position& p, std::uint64_t plays) {
  if (p.phase != Phase::kTurn && p.phase != Phase::kAfterPlus) return false;
  if (p.stack > 0 || p.ruleset.draw_rule == DrawRule::kAnyTime) return true;
  return (plays & ~kBreakerBit) == 0;
}

std::uint64_t Plays(const Position& p, Seat seat) {
  return p.hands[seat.index()].kinds() & Playable(p, seat);
}

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

std::optional<Violation> CheckPlay(const Position& p, Seat seat, Action action) {
  const CardSet& hand = p.hands[seat.index()];
  if (!hand.Contains(action.card)) return Violation{"R3.1", "the card is not in the hand"};
  if ((Playable(p, seat) & CardSet::Bit(action.card)) == 0) return PlayViolation(p, action.card);
  if (action.last_card && !hand.has_two())
    return Violation{"R4.3", "\"last card\" belongs to a play that leaves exactly one card"};
  return std::nullopt;
}

std::optional<Violation> CheckDraw(const Position& p, Seat seat) {
  if (MayDraw(p, Plays(p, seat))) return std::nullopt;
  switch (p.phase) {
    case Phase::kRun:
      return Violation{"R6.3", "nobody draws inside a run; play on, close or end it"};
    case Phase::kAfterKing:
      return Violation{"R7.1", "nobody draws after a King; play one more card or end"};
    case Phase::kWindow:
      return Violation{"R7.4", "a +3 is answered with the +3 Breaker (X) or pass"};
    default:
      return Violation{"R3.5", "drawing is allowed only when no card but a Breaker can be played"};
  }
}

std::optional<Violation> CheckClose(const Position& p, Seat seat) {
  if (p.phase == Phase::kWindow)
    return Violation{"R7.4", "a +3 is answered with the +3 Breaker (X) or pass"};
  if (p.phase != Phase::kRun) return Violation{"R6.3", "there is no run of yours to close"};
  if (MustGoOn(p, p.hands[seat.index()]))
    return Violation{"R6.1", "all cards of the run's colour must be played first"};
  if (TakiOnTop(p))
    return Violation{"R6.4", "a TAKI on top cannot be closed; end the run, the TAKI stays open"};
  return std::nullopt;
}

std::optional<Violation> CheckEnd(const Position& p, Seat seat) {
  switch (p.phase) {
    case Phase::kAfterKing: return std::nullopt;
    case Phase::kRun:
      if (MustGoOn(p, p.hands[seat.index()]))
        return Violation{"R6.1", "all cards of the run's colour must be played first"};
      return std::nullopt;
    case Phase::kAfterPlus:
      return Violation{"R5.3",
                       "a Plus obliges to a second card; play one that fits, or draw if none does"};
    case Phase::kWindow:
      return Violation{"R7.4", "a +3 is answered with the +3 Breaker (X) or pass"};
    default:
      return Violation{"R3.1",
                       "a turn is a play or a drawn card; `end` is for a run or after a King"};
  }
}

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

// The actions other than plays.
Action* ListOthers(const Position& p, Seat seat, std::uint64_t plays, Action* out) {
  switch (p.phase) {
    case Phase::kTurn:
    case Phase::kAfterPlus:
      if (MayDraw(p, plays)) *out++ = Action::Draw();
      break;
    case Phase::kRun:
      if (MustGoOn(p, p.hands[seat.index()])) break;
      if (!TakiOnTop(p)) *out++ = Action::Close();
      *out++ = Action::End();
      break;
    case Phase::kAfterKing: *out++ = Action::End(); break;
    case Phase::kWindow: *out++ = Action::Pass(); break;
    case Phase::kOver: break;
  }
  return out;
}

}  // namespace

SeatSet Asked(const Position& p) {
  if (p.phase == Phase::kOver) return SeatSet();
  return p.phase == Phase::kWindow ? p.unanswered : SeatSet::Of(p.turn);
}

std::optional<Violation> Check(const Position& p, Seat seat, Action action) {
  if (!Asked(p).Contains(seat)) {
    if (p.phase == Phase::kWindow)
      return Violation{"R7.4", "this seat is not asked, or has answered the +3"};
    return Violation{"R3.1", "this seat is not on turn"};
  }
  switch (action.kind) {
    case Action::Kind::kPlay: return CheckPlay(p, seat, action);
    case Action::Kind::kDraw: return CheckDraw(p, seat);
    case Action::Kind::kClose: return CheckClose(p, seat);
    case Action::Kind::kEnd: return CheckEnd(p, seat);
    case Action::Kind::kPass:
      if (p.phase == Phase::kWindow) return std::nullopt;
      return Violation{"R7.4", "`pass` is an answer to a +3; a turn is a play or a drawn card"};
  }
  return Violation{"R3.1", "no such action"};
}

ActionList LegalActions(const Position& p, Seat seat) {
  if (!Asked(p).Contains(seat)) return ActionList();
  return ActionList([&](Action* out) {
    const std::uint64_t plays = Plays(p, seat);
    out = ListPlays(plays, p.hands[seat.index()].has_two(), out);
    return ListOthers(p, seat, plays, out);
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
