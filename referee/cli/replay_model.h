// A match as a row of positions, re-played from its record: what `taki match replay` steps through.
//
// Pure and immutable once made. Of a match that is over every hand is known; of one that goes on
// only what is public, and no hand is told (blind_play.h). All texts are escaped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/card_set.h"
#include "referee/rules/observation.h"
#include "taki/v1/match.pb.h"

namespace taki::cli {

// A reply of which something was refused (R11.4). No record tells those.
struct ReplayRefusal {
  int ply = 0;           // the first line of the decision, or its last if something was applied
  bool applied = false;  // ... so it was refused after that line, else before it
  int seat = 0;
  std::string reply;  // in notation
  std::string rule;
  std::string text;
};

struct ReplaySource {
  std::string record;
  v1::Match match;  // names the seats, says how it ended
  // Needed if the record has no seed: the leading card at the deal.
  std::optional<rules::Card> first_leading;
  bool refusals_known = false;  // `refusals` are all that there were
  std::vector<ReplayRefusal> refusals;
};

// What a record alone tells of a match: id, ruleset, clock, seats, ending. Throws a Failure (kNo)
// if it is no record.
v1::Match MatchOfRecord(std::string_view record);

struct ReplaySeat {
  bool asked = false;                  // it is to act, or to answer a +3
  std::optional<rules::CardSet> hand;  // nothing: not known
  int cards = 0;
  int stage = 0;  // the hand size of its stage; 0: it has completed the last one
  int stages_completed = 0;
  std::string out;  // why it left the match; empty: it is in it
  int strikes = 0;  // of timeouts only, unless refusals are known
  std::int32_t bank_left_ms = 0;
  std::optional<std::int32_t> used_ms;  // charged for its last decision
};

// A line of the record, and the position after it. The first step is the deal.
struct ReplayStep {
  int ply = -1;  // -1: the deal
  int turn = 1;  // that the line belongs to, from 1
  int seat = -1;
  std::string move;  // "R5!", "timeout(draw)", "forfeit TIMEOUT"
  std::int32_t charged_ms = 0;
  std::vector<std::string> happened;  // sentences, in order
  bool stage = false;                 // a stage was completed
  bool window = false;                // a +3 window opened
  bool fault = false;                 // a timeout, a refused reply, a forfeit
  rules::PublicState table;
  std::string answers;  // in a +3 window: who has answered what
  std::vector<ReplaySeat> seats;
};

class ReplayModel {
 public:
  // Throws a Failure (kNo) if the header cannot be read. A record that cannot be re-played to its
  // end has steps as far as it can, and a problem().
  explicit ReplayModel(const ReplaySource& source);

  const v1::Match& match() const { return match_; }
  bool hands_known() const { return hands_known_; }
  bool strikes_known() const { return strikes_known_; }
  // Why there are no more steps although the record goes on: a sentence. Empty: it is whole.
  const std::string& problem() const { return problem_; }

  // At least one, the deal.
  const std::vector<ReplayStep>& steps() const { return steps_; }

  // The step after line `ply`, or the last before it if there is none; the deal for -1.
  std::size_t AtPly(int ply) const;

  enum class Mark : std::uint8_t { kTurn, kStage, kWindow, kFault };
  // The next step after `from`, or the last before it, that begins a turn, completes a stage,
  // opens a +3 window or holds a fault. Nothing: there is none. The deal begins a turn.
  std::optional<std::size_t> Next(std::size_t from, Mark mark) const;
  std::optional<std::size_t> Previous(std::size_t from, Mark mark) const;

 private:
  friend class Replayer;
  bool Has(std::size_t step, Mark mark) const;

  v1::Match match_;
  bool hands_known_ = false;
  bool strikes_known_ = false;
  std::string problem_;
  std::vector<ReplayStep> steps_;
};

}  // namespace taki::cli
