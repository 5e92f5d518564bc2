// One bot against another, from a rated log (docs/ratings.md). Pure.
#pragma once

#include <string>

#include "referee/rating/head_to_head.h"
#include "referee/rating/sprt.h"
#include "referee/service/rated_log.h"

namespace taki::service {

// A bot, or one version of it.
struct RatedSide {
  match::BotId bot;
  std::string version;  // empty: all
};

// The matches of two bots against each other, by who stood before the other.
struct Duel {
  rating::HeadToHead matches;
  rating::SprtVerdict verdict = rating::SprtVerdict::kContinue;
  double llr = 0, lower = 0, upper = 0;
  RatedChange last;  // the last change that it counts
};

// Matches are taken in the order in which they were asked for, that of their ids. Requires: two
// bots; CheckSprtConfig(sprt). Cost: as RatedLog::ForEachOf.
Duel DuelOf(const RatedLog& log, const RatedSide& first, const RatedSide& second,
            const rating::SprtConfig& sprt);

}  // namespace taki::service
