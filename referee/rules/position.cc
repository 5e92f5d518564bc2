#include "referee/rules/position.h"

#include <algorithm>
#include <tuple>

#include "referee/rules/check.h"
#include "referee/rules/fingerprint.h"

namespace taki::rules {
namespace {

// Folds values into a hash, each at its full width: widths never depend on the platform.
class Fingerprint {
 public:
  template <class... Values>
  void Add(Values... values) {
    ((hash_ = Mix(hash_, static_cast<std::uint64_t>(values))), ...);
  }
  void Add(const CardSet& cards) { Add(cards.once(), cards.twice()); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x74616B69;  // any start will do
};

void AddRuleset(Fingerprint& print, const Ruleset& ruleset) {
  for (std::size_t i = 0; i < ruleset.stage_count; ++i) print.Add(ruleset.stages[i]);
  print.Add(ruleset.stage_count, ruleset.draw_rule, ruleset.taki_rule, ruleset.max_turns);
}

void AddTurn(Fingerprint& print, const Position& p) {
  print.Add(p.seats, p.remaining.bits(), p.turn.number(), p.direction, p.phase, p.leading.index(),
            p.leading_color, p.top.index(), p.taki_open, p.stack, p.played, p.active, p.undeclared,
            p.barred, p.unanswered.bits(), p.turn_forfeits, p.turns_ended, p.idle_turns,
            p.reshuffles, p.forfeits, p.ending, p.winner.number());
}

}  // namespace

std::uint64_t PositionHash(const Position& p) {
  Fingerprint print;
  AddRuleset(print, p.ruleset);
  for (const std::uint8_t byte : p.key) print.Add(byte);
  AddTurn(print, p);
  for (std::size_t seat = 0; seat < p.seats; ++seat) {
    print.Add(p.hands[seat]);
    print.Add(p.stages_completed[seat], p.forfeit_order[seat], p.answers[seat],
              p.window_ends[seat]);
  }
  print.Add(p.pile_size);
  for (std::size_t i = 0; i < p.pile_size; ++i) print.Add(p.pile[p.pile_top + i].index());
  print.Add(p.discard);
  print.Add(p.above);
  print.Add(p.history);
  return print.value();
}

int CountCards(const Position& p) {
  std::array<int, kCardKinds> count{};
  int total = 0;
  const auto add = [&](Card card) {
    ++count[static_cast<std::size_t>(card.index())];
    ++total;
  };
  for (std::size_t seat = 0; seat < p.seats; ++seat) p.hands[seat].ForEach(add);
  for (std::size_t i = 0; i < p.pile_size; ++i) add(p.pile[p.pile_top + i]);
  p.discard.ForEach(add);
  p.above.ForEach(add);
  add(p.leading);
  for (int kind = 0; kind < kCardKinds; ++kind)
    if (count[static_cast<std::size_t>(kind)] != Card::FromIndex(kind).copies())
      return total == kDeckSize ? -1 : total;
  return total;
}

Seat NextSeat(const Position& p, Seat seat) {
  int number = seat.number();
  do {
    number += p.direction;
    if (number < 0) number += p.seats;
    if (number >= p.seats) number -= p.seats;
  } while (!p.remaining.Contains(Seat(number)));
  return Seat(number);
}

std::array<std::uint8_t, kMaxSeats> Placing(const Position& p) {
  TAKI_CHECK(p.over());
  // Smaller is better: the winner, then who stayed by stages and cards, then who forfeited, latest
  // first.
  const auto standing = [&](std::size_t seat) {
    const bool wins = p.ending == Ending::kCompleted && p.winner == Seat(static_cast<int>(seat));
    const bool forfeited = p.forfeit_order[seat] != 0;
    return std::tuple(wins ? 0 : 1, forfeited ? 1 : 0,
                      forfeited ? -p.forfeit_order[seat] : -p.stages_completed[seat],
                      forfeited ? 0 : p.hands[seat].size());
  };
  std::array<std::uint8_t, kMaxSeats> place{};
  for (std::size_t seat = 0; seat < p.seats; ++seat) {
    int better = 0;
    for (std::size_t other = 0; other < p.seats; ++other)
      better += standing(other) < standing(seat) ? 1 : 0;
    place[seat] = static_cast<std::uint8_t>(1 + better);
  }
  return place;
}

}  // namespace taki::rules
