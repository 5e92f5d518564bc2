// Whether what is stored of a match that is over is what was played: the proof behind `verify`.
//
// The deal is derived anew from the seed, the durable inputs are re-played through the rules, and
// everything that follows from them is compared with what is stored: every line, the ending, the
// placing, banks, strikes, counts, the hash of the position, and the hash of the match record,
// which is printed anew. A pure function; thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/match/config.h"
#include "referee/match/record.h"

namespace taki::match {

// A match that is over, as a store gives it.
struct StoredMatch {
  const MatchConfig& config;
  std::span<const std::string> versions;  // one a seat, or empty: no cards were dealt
  std::span<const std::string> entropy;   // one a seat, or empty
  std::span<const Record> records;
  std::span<const Line> lines;
  const Result& result;
};

struct AuditReport {
  bool ok = false;
  int line = 0;  // 1-based line of the match record that differs first; 0: something beside them
  std::string difference{};   // a sentence: what is stored and what the re-play gives; empty if ok
  std::uint32_t actions = 0;  // lines re-played
};

// Never fails but by its report: any values are fine as input.
AuditReport Audit(const StoredMatch& stored);

}  // namespace taki::match
