// The text that stands in the columns `actions`, `token` and `drawn` (docs/notation.md,
// docs/schema.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/match/record.h"

namespace taki::store::sqlite {

using Actions = decltype(match::Record::actions);
using DrawnCards = decltype(match::Line::drawn);

std::string ActionsText(const Actions& actions);  // "RT R5 close"
// Appends to `actions`. False if `text` is none.
bool ParseActions(std::string_view text, Actions& actions);

std::string DrawnText(const DrawnCards& drawn);  // "0 R5 G+2;2 K"
std::optional<DrawnCards> ParseDrawn(std::string_view text);

// What was played, also on a timeout: "R7"; of a forfeit "forfeit DISCONNECTED".
std::string TokenText(const match::Line& line);
// Sets action or end of `line` by its kind. False if `text` is no such token.
bool ParseToken(std::string_view text, match::Line& line);

}  // namespace taki::store::sqlite
