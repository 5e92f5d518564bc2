#include "referee/rules/transition.h"

#include <algorithm>
#include <tuple>

#include "referee/rules/check.h"
#include "referee/rules/fingerprint.h"
#include "referee/rules/legality.h"

namespace taki::rules {
namespace {

// One change of a position: the steps of R8.1, each told to the sink and folded into the history
// when it has happened.
class Change {
 public:
  Change(Position& position, EventSink& sink) : p_(position), sink_(sink) {}

  void Act(Seat seat, Action action);
  void Answer(Seat seat, Action action);
  void Leave(Seat seat, SeatEnd reason);
  void LeaveWindow(Seat seat, SeatEnd reason);

 private:
  // Playing a card.
  void Play(Seat seat, Action action);
  void PlayAbove(Seat seat, Action action);
  void PlayLeading(Seat seat, Action action);
  void PutOnTop(Card card);
  void PutAbove(Card card);
  void LeadingPlayed(Card card);
  void RunOver(Seat seat, bool closed);
  void PassWithEffectOf(Face face);

  // Drawing.
  void Draw(Seat seat);
  void Give(Seat seat, int owed, DrawReason reason);
  void Refill();

  // The +3 window.
  void OpenWindow(Seat seat);
  void CloseWindowIfComplete();
  void ResolveForfeits(Seat first);
  void ResolveAnswer(Seat first);
  void AnswerWithKing(Seat seat, bool last_card);
  void AnswerWithBreaker(Seat seat, bool last_card);
  void EveryOtherDrawsThree(Seat first);

  // Ending a turn.
  void EndTurn(int skip);
  void LastCardRule(Seat seat, bool undeclared);
  void CompleteStage(Seat seat);
  bool CountTurn();
  void BeginTurn(Seat seat);
  void Remove(Seat seat, SeatEnd reason);
  bool WalkoverIfAlone();
  void Over(Ending ending);

  void Emit(const Event& event);
  void AddDrawnToHistory(const Event& event);
  CardSet& hand(Seat seat) { return p_.hands[seat.index()]; }

  Position& p_;
  EventSink& sink_;
};

// --- telling
// ---------------------------------------------------------------------------------------------------------

// Inline, so that what a kind of event leaves empty costs nothing.
[[gnu::always_inline]] inline void Change::Emit(const Event& event) {
  const auto byte = [](auto value, int at) {
    return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value)) << (8 * at);
  };
  p_.history = Mix(p_.history, byte(event.kind, 0) | byte(event.seat.number(), 1) |
                                   byte(event.other.number(), 2) |
                                   byte((event.answered ? 1 : 0) | (event.last_card ? 2 : 0), 3) |
                                   byte(event.card.index(), 4) | byte(event.color, 5) |
                                   byte(event.count, 6) | byte(event.owed, 7));
  if (event.kind == Event::Kind::kCardsDrawn) AddDrawnToHistory(event);
  if (event.kind == Event::Kind::kSeatForfeited)
    p_.history = Mix(p_.history, static_cast<std::uint64_t>(event.end));
  sink_.On(event);
}

void Change::AddDrawnToHistory(const Event& event) {
  // Eight cards a word, the first lowest.
  for (std::size_t from = 0; from < event.count; from += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = std::min<std::size_t>(from + 8, event.count); i-- > from;)
      word = word << 8 | static_cast<std::uint64_t>(event.cards[i].index());
    p_.history = Mix(p_.history, word);
  }
  p_.history = Mix(p_.history, static_cast<std::uint64_t>(event.reason));
}

// --- playing
// ---------------------------------------------------------------------------------------------------------

void Change::Act(Seat seat, Action action) {
  switch (action.kind) {
    case Action::Kind::kPlay: return Play(seat, action);
    case Action::Kind::kDraw: return Draw(seat);
    case Action::Kind::kClose: return RunOver(seat, true);
    case Action::Kind::kEnd:
      if (p_.phase == Phase::kRun) return RunOver(seat, false);
      Emit({.kind = Event::Kind::kKingEnded, .seat = seat});
      return EndTurn(0);
    case Action::Kind::kPass: break;
  }
  TAKI_CHECK(false);  // a pass is an answer, never a turn
}

void Change::Play(Seat seat, Action action) {
  CardSet& cards = hand(seat);
  cards.Remove(action.card);
  p_.played = p_.active = true;
  p_.undeclared = !action.last_card && cards.has_one();  // R4.1, R4.2
  if (action.card == kKingCard || action.card == kPlusThreeCard || action.card == kBreakerCard)
    return PlayAbove(seat, action);
  PlayLeading(seat, action);
}

// King, +3 and Breaker: the leading card beneath them is followed on (R3.6).
void Change::PlayAbove(Seat seat, Action action) {
  PutAbove(action.card);
  Emit({.kind = Event::Kind::kCardPlayed,
        .seat = seat,
        .last_card = action.last_card,
        .card = action.card,
        .color = p_.leading_color});
  if (action.card == kPlusThreeCard) return OpenWindow(seat);
  if (action.card == kKingCard) {
    p_.stack = 0;  // R7.1: it cancels, nobody draws
    p_.phase = Phase::kAfterKing;
    return;
  }
  p_.barred = true;  // R9.3
  Give(seat, 3, DrawReason::kBreaker);
  EndTurn(0);
}

// Cards that become the leading card (R3.6 names those that do not).
void Change::PlayLeading(Seat seat, Action action) {
  const Card card = action.card;
  const Color color = card.has_color()           ? card.color()
                      : card == kChangeColorCard ? action.color
                                                 : p_.leading_color;
  // Change Colour, or a card of another colour, ends an open TAKI (R6.6).
  const bool goes_on = p_.taki_open && card != kChangeColorCard && color == p_.leading_color;
  p_.taki_open = goes_on;
  PutOnTop(card);
  p_.leading_color = color;
  Emit({.kind = Event::Kind::kCardPlayed,
        .seat = seat,
        .last_card = action.last_card,
        .card = card,
        .color = color});

  const bool added_to_stack = p_.phase == Phase::kTurn && p_.stack > 0;
  if (goes_on && !added_to_stack) {  // R6.5
    p_.phase = Phase::kRun;
    return;
  }
  LeadingPlayed(card);
}

// The effect of a card played outside a run.
void Change::LeadingPlayed(Card card) {
  if (card.face() == Face::kTaki || card == kSuperTakiCard) {  // R6.1, R6.9, R6.10
    p_.taki_open = true;
    p_.phase = Phase::kRun;
    return;
  }
  PassWithEffectOf(card.face());
}

// What the card with this face does when its player's turn with it ends; a Plus keeps the turn
// (R5.1, R5.2, R5.3, R5.5).
void Change::PassWithEffectOf(Face face) {
  switch (face) {
    case Face::kStop: return EndTurn(1);
    case Face::kPlusTwo: p_.stack = static_cast<std::uint8_t>(p_.stack + 2); return EndTurn(0);
    case Face::kChangeDirection:
      p_.direction = static_cast<std::int8_t>(-p_.direction);
      return EndTurn(0);
    case Face::kPlus: p_.phase = Phase::kAfterPlus; return;
    default: return EndTurn(0);
  }
}

void Change::RunOver(Seat seat, bool closed) {
  if (closed) p_.taki_open = false;  // R6.3
  Emit({.kind = closed ? Event::Kind::kTakiClosed : Event::Kind::kRunEnded, .seat = seat});
  PassWithEffectOf(
      p_.leading
          .face());  // R6.2: only the last card of the run acts; a TAKI has no effect of its own
}

void Change::PutOnTop(Card card) {
  p_.discard.Add(p_.leading);
  if (!p_.above.empty()) {
    p_.discard.AddAll(p_.above);
    p_.above.Clear();
  }
  p_.leading = p_.top = card;
}

void Change::PutAbove(Card card) {
  p_.above.Add(card);
  p_.top = card;
}

// --- drawing
// ---------------------------------------------------------------------------------------------------------

void Change::Draw(Seat seat) {
  if (p_.phase == Phase::kAfterPlus) {
    p_.barred = true;  // R9.3: nobody completes a stage on a Plus
    Give(seat, 1, DrawReason::kAfterPlus);
  } else if (p_.stack > 0) {
    const int owed = p_.stack;
    p_.stack = 0;
    Give(seat, owed, DrawReason::kStack);
  } else {
    Give(seat, 1, DrawReason::kStuck);
  }
  EndTurn(0);
}

// Gives what there is of `owed` cards, refilling the pile when a card must come and none is there
// (R3.7, R3.8).
void Change::Give(Seat seat, int owed, DrawReason reason) {
  Event event{.kind = Event::Kind::kCardsDrawn,
              .seat = seat,
              .reason = reason,
              .owed = static_cast<std::uint8_t>(owed)};
  CardSet& cards = hand(seat);
  while (event.count < owed) {
    if (p_.pile_size == 0) Refill();
    if (p_.pile_size == 0) break;
    const Card card = p_.pile[p_.pile_top++];
    --p_.pile_size;
    cards.Add(card);
    event.cards[event.count++] = card;
  }
  if (event.count > 0) {
    p_.active = true;
    if (seat == p_.turn)
      p_.undeclared = false;  // the one card left is no longer what a play left (R4.2, R4.4)
  }
  Emit(event);
}

void Change::Refill() {
  if (p_.discard.empty()) return;  // not a reshuffle, not numbered (R3.7)
  static_assert(kDeckSize < std::tuple_size_v<decltype(p_.pile)>);  // room for one more
  const auto size = static_cast<std::uint8_t>(p_.discard.CopyTo(p_.pile.data()) - p_.pile.data());
  p_.discard.Clear();
  p_.pile_top = 0;
  p_.pile_size = size;
  WordStream words(p_.key, "reshuffle", ++p_.reshuffles);
  Shuffle(words, std::span(p_.pile.data(), size));
  Emit({.kind = Event::Kind::kPileReshuffled, .count = size});
}

// --- the +3 window
// ---------------------------------------------------------------------------------------------------

void Change::OpenWindow(Seat seat) {
  p_.phase = Phase::kWindow;
  p_.unanswered = p_.remaining;
  p_.unanswered.Remove(seat);
  p_.answers.fill(WindowAnswer::kNone);
  p_.turn_forfeits = false;
  Emit({.kind = Event::Kind::kWindowOpened, .seat = seat});
}

void Change::Answer(Seat seat, Action action) {
  WindowAnswer answer = WindowAnswer::kPass;
  if (action.kind == Action::Kind::kPlay) {
    if (action.card == kKingCard)
      answer = action.last_card ? WindowAnswer::kKingLastCard : WindowAnswer::kKing;
    else
      answer = action.last_card ? WindowAnswer::kBreakerLastCard : WindowAnswer::kBreaker;
  }
  p_.answers[seat.index()] = answer;
  p_.unanswered.Remove(seat);
  CloseWindowIfComplete();
}

void Change::LeaveWindow(Seat seat, SeatEnd reason) {
  p_.window_ends[seat.index()] = reason;
  if (seat == p_.turn) {
    TAKI_CHECK(!p_.turn_forfeits);
    p_.turn_forfeits = true;
    return;
  }
  TAKI_CHECK(p_.answers[seat.index()] != WindowAnswer::kForfeit);
  p_.answers[seat.index()] = WindowAnswer::kForfeit;
  p_.unanswered.Remove(seat);
  CloseWindowIfComplete();
}

// All are in: forfeits leave, then the first answer in the direction of play takes effect (R7.4,
// R10.2).
void Change::CloseWindowIfComplete() {
  if (!p_.unanswered.empty()) return;
  const Seat first = NextSeat(p_, p_.turn);
  ResolveForfeits(first);
  if (!p_.over()) ResolveAnswer(first);
  // Sealed answers are nobody's business any more; an unused array must not tell two equal
  // positions apart.
  p_.answers.fill(WindowAnswer::kNone);
  p_.window_ends.fill(SeatEnd::kCompleted);
  p_.turn_forfeits = false;
}

void Change::ResolveForfeits(Seat first) {
  Seat seat = first;
  for (int step = 0; step < p_.seats && !p_.over(); ++step) {
    if (p_.answers[seat.index()] == WindowAnswer::kForfeit && p_.remaining.Contains(seat)) {
      Remove(seat, p_.window_ends[seat.index()]);
      if (WalkoverIfAlone()) return;
    }
    seat = Seat((seat.number() + p_.direction + p_.seats) % p_.seats);
  }
}

void Change::ResolveAnswer(Seat first) {
  // `first` itself may just have forfeited; then the right to answer with a King is gone with it
  // (R10.2).
  Seat seat = p_.remaining.Contains(first) ? first : NextSeat(p_, first);
  for (; seat != p_.turn; seat = NextSeat(p_, seat)) {
    switch (p_.answers[seat.index()]) {
      case WindowAnswer::kKing: return AnswerWithKing(seat, false);
      case WindowAnswer::kKingLastCard: return AnswerWithKing(seat, true);
      case WindowAnswer::kBreaker: return AnswerWithBreaker(seat, false);
      case WindowAnswer::kBreakerLastCard: return AnswerWithBreaker(seat, true);
      default: break;
    }
  }
  Emit({.kind = Event::Kind::kWindowClosed, .seat = p_.turn});
  EveryOtherDrawsThree(NextSeat(p_, p_.turn));
  if (p_.turn_forfeits) return Leave(p_.turn, p_.window_ends[p_.turn.index()]);
  EndTurn(0);
}

void Change::EveryOtherDrawsThree(Seat first) {  // R7.2
  for (Seat seat = first; seat != p_.turn; seat = NextSeat(p_, seat))
    Give(seat, 3, DrawReason::kPlusThree);
}

// R7.7: the King leaves the hand, the +3's turn ends, then the King is the first card of its
// player's turn.
void Change::AnswerWithKing(Seat seat, bool last_card) {
  const Seat attacker = p_.turn;
  hand(seat).Remove(kKingCard);
  PutAbove(kKingCard);
  Emit({.kind = Event::Kind::kWindowClosed,
        .seat = attacker,
        .other = seat,
        .answered = true,
        .last_card = last_card,
        .card = kKingCard,
        .color = p_.leading_color});
  if (p_.turn_forfeits) {
    Leave(attacker, p_.window_ends[attacker.index()]);
  } else {
    EndTurn(0);
  }
  if (p_.over()) return;
  TAKI_CHECK(p_.turn == seat);
  p_.phase = Phase::kAfterKing;
  p_.played = p_.active = true;
  p_.undeclared = !last_card && hand(seat).has_one();
}

// R7.3, R7.8: the +3's player draws three, then its breaker is served, then the turn passes from
// the +3's player (R7.5).
void Change::AnswerWithBreaker(Seat seat, bool last_card) {
  const Seat attacker = p_.turn;
  hand(seat).Remove(kBreakerCard);
  PutAbove(kBreakerCard);
  Emit({.kind = Event::Kind::kWindowClosed,
        .seat = attacker,
        .other = seat,
        .answered = true,
        .last_card = last_card,
        .card = kBreakerCard,
        .color = p_.leading_color});
  p_.barred = true;  // R9.3
  Give(attacker, 3, DrawReason::kPlusThree);
  LastCardRule(seat, !last_card);
  if (hand(seat).empty()) CompleteStage(seat);
  if (p_.over()) return;
  if (p_.turn_forfeits) return Leave(attacker, p_.window_ends[attacker.index()]);
  EndTurn(0);
}

// --- ending a turn
// ---------------------------------------------------------------------------------------------------

// The last card rule, the stage, the count of turns, and the next seat's turn, `skip` seats further
// (R8.1).
void Change::EndTurn(int skip) {
  const Seat seat = p_.turn;
  LastCardRule(seat, p_.undeclared);
  if (hand(seat).empty() && p_.played && !p_.barred) CompleteStage(seat);
  if (p_.over() || CountTurn()) return;
  Seat next = NextSeat(p_, seat);
  for (; skip > 0; --skip) next = NextSeat(p_, next);
  BeginTurn(next);
}

void Change::LastCardRule(Seat seat, bool undeclared) {
  if (undeclared && hand(seat).has_one()) Give(seat, 4, DrawReason::kLastCard);  // R4.2
}

void Change::CompleteStage(Seat seat) {
  const std::uint8_t completed = ++p_.stages_completed[seat.index()];
  const bool last = completed == p_.ruleset.stage_count;
  const std::uint8_t next_hand = last ? std::uint8_t{0} : p_.ruleset.stages[completed];
  Emit({.kind = Event::Kind::kStageCompleted, .seat = seat, .count = completed, .owed = next_hand});
  if (last) {
    p_.winner = seat;
    return Over(Ending::kCompleted);  // R9.2
  }
  Give(seat, next_hand, DrawReason::kStage);  // R9.1; R9.4: no card at all does not empty it again
}

// Counts the turn that ends; true if it was the match's last (R10.4 before R10.5).
bool Change::CountTurn() {
  ++p_.turns_ended;
  if (p_.active) p_.idle_turns = 0;
  if (!p_.active && ++p_.idle_turns >= p_.remaining.size()) {
    Over(Ending::kDeadlock);
  } else if (p_.turns_ended >= p_.ruleset.max_turns) {
    Over(Ending::kTurnLimit);
  }
  return p_.over();
}

void Change::BeginTurn(Seat seat) {
  p_.turn = seat;
  p_.phase = Phase::kTurn;
  p_.played = p_.active = p_.undeclared = p_.barred = false;
  Emit({.kind = Event::Kind::kTurnBegan, .seat = seat});
}

// R10.2, outside a window or when it has been resolved.
void Change::Leave(Seat seat, SeatEnd reason) {
  const bool on_turn = p_.turn == seat;
  const Seat next = NextSeat(p_, seat);
  Remove(seat, reason);
  if (WalkoverIfAlone()) return;
  if (on_turn) BeginTurn(next);  // at once, not counted; stack and open TAKI stay
}

void Change::Remove(Seat seat, SeatEnd reason) {
  p_.discard.AddAll(hand(seat));
  hand(seat).Clear();
  p_.remaining.Remove(seat);
  p_.forfeit_order[seat.index()] = ++p_.forfeits;
  p_.idle_turns = 0;  // R10.4: the count starts anew
  Emit({.kind = Event::Kind::kSeatForfeited, .seat = seat, .end = reason});
}

bool Change::WalkoverIfAlone() {
  if (p_.remaining.size() > 1) return false;
  p_.winner = p_.remaining.first();
  Over(Ending::kWalkover);  // R10.3
  return true;
}

void Change::Over(Ending ending) {
  p_.ending = ending;
  p_.phase = Phase::kOver;
  p_.unanswered = SeatSet();
}

// R2.3: the next card is turned; colourless ones go to the bottom first.
void TurnLeadingCard(Position& p) {
  Card card = p.pile[p.pile_top++];
  while (!card.has_color()) {
    p.pile[static_cast<std::size_t>(p.pile_top + p.pile_size - 1)] = card;
    card = p.pile[p.pile_top++];
  }
  --p.pile_size;
  p.leading = p.top = card;
  p.leading_color = card.color();
}

}  // namespace

Position Deal(const Setup& setup) {
  TAKI_CHECK(setup.seats >= kMinSeats && setup.seats <= kMaxSeats);
  Position p;
  p.ruleset = setup.ruleset;
  p.key = setup.key;
  p.seats = static_cast<std::uint8_t>(setup.seats);
  p.remaining = SeatSet::FirstN(setup.seats);

  constexpr auto kDeck = CanonicalDeck();
  std::copy(kDeck.begin(), kDeck.end(), p.pile.begin());
  WordStream words(p.key, "deck", 0);
  Shuffle(words, std::span(p.pile.data(), kDeckSize));
  p.pile_size = kDeckSize;

  for (int card = 0; card < p.ruleset.stages[0]; ++card) {  // R2.2: one at a time, seat 0 first
    for (std::size_t seat = 0; seat < p.seats; ++seat) {
      p.hands[seat].Add(p.pile[p.pile_top++]);
      --p.pile_size;
    }
  }
  TurnLeadingCard(p);
  p.phase = Phase::kTurn;
  return p;
}

void Apply(Position& position, Seat seat, Action action, EventSink& sink) {
  Change change(position, sink);
  if (position.phase == Phase::kWindow) return change.Answer(seat, action);
  change.Act(seat, action);
}

void Forfeit(Position& position, Seat seat, SeatEnd reason, EventSink& sink) {
  TAKI_CHECK(!position.over() && position.remaining.Contains(seat));
  Change change(position, sink);
  if (position.phase == Phase::kWindow) return change.LeaveWindow(seat, reason);
  change.Leave(seat, reason);
}

}  // namespace taki::rules
