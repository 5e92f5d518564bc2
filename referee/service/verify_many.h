// Verifies many stored matches on several threads, in constant memory.
//
// The workers take matches in portions from one source; one consumer hears how far they have come,
// and what differs soon after it is found. Who consumes slowly slows the workers down. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/match/config.h"
#include "store/history.h"

namespace taki::service {

struct VerifyCounts {
  std::int64_t checked = 0;    // matches looked at
  std::int64_t different = 0;  // of these differ
  std::int64_t actions = 0;    // lines re-played
};

struct VerifyFinding {
  match::MatchId match;    // number 0: a match whose id cannot be read
  int line = 0;            // as match::AuditReport
  std::string difference;  // a sentence
  bool damaged = false;    // a row makes no sense or is missing, so there is nothing to re-play
};

class VerifyMany {
 public:
  // What is to be verified next.
  struct Portion {
    std::vector<match::MatchId> matches;
    std::vector<VerifyFinding> findings;  // what could not even be listed
    bool last = false;
  };
  // Called by one thread at a time, until it fails or says that this was the last one.
  using Source = std::function<absl::StatusOr<Portion>()>;

  // Requires: workers >= 1; as many threads call Work, once each.
  VerifyMany(Source source, int workers);

  // A worker's part. Returns when nothing is left, or after Stop, or when something failed.
  void Work(store::History& history);
  void Stop();

  struct News {
    VerifyCounts counts;                  // so far
    std::vector<VerifyFinding> findings;  // since the call before
    bool done = false;                    // no worker is left, and nothing else will be found
  };
  // Waits for a finding or the end, at most for `limit`.
  News Wait(std::chrono::milliseconds limit);

  // Once done: why not all was verified.
  absl::Status status() const;

 private:
  static constexpr std::size_t kFindingsMax = 1'000;  // that nobody has asked for yet

  // False: none is left.
  bool Take(std::vector<match::MatchId>& portion);
  void Verify(store::History& history, match::MatchId id, store::WholeMatch& whole);
  void Found(VerifyFinding finding);
  void Fail(absl::Status status);
  bool stopped() const;

  const Source source_;
  std::mutex source_mutex_;
  bool exhausted_ = false;  // guarded by source_mutex_

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable news_, room_;
  std::vector<VerifyFinding> findings_;
  VerifyCounts counts_;
  int workers_;  // still at work
  bool stopped_ = false;
  absl::Status status_;
};

// From now on this thread gets what nobody else wants of the processor: verifying must not cost
// live matches their time.
void YieldToOthers();

}  // namespace taki::service
