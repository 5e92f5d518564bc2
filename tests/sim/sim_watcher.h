// A watcher of the simulation: it comes and goes, reads slowly, comes back for what it has not
// seen, and holds what it gets against the truth (D5, D7): also that nothing comes earlier than the
// public may see it, nor faster than was asked for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "tests/sim/plan.h"
#include "tests/sim/world.h"

namespace taki::sim {

class SimWatcher {
 public:
  SimWatcher(World& world, match::MatchId match, const WatcherPlan& plan)
      : world_(world), match_(match), plan_(plan) {}

  void Open();
  void OnFrame(host::StreamId stream, const host::Frame& frame);
  void OnClose(host::StreamId stream, host::CloseReason reason);
  void OnCrash();
  bool Owns(host::StreamId stream) const { return stream_ && *stream_ == stream; }
  bool finished() const { return finished_; }

 private:
  void OnItem(const host::Item& item);
  void OnEvent(const host::WatchEvent& event);
  void CheckAge(std::int64_t unix_ms, const std::string& what);
  void CheckPace();
  void ComeBack();

  World& world_;
  match::MatchId match_;
  WatcherPlan plan_;
  std::optional<host::StreamId> stream_;
  std::uint32_t next_seq_ = 1;
  bool introduced_ = false;
  bool started_ = false;
  bool finished_ = false;
  std::int64_t paced_since_ns_ = 0;  // the first event of this stream
  std::int64_t paced_ = 0;           // events of this stream
};

}  // namespace taki::sim
