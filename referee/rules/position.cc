#include "referee/rules/position.h"

#include <algorithm>
#include <array>
#include <bit>
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

// Counts cards of all kinds at once, three bits a kind spread over three words: the check of I6
// runs after every record of a match.
class Tally {
 public:
  void Add(Card card) {
    AddOneOfEach(CardSet::Bit(card));
    ++total_;
  }
  void Add(const CardSet& cards) {
    AddOneOfEach(cards.once() & ~kChangeColors);
    AddOneOfEach(cards.twice());
    change_colors_ += cards.Count(kChangeColorCard);
    total_ += cards.size();
  }
  // Its counts on top: full adders, a kind a bit.
  void Add(const Tally& other) {
    const std::uint64_t carry = ones_ & other.ones_;
    const std::uint64_t twos = twos_ ^ other.twos_;
    ones_ ^= other.ones_;
    fours_ ^= other.fours_ ^ ((twos_ & other.twos_) | (twos & carry));
    twos_ = twos ^ carry;
    change_colors_ += other.change_colors_;
    total_ += other.total_;
  }
  int total() const { return total_; }
  // Two of each kind, four Change Colour.
  bool IsDeck() const {
    const auto change_colors = change_colors_ + ((ones_ & kChangeColor) != 0 ? 1 : 0) +
                               ((twos_ & kChangeColor) != 0 ? 2 : 0) +
                               ((fours_ & kChangeColor) != 0 ? 4 : 0);
    return change_colors == 4 && ((ones_ | fours_) & ~kChangeColors) == 0 &&
           (twos_ & ~kChangeColors) == kOtherKinds;
  }

 private:
  static constexpr std::uint64_t kChangeColor = CardSet::Bit(kChangeColorCard);
  static constexpr std::uint64_t kChangeColors = kChangeColor * 15;  // unary in a CardSet
  static constexpr std::uint64_t kOtherKinds = ((std::uint64_t{1} << 60) - 1) & ~kChangeColors;

  void AddOneOfEach(std::uint64_t kinds) {
    const std::uint64_t carry = ones_ & kinds;
    ones_ ^= kinds;
    fours_ ^= twos_ & carry;
    twos_ ^= carry;
  }
  std::uint64_t ones_ = 0, twos_ = 0, fours_ = 0;
  int change_colors_ = 0;
  int total_ = 0;
};

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
  Tally tally;
  for (std::size_t seat = 0; seat < p.seats; ++seat) tally.Add(p.hands[seat]);
  // Side by side: each card must wait for the one before it in the same tally.
  std::array<Tally, 4> quarters;
  for (std::size_t i = 0; i < p.pile_size; ++i) quarters[i % 4].Add(p.pile[p.pile_top + i]);
  for (const Tally& quarter : quarters) tally.Add(quarter);
  tally.Add(p.discard);
  tally.Add(p.above);
  tally.Add(p.leading);
  if (tally.total() == kDeckSize && !tally.IsDeck()) return -1;
  return tally.total();
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
