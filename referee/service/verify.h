// The match record of a stored match, and the proof that it was played by the rules.
//
// Reads through store::History; thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "referee/match/audit.h"
#include "store/history.h"

namespace taki::service {

// The record's text (docs/notation.md). Of a match that is not over only what is public: no seed,
// no entropy, no sealed line (R7.4), no result.
absl::StatusOr<std::string> RecordText(store::History& history, const store::MatchRow& row);

// Derives the deal anew, re-plays the durable inputs, and compares everything with what is stored
// (match::Audit; P8, D3), then asks for the seal. `whole` is scratch memory, to be used again by
// who verifies many. FAILED_PRECONDITION: the match is not FINISHED or VOID. DATA_LOSS: a row is
// damaged or missing, which is named. Otherwise as History::ReadWhole.
absl::StatusOr<match::AuditReport> VerifyStored(store::History& history, match::MatchId id,
                                                store::WholeMatch& whole);

}  // namespace taki::service
