// The match record of a stored match, and the proof that it was played by the rules.
//
// Reads through store::History; thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "referee/match/record_text.h"
#include "store/history.h"

namespace taki::service {

// The record's text (docs/notation.md). Of a match that is not over only what is public: no seed,
// no entropy, no sealed line (R7.4), no result.
absl::StatusOr<std::string> RecordText(store::History& history, const store::MatchRow& row);

// Derives the deal anew, re-plays every line, and compares what is stored beside the lines: result,
// counts, hash of the position and of the record, and that the durable inputs re-play too (P8, D3).
// Requires: store::IsRevealed(row.state).
absl::StatusOr<match::Verification> VerifyStored(store::History& history,
                                                 const store::MatchRow& row);

}  // namespace taki::service
