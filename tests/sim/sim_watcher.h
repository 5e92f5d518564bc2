// A watcher of the simulation: it comes and goes, reads slowly, comes back for what it has not
// seen, and holds what it gets against the truth (D5, D7).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "tests/sim/world.h"

namespace taki::sim {

class SimWatcher {
 public:
  SimWatcher(World& world, match::MatchId match) : world_(world), match_(match) {}

  void Open();
  void OnFrame(host::StreamId stream, const host::Frame& frame);
  void OnClose(host::StreamId stream, host::CloseReason reason);
  void OnCrash();
  bool Owns(host::StreamId stream) const { return stream_ && *stream_ == stream; }
  bool finished() const { return finished_; }

 private:
  void OnItem(const host::Item& item);
  void OnEvent(const host::WatchEvent& event);
  void ComeBack();

  World& world_;
  match::MatchId match_;
  std::optional<host::StreamId> stream_;
  std::uint32_t next_seq_ = 1;
  bool introduced_ = false;
  bool started_ = false;
  bool finished_ = false;
};

}  // namespace taki::sim
