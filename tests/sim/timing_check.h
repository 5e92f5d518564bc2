// Is it true what is noted of when things happened? A book of its own of when each decision was
// sent; and, from what is noted, how old each event is, for those who watch with a delay.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "store/memory_store.h"
#include "tests/sim/world.h"

namespace taki::sim {

class TimingCheck {
 public:
  TimingCheck(World& world, store::MemoryStore& store) : world_(world), store_(store) {}

  void OnAsked(match::MatchId match, match::DecisionId decision) {
    sent_ns_[{match, decision.number}] = world_.now_ns();
  }
  // `batch` is in the store, and in the examiner's picture.
  void OnCommitted(const store::Batch& batch);
  // What the process that died has sent, nobody knows.
  void OnRestart() { sent_ns_.clear(); }

 private:
  void Take(const store::MatchChange& change);
  void Check(const match::Record& record, const store::InputTiming& timing, const WatchTimes& times,
             match::MatchId match);

  World& world_;
  store::MemoryStore& store_;
  std::map<std::pair<match::MatchId, std::uint32_t>, std::int64_t> sent_ns_;
};

}  // namespace taki::sim
