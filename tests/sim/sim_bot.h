// A bot of the simulation, with all its faults and those of its network.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/sim/plan.h"
#include "tests/sim/world.h"

namespace taki::sim {

class SimBot {
 public:
  SimBot(World& world, BotPlan plan) : world_(world), plan_(std::move(plan)) {}

  void SetToken(const rules::Bytes32& hash) { token_hash_ = hash; }
  // Opens a stream after `after_ns`, unless one is open then.
  void ComeBack(std::int64_t after_ns);
  void OnItem(host::StreamId stream, const host::Item& item);
  // The referee ended the stream, or the process is gone.
  void OnEnded(host::StreamId stream);
  void OnCrash();

  const std::string& name() const { return plan_.name; }
  bool Owns(host::StreamId stream) const { return streams_.contains(stream.number); }

 private:
  void Open();
  void Misbehave(host::StreamId stream);
  void Vanish(host::StreamId stream);
  void OnAssigned(host::StreamId stream, const host::MatchAssigned& assigned);
  void OnAsked(host::StreamId stream, const host::AskDecision& ask);
  std::vector<match::SentAction> Choose(const match::Decision& decision);
  std::vector<match::SentAction> Nonsense();
  std::int64_t ThinkNs(const match::Decision& decision);
  void Reply(host::StreamId stream, const std::string& match, std::int64_t decision,
             std::vector<match::SentAction> actions, std::int64_t after_ns);
  // By its network: late, lost, doubled.
  void Say(host::StreamId stream, const test::FakeTransport::What& what, std::int64_t after_ns);
  bool Chance(unsigned percent) { return !world_.calm && world_.random.Chance(percent); }

  World& world_;
  BotPlan plan_;
  rules::Bytes32 token_hash_{};
  std::map<std::uint64_t, bool> streams_;  // all it ever had
  std::optional<host::StreamId> current_;
  int coming_back_ = 0;
  struct Sent {
    std::string match;
    std::int64_t decision;
    std::vector<match::SentAction> actions;
  };
  std::optional<Sent> last_;
};

}  // namespace taki::sim
