// The examiner of a host: it listens to what is committed and to what is sent, and holds one
// against the other.
//
// It keeps its own picture of every match, made from committed records alone, and knows nothing of
// the host's memory. So it finds: what was sent before its cause was durable (I1), decision ids
// that are not the count of decisions (I2), decisions closed twice or never (I3), a position that
// is not that of the records (I4), lost cards (I6), two outcomes of one decision (D4), an event
// that is not the one every other viewer gets (D5), a hidden card in an event (D7). Broken promises
// are collected as sentences; the empty list is the result hoped for.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/host/frame.h"
#include "referee/match/match_state.h"
#include "store/journal.h"

namespace taki::test {

class MatchMirror {
 public:
  // What is in the store now. A batch that is committed again (P6) changes nothing.
  void OnCommitted(const store::Batch& batch);
  // What the loop sends, one item of a frame.
  void OnItem(const host::Item& item);
  // Between two turns of the loop: what was sent so far was sent.
  void EndTurn();

  // Whether the host's live machine is what the records say (I4).
  void CheckLive(const match::Match& live);
  // Whether a match that is over has its whole record, and verifies (I3, I4, I6).
  void CheckFinished(match::MatchId id, const store::MatchRow& row,
                     const std::vector<match::Line>& lines);

  // The picture of one match.
  struct Closing {
    match::Record record;
    std::optional<match::Verdict> told;  // the verdict on the reply that closed it
  };
  struct Picture {
    explicit Picture(const match::MatchConfig& config) : state(config) {}
    match::MatchState state;
    std::optional<rules::PublicState> dealt;
    std::vector<match::MatchEvent> events;
    std::vector<match::Record> records;
    std::map<std::uint32_t, Closing> closed;               // by decision id
    std::map<std::uint32_t, int> refusals;                 // by decision id
    std::map<std::uint32_t, rules::Seat> asked;            // whom each decision was sent to
    std::array<std::int32_t, rules::kMaxSeats> strikes{};  // counted from the records alone
    // Of the open window: those who answered with a Breaker or a King.
    std::vector<rules::Seat> window_order;
    rules::SeatSet window_plays;
    std::optional<match::Result> result;
    // How it stood before and after each record of this turn: what is sent must fit one of them.
    struct Moment {
      rules::Position position;
      match::Match::State state;
      std::uint32_t last_seq;
      std::array<match::DecisionId, rules::kMaxSeats> open;
      std::array<std::int32_t, rules::kMaxSeats> bank_left_ms;
      std::array<std::int32_t, rules::kMaxSeats> strikes;
    };
    std::vector<Moment> moments;
  };
  const std::map<match::MatchId, Picture>& pictures() const { return pictures_; }
  const std::vector<std::string>& faults() const { return faults_; }
  void Fault(std::string text);

 private:
  void Begin(Picture& picture);
  void Take(Picture& picture, const match::Record& record);
  void Count(Picture& picture, const match::Record& record);
  void CheckWindow(Picture& picture, const rules::Position& before, const match::Record& record,
                   std::size_t first_event);
  void CheckStrikes(const Picture& picture, const store::MatchRow& row);
  Picture* Of(match::MatchId id, const char* item);

  void Check(const host::AskDecision& ask);
  void Check(const host::SeatEvent& event);
  void Check(const host::GiveVerdict& given);
  void Check(const host::GiveSnapshot& given);
  void Check(const host::MatchStarted& started);
  void Check(const host::MatchFinished& finished);
  void Check(const host::MatchAssigned& assigned);
  template <class Other>
  void Check(const Other&) {}
  void CheckClosed(Picture& picture, const match::Verdict& verdict);

  std::map<match::MatchId, Picture> pictures_;
  std::vector<match::MatchId> touched_;
  std::vector<std::string> faults_;
};

}  // namespace taki::test
