// Whether the log of each stored league replays to the state that is stored of it (P8).
#pragma once

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "referee/league/config.h"
#include "store/history.h"

namespace taki::service {

// Hands over what differs, as a sentence, and returns how many leagues there are. DATA_LOSS names a
// row that is damaged.
using LeagueDiffers = absl::FunctionRef<void(league::LeagueId league, const std::string& what)>;
absl::StatusOr<std::int64_t> VerifyLeagues(store::History& history, LeagueDiffers differs);

}  // namespace taki::service
