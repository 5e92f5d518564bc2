// Are the clocks fair? A book of its own: when each decision was opened, how long the referee stood
// still since, and what was charged (D6, T3, T8, R11.1, R11.6).
//
// It knows every stall because the simulation makes them, and nothing of the host's fair clock. Two
// things are checked when a decision is closed: nobody was charged for more than it had, and nobody
// had more than its clock allows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "referee/host/host.h"
#include "tests/sim/world.h"

namespace taki::sim {

class ClockCheck {
 public:
  ClockCheck(World& world, const host::Options& options)
      : world_(world),
        stall_ns_(options.stall_ms * test::kMs),
        poll_ns_(options.poll_ms_max * test::kMs) {}

  // The loop stood still for so long.
  void Stalled(std::int64_t ns) {
    if (ns >= stall_ns_) stalled_ns_ += ns;
  }
  // The process was frozen while it waited: what of it is in the time of one poll may be charged.
  void Frozen(std::int64_t ns) {
    stalled_ns_ += ns;
    uncertain_ns_ += std::min(ns, poll_ns_ + stall_ns_);
  }
  // A commit has failed; one works again. What is between them is nobody's time.
  bool waiting() const { return waiting_since_ns_ >= 0; }
  void BeginWaiting() { waiting_since_ns_ = world_.now_ns(); }
  void EndWaiting() {
    stalled_ns_ += world_.now_ns() - waiting_since_ns_;
    waiting_since_ns_ = -1;
  }
  // `records` of `match` are about to be applied to the examiner's picture / have been applied.
  void BeforeRecords(match::MatchId match, std::span<const match::Record> records);
  void AfterRecords(match::MatchId match);
  void OnAsked(match::MatchId match, match::DecisionId decision);
  // The process died: clocks stand until the seat is back.
  void OnRestart();

 private:
  struct Open {
    std::int64_t since_ns = 0;  // of the book's own fair clock
    std::int64_t uncertain_at_ns = 0;
    bool restarted = false;  // opened in an earlier process, and not asked again yet
    std::int32_t bank_left_ms = 0;
    std::int32_t grace_left_ms = 0;
    std::int64_t extra_ms = 0;
  };
  using Key = std::pair<match::MatchId, std::uint32_t>;

  std::int64_t FairNs() const {
    return (waiting() ? waiting_since_ns_ : world_.now_ns()) - stalled_ns_;
  }
  void Begin(Open& open) const {
    open.since_ns = FairNs();
    open.uncertain_at_ns = uncertain_ns_;
  }
  void CheckClosing(const match::MatchConfig& config, const match::Record& record,
                    const Open& open);

  World& world_;
  std::int64_t stall_ns_;
  std::int64_t poll_ns_;
  std::int64_t stalled_ns_ = 0;
  std::int64_t uncertain_ns_ = 0;
  std::int64_t waiting_since_ns_ = -1;
  std::map<Key, Open> open_;
  std::map<match::MatchId, std::array<std::int32_t, rules::kMaxSeats>> banks_;
};

}  // namespace taki::sim
