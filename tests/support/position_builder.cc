#include "tests/support/position_builder.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "referee/rules/notation.h"

namespace taki::test {
namespace {

using rules::Card;
using rules::CardSet;
using rules::Color;
using rules::kMaxSeats;
using rules::Phase;
using rules::Position;
using rules::Seat;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<int> Number(std::string_view text, int min, int max) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < min || value > max)
    return std::nullopt;
  return value;
}

// Reads one text; each method takes one kind of segment.
class Builder {
 public:
  Builder() {
    for (int kind = 0; kind < rules::kCardKinds; ++kind)
      left_[static_cast<std::size_t>(kind)] = Card::FromIndex(kind).copies();
  }

  absl::StatusOr<Position> Build(std::string_view text) {
    while (!text.empty()) {
      const std::size_t bar = text.find('|');
      segment_ = Trim(text.substr(0, bar));
      text = bar == std::string_view::npos ? std::string_view{} : text.substr(bar + 1);
      if (segment_.empty()) continue;
      if (absl::Status status = Segment(); !status.ok()) return status;
    }
    segment_ = "(end of the text)";
    if (absl::Status status = Complete(); !status.ok()) return status;
    return position_;
  }

 private:
  enum class Rest { kUnsaid, kPile, kDiscard, kHand };

  absl::Status Wrong(const std::string& what) const {
    return absl::InvalidArgumentError("position text: '" + std::string(segment_) + "': " + what);
  }

  absl::Status Segment() {
    if (const std::size_t colon = segment_.find(':'); colon == 1 || colon == 2)
      return Hand(segment_.substr(0, colon), Trim(segment_.substr(colon + 1)));
    const std::vector<std::string_view> words = Words(segment_);
    const std::string_view name = words[0];
    const std::vector<std::string_view> values(words.begin() + 1, words.end());
    if (values.empty()) return Wrong("a value is missing");
    if (name == "top") return Top(values);
    if (name == "pile") return Pile(values);
    if (name == "discard") return Discard(values);
    if (name == "stages") return Stages(values, true);
    if (name == "completed") return Stages(values, false);
    if (name == "rules") return Rules(values);
    if (values.size() != 1) return Wrong("expected one value");
    if (name == "taki" && values[0] != "open") return Rules({"taki=" + std::string(values[0])});
    if (name == "draw") return Rules({"draw=" + std::string(values[0])});
    if (name == "lead") return Lead(values[0]);
    if (name == "phase") return ThePhase(values[0]);
    return Scalar(name, values[0]);
  }

  absl::Status Scalar(std::string_view name, std::string_view value) {
    if (name == "taki") {
      position_.taki_open = true;
      return absl::OkStatus();
    }
    if (name == "dir") {
      if (value != "left" && value != "right") return Wrong("expected left or right");
      position_.direction = value == "left" ? 1 : -1;
      return absl::OkStatus();
    }
    const std::optional<int> number = Number(value, 0, rules::kMaxTurns);
    if (!number) return Wrong("unknown segment or value");
    if (name == "stack" && *number <= 16)
      position_.stack = static_cast<std::uint8_t>(*number);
    else if (name == "turn" && *number < kMaxSeats)
      position_.turn = Seat(*number);
    else if (name == "turns")
      position_.turns_ended = static_cast<std::uint16_t>(*number);
    else if (name == "idle" && *number < kMaxSeats)
      position_.idle_turns = static_cast<std::uint8_t>(*number);
    else
      return Wrong("unknown segment, or its number is out of range");
    return absl::OkStatus();
  }

  // One card out of the deck.
  absl::StatusOr<Card> Take(std::string_view token) {
    const std::optional<Card> card = rules::ParseCard(token);
    if (!card) return Wrong("'" + std::string(token) + "' is not a card");
    int& left = left_[static_cast<std::size_t>(card->index())];
    if (left == 0) return Wrong("the text has more " + std::string(token) + " than the deck");
    --left;
    return *card;
  }

  // Calls `add(card)` for each token; `...` asks for the rest, `none` means no card.
  template <class Add>
  absl::Status Cards(const std::vector<std::string_view>& tokens, Rest place, Add add) {
    for (const std::string_view token : tokens) {
      if (token == "none") continue;
      if (token == "...") {
        if (rest_ != Rest::kUnsaid) return Wrong("'...' stands twice in the text");
        rest_ = place;
        continue;
      }
      absl::StatusOr<Card> card = Take(token);
      if (!card.ok()) return card.status();
      add(*card);
    }
    return absl::OkStatus();
  }

  absl::Status Hand(std::string_view number, std::string_view cards) {
    const std::optional<int> seat = Number(number, 0, kMaxSeats - 1);
    if (!seat) return Wrong("a seat is 0 to 9");
    if (mentioned_.Contains(Seat(*seat))) return Wrong("the seat stands twice in the text");
    mentioned_.Add(Seat(*seat));
    position_.seats = static_cast<std::uint8_t>(std::max<int>(position_.seats, *seat + 1));
    if (cards == "out") {
      position_.forfeit_order[static_cast<std::size_t>(*seat)] = ++position_.forfeits;
      return absl::OkStatus();
    }
    position_.remaining.Add(Seat(*seat));
    CardSet& hand = position_.hands[static_cast<std::size_t>(*seat)];
    const Rest before = rest_;
    const absl::Status status =
        Cards(Words(cards), Rest::kHand, [&hand](Card card) { hand.Add(card); });
    if (rest_ != before) rest_seat_ = Seat(*seat);
    return status;
  }

  absl::Status Lead(std::string_view token) {
    const std::size_t arrow = token.find('>');
    absl::StatusOr<Card> card = Take(token.substr(0, arrow));
    if (!card.ok()) return card.status();
    if (*card == rules::kKingCard || *card == rules::kPlusThreeCard || *card == rules::kBreakerCard)
      return Wrong("King, +3 and +3 Breaker never lead (R3.6); use 'top'");
    if (card->has_color() != (arrow == std::string_view::npos))
      return Wrong("only C and ST need a colour: C>G, ST>R");
    position_.leading = *card;
    if (card->has_color()) {
      position_.leading_color = card->color();
    } else {
      const std::optional<Color> color =
          arrow + 2 == token.size() ? rules::ParseColor(token.back()) : std::nullopt;
      if (!color) return Wrong("the colour is one of R G B Y");
      position_.leading_color = *color;
    }
    has_lead_ = true;
    return absl::OkStatus();
  }

  absl::Status Top(const std::vector<std::string_view>& tokens) {
    has_top_ = true;
    return Cards(tokens, Rest::kUnsaid, [this](Card card) {
      position_.above.Add(card);
      position_.top = card;
    });
  }

  absl::Status Pile(const std::vector<std::string_view>& tokens) {
    has_pile_ = true;
    return Cards(tokens, Rest::kPile, [this](Card card) { AddToPile(card); });
  }

  absl::Status Discard(const std::vector<std::string_view>& tokens) {
    has_discard_ = true;
    return Cards(tokens, Rest::kDiscard, [this](Card card) { position_.discard.Add(card); });
  }

  void AddToPile(Card card) { position_.pile[position_.pile_size++] = card; }

  absl::Status ThePhase(std::string_view name) {
    if (name == "run")
      position_.phase = Phase::kRun, position_.taki_open = true;
    else if (name == "after_plus")
      position_.phase = Phase::kAfterPlus;
    else if (name == "after_king")
      position_.phase = Phase::kAfterKing;
    else
      return Wrong("expected run, after_plus or after_king");
    position_.played = position_.active = true;
    return absl::OkStatus();
  }

  absl::Status Stages(const std::vector<std::string_view>& pairs, bool by_hand) {
    for (const std::string_view pair : pairs) {
      const std::size_t colon = pair.find(':');
      const std::optional<int> seat = Number(pair.substr(0, colon), 0, kMaxSeats - 1);
      const std::optional<int> number =
          colon == std::string_view::npos ? std::nullopt : Number(pair.substr(colon + 1), 0, 16);
      if (!seat || !number) return Wrong("expected SEAT:NUMBER");
      stages_.push_back({*seat, *number, by_hand});
    }
    return absl::OkStatus();
  }

  // Options as in the ruleset's text, each optional, in any order.
  template <class Word>
  absl::Status Rules(const std::vector<Word>& options) {
    for (const std::string_view option : options) {
      const std::size_t equals = option.find('=');
      bool known = false;
      for (auto& [name, value] : options_) {
        if (name != option.substr(0, equals) || equals == std::string_view::npos) continue;
        value = option.substr(equals + 1);
        known = true;
      }
      if (!known) return Wrong("expected stages=, draw=, taki= or max_turns=");
    }
    return absl::OkStatus();
  }
  absl::Status Rules(std::initializer_list<std::string> options) {
    return Rules(std::vector<std::string>(options));
  }

  absl::Status Complete() {
    if (absl::Status status = CompleteRules(); !status.ok()) return status;
    if (!has_lead_) return Wrong("'lead CARD' is missing");
    if (position_.seats < rules::kMinSeats) return Wrong("fewer than two seats");
    if (mentioned_ != rules::SeatSet::FirstN(position_.seats)) return Wrong("a seat is missing");
    if (!position_.remaining.Contains(position_.turn)) return Wrong("who is on turn is out");
    if (!has_top_) position_.top = position_.leading;
    if (position_.phase == Phase::kOver) position_.phase = Phase::kTurn;
    PlaceTheRest();
    return CompleteStages();
  }

  absl::Status CompleteRules() {
    std::string text = "taki/1";
    for (const auto& [name, value] : options_) text += " " + name + "=" + value;
    absl::StatusOr<rules::Ruleset> ruleset = rules::ParseRuleset(text);
    if (!ruleset.ok()) return ruleset.status();
    position_.ruleset = *ruleset;
    return absl::OkStatus();
  }

  absl::Status CompleteStages() {
    for (const auto& [seat, number, by_hand] : stages_) {
      int completed = number;
      if (by_hand) {
        completed = 0;
        while (completed < position_.ruleset.stage_count &&
               position_.ruleset.stages[static_cast<std::size_t>(completed)] != number)
          ++completed;
      }
      if (completed >= position_.ruleset.stage_count)
        return Wrong("seat " + std::to_string(seat) + ": no such stage");
      position_.stages_completed[static_cast<std::size_t>(seat)] =
          static_cast<std::uint8_t>(completed);
    }
    return absl::OkStatus();
  }

  void PlaceTheRest() {
    if (rest_ == Rest::kUnsaid && !has_pile_) rest_ = Rest::kPile;
    if (rest_ == Rest::kUnsaid && !has_discard_) rest_ = Rest::kDiscard;
    for (int kind = 0; kind < rules::kCardKinds; ++kind) {
      const Card card = Card::FromIndex(kind);
      for (int copy = left_[static_cast<std::size_t>(kind)]; copy > 0; --copy) {
        if (rest_ == Rest::kPile) AddToPile(card);
        if (rest_ == Rest::kDiscard) position_.discard.Add(card);
        if (rest_ == Rest::kHand) position_.hands[rest_seat_.index()].Add(card);
      }
    }
  }

  struct StageOf {
    int seat;
    int number;
    bool by_hand;
  };

  Position position_{};
  std::string_view segment_;
  std::array<int, rules::kCardKinds> left_{};
  rules::SeatSet mentioned_;
  bool has_lead_ = false, has_top_ = false, has_pile_ = false, has_discard_ = false;
  Rest rest_ = Rest::kUnsaid;
  Seat rest_seat_;
  std::vector<StageOf> stages_;
  std::array<std::pair<std::string, std::string>, 4> options_{{{"stages", "8,7,6,5,4,3,2,1"},
                                                               {"draw", "WHEN_STUCK"},
                                                               {"taki", "PLAY_ALL"},
                                                               {"max_turns", "10000"}}};
};

}  // namespace

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = Trim(text)).empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

absl::StatusOr<Position> BuildPosition(std::string_view text) { return Builder().Build(text); }

}  // namespace taki::test
