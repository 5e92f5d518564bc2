// The fixture of the match tests: a match on a scripted clock, whose seats answer in tokens.
//
//   TEST_F(ReplyTest, StaleIdIsNoStrike) {
//     GivenMatch(2);
//     Start();
//     Reply(0, 7, "draw");
//     ExpectVerdict(0, VerdictKind::kStale);
//   }
//
// Deals are found, not built: GivenDeal tries seeds in order until the cards are as wished, the
// same ones on every machine. Everything that the machine wants done is kept, and each step's part
// of it is in `step_`.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/match.h"
#include "referee/match/record_text.h"
#include "tests/match/message_text.h"
#include "tests/support/rules_fixture.h"

namespace taki::match::test {

using taki::test::Here;

class MatchTest : public ::testing::Test {
 protected:
  // A match of `seats` bots; `config_` may be changed before Begin or Start.
  void GivenMatch(int seats);
  // Likewise, where the seats hold at least these cards when the cards are dealt: "0: +3 K | 2: X".
  void GivenDeal(int seats, std::string_view cards);

  void Begin();  // the ready time runs; what was kept of a match before is forgotten
  void Start();  // Begin, and all seats join and are ready at the same instant

  // One input each, at the present instant.
  void Join(int seat) { Step(Joined{rules::Seat(seat)}); }
  void Leave(int seat) { Step(Left{rules::Seat(seat)}); }
  void BeReady(int seat, std::string entropy = "", std::string version = "1");
  void GiveUp(int seat) { Step(Resign{rules::Seat(seat)}); }
  void Step(const Input& input);
  // Time passes; what is due happens when it is due.
  void Pass(Duration duration);
  void Pass(std::int64_t milliseconds) { Pass(Milliseconds(milliseconds)); }
  // Time passes without the host looking at its timers.
  void PassUnseen(Duration duration) { now_ = now_ + duration; }

  // `seat` replies to its open decision, or to `decision`. "?" is an action that could not be read.
  void Answer(int seat, std::string_view tokens);
  void Reply(int seat, std::uint32_t decision, std::string_view tokens);
  // Whoever is asked (the lowest seat of several) takes its first legal action.
  void AnswerAnyhow();
  // Its first legal action, or what the rules fixture calls for: something that cannot be legal
  // here.
  std::string AnyLegal(int seat) const;
  std::string AnyIllegal() const;

  // The decision that this seat was asked last and that is still open; fails the test if there is
  // none.
  Decision Asked(int seat, Here here = Here::Now()) const;
  bool IsAsked(int seat) const { return asked_[static_cast<std::size_t>(seat)].has_value(); }

  // The newest verdict to this seat in the last step.
  Verdict LastVerdict(int seat, Here here = Here::Now()) const;
  void ExpectVerdict(int seat, VerdictKind kind, Here here = Here::Now());
  void ExpectIllegal(int seat, std::string_view rule, Here here = Here::Now());
  // The lines written since the match began or the last call, as in a match record but without PLY:
  // "0 R5 12; 1 draw 0".
  void ExpectLines(std::string_view lines, Here here = Here::Now());
  // The machine's own events since the last call: "seat 1 timed out (1)".
  void ExpectStrikeEvents(std::string_view events, Here here = Here::Now());
  void ExpectSeatEnd(int seat, rules::SeatEnd end, Here here = Here::Now());
  void ExpectVoid(std::string_view reason, Here here = Here::Now());

  // What the seat (nullopt: a watcher) was sent in the last step.
  std::vector<std::string> ReceivedBy(std::optional<int> seat) const;
  // The whole record, with its result. Requires: the match is over.
  std::string RecordText() const;
  // Kill and restart: the same match from its records; all seats are away.
  void Restart(std::int64_t outage_ms = 0);

  Match& match() { return *match_; }
  const Match& match() const { return *match_; }
  std::int32_t Strikes(int seat) const { return strikes_[static_cast<std::size_t>(seat)]; }

  MatchConfig config_;
  std::vector<std::string> entropy_;  // one a seat, given at Start
  Instant now_{1'000'000'000'000};
  Effects step_;  // of the last step
  std::vector<Record> records_;
  std::vector<Line> lines_;
  std::vector<MatchEvent> events_;
  std::optional<Result> result_;

 private:
  void Keep();
  std::optional<Match> match_;
  std::array<std::optional<Decision>, rules::kMaxSeats> asked_{};
  std::array<std::int32_t, rules::kMaxSeats> strikes_{};
  std::size_t lines_expected_ = 0;
  std::size_t events_expected_ = 0;
};

// A plain configuration: `seats` bots b0, b1, ...; seed number `seed`.
MatchConfig PlainConfig(int seats, std::uint64_t seed = 0);

// The actions of a reply written as tokens.
std::vector<SentAction> Sent(std::string_view tokens);

}  // namespace taki::match::test
