// Positions written in one line, for tests: the notation of docs/rules.md's examples.
//
//   0: K G3 | 1: R5 | lead R+2 | stack 4 | turn 0
//
// Segments, in any order, separated by `|`; cards are tokens (docs/notation.md), `none` stands for
// no card:
//   SEAT: CARDS          the seat's hand; `SEAT: out` for one that has forfeited (in order of
//   mention). Seats: highest + 1 lead CARD            the leading card; `C>G`, `ST>R` say the
//   colour of a colourless one (required) top CARDS            King, +3, Breaker lying upon the
//   leading card, lowest first stack N              cards owed by an active +2 stack turn SEAT who
//   is on turn (0) taki open            a TAKI of the leading colour is open dir left|right left:
//   the next higher seat moves next (left) pile CARDS           the draw pile, top card first
//   discard CARDS        the discarded cards beneath the leading card
//   phase run|after_plus|after_king   the seat on turn has played already
//   stages SEAT:HAND ... which stage a seat plays, by its hand size (the first); `completed SEAT:N
//   ...` by the number done rules stages=.. draw=.. taki=.. max_turns=..   each optional; `taki
//   PLAY_ANY`, `draw ANY_TIME` alone are short for it turns N, idle N      turns ended so far
//   (R10.5), in a row without a card (R10.4)
//
// Where the other cards are: `...` after a hand, the pile or the discard puts them there, in
// canonical order. Without it they go to the draw pile if that is not mentioned, else to the
// discard, else out of the game: only then CountCards is not 116.
#pragma once

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/rules/position.h"

namespace taki::test {

// INVALID_ARGUMENT with a sentence that quotes the segment which is wrong. The deal key is all
// zero.
absl::StatusOr<rules::Position> BuildPosition(std::string_view text);

// The words of `text` between blanks; helper of this notation's readers.
std::vector<std::string_view> Words(std::string_view text);

}  // namespace taki::test
