// The contract of History::ListMatches: pages, ranges, and every filter against its description.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/store/store_contract.h"

namespace taki::store::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

}  // namespace

TEST_F(StoreContract, PagesStayWhileMatchesAreAdded) {
  GivenBots();
  for (std::int64_t number = 1; number <= 6; ++number) GivenMatch(number);
  const MatchPage first = history().ListMatches({}, match::MatchId{0}, 4).value();
  EXPECT_THAT(NumbersOf(first.matches), ElementsAre(6, 5, 4, 3));
  GivenMatch(7);
  const MatchPage second = history().ListMatches({}, first.next, 4).value();
  EXPECT_THAT(NumbersOf(second.matches), ElementsAre(2, 1));
  EXPECT_EQ(second.next.number, 0);
}

TEST_F(StoreContract, AVersionWithoutABotIsNoFilter) {
  MatchFilter filter;
  filter.bot_version = "1";
  EXPECT_TRUE(
      absl::IsInvalidArgument(history().ListMatches(filter, match::MatchId{0}, 10).status()));
}

TEST_F(StoreContract, AFixtureWithoutALeagueIsNoFilter) {
  MatchFilter filter;
  filter.fixture = league::FixtureId{1};
  EXPECT_TRUE(
      absl::IsInvalidArgument(history().ListMatches(filter, match::MatchId{0}, 10).status()));
}

TEST_F(StoreContract, TheMatchesOfALeagueAreFoundInStablePages) {
  GivenBots();
  GivenLeague(1);
  GivenLeague(2);
  for (std::int64_t number = 1; number <= 9; ++number) {
    GivenLeagueMatch(number, number % 3 == 0 ? 2 : 1, number <= 4 ? 1 : 2);
  }
  GivenMatch(10);
  MatchFilter filter;
  filter.league = league::LeagueId{1};
  const MatchPage first = history().ListMatches(filter, match::MatchId{0}, 2).value();
  EXPECT_THAT(NumbersOf(first.matches), ElementsAre(8, 7));
  GivenLeagueMatch(11, 1);
  const MatchPage second = history().ListMatches(filter, first.next, 2).value();
  EXPECT_THAT(NumbersOf(second.matches), ElementsAre(5, 4));
  EXPECT_THAT(List(filter), ElementsAre(11, 8, 7, 5, 4, 2, 1));
  filter.fixture = league::FixtureId{2};
  EXPECT_THAT(List(filter), ElementsAre(8, 7, 5));
  filter.fixture = league::FixtureId{3};
  EXPECT_THAT(List(filter), IsEmpty());
  filter = {};
  filter.league = league::LeagueId{3};
  EXPECT_THAT(List(filter), IsEmpty());
}

TEST_F(StoreContract, TheRangeOfCreationSurvivesAClockThatIsSetBack) {  // T1
  GivenBots();
  const std::int64_t created[] = {1000, 2000, 1500, 3000};
  Batch batch;
  for (std::int64_t number = 1; number <= 4; ++number) {
    batch.matches.push_back(SampleRow(number, 2));
    batch.matches.back().created_ms = created[number - 1];
  }
  Commit(batch);
  MatchFilter filter;
  filter.created_from_ms = 1500;  // match 3 is filed at 2000, when match 2 was
  EXPECT_THAT(List(filter), ElementsAre(4, 3, 2));
  filter.created_to_ms = 2000;
  EXPECT_THAT(List(filter), IsEmpty());
  filter.created_from_ms.reset();
  EXPECT_THAT(List(filter), ElementsAre(1));
  EXPECT_EQ(Match(3).created_ms, 1500);
}

// Forty matches that differ in all that can be asked for.
class ListContract : public StoreContract {
 protected:
  void GivenAllSorts() {
    GivenBots();
    for (int number = 1; number <= 3; ++number) GivenLeague(number);
    taki::test::SplitMix random(2026);
    for (std::int64_t number = 1; number <= 40; ++number) {
      MatchRow row = SampleRow(number, 2 + static_cast<int>(random.Below(2)),
                               1 + static_cast<int>(random.Below(4)));
      row.created_ms = kNow + number * 10;
      row.config.rated = number % 3 == 0;
      if (random.Chance(60)) {
        const auto league = static_cast<std::int64_t>(1 + random.Below(2));
        row.league = LeagueMatch{{league}, {{static_cast<std::int32_t>(number / 8 + 1)}, 1, 1}};
      }
      Batch batch;
      batch.matches = {row};
      Commit(batch);
      Play(row, random);
      rows_.push_back(Match(number));
    }
  }

  void Play(const MatchRow& row, taki::test::SplitMix& random) {
    const int seats = static_cast<int>(row.config.seats.size());
    const std::int64_t number = row.config.id.number;
    if (random.Chance(10)) return;
    match::Record start = SampleStart(seats);
    for (std::string& version : start.versions) version = random.Chance(50) ? "1" : "2";
    Record(number, {start});
    if (random.Chance(10)) return SetState(number, MatchState::kRunning);
    if (random.Chance(5)) return SetState(number, MatchState::kQuarantined, "why not");
    const auto ending = static_cast<match::MatchEnding>(random.Chance(60) ? 0 : random.Below(5));
    const auto end = static_cast<rules::SeatEnd>(random.Chance(60) ? 0 : random.Below(7));
    Finish(number, SampleResult(seats, ending, end));
  }

  // The filter in words, from the header.
  static bool Passes(const MatchRow& row, const MatchFilter& filter) {
    const auto is = [](const auto& wanted, const auto& actual) {
      return !wanted || *wanted == actual;
    };
    bool bot = false;
    bool opponent = filter.opponent.empty();
    for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat) {
      const std::string& name = row.config.seats[seat].name;
      const bool end =
          !filter.seat_end || (row.result && row.result->seats[seat].end == *filter.seat_end);
      const bool version = filter.bot_version.empty() ||
                           (!row.versions.empty() && row.versions[seat] == filter.bot_version);
      bot |= (filter.bot.empty() || name == filter.bot) && end && version;
      opponent |= name == filter.opponent && name != filter.bot;
    }
    return bot && opponent && is(filter.state, row.state) &&
           (!filter.ending || (row.result && row.result->ending == *filter.ending)) &&
           is(filter.seats, static_cast<int>(row.config.seats.size())) &&
           is(filter.rated, row.config.rated) &&
           (!filter.league || (row.league && row.league->league == *filter.league)) &&
           (!filter.fixture || (row.league && row.league->slot.fixture == *filter.fixture)) &&
           (!filter.created_from_ms || row.created_ms >= *filter.created_from_ms) &&
           (!filter.created_to_ms || row.created_ms < *filter.created_to_ms);
  }

  static MatchFilter Random(taki::test::SplitMix& random) {
    static const char* const kNames[] = {"bot-01", "bot-02", "bot-03", "bot-05", "nobody"};
    MatchFilter filter;
    if (random.Chance(50)) filter.bot = kNames[random.Below(5)];
    if (!filter.bot.empty() && random.Chance(30))
      filter.bot_version = random.Chance(50) ? "1" : "2";
    if (random.Chance(30)) filter.opponent = kNames[random.Below(5)];
    if (random.Chance(30)) filter.state = static_cast<MatchState>(random.Below(6));
    if (random.Chance(30)) filter.ending = static_cast<match::MatchEnding>(random.Below(5));
    if (random.Chance(30)) filter.seat_end = static_cast<rules::SeatEnd>(random.Below(7));
    if (random.Chance(30)) filter.rated = random.Chance(50);
    if (random.Chance(30)) filter.seats = 2 + static_cast<int>(random.Below(2));
    if (random.Chance(30)) filter.league = league::LeagueId{1 + static_cast<int>(random.Below(4))};
    if (filter.league && random.Chance(40)) {
      filter.fixture = league::FixtureId{1 + static_cast<std::int32_t>(random.Below(6))};
    }
    const auto instant = [&random] { return kNow + static_cast<std::int64_t>(random.Below(420)); };
    if (random.Chance(30)) filter.created_from_ms = instant();
    if (random.Chance(30)) filter.created_to_ms = instant();
    return filter;
  }

  std::vector<MatchRow> rows_;
};

TEST_F(ListContract, EveryFilterFindsExactlyWhatItDescribes) {
  GivenAllSorts();
  taki::test::SplitMix random(7);
  int found = 0;
  for (int round = 0; round < 3000; ++round) {
    const MatchFilter filter = Random(random);
    std::vector<std::int64_t> expected;
    for (const MatchRow& row : rows_) {
      if (Passes(row, filter)) expected.push_back(row.config.id.number);
    }
    std::reverse(expected.begin(), expected.end());
    found += expected.empty() ? 0 : 1;
    ASSERT_EQ(List(filter), expected) << "round " << round;
  }
  EXPECT_GT(found, 300);
}

}  // namespace taki::store::test
