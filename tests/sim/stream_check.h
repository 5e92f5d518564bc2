// Does each stream of a bot tell a story that can be followed? A match is introduced before
// anything of it comes, and its events have no gap, no repeat (D5). Only a bot's newest stream
// hears anything (N7).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/sim/world.h"

namespace taki::sim {

class StreamCheck {
 public:
  explicit StreamCheck(World& world) : world_(world) {}

  void OnItem(host::StreamId stream, const host::Item& item) {
    if (const auto* welcome = std::get_if<host::Welcome>(&item)) {
      bot_of_[stream.number] = welcome->bot;
      welcomed_.push_back(stream.number);
    } else if (superseded_.contains(stream.number)) {
      world_.mirror.Fault("N7: told to a stream that a newer one has superseded, of " +
                          bot_of_[stream.number]);
    }
    if (const auto* assigned = std::get_if<host::MatchAssigned>(&item)) {
      next_seq_[{stream.number, assigned->intro.config->id}] = 1;
    } else if (const auto* snapshot = std::get_if<host::GiveSnapshot>(&item)) {
      next_seq_[{stream.number, snapshot->intro.config->id}] = snapshot->snapshot.last_seq + 1;
    } else if (const auto* started = std::get_if<host::MatchStarted>(&item)) {
      Expect(stream, started->match, 1, "a start");
    } else if (const auto* event = std::get_if<host::SeatEvent>(&item)) {
      Expect(stream, event->match, event->seq, "an event");
      ++next_seq_[{stream.number, event->match}];
    } else if (const auto* ask = std::get_if<host::AskDecision>(&item)) {
      Expect(stream, ask->match, 0, "a decision");
    }
  }
  // What was sent to a superseded stream in the turn of the newer one's Welcome is its last frame.
  void EndTurn() {
    for (const std::uint64_t stream : welcomed_) {
      const auto [newest, first] = newest_.try_emplace(bot_of_[stream], stream);
      if (!first) superseded_.insert(std::exchange(newest->second, stream));
    }
    welcomed_.clear();
  }

 private:
  // `seq` 0: any.
  void Expect(host::StreamId stream, match::MatchId match, std::uint32_t seq, const char* what) {
    const auto found = next_seq_.find({stream.number, match});
    const std::string name = match::ToString(match);
    if (found == next_seq_.end())
      world_.mirror.Fault(std::string("D5: ") + what + " of a match not introduced, " + name);
    else if (seq != 0 && found->second != seq)
      world_.mirror.Fault(std::string("D5: ") + what + " with seq " + std::to_string(seq) +
                          " instead of " + std::to_string(found->second) + ", " + name);
  }

  World& world_;
  std::map<std::pair<std::uint64_t, match::MatchId>, std::uint32_t> next_seq_;
  std::map<std::uint64_t, std::string> bot_of_;  // by stream
  std::vector<std::uint64_t> welcomed_;          // in this turn
  std::map<std::string, std::uint64_t> newest_;  // stream of each bot
  std::set<std::uint64_t> superseded_;
};

}  // namespace taki::sim
