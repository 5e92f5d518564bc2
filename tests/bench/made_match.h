// One match as a generator of histories needs it: played by the real match machine, by bots that
// differ in skill, speed and faults, from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/match/match.h"
#include "store/rows.h"
#include "tests/support/splitmix.h"

namespace taki::bench {

struct MadeBot {
  store::Bot bot;
  std::vector<std::string> versions;  // the oldest first
  unsigned skill = 0;                 // how often of 100 it plays what it thinks best
  std::int32_t think_ms = 1;          // mostly less than twice this
  std::int32_t round_trip_us = 500;   // likewise
  unsigned fault_permyriad = 0;       // of its decisions: too late, illegal, gone, resigned
  unsigned absent_permyriad = 0;      // of its matches: it does not come
};

struct MadeMatch {
  std::vector<match::Record> records;  // the first: its start, or that it is VOID
  std::vector<match::Line> lines;
  std::vector<store::InputTiming> timings;  // one a record
  match::Result result;
};

// `bots` and their versions by seat. Requires: config of a match between them.
MadeMatch MakeMatch(const match::MatchConfig& config, const std::vector<const MadeBot*>& bots,
                    const std::vector<std::string>& versions, test::SplitMix random);

}  // namespace taki::bench
