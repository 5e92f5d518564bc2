#include "sample_bots/cpp/hand.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace taki::bot_kit {
namespace {

using v1::Card;
using v1::Color;
using v1::Decision;
using v1::Face;

bool IsTaki(const Card& card) {
  return card.face() == v1::FACE_TAKI || card.face() == v1::FACE_SUPER_TAKI;
}

// The colour of the run that `card` opens or continues, or COLOR_UNSPECIFIED if it does neither.
Color RunColor(const Decision& decision, const Card& card) {
  const v1::PublicState& state = decision.observation().state();
  if (card.face() == v1::FACE_TAKI) return card.color();                    // R6.1, R6.10
  if (card.face() == v1::FACE_SUPER_TAKI) return state.leading_color();     // R6.9
  if (card.color() != state.leading_color()) return v1::COLOR_UNSPECIFIED;  // R6.6
  const bool goes_on = state.taki_open() && state.stack() == 0;             // R6.5
  return goes_on ? card.color() : v1::COLOR_UNSPECIFIED;
}

// Cards that do something go last, since only the last one of a run acts (R6.2): Plus never if
// there is a choice, for it wants another card; Stop and +2 by all means.
int RunOrder(const Card& card) {
  switch (card.face()) {
    case v1::FACE_SUPER_TAKI: return 0;
    case v1::FACE_TAKI: return 1;
    case v1::FACE_PLUS: return 2;
    case v1::FACE_STOP: return 4;
    case v1::FACE_PLUS_TWO: return 5;
    default: return 3;
  }
}

// The hand in two parts: the cards of the run in the order of play, and the rest.
struct Split {
  std::vector<const Card*> run;
  std::vector<const Card*> rest;
};

Split SplitHand(const Decision& decision, const Card& first, Color color) {
  Split split;
  bool first_seen = false;
  for (const Card& card : decision.observation().hand()) {
    if (!first_seen && card.notation() == first.notation()) {
      first_seen = true;
      split.run.push_back(&card);
    } else if (card.color() == color) {
      split.run.push_back(&card);
    } else {
      split.rest.push_back(&card);
    }
  }
  // Super TAKI may be played in a run but need not (R6.1): worth it where it finishes the hand.
  const auto is_super = [](const Card* rest) { return rest->face() == v1::FACE_SUPER_TAKI; };
  if (std::ranges::all_of(split.rest, is_super)) {
    split.run.insert(split.run.end(), split.rest.begin(), split.rest.end());
    split.rest.clear();
  }
  std::ranges::stable_sort(split.run, {}, [](const Card* card) { return RunOrder(*card); });
  return split;
}

}  // namespace

int Held(const Decision& decision, Color color) {
  const auto& hand = decision.observation().hand();
  return static_cast<int>(std::ranges::count(hand, color, &Card::color));
}

Color MostHeld(const Decision& decision) {
  constexpr std::array kAll{v1::COLOR_RED, v1::COLOR_GREEN, v1::COLOR_BLUE, v1::COLOR_YELLOW};
  return *std::ranges::max_element(kAll, {}, [&](Color color) { return Held(decision, color); });
}

std::vector<std::string> WithRun(const Decision& decision, const v1::Action& first) {
  if (!first.has_play() || decision.kind() == v1::DECISION_KIND_WINDOW) return {first.notation()};
  const Card& card = first.play().card();
  const Color color = RunColor(decision, card);
  if (color == v1::COLOR_UNSPECIFIED) return {first.notation()};

  Split split = SplitHand(decision, card, color);
  if (IsTaki(card)) {  // the card that opens the run comes first, whatever the order
    const auto opener = std::ranges::find(split.run, card.notation(), &Card::notation);
    std::rotate(split.run.begin(), opener, opener + 1);
  }
  std::size_t left = split.run.size() + split.rest.size();
  std::vector<std::string> actions;
  for (const Card* played : split.run) {
    actions.push_back(played->notation() + (--left == 1 ? "!" : ""));  // R4.1, R4.3
  }
  const bool change_color_is_left = left == 1 && split.rest[0]->face() == v1::FACE_CHANGE_COLOR;
  if (change_color_is_left) {
    actions.emplace_back("C>R");  // ends the run, the turn and the hand (R6.8); any colour will do
  } else {
    actions.emplace_back(IsTaki(*split.run.back()) ? "end" : "close");  // R6.3, R6.4
  }
  return actions;
}

}  // namespace taki::bot_kit
