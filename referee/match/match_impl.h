// The live side of a match: clocks, connections and the ready phase around the state that its
// records make. Internal to this room. One On... function for each kind of input.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/clock_budget.h"
#include "referee/match/match.h"
#include "referee/match/match_state.h"

namespace taki::match {

struct Match::Impl {
  Impl(const MatchConfig& config, Instant now);
  // Clocks of a match that goes on after a restart (T8).
  void WaitForSeats(Instant now);

  void Step(const Input& input, Instant now, Effects& out);
  std::optional<Instant> NextDeadline() const;

  void On(const Ready& ready, Instant now, Effects& out);
  void On(const Reply& reply, Instant now, Effects& out);
  void On(const TimeUp& time_up, Instant now, Effects& out);
  void On(const Joined& joined, Instant now, Effects& out);
  void On(const Left& left, Instant now, Effects& out);
  void On(const Resign& resign, Instant now, Effects& out);
  void On(const Disqualify& disqualify, Instant now, Effects& out);
  void On(const Abort& abort, Instant now, Effects& out);

  // The ready phase.
  void LeaveBeforeTheStart(rules::Seat seat, rules::SeatEnd why, Effects& out);
  void StartIfSettled(Effects& out);
  void StartOrVoid(Effects& out);

  // Replies.
  void Answer(const Reply& reply, Effects& out);
  void AnswerTooLate(const Reply& reply, Effects& out);

  // What becomes a record.
  void Commit(Record record, Effects& out);
  void Expire(rules::Seat seat, Effects& out);
  void ExpireIfDue(rules::Seat seat, Instant now, Effects& out);
  void Forfeit(rules::Seat seat, rules::SeatEnd why, bool strike, Effects& out);
  void Void(std::string_view reason, Effects& out);
  bool NobodyElsePlays(rules::Seat seat) const;

  // What ends every step: new decisions, or the result.
  void AskNewDecisions(Instant now, Effects& out);
  void Ask(rules::Seat seat, Instant now, bool asked_again, Effects& out) const;
  void Tell(rules::Seat seat, Message message, Effects& out) const;

  bool HasOpenClock(rules::Seat seat) const;
  int seats() const { return state.seats(); }

  MatchState state;
  struct OpenClock {
    DecisionId id;
    ClockBudget budget;
  };
  std::array<std::optional<OpenClock>, rules::kMaxSeats> clocks{};
  rules::SeatSet connected;

  Instant ready_deadline;
  rules::SeatSet ready;
  std::array<std::optional<rules::SeatEnd>, rules::kMaxSeats> left_before_start{};
  std::vector<std::string> entropy;
  std::vector<std::string> versions;
  bool told_result = false;
};

}  // namespace taki::match
