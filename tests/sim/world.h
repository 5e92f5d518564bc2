// What bots and watchers of the simulation share.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/fake_clock.h"
#include "tests/support/fake_transport.h"
#include "tests/support/match_mirror.h"
#include "tests/support/splitmix.h"

namespace taki::sim {

// When things happened in a match, by the wall clock: what the public's delay counts from.
struct WatchTimes {
  std::int32_t public_delay_ms = 0;
  std::int64_t started_ms = 0;
  std::int64_t finished_ms = 0;
  std::vector<std::int64_t> event_ms{};  // one an event
};

struct World {
  test::FakeClock& clock;
  test::FakeTransport& transport;
  test::MatchMirror& mirror;
  test::SplitMix& random;
  bool calm = false;                            // everyone behaves now
  std::map<std::string, std::int64_t> tally{};  // what was met, for the summary
  // Whatever a bot has said (bot, match, decision), as tokens: nothing else may be recorded of it.
  std::map<std::tuple<std::string, std::string, std::int64_t>, std::set<std::string>> said{};
  std::map<match::MatchId, WatchTimes> times{};

  std::int64_t now_ns() const { return clock.now_ns(); }
  // 0 to `ms` at most, any nanosecond of it.
  std::int64_t UpTo(std::int64_t ms) {
    return ms <= 0 ? 0
                   : static_cast<std::int64_t>(random.Next() %
                                               (static_cast<std::uint64_t>(ms) * 1'000'000 + 1));
  }
};

}  // namespace taki::sim
