// What happens in a league, as lines that people read while it goes on, and how fast it goes. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "taki/v1/league_service.pb.h"

namespace taki::cli {

// "started", "m-000042  #7  COMPLETED  alice 1, bob 2", escaped. Empty for what is not told: that a
// match was put on record, and kinds that this program does not know.
std::string NewsText(const v1::LeagueNews& news);

// How fast matches end, by the times that the referee put on record: no clock of its own.
class Pace {
 public:
  void On(const v1::LeagueNews& news);
  // Matches a second over the last minute in which some ended. Nothing: less than two have.
  std::optional<double> PerSecond() const;
  // "3.2 matches/s, about 10 s left"; empty as long as it is not known.
  std::string Text(const v1::LeagueProgress& progress) const;

 private:
  std::deque<std::int64_t> over_ms_;
};

}  // namespace taki::cli
