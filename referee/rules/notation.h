// The text form of cards and actions (docs/notation.md): one token each, the same in records, logs,
// replays and tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/rules/action.h"
#include "referee/rules/card.h"
#include "referee/rules/card_set.h"

namespace taki::rules {

std::string_view Token(Card card);   // "R7", "G+2", "ST", "C" (a Change Colour in the hand)
std::string Token(Action action);    // "R7", "B5!", "C>R", "draw", "close", "end", "pass"
char Letter(Color color);            // 'R' 'G' 'B' 'Y'
std::string_view Name(Color color);  // "red" ...

// Nothing unless `text` is exactly one token. Parse and Token are inverse to each other.
std::optional<Card> ParseCard(std::string_view text);
std::optional<Action> ParseAction(std::string_view text);
std::optional<Color> ParseColor(char letter);

// Cards in canonical order, one space between: "R3 R3 G+2 C".
std::string Tokens(const CardSet& cards);

}  // namespace taki::rules
