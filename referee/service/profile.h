// What is told of a bot in GetBotProfile, made of what the store has counted of it. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/rows.h"
#include "taki/v1/history_service.pb.h"

namespace taki::service {

struct ProfileFilter {
  std::string version;        // empty: all
  std::optional<bool> rated;  // results alone, not decisions
};

// results, by_seats, by_seat, match_faults.
void AddResults(const store::BotTally& tally, const ProfileFilter& filter,
                v1::GetBotProfileResponse* out);
// timing, decision_faults.
void AddDecisions(const store::BotTally& tally, const ProfileFilter& filter,
                  v1::GetBotProfileResponse* out);

// All matches against one opponent.
struct Rival {
  match::BotId bot;
  std::int64_t matches = 0, ahead = 0, level = 0;
};
// Those met most often first, then by id.
std::vector<Rival> RivalsIn(const store::BotTally& tally, const ProfileFilter& filter);

}  // namespace taki::service
