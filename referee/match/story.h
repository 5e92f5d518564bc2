// The life of each decision of a match, from its records: what was asked, what was answered, what
// the bot was told.
//
// A pure function of config and records, like a resumed match, and the same as happened live but
// for what no record keeps: of an action that could not be read, which field was at fault (its
// verdict says so in general words), and of a reply of too many actions, how many (it is told like
// one that could not be read).
#pragma once

#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "referee/match/config.h"
#include "referee/match/effect.h"
#include "referee/match/input.h"
#include "referee/match/record.h"

namespace taki::match {

enum class DecisionFate : std::uint8_t {
  kOpen,       // not answered yet
  kAnswered,   // by the last of `replies`
  kTimedOut,   // the referee played
  kForfeited,  // the seat left the match before it was answered
  kWithdrawn,  // the match ended before it was answered
};

// A reply that had an effect.
struct ReplyStory {
  const Record* record = nullptr;  // kReply or kRefusal, one of the records given
  Verdict verdict;                 // as it was told at the time
};

struct DecisionStory {
  // As it was asked first, with its whole time, or would have been: its seat may have been away.
  Decision decision;
  std::vector<ReplyStory> replies;  // in order
  DecisionFate fate = DecisionFate::kOpen;
  const Record* closed_by = nullptr;  // kReply, kTimeout or kForfeit; null if open or withdrawn
  std::int32_t bank_left_ms = 0;      // after it, or now
  std::int32_t strikes = 0;           // likewise
};

// Calls `visit` for each decision, by id, until it returns false. `records` are all of the match so
// far, in order. DATA_LOSS with input_no and reason if they do not replay.
absl::Status ForEachDecision(const MatchConfig& config, std::span<const Record> records,
                             absl::FunctionRef<bool(const DecisionStory&)> visit);

// What the seat would have been told, had `actions` come as the first reply to `decision`, at once.
// NOT_FOUND if the match never asked it; DATA_LOSS as above.
absl::StatusOr<Verdict> VerdictOn(const MatchConfig& config, std::span<const Record> records,
                                  DecisionId decision, std::vector<SentAction> actions);

}  // namespace taki::match
