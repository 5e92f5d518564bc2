#include "referee/cli/blind_play.h"

#include <algorithm>

#include "referee/rules/check.h"

namespace taki::cli {
namespace {

using rules::Action;
using rules::Card;
using rules::CardSet;
using rules::Event;
using rules::Position;
using rules::Seat;

// The hand that makes an action legal if any hand of that size does: the card that is played, and
// others that neither force nor forbid anything.
CardSet EasiestHand(const Position& position, Seat seat, Action action) {
  CardSet hand;
  if (action.kind != Action::Kind::kPlay) return hand;
  hand.Add(action.card);
  constexpr int kEnough = 3;  // the rules count to two (R4.3)
  const int size = std::min(position.hands[seat.index()].size(), kEnough);
  for (const Card card : rules::CanonicalDeck()) {
    if (hand.size() >= size) break;
    const bool forces = card.has_color() && card.color() == position.leading_color;
    if (!forces && !hand.Contains(card)) hand.Add(card);
  }
  return hand;
}

// An answer to a +3 by which a card was shown that is in the hand still.
bool IsCard(rules::WindowAnswer answer) {
  using enum rules::WindowAnswer;
  return answer == kBreaker || answer == kBreakerLastCard || answer == kKing ||
         answer == kKingLastCard;
}

}  // namespace

// Passes events on and keeps count of what goes into the discard pile unseen.
class BlindPlay::Unseen final : public rules::EventSink {
 public:
  Unseen(BlindPlay& play, rules::EventSink& sink)
      : before_(play.position_.hands), unseen_(play.unseen_), sink_(sink) {}

  void On(const Event& event) override {
    if (event.kind == Event::Kind::kCardsDrawn)
      for (const Card card : event.drawn()) before_[event.seat.index()].Add(card);
    if (event.kind == Event::Kind::kSeatForfeited) unseen_.AddAll(before_[event.seat.index()]);
    if (event.kind == Event::Kind::kPileReshuffled) unseen_.Clear();
    sink_.On(event);
  }

 private:
  std::array<CardSet, rules::kMaxSeats> before_;  // the hands, but for what is played
  CardSet& unseen_;
  rules::EventSink& sink_;
};

BlindPlay::BlindPlay(const rules::Ruleset& ruleset, int seats, Card leading)
    : position_(rules::Deal({.ruleset = ruleset, .seats = seats, .key = {}})) {
  TAKI_CHECK(leading.has_color());
  const Card turned = position_.leading;
  position_.leading = position_.top = leading;
  position_.leading_color = leading.color();
  if (turned == leading || TakeFromPile(leading, turned)) return;
  for (CardSet& hand : position_.hands)
    if (hand.Contains(leading)) {
      hand.Remove(leading);
      hand.Add(turned);
      return;
    }
}

bool BlindPlay::TakeFromPile(Card card, Card instead) {
  const auto begin = position_.pile.begin() + position_.pile_top;
  const auto found = std::find(begin, begin + position_.pile_size, card);
  if (found == begin + position_.pile_size) return false;
  *found = instead;
  return true;
}

bool BlindPlay::BringIntoHand(Seat seat, Card card) {
  CardSet& hand = position_.hands[seat.index()];
  if (hand.Contains(card)) return true;
  std::optional<Card> instead;
  hand.ForEach([&](Card held) { instead = held; });
  if (!instead) return false;
  hand.Remove(*instead);
  hand.Add(card);
  if (TakeFromPile(card, *instead)) return true;
  for (std::size_t other = 0; other < position_.seats; ++other) {
    CardSet& theirs = position_.hands[other];
    const bool shown = position_.phase == rules::Phase::kWindow && IsCard(position_.answers[other]);
    if (other == seat.index() || shown || !theirs.Contains(card)) continue;
    theirs.Remove(card);
    theirs.Add(*instead);
    return true;
  }
  if (!unseen_.Contains(card)) return false;
  for (CardSet* set : {&unseen_, &position_.discard}) {
    set->Remove(card);
    set->Add(*instead);
  }
  return true;
}

std::optional<rules::Violation> BlindPlay::CheckBlindly(Seat seat, Action action) const {
  if (action.kind == Action::Kind::kPlay && position_.hands[seat.index()].empty())
    return rules::Violation{"R3.1", "the hand is empty"};
  Position easiest = position_;
  easiest.hands[seat.index()] = EasiestHand(position_, seat, action);
  return rules::Check(easiest, seat, action);
}

std::optional<rules::Violation> BlindPlay::Play(Seat seat, Action action, rules::EventSink& sink) {
  if (const auto violation = CheckBlindly(seat, action)) return violation;
  if (action.kind == Action::Kind::kPlay && !BringIntoHand(seat, action.card))
    return rules::Violation{"R1.5", "all cards of this kind are elsewhere"};
  Unseen unseen(*this, sink);
  rules::Apply(position_, seat, action, unseen);
  return std::nullopt;
}

void BlindPlay::Forfeit(Seat seat, rules::SeatEnd reason, rules::EventSink& sink) {
  Unseen unseen(*this, sink);
  rules::Forfeit(position_, seat, reason, unseen);
}

}  // namespace taki::cli
