#include "store/history.h"

namespace taki::store {

absl::Status CheckFilter(const MatchFilter& filter) {
  if (filter.bot.empty()) {
    if (!filter.bot_version.empty()) {
      return absl::InvalidArgumentError("bot_version: needs a bot");
    }
    if (filter.place.has_value()) return absl::InvalidArgumentError("place: needs a bot");
  }
  if (!filter.league.has_value()) {
    if (filter.fixture.has_value()) return absl::InvalidArgumentError("fixture: needs a league");
    if (filter.fixtures.has_value()) {
      return absl::InvalidArgumentError("fixtures: need a league");
    }
  }
  return absl::OkStatus();
}

}  // namespace taki::store
