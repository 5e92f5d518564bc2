// What the kits' WithRun plans, against the rules themselves: at every position of random matches,
// each of its actions is legal when its turn comes.

#include <gtest/gtest.h>

#include <string>

#include "referee/rules/event.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/observation.h"
#include "referee/rules/transition.h"
#include "referee/service/convert.h"
#include "sample_bots/cpp/hand.h"
#include "tests/support/random_play.h"
#include "tests/support/splitmix.h"

namespace taki::bot_kit {
namespace {

v1::Decision DecisionAt(const rules::Position& position, rules::Seat seat) {
  v1::Decision decision;
  decision.set_kind(service::ToProto(position.phase));
  service::ToProto(rules::Observe(position, seat), decision.mutable_observation());
  return decision;
}

// The first action of the run that `first` begins which is refused, and why; empty if none is.
std::string FirstRefused(rules::Position position, rules::Seat seat, rules::Action first) {
  v1::Action action;
  service::ToProto(first, &action);
  rules::NoEvents sink;
  std::string played;
  for (const std::string& token : WithRun(DecisionAt(position, seat), action)) {
    played += " " + token;
    const auto next = rules::ParseAction(token);
    if (!next) return played + ": no notation";
    if (const auto violation = rules::Check(position, seat, *next)) {
      return played + ": " + std::string(violation->rule);
    }
    rules::Apply(position, seat, *next, sink);
  }
  return "";
}

TEST(WholeRunTest, EveryActionOfEveryRunIsLegal) {  // R6.1 to R6.11, R4.3
  int runs = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const test::RandomMatch match = test::AnyMatch(seed);
    test::SplitMix random(seed);
    rules::NoEvents sink;
    rules::Position position = rules::Deal(match.setup);
    for (int step = 0; !position.over() && step < 400; ++step) {
      for (int number = 0; number < position.seats; ++number) {
        const rules::Seat seat(number);
        if (!rules::Asked(position).Contains(seat)) continue;
        for (const rules::Action& first : rules::LegalActions(position, seat)) {
          ASSERT_EQ(FirstRefused(position, seat, first), "") << "seed " << seed << " step " << step;
          ++runs;
        }
      }
      test::Apply(position, test::RandomStep(position, match, random), sink);
    }
  }
  EXPECT_GT(runs, 10'000);
}

}  // namespace
}  // namespace taki::bot_kit
