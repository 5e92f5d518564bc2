// What became of every decision that a match has asked: what makes resending a reply safe (faults
// N9, N10), also after a restart. Internal to this room; kept small, since it lives as long as the
// match (some 30 bytes a decision).
//
// Decisions are numbered from 1 without a gap (invariant I2), and each is closed exactly once (I3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/config.h"
#include "referee/rules/seat.h"

namespace taki::match {

class DecisionLog {
 public:
  enum class Fate : std::uint8_t { kOpen, kAnswered, kTimedOut, kWithdrawn };

  // How a decision was answered, as its verdict tells it.
  struct Answer {
    std::string_view
        tokens;  // the whole reply, as ReplyTokens writes it; the first `applied` were applied
    std::int32_t applied = 0;
    std::string_view rule;  // of the refused action behind those; empty: none was refused
    std::string_view text;  // likewise; static storage
    std::int32_t charged_ms = 0;
    std::int32_t bank_left_ms = 0;  // after it
    std::int32_t strikes = 0;       // after it
  };

  // The next decision is asked of `seat`.
  DecisionId Ask(rules::Seat seat);
  void CloseAnswered(DecisionId id, const Answer& answer);
  void Close(DecisionId id, Fate fate);

  std::uint32_t asked() const { return static_cast<std::uint32_t>(entries_.size()); }
  // True if `id` was asked of `seat`; only then the others below may be called.
  bool AskedOf(DecisionId id, rules::Seat seat) const;
  Fate fate(DecisionId id) const { return At(id).fate; }
  // Requires: fate(id) == kAnswered. Valid until the next call that is not const.
  Answer AnswerTo(DecisionId id) const;

 private:
  struct Entry {
    std::uint32_t tokens_at = 0;
    std::uint16_t tokens_size = 0;
    std::uint8_t seat = 0;
    Fate fate = Fate::kOpen;
    std::uint8_t applied = 0;
    bool refused = false;  // then in refusals_
    std::int16_t strikes = 0;
    std::int32_t charged_ms = 0;
    std::int32_t bank_left_ms = 0;
  };
  struct Refusal {
    DecisionId id;
    std::string rule;
    std::string_view text;
  };

  const Entry& At(DecisionId id) const { return entries_[id.number - 1]; }
  Entry& Open(DecisionId id);

  std::vector<Entry> entries_;
  std::string tokens_;             // of all answers, one behind the other
  std::vector<Refusal> refusals_;  // by id; few, since each is a strike
};

}  // namespace taki::match
