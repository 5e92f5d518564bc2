// Random matches under the examiner of tests/support/random_play.h: what holds at every position,
// and what is met on the way.
#include "tests/support/random_play.h"

#include <gtest/gtest.h>

namespace taki::test {
namespace {

using rules::Ending;

void ExpectNoFaults(const PlayedMatch& played) {
  for (const std::string& fault : played.faults) ADD_FAILURE() << fault;
}

// One case a number of seats, so that a failure says at once where it is and ctest can spread them.
class RandomPlayTest : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seats, RandomPlayTest, ::testing::Range(2, 11));

TEST_P(RandomPlayTest, EveryPromiseHoldsAtEveryPosition) {  // I4 to I8
  for (std::uint64_t round = 0; round < 12; ++round) {
    const std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) - 2 + 9 * round;
    const RandomMatch match = AnyMatch(seed);
    ASSERT_EQ(match.setup.seats, GetParam());
    ExpectNoFaults(PlayRandomMatch(match, seed));
    if (HasFailure()) return;
  }
}

// Enough matches to know that the examiner has been everywhere; only their ends are examined.
TEST(RandomPlay, MeetsEveryWayToEndAndTheScarceCards) {
  int endings[5] = {}, windows = 0, answered = 0, short_draws = 0, reshuffles = 0, stages = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const PlayedMatch played = PlayRandomMatch(AnyMatch(seed), seed, false);
    ExpectNoFaults(played);
    ++endings[static_cast<int>(played.end.ending)];
    windows += played.windows;
    answered += played.answered_windows;
    short_draws += played.short_draws;
    reshuffles += played.reshuffles;
    stages += played.stages_completed;
  }
  EXPECT_EQ(endings[static_cast<int>(Ending::kNone)], 0);
  EXPECT_GT(endings[static_cast<int>(Ending::kCompleted)], 100);
  EXPECT_GT(endings[static_cast<int>(Ending::kWalkover)], 10);
  EXPECT_GT(endings[static_cast<int>(Ending::kTurnLimit)], 10);
  EXPECT_GT(windows, 1000);
  EXPECT_GT(answered, 200);
  EXPECT_GT(short_draws, 100);
  EXPECT_GT(reshuffles, 100);
  EXPECT_GT(stages, 1000);
}

TEST(RandomPlay, TenSeatsRunOutOfCards) {  // R9.6: in a third of the matches of random bots
  int short_matches = 0;
  constexpr int kMatches = 60;
  for (std::uint64_t seed = 0; seed < kMatches; ++seed) {
    RandomMatch match;
    match.setup.seats = 10;
    match.setup.key[0] = static_cast<std::uint8_t>(seed);
    const PlayedMatch played = PlayRandomMatch(match, seed, false);
    ExpectNoFaults(played);
    short_matches += played.short_draws > 0;
  }
  EXPECT_GT(short_matches, kMatches / 6);
}

}  // namespace
}  // namespace taki::test
