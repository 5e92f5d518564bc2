// What one seed means: who plays, how badly everyone behaves, and what breaks.
//
// A pure function of the seed, drawn before anything runs, so that a failing seed can be read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/host/host.h"

namespace taki::sim {

// How a bot behaves until the calm phase. Percent of decisions unless said.
struct BotPlan {
  std::string name;
  std::int32_t think_ms_max = 20;
  std::int32_t delay_ms_max = 5;  // each way
  unsigned silent = 0;
  unsigned near_deadline = 0;
  unsigned illegal = 0;
  unsigned several_actions = 0;
  unsigned stale = 0;
  unsigned duplicate = 0;
  unsigned conflict = 0;
  unsigned lost = 0;        // of its messages
  unsigned doubled = 0;     // of its messages
  unsigned vanishes = 0;    // of frames: its stream breaks
  unsigned takes_over = 0;  // of frames: a second stream of its opens
  unsigned half_closes = 0;
  unsigned floods = 0;
  unsigned resigns = 0;      // permille of decisions
  unsigned never_ready = 0;  // of assignments
  std::int32_t away_ms_max = 500;
  std::int32_t max_matches = 0;
};

struct MatchPlan {
  std::int64_t at_ms = 0;
  host::MatchRequest request;
};

// What an organiser does to a league at some time, once, whatever the referee says to it.
struct LeagueAct {
  std::int64_t at_ms = 0;
  // kAnnulled: to some match of the league, live or over.
  league::LogEntry::Kind kind = league::LogEntry::Kind::kPaused;
  std::string bot;
};
struct LeaguePlan {
  host::NewLeague league;
  std::vector<LeagueAct> acts;  // by time
};

// How somebody watches.
struct WatcherPlan {
  std::int64_t events_per_second = 0;
  bool organiser = false;
};

struct Plan {
  std::uint64_t seed = 0;
  std::int64_t chaos_ms = 0;
  std::vector<BotPlan> bots;
  std::vector<MatchPlan> matches;
  std::vector<LeaguePlan> leagues;
  host::Options options;
  std::vector<WatcherPlan> watchers;
  unsigned commit_fails = 0;     // permille of commits
  unsigned commit_is_slow = 0;   // permille of commits
  unsigned loop_stalls = 0;      // permille of turns
  int effects_to_crash_max = 0;  // a crash after so many commits and sends at most; 0: never
  int drains = 0;
  std::vector<std::int64_t> freezes_ms;  // of the process, while it waits
};
Plan MakePlan(std::uint64_t seed);

}  // namespace taki::sim
