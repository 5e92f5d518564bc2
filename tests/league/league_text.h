// A league as a file that a person can read: its settings, its event seed, its log, and what
// follows from them. The first three can be read back (tests/league/golden).
#pragma once

#include <string>
#include <vector>

#include "referee/league/league.h"

namespace taki::league {

struct LeagueStory {
  std::string title;
  LeagueConfig config;
  rules::Bytes32 event_seed{};
  std::vector<LogEntry> log;
};

// "# title", the settings, the log: one entry a line. Bots by number.
std::string Told(const LeagueStory& story);
// What Told wrote, whatever comes behind the log. Fails the test if it cannot be read.
LeagueStory Read(const std::string& text);
// The fixtures and the table of a league that has read the whole log.
std::string WhatFollows(const LeagueStory& story);

}  // namespace taki::league
