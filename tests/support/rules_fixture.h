// The fixture of the rules tests: a position written in one line, played by seats in tokens, and
// asked what became of it.
//
//   TEST_F(KingTest, CancelsTheStackAndNobodyDraws) {  // R7.1
//     Given("0: K G3 | 1: R5 | lead R+2 | stack 4 | turn 0");
//     Play(0, "K! end");
//     ExpectHand(0, "G3");
//     ExpectStack(0);
//   }
//
// Every failure is reported at the line of the test. Play refuses what Check refuses, so an illegal
// line never passes silently; after each step the cards are counted (invariant I6).
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/legality.h"
#include "referee/rules/position.h"
#include "referee/rules/transition.h"
#include "tests/support/event_text.h"

namespace taki::test {

// The line of the caller, taken as a default argument.
struct Here {
  const char* file;
  int line;
  static constexpr Here Now(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

class RulesTest : public ::testing::Test {
 protected:
  // Starts from a position (position_builder.h). Forgets the events.
  void Given(std::string_view text, Here here = Here::Now());

  // `seat` plays the tokens one after another, each of which must be legal; `timeout` plays what
  // silence means (R11.3).
  void Play(int seat, std::string_view tokens, Here here = Here::Now());
  void Forfeit(int seat, rules::SeatEnd reason = rules::SeatEnd::kDisconnected,
               Here here = Here::Now());

  // Check refuses `token` and names `rule`; LegalActions does not list it.
  void ExpectIllegal(int seat, std::string_view token, std::string_view rule,
                     Here here = Here::Now());
  // Check accepts each of the tokens.
  void ExpectLegal(int seat, std::string_view tokens, Here here = Here::Now());
  // LegalActions lists exactly these tokens, in this order.
  void ExpectChoices(int seat, std::string_view tokens, Here here = Here::Now());

  void ExpectHand(int seat, std::string_view cards, Here here = Here::Now());
  void ExpectCards(int seat, int cards, Here here = Here::Now());
  void ExpectStack(int cards, Here here = Here::Now());
  // Seat `seat` alone is asked, and is on turn.
  void ExpectTurn(int seat, Here here = Here::Now());
  // Exactly these seats are asked: "0 2 3", "" for none.
  void ExpectAsked(std::string_view seats, Here here = Here::Now());
  // "R5", or "C>G" and "ST>R" for a colourless card and its colour.
  void ExpectLeading(std::string_view card, Here here = Here::Now());
  void ExpectTop(std::string_view card, Here here = Here::Now());
  void ExpectPhase(rules::Phase phase, Here here = Here::Now());
  void ExpectTaki(bool open, Here here = Here::Now());
  void ExpectDirection(int direction, Here here = Here::Now());
  void ExpectCompleted(int seat, int stages, Here here = Here::Now());
  void ExpectPile(std::string_view cards, Here here = Here::Now());
  void ExpectDiscard(std::string_view cards, Here here = Here::Now());
  // The end, and the place of each seat: "1 2 2".
  void ExpectOver(rules::Ending ending, std::string_view places, Here here = Here::Now());
  void ExpectNotOver(Here here = Here::Now());

  // All that happened since Given or the last ExpectEvents, as lines of event_text.h separated by
  // `;`.
  void ExpectEvents(std::string_view lines, Here here = Here::Now());
  // The draws only, in their order: "1 draws R3 R3 (stack); ...".
  void ExpectDraws(std::string_view lines, Here here = Here::Now());

  rules::Position position_{};
  EventLog log_;

 private:
  bool PlayOne(int seat, std::string_view token, Here here);
  void ExpectEventText(std::string_view lines, bool draws_only, Here here);
  void CountCards(Here here);
  int cards_ = rules::kDeckSize;
};

}  // namespace taki::test
