#include "tests/support/rules_fixture.h"

#include <algorithm>
#include <optional>

#include "referee/rules/notation.h"
#include "tests/support/position_builder.h"

namespace taki::test {
namespace {

using rules::Action;
using rules::ActionList;
using rules::Card;
using rules::CardSet;
using rules::Seat;

// A failure at the line of the test.
#define FAIL_HERE(here) ADD_FAILURE_AT((here).file, (here).line)

template <class T>
void ExpectSame(std::string_view what, const T& actual, const T& expected, Here here) {
  if (!(actual == expected))
    FAIL_HERE(here) << what << " is " << ::testing::PrintToString(actual) << ", expected "
                    << ::testing::PrintToString(expected);
}

std::string Canonical(std::string_view tokens, Here here) {
  CardSet cards;
  for (const std::string_view token : Words(tokens)) {
    const std::optional<Card> card = rules::ParseCard(token);
    if (!card)
      FAIL_HERE(here) << "'" << token << "' is not a card";
    else
      cards.Add(*card);
  }
  return rules::Tokens(cards);
}

bool Lists(const ActionList& actions, Action action) {
  return std::find(actions.begin(), actions.end(), action) != actions.end();
}

std::string TokensOf(const ActionList& actions) {
  std::string text;
  for (const Action action : actions) text += (text.empty() ? "" : " ") + rules::Token(action);
  return text;
}

std::string WithColor(Card card, rules::Color color) {
  std::string text(rules::Token(card));
  if (!card.has_color()) text += std::string(">") + rules::Letter(color);
  return text;
}

}  // namespace

void RulesTest::Given(std::string_view text, Here here) {
  log_.events.clear();
  absl::StatusOr<rules::Position> built = BuildPosition(text);
  if (!built.ok()) {
    position_ = rules::Position{};
    FAIL_HERE(here) << built.status().message();
    return;
  }
  position_ = *built;
  cards_ = rules::CountCards(position_);
}

void RulesTest::Play(int seat, std::string_view tokens, Here here) {
  for (const std::string_view token : Words(tokens))
    if (!PlayOne(seat, token, here)) return;
}

bool RulesTest::PlayOne(int seat, std::string_view token, Here here) {
  const std::optional<Action> parsed = rules::ParseAction(token);
  if (!rules::Asked(position_).Contains(Seat(seat))) {
    FAIL_HERE(here) << "seat " << seat << " is not asked, so it cannot play " << token;
    return false;
  }
  if (token == "timeout") {
    rules::Apply(position_, Seat(seat), rules::DefaultAction(position_, Seat(seat)), log_);
  } else if (!parsed) {
    FAIL_HERE(here) << "'" << token << "' is not an action";
    return false;
  } else {
    if (const auto violation = rules::Check(position_, Seat(seat), *parsed)) {
      FAIL_HERE(here) << "seat " << seat << " cannot play " << token << ": " << violation->rule
                      << " " << violation->text << "; it may play "
                      << TokensOf(rules::LegalActions(position_, Seat(seat)));
      return false;
    }
    rules::Apply(position_, Seat(seat), *parsed, log_);
  }
  CountCards(here);
  return true;
}

void RulesTest::Forfeit(int seat, rules::SeatEnd reason, Here here) {
  rules::Forfeit(position_, Seat(seat), reason, log_);
  CountCards(here);
}

void RulesTest::CountCards(Here here) {
  ExpectSame("number of cards in the game (I6)", rules::CountCards(position_), cards_, here);
}

void RulesTest::ExpectIllegal(int seat, std::string_view token, std::string_view rule, Here here) {
  const std::optional<Action> action = rules::ParseAction(token);
  if (!action) {
    FAIL_HERE(here) << "'" << token << "' is not an action";
    return;
  }
  const auto violation = rules::Check(position_, Seat(seat), *action);
  if (!violation) {
    FAIL_HERE(here) << token << " by seat " << seat << " is legal, but should break " << rule;
  } else if (violation->rule != rule) {
    FAIL_HERE(here) << token << " by seat " << seat << " breaks " << violation->rule << " ("
                    << violation->text << "), but should break " << rule;
  }
  if (Lists(rules::LegalActions(position_, Seat(seat)), *action))
    FAIL_HERE(here) << "LegalActions lists " << token << " for seat " << seat;
}

void RulesTest::ExpectLegal(int seat, std::string_view tokens, Here here) {
  for (const std::string_view token : Words(tokens)) {
    const std::optional<Action> action = rules::ParseAction(token);
    if (!action) {
      FAIL_HERE(here) << "'" << token << "' is not an action";
      continue;
    }
    if (const auto violation = rules::Check(position_, Seat(seat), *action))
      FAIL_HERE(here) << token << " by seat " << seat << " breaks " << violation->rule << " ("
                      << violation->text << "), but should be legal";
  }
}

void RulesTest::ExpectChoices(int seat, std::string_view tokens, Here here) {
  ExpectSame("choices of seat " + std::to_string(seat),
             TokensOf(rules::LegalActions(position_, Seat(seat))), std::string(tokens), here);
}

void RulesTest::ExpectHand(int seat, std::string_view cards, Here here) {
  ExpectSame("hand of seat " + std::to_string(seat),
             rules::Tokens(position_.hands[Seat(seat).index()]), Canonical(cards, here), here);
}

void RulesTest::ExpectCards(int seat, int cards, Here here) {
  ExpectSame("number of cards of seat " + std::to_string(seat),
             position_.hands[Seat(seat).index()].size(), cards, here);
}

void RulesTest::ExpectStack(int cards, Here here) {
  ExpectSame("+2 stack", int{position_.stack}, cards, here);
}

void RulesTest::ExpectTurn(int seat, Here here) {
  ExpectSame("seat on turn", position_.turn.number(), seat, here);
  ExpectAsked(std::to_string(seat), here);
}

void RulesTest::ExpectAsked(std::string_view seats, Here here) {
  std::string asked;
  rules::Asked(position_).ForEach(
      [&asked](Seat seat) { asked += (asked.empty() ? "" : " ") + std::to_string(seat.number()); });
  ExpectSame("asked seats", asked, std::string(seats), here);
}

void RulesTest::ExpectLeading(std::string_view card, Here here) {
  ExpectSame("leading card", WithColor(position_.leading, position_.leading_color),
             std::string(card), here);
}

void RulesTest::ExpectTop(std::string_view card, Here here) {
  ExpectSame("top card", rules::Token(position_.top), card, here);
}

void RulesTest::ExpectPhase(rules::Phase phase, Here here) {
  ExpectSame("phase", static_cast<int>(position_.phase), static_cast<int>(phase), here);
}

void RulesTest::ExpectTaki(bool open, Here here) {
  ExpectSame("open TAKI", position_.taki_open, open, here);
}

void RulesTest::ExpectDirection(int direction, Here here) {
  ExpectSame("direction", int{position_.direction}, direction, here);
}

void RulesTest::ExpectCompleted(int seat, int stages, Here here) {
  ExpectSame("completed stages of seat " + std::to_string(seat),
             int{position_.stages_completed[Seat(seat).index()]}, stages, here);
}

void RulesTest::ExpectPile(std::string_view cards, Here here) {
  std::string pile;
  for (int i = 0; i < position_.pile_size; ++i)
    pile +=
        (pile.empty() ? "" : " ") +
        std::string(rules::Token(position_.pile[static_cast<std::size_t>(position_.pile_top + i)]));
  ExpectSame("draw pile", pile, std::string(cards), here);
}

void RulesTest::ExpectDiscard(std::string_view cards, Here here) {
  ExpectSame("discard", rules::Tokens(position_.discard), Canonical(cards, here), here);
}

void RulesTest::ExpectOver(rules::Ending ending, std::string_view places, Here here) {
  ExpectSame("ending", static_cast<int>(position_.ending), static_cast<int>(ending), here);
  ExpectAsked("", here);
  if (!position_.over()) return;
  std::string text;
  const auto placing = rules::Placing(position_);
  for (std::size_t seat = 0; seat < position_.seats; ++seat)
    text += (text.empty() ? "" : " ") + std::to_string(placing[seat]);
  ExpectSame("placing", text, std::string(places), here);
}

void RulesTest::ExpectNotOver(Here here) {
  if (position_.over()) FAIL_HERE(here) << "the match is over";
}

void RulesTest::ExpectEvents(std::string_view lines, Here here) {
  ExpectEventText(lines, false, here);
}

void RulesTest::ExpectDraws(std::string_view lines, Here here) {
  ExpectEventText(lines, true, here);
}

void RulesTest::ExpectEventText(std::string_view lines, bool draws_only, Here here) {
  std::string actual;
  for (const rules::Event& event : log_.events) {
    if (draws_only && event.kind != rules::Event::Kind::kCardsDrawn) continue;
    actual += (actual.empty() ? "" : "; ") + Text(event);
  }
  ExpectSame(draws_only ? "draws" : "events", actual, std::string(lines), here);
  log_.events.clear();
}

}  // namespace taki::test
