// A golden match: a text file that a person can read as a story, and a program can tell again.
//
//   # Prose, kept as it is.
//   given 0: K G3 | 1: R5 | lead R+2 | stack 4 | turn 0      (tests/support/position_builder.h), or
//   deal SEATS DEAL_ID SEED_HEX RULESET_TEXT                 a whole match from its seed
//   > 0 K!                                                   a line of the match: SEAT TOKEN,
//   `timeout`, `forfeit REASON`
//     table   ...                                            indented lines are written by Tell:
//     what the seat saw may     ...                                            before its action,
//     what it could do,
//     -> ...                                                 and what then happened (event_text.h),
//     no ...                                                 or which rule refused it
//
// A refused line is part of the story: it changes nothing.
#pragma once

#include <string>

namespace taki::test {

// The same story with the indented lines told anew. A line that cannot be read is told as "?? why".
std::string Tell(const std::string& story);

}  // namespace taki::test
