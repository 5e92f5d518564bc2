// What the records of a match say, without the time that runs and the bots that are there:
// position, banks, strikes, decisions, lines, events. Internal to this room.
//
// Changed by Apply alone, live and on replay alike, so the same records give the same state, lines
// and events (I4).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "referee/match/config.h"
#include "referee/match/decision_log.h"
#include "referee/match/effect.h"
#include "referee/match/match.h"
#include "referee/match/record.h"
#include "referee/match/window_lines.h"
#include "referee/rules/sha256.h"

namespace taki::match {

// Receives what applying a record makes public, in order.
class StateSink {
 public:
  virtual ~StateSink() = default;
  virtual void OnLine(Line line) = 0;
  virtual void OnEvent(std::uint32_t seq, const MatchEvent& event) = 0;
};

// For whom only the state counts.
class Silence final : public StateSink {
 public:
  void OnLine(Line) override {}
  void OnEvent(std::uint32_t, const MatchEvent&) override {}
};

class MatchState {
 public:
  explicit MatchState(const MatchConfig& config);

  // DATA_LOSS, naming the record and why, if it does not follow from what came before; the state is
  // then of no use any more. Nothing that `record` holds can do worse than that.
  absl::Status Apply(const Record& record, StateSink& sink);

  const MatchConfig& config() const { return config_; }
  Match::State state() const { return state_; }
  const rules::Position& position() const { return position_; }
  int seats() const { return static_cast<int>(config_.seats.size()); }

  std::uint32_t inputs() const { return inputs_; }
  std::uint32_t plies() const { return plies_; }
  std::uint32_t last_seq() const { return seq_; }
  const DecisionLog& log() const { return log_; }

  // The open decision of a seat; number 0: none.
  DecisionId open(rules::Seat seat) const { return of(seat).open; }
  std::int32_t bank_left_ms(rules::Seat seat) const { return of(seat).bank_left_ms; }
  std::int32_t grace_left_ms(rules::Seat seat) const { return of(seat).grace_left_ms; }
  std::int32_t strikes(rules::Seat seat) const { return of(seat).strikes; }
  std::int32_t previous_charged_ms(rules::Seat seat) const { return of(seat).previous_charged_ms; }
  // It is in the match: not forfeited, nor about to when the open window closes.
  bool Plays(rules::Seat seat) const;

  const std::vector<std::string>& versions() const { return versions_; }
  const std::vector<std::string>& entropy() const { return entropy_; }
  // Once kOver.
  const std::optional<Result>& result() const { return result_; }

 private:
  struct SeatState {
    DecisionId open;
    std::int32_t bank_left_ms = 0;
    std::int32_t grace_left_ms = 0;
    std::int32_t strikes = 0;
    std::int32_t previous_charged_ms = 0;
    rules::SeatEnd end = rules::SeatEnd::kCompleted;
  };
  class Hearing;

  // One function a kind of record.
  absl::Status ApplyStart(const Record& record);
  absl::Status ApplyReply(const Record& record, StateSink& sink);
  absl::Status ApplyRefusal(const Record& record, StateSink& sink);
  absl::Status ApplyTimeout(const Record& record, StateSink& sink);
  absl::Status ApplyForfeit(const Record& record, StateSink& sink);
  absl::Status ApplyVoid(const Record& record);

  // What a record must fulfil.
  absl::Status CheckDecision(const Record& record) const;
  absl::Status CheckCharge(const Record& record) const;
  absl::Status CheckRefused(const Record& record, std::string_view& text) const;

  // Changes.
  void Charge(const Record& record);
  absl::Status PlayAll(const Record& record, Line::Kind kind, StateSink& sink);
  template <class Change>
  void Do(Line line, StateSink& sink, Change change);
  void CloseWindow(const Hearing& hearing, StateSink& sink);
  void Strike(rules::Seat seat, MatchEvent::Kind kind, StateSink& sink);
  void AskThoseWhoHaveNoDecision();
  void WithdrawOpenDecisions();
  void Write(Line line, StateSink& sink);
  void Tell(const MatchEvent& event, StateSink& sink) { sink.OnEvent(++seq_, event); }
  void HashHeader();
  void HashText();
  void Finish(MatchEnding ending, const std::string& void_reason);

  const SeatState& of(rules::Seat seat) const { return of_[seat.index()]; }
  SeatState& of(rules::Seat seat) { return of_[seat.index()]; }

  MatchConfig config_;
  Match::State state_ = Match::State::kAssigned;
  rules::Position position_{};
  std::uint32_t inputs_ = 0;
  std::uint32_t plies_ = 0;
  std::uint32_t seq_ = 0;
  std::array<SeatState, rules::kMaxSeats> of_{};
  DecisionLog log_;
  WindowLines window_;
  std::vector<std::string> versions_;
  std::vector<std::string> entropy_;
  rules::Sha256 record_text_;  // of the match record as far as it is written
  std::string unhashed_;  // its end; hashed some lines at a time, since each time has its price
  std::optional<Result> result_;
};

}  // namespace taki::match
