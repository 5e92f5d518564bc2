// The lines of an open +3 window, kept back until it closes (docs/rules.md R7.4, docs/notation.md).
// Internal to this room.
//
// Answers are durable when they come, but they stand in the match record in the direction of play,
// and nobody may see that one came, timed out or was refused before all are in.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "referee/match/effect.h"
#include "referee/match/record.h"
#include "referee/rules/position.h"

namespace taki::match {

// The seats of a window in answer order: from the next player in the direction of play, the +3's
// player left out. Requires: position.phase == kWindow.
absl::InlinedVector<rules::Seat, rules::kMaxSeats> WindowOrder(const rules::Position& position);

class WindowLines {
 public:
  // Requires: position.phase == kWindow; the window before it has been closed.
  void Open(const rules::Position& position);

  // The line of an answer, a timeout, or a forfeit (which takes the place of an answer given
  // before).
  void Put(const Line& line);
  // An event about a seat that must not be seen yet.
  void Delay(const MatchEvent& event) { delayed_.push_back(event); }
  // True if `seat` has forfeited in this window.
  bool Forfeits(rules::Seat seat) const;

  // All lines in the order of the match record: a forfeit of the +3's player, then the answers.
  // `effective` is whose answer took effect; everything else but forfeits is sealed.
  std::vector<Line> Close(std::optional<rules::Seat> effective);
  // What was delayed, in answer order. Call after Close.
  std::vector<MatchEvent> TakeDelayed();

 private:
  absl::InlinedVector<rules::Seat, rules::kMaxSeats> order_;  // the +3's player, then the others
  std::array<std::optional<Line>, rules::kMaxSeats> lines_{};
  std::vector<MatchEvent> delayed_;
};

}  // namespace taki::match
