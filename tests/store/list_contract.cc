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

TEST_F(StoreContract, AConditionWithoutTheOneThatItBelongsToIsNoFilter) {
  const auto refuses = [this](const MatchFilter& filter) {
    return absl::IsInvalidArgument(history().ListMatches(filter, match::MatchId{0}, 10).status());
  };
  MatchFilter version, place, fixture, fixtures;
  version.bot_version = "1";
  EXPECT_TRUE(refuses(version));
  place.place = 1;
  EXPECT_TRUE(refuses(place));
  fixture.fixture = league::FixtureId{1};
  EXPECT_TRUE(refuses(fixture));
  fixtures.fixtures.emplace();
  EXPECT_TRUE(refuses(fixtures));
}

TEST_F(StoreContract, OfNoFixtureIsNoMatch) {
  GivenBots();
  GivenLeague(1);
  GivenLeagueMatch(1, 1);
  MatchFilter filter;
  filter.league = league::LeagueId{1};
  filter.fixtures.emplace();
  EXPECT_THAT(List(filter), IsEmpty());
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

// Forty matches that differ in all that can be asked for, and a store that looks at seven at a
// time.
class ListContract : public StoreContract {
 protected:
  static constexpr int kLookedAt = 7;
  ListContract() : StoreContract(kLookedAt) {}

  void GivenAllSorts() {
    GivenBots();
    for (int number = 1; number <= 3; ++number) GivenLeague(number);
    for (int number = 1; number <= 40; ++number) GivenAnother();
  }

  void GivenAnother() {
    const auto number = static_cast<std::int64_t>(rows_.size() + 1);
    MatchRow row = SampleRow(number, 2 + static_cast<int>(random_.Below(2)),
                             1 + static_cast<int>(random_.Below(4)));
    row.created_ms = kNow + number * 10;
    row.config.rated = number % 3 == 0;
    if (random_.Chance(60)) {
      const auto league = static_cast<std::int64_t>(1 + random_.Below(2));
      row.league = LeagueMatch{{league}, {{static_cast<std::int32_t>(number / 8 + 1)}, 1, 1}};
    }
    Batch batch;
    batch.matches = {row};
    Commit(batch);
    Play(row, random_);
    rows_.push_back(Match(number));
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
      const bool place =
          !filter.place || (row.result && row.result->seats[seat].place == *filter.place);
      bot |= (filter.bot.empty() || name == filter.bot) && end && version && place;
      opponent |= name == filter.opponent && name != filter.bot;
    }
    return bot && opponent && is(filter.state, row.state) &&
           (!filter.ending || (row.result && row.result->ending == *filter.ending)) &&
           is(filter.seats, static_cast<int>(row.config.seats.size())) &&
           is(filter.rated, row.config.rated) &&
           (!filter.league || (row.league && row.league->league == *filter.league)) &&
           (!filter.fixture || (row.league && row.league->slot.fixture == *filter.fixture)) &&
           (!filter.fixtures ||
            (row.league && std::ranges::count(*filter.fixtures, row.league->slot.fixture) > 0)) &&
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
    if (filter.league && random.Chance(40)) {
      filter.fixtures.emplace();
      for (int fixture = 1; fixture <= 6; ++fixture) {
        if (random.Chance(40)) filter.fixtures->push_back(league::FixtureId{fixture});
      }
    }
    if (!filter.bot.empty() && random.Chance(30)) {
      filter.place = 1 + static_cast<int>(random.Below(3));
    }
    const auto instant = [&random] { return kNow + static_cast<std::int64_t>(random.Below(420)); };
    if (random.Chance(30)) filter.created_from_ms = instant();
    if (random.Chance(30)) filter.created_to_ms = instant();
    return filter;
  }

  std::vector<std::int64_t> Expected(const MatchFilter& filter) const {
    std::vector<std::int64_t> numbers;
    for (const MatchRow& row : rows_) {
      if (Passes(row, filter)) numbers.push_back(row.config.id.number);
    }
    std::reverse(numbers.begin(), numbers.end());
    return numbers;
  }

  taki::test::SplitMix random_{2026};
  std::vector<MatchRow> rows_;
};

TEST_F(ListContract, EveryFilterFindsExactlyWhatItDescribes) {
  GivenAllSorts();
  taki::test::SplitMix random(7);
  int found = 0;
  for (int round = 0; round < 3000; ++round) {
    const MatchFilter filter = Random(random);
    const std::vector<std::int64_t> expected = Expected(filter);
    found += expected.empty() ? 0 : 1;
    ASSERT_EQ(List(filter), expected) << "round " << round;
  }
  EXPECT_GT(found, 300);
}

TEST_F(ListContract, PagesOfAnySizeFindEachMatchOnceWhileMatchesAreAdded) {
  GivenAllSorts();
  taki::test::SplitMix random(8);
  for (int round = 0; round < 300; ++round) {
    const MatchFilter filter = Random(random);
    const std::vector<std::int64_t> expected = Expected(filter);
    std::vector<std::int64_t> found;
    match::MatchId before;
    do {
      const int limit = 1 + static_cast<int>(random.Below(9));
      const MatchPage page = history().ListMatches(filter, before, limit).value();
      ASSERT_LE(page.matches.size(), static_cast<std::size_t>(limit));
      for (const std::int64_t number : NumbersOf(page.matches)) found.push_back(number);
      if (page.next.number != 0 && before.number != 0) {
        ASSERT_LT(page.next, before);
      }
      before = page.next;
      if (random.Chance(2)) GivenAnother();
    } while (before.number != 0);
    ASSERT_EQ(found, expected) << "round " << round;
  }
}

TEST_F(ListContract, APageEndsAfterSoManyMatchesWereLookedAtAndSaysWhereToGoOn) {
  GivenAllSorts();
  MatchFilter filter;
  filter.rated = true;  // each third one
  int pages = 0, found = 0;
  match::MatchId before;
  do {
    const MatchPage page = history().ListMatches(filter, before, 1000).value();
    EXPECT_THAT(page.matches, ::testing::SizeIs(::testing::Le(3)));
    found += static_cast<int>(page.matches.size());
    before = page.next;
    ++pages;
  } while (before.number != 0);
  EXPECT_EQ(pages, 6);  // seven matches at a time
  EXPECT_EQ(found, 13);
}

TEST_F(ListContract, ResultsOfAnyFilterComeOnceEachInTheOrderOfTheirEndsWhileMatchesEnd) {
  GivenAllSorts();
  taki::test::SplitMix random(9);
  for (int round = 0; round < 300; ++round) {
    const MatchFilter filter = Random(random);
    std::vector<std::int64_t> found;
    ResultPage page;
    do {
      const int limit = 1 + static_cast<int>(random.Below(9));
      const std::int64_t after = page.next;
      page = history().MatchesByResult(filter, after, limit).value();
      ASSERT_LE(page.matches.size(), static_cast<std::size_t>(limit));
      for (const std::int64_t number : NumbersOf(page.matches)) found.push_back(number);
      ASSERT_TRUE(page.at_end || page.next > after);
      if (random.Chance(2)) GivenAnother();
    } while (!page.at_end);
    // Here matches end in the order of their ids; one may have ended behind the last page.
    std::vector<std::int64_t> expected = Expected(filter);
    std::reverse(expected.begin(), expected.end());
    std::erase_if(expected, [&](std::int64_t number) {
      const std::int64_t result_no = Match(number).result_no;
      return result_no == 0 || result_no > page.next;
    });
    ASSERT_EQ(found, expected) << "round " << round;
  }
}

TEST_F(ListContract, WhoGoesOnFromTheLastResultGetsOnlyWhatEndedSince) {
  GivenAllSorts();
  std::int64_t after = 0;
  ResultPage page;
  const auto to_the_end = [&] {
    std::vector<std::int64_t> found;
    do {
      page = history().MatchesByResult({}, after, 1000).value();
      for (const std::int64_t number : NumbersOf(page.matches)) found.push_back(number);
      after = page.next;
    } while (!page.at_end);
    return found;
  };
  EXPECT_THAT(to_the_end(), ::testing::Not(IsEmpty()));
  EXPECT_EQ(after, history().LastResultNo().value());
  EXPECT_THAT(to_the_end(), IsEmpty());
  GivenMatch(1'000);
  Finish(1'000, SampleResult(2));
  EXPECT_THAT(to_the_end(), ElementsAre(1'000));
}

TEST_F(ListContract, APageOfResultsEndsAfterSoManyMatchesWereLookedAt) {
  GivenAllSorts();
  MatchFilter filter;
  filter.bot = "bot-12";  // never sat
  const ResultPage page = history().MatchesByResult(filter, 0, 1000).value();
  EXPECT_THAT(page.matches, IsEmpty());
  EXPECT_FALSE(page.at_end);
  EXPECT_EQ(page.next, kLookedAt);
}

}  // namespace taki::store::test
