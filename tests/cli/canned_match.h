// A whole match as a referee tells it, made from the text of its record: what the fake referee
// holds. Made with the rules core alone, so that the client is not tested against itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "taki/v1/history_service.pb.h"

namespace taki::test {

struct CannedMatch {
  std::string record;
  v1::Match match;
  std::vector<v1::Move> moves;
  std::vector<v1::DecisionRecord> decisions;  // one for each move that is no forfeit
  v1::PublicState start;
  std::vector<v1::PublicEvent> events;
  v1::MatchFinished finished;
};

// Requires: `record` is that of a match that is over, as docs/notation.md says. Times of the match
// are made up from its number.
CannedMatch FromRecord(std::string_view record);

// The record of the same match as it is told before its end (docs/notation.md), after its first
// `moves` lines: without seed, result and hash, and without window answers that had no effect. With
// an open window none of its answers counts as a line.
std::string PublicRecord(std::string_view record, int moves);

// The same match after its first `moves` moves, still RUNNING: without what is told at the end.
CannedMatch WhileRunning(CannedMatch whole, int moves);

}  // namespace taki::test
