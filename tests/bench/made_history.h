// A history of any length, as a referee would have recorded it in some busy months: bots of all
// kinds, their versions, casual matches and leagues one after the other, faults, VOID and
// QUARANTINED matches. The same for the same options, on every machine.
//
// It is written as fast as a Journal takes it: some hundred matches begin with one commit and end
// with the next.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "store/journal.h"

namespace taki::bench {

struct HistoryOptions {
  int bots = 200;                     // 12 to 10,000
  int seats_min = 2, seats_max = 10;  // of casual matches; those of two are half of all
  std::vector<int> stages = {1};
  std::uint64_t seed = 1;
  unsigned league_share = 40;  // of 100 matches
  int at_once = 250;           // matches that begin with one commit, 1 or more
  std::int64_t began_ms = 1'780'000'000'000;
};

class HistoryMaker {
 public:
  // `journal` must be empty, and outlive this.
  HistoryMaker(store::Journal& journal, const HistoryOptions& options);
  ~HistoryMaker();

  // Records so many more matches, from begin to end. What Commit says if it fails.
  absl::Status Make(std::int64_t matches);
  std::int64_t actions() const;  // that were recorded so far

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace taki::bench
