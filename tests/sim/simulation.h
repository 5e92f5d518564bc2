// One seed, from the first bot to the last result: the real host, match and rules on a fake clock,
// a fake transport and the memory store, in one thread.
//
// First chaos: bots misbehave, messages are lost and doubled, the store fails, the loop stands
// still, the process is killed between any two effects and comes back on the same store. Then calm:
// everyone behaves, and every match must end (I7). All the way the examiner (match_mirror.h) and
// the checks of clocks and streams listen. The same seed gives the same trace.
#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/host/host.h"
#include "referee/rules/fingerprint.h"
#include "tests/sim/clock_check.h"
#include "tests/sim/plan.h"
#include "tests/sim/sim_bot.h"
#include "tests/sim/sim_league.h"
#include "tests/sim/sim_watcher.h"
#include "tests/sim/stream_check.h"
#include "tests/sim/timing_check.h"
#include "tests/sim/world.h"
#include "tests/support/fault_journal.h"

namespace taki::sim {

class Simulation final : public test::FakeTransport::Listener {
 public:
  Simulation(std::uint64_t seed, bool verbose);
  ~Simulation() override;

  void Run();

  const std::vector<std::string>& faults() const { return mirror_.faults(); }
  // Of all that was sent and committed, and when.
  std::uint64_t trace() const { return trace_; }
  const std::map<std::string, std::int64_t>& tally() const { return world_.tally; }

  void OnSend(host::StreamId stream, const host::Frame& frame) override;
  void OnClose(host::StreamId stream, host::CloseReason reason, std::string_view detail,
               std::int32_t retry_after_ms) override;

 private:
  // The process.
  void Boot();
  void Kill();
  void TurnOnce(std::int64_t horizon_ns);
  void AfterTurn();
  void Effect();  // one more thing was done that a crash may come after

  // The store.
  test::FaultJournal::Fate OnCommit();
  void OnCommitted(const store::Batch& batch);
  void OnMaintain();
  void Freeze(std::int64_t ns);

  // What is asked of the referee.
  void RegisterBots();
  void RequestMatches();
  void CheckAnswers();
  void RequestAgain();
  void OpenWatchers();

  void Chaos();
  void Calm();
  bool AllOver();
  void CheckTheEnd();
  void CheckSecrets(const host::AskDecision& ask);
  void CheckSaid(match::MatchId id, const match::Record& record);
  void Trace(std::uint64_t word) { trace_ = rules::Mix(trace_, word); }
  void Say(const std::string& line);

  Plan plan_;
  bool verbose_;
  test::SplitMix random_;
  test::FakeClock clock_;
  test::FakeTransport transport_;
  store::MemoryStore store_;
  test::FaultJournal journal_;
  test::MatchMirror mirror_;
  World world_;
  ClockCheck clocks_;
  StreamCheck streams_;
  TimingCheck timings_;
  std::vector<std::unique_ptr<SimBot>> bots_;
  std::vector<std::unique_ptr<SimWatcher>> watchers_;
  std::vector<std::unique_ptr<SimLeague>> leagues_;
  std::unique_ptr<host::Host> host_;

  std::int64_t began_ns_ = 0;
  std::int64_t chaos_end_ns_ = 0;
  std::uint64_t secrets_ = 0;  // for the process's generator
  bool faulty_ = false;        // chaos reigns
  int effects_to_crash_ = 0;   // 0: no crash is planned
  struct Wish {
    const MatchPlan* plan;
    std::int64_t next_ns;  // when to ask (again)
    std::shared_future<absl::StatusOr<store::MatchRow>> answer;
  };
  std::map<std::string, Wish> wishes_;  // not in the store yet, by request id
  std::shared_future<absl::StatusOr<store::MatchRow>> again_;  // of one that is in the store
  std::uint64_t trace_ = 0;
};

}  // namespace taki::sim
