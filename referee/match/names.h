// What names look like, and what the rules core's words are called outside it. Internal to this
// room.
#pragma once

#include <string_view>

#include "referee/match/record.h"

namespace taki::match {

bool IsBotName(std::string_view text);     // [a-z0-9][a-z0-9._-]{1,31}
bool IsBotVersion(std::string_view text);  // [A-Za-z0-9._-]{1,32}
// "NOT_ENOUGH_READY": 1 to 64 upper case letters, digits and "_", a letter first.
bool IsUpperSnake(std::string_view text);

// Requires: the match is over.
MatchEnding EndingOf(rules::Ending ending);

}  // namespace taki::match
