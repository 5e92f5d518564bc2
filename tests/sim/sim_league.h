// A league of the simulation: an organiser who asks until he is heard, changes his mind, and at the
// end counts everything again; and a watcher who must have heard every entry once (D5).
#pragma once

#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "referee/host/host.h"
#include "store/memory_store.h"
#include "tests/sim/plan.h"
#include "tests/sim/world.h"

namespace taki::sim {

class SimLeague {
 public:
  SimLeague(World& world, store::MemoryStore& store, const LeaguePlan& plan, std::int64_t began_ns);

  // Before each turn.
  void Organise(host::Host& host);
  void OnFrame(const host::Frame& frame);
  void OnClose(host::StreamId stream, host::CloseReason reason);
  void OnCrash();
  bool Owns(host::StreamId stream) const { return stream_ && *stream_ == stream; }
  // The league is over and its watcher has heard so.
  bool over();
  // The recount: what is wrong goes to the mirror's faults.
  void CheckTheEnd();

 private:
  using Answer = std::future<absl::StatusOr<store::LeagueRow>>;

  void Create(host::Host& host);
  void Command(host::Host& host, league::LogEntry::Kind kind, const std::string& bot = "");
  void DoNextAct(host::Host& host);
  void StrikeAResult(host::Host& host);
  void OpenWatcher();
  std::optional<store::LeagueRow> Row();
  void CheckLog(const std::vector<league::LogEntry>& log);
  void CheckPoints(const league::League& machine);
  void Fault(const std::string& what);

  World& world_;
  store::MemoryStore& store_;
  const LeaguePlan& plan_;
  std::int64_t began_ns_;
  std::optional<league::LeagueId> id_;
  Answer answer_;  // to the command under way
  std::future<absl::StatusOr<store::MatchRow>> voided_;
  std::int64_t next_ns_ = 0;
  std::size_t acts_done_ = 0;

  std::optional<host::StreamId> stream_;
  bool introduced_ = false;
  bool heard_the_end_ = false;
  std::int32_t next_seq_ = 1;
};

}  // namespace taki::sim
