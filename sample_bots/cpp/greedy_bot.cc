// Gets rid of as many cards as it can, and keeps King and Breaker for when they save it from
// drawing.
#include <algorithm>

#include "sample_bots/cpp/bot_kit.h"

using namespace taki::bot_kit;

double Worth(const Decision& decision, const taki::v1::Action& action) {
  if (!action.has_play()) return action.has_draw() ? -1 : 0;
  const bool window = decision.kind() == taki::v1::DECISION_KIND_WINDOW;
  const double declared = action.play().last_card() ? 0.5 : 0;
  switch (action.play().card().face()) {
    case taki::v1::FACE_BREAKER: return declared + (window ? 3 : -3);
    case taki::v1::FACE_KING: return declared + (window ? 2 : -0.9);
    case taki::v1::FACE_CHANGE_COLOR:
      return declared + (action.play().named_color() == MostHeld(decision) ? 0.4 : 0.1);
    default: return declared + static_cast<double>(WithRun(decision, action).size());
  }
}

Actions Choose(const Decision& decision) {
  const auto worse = [&](auto& a, auto& b) { return Worth(decision, a) < Worth(decision, b); };
  return WithRun(decision, *std::ranges::max_element(decision.legal_actions(), worse));
}

int main(int argc, char** argv) { return RunBot(argc, argv, Choose); }
