// Boards that are made in the background, step by step by the test: what readers see meanwhile, and
// that every number is what somebody who counts everything from the beginning comes to.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "referee/service/ratings.h"
#include "referee/service/ratings_thread.h"
#include "store/memory_store.h"
#include "tests/service/rated_results.h"
#include "tests/support/splitmix.h"

namespace taki::service {
namespace {

using rules::SeatEnd;
using std::chrono::milliseconds;

// --- the naive way ---------------------------------------------------------------------------

using Changes = std::vector<store::RatedResult>;

// The matches that count after change `as_of`.
std::map<match::MatchId, store::RatedResult> CountingAt(const Changes& changes,
                                                        std::int64_t as_of) {
  std::map<match::MatchId, store::RatedResult> counting;
  for (const store::RatedResult& change : changes) {
    if (change.as_of > as_of) continue;
    counting.erase(change.match);
    if (change.counts) counting.emplace(change.match, change);
  }
  return counting;
}

using Figures = std::map<RatedVersion, std::string>;  // "rank rating +- matches wins no-shows"

std::string TextOfRow(const rating::LeaderboardRow& row, bool with_ranks) {
  std::string text = std::to_string(row.standing->rating_tenths) + " +-" +
                     std::to_string(row.standing->plus_minus_tenths) + " " +
                     std::to_string(row.matches);
  if (!with_ranks) return text;
  return std::to_string(row.standing->rank_from) + "-" + std::to_string(row.standing->rank_to) +
         " " + text + " " + std::to_string(row.wins) + " " +
         std::to_string(row.faults[rating::Fault::kNoShow].count) + "/" +
         std::to_string(row.faults[rating::Fault::kNoShow].of);
}

// The board of `changes` up to `as_of` and of those matches that `wanted` names (all if empty).
Figures Naive(const Changes& changes, std::int64_t as_of, bool all_versions, bool with_ranks,
              const std::set<match::MatchId>& wanted = {}) {
  std::map<RatedVersion, rating::PlayerId> players;
  std::map<match::BotId, std::string> current;
  std::map<match::BotId, rating::Rate> no_shows;
  const auto counting = CountingAt(changes, as_of);
  const auto is_wanted = [&](match::MatchId id) { return wanted.empty() || wanted.contains(id); };
  for (const auto& [id, result] : counting) {  // by match
    if (!is_wanted(id)) continue;
    for (const auto& seat : result.seats) {
      ++no_shows[seat.bot].of;
      if (seat.end == SeatEnd::kNoShow) ++no_shows[seat.bot].count;
      if (seat.end == SeatEnd::kNoShow) continue;
      current[seat.bot] = seat.version;
      players.emplace(RatedVersion{seat.bot, seat.version}, 0);
    }
  }
  rating::PlayerId number = 0;
  for (auto& [version, player] : players) player = number++;
  rating::Results results;
  for (const auto& [id, result] : counting) {
    if (!is_wanted(id)) continue;
    std::vector<rating::Finish> match;
    for (const auto& seat : result.seats)
      if (seat.end != SeatEnd::kNoShow)
        match.push_back({players.at({seat.bot, seat.version}), seat.place});
    if (match.size() >= 2) results.Add(match);
  }
  const auto rankings = results.Snapshot();
  std::vector<rating::Player> listed;
  std::map<rating::PlayerId, RatedVersion> version_of;
  for (const auto& [version, player] : players) {
    rating::FaultTable faults;
    faults[rating::Fault::kNoShow] = no_shows[version.bot];
    listed.push_back({player, "", all_versions || current[version.bot] == version.version, faults});
    version_of.emplace(player, version);
  }
  Figures figures;
  for (const rating::LeaderboardRow& row :
       rating::MakeLeaderboard(listed, *rankings, rating::FitPlackettLuce(*rankings)))
    if (row.matches > 0) figures[version_of.at(row.player)] = TextOfRow(row, with_ranks);
  return figures;
}

Figures Shown(const Board& board) {
  Figures figures;
  for (const Board::Row& row : board.rows)
    figures[{row.bot.id, row.version}] = TextOfRow(row.figures, true);
  return figures;
}

rating::HeadToHead NaiveDuel(const Changes& changes, const RatedSide& first,
                             const RatedSide& second) {
  rating::HeadToHead duel;
  for (const auto& [id, result] : CountingAt(changes, static_cast<std::int64_t>(changes.size()))) {
    std::map<match::BotId, int> place;
    for (const auto& seat : result.seats)
      for (const RatedSide& side : {first, second})
        if (seat.bot == side.bot && seat.end != SeatEnd::kNoShow &&
            (side.version.empty() || side.version == seat.version))
          place[seat.bot] = seat.place;
    if (place.size() < 2) continue;
    const int difference = place[first.bot] - place[second.bot];
    ++(difference < 0 ? duel.wins : difference > 0 ? duel.losses : duel.draws);
  }
  return duel;
}

// --- results at random -----------------------------------------------------------------------

class BackgroundTest : public testing::Test {
 protected:
  static constexpr std::int64_t kBots = 6;

  BackgroundTest() {
    for (std::int64_t number = 1; number <= kBots; ++number) {
      store::Batch batch;
      store::Bot bot;
      bot.id = {number};
      bot.name = "bot" + std::to_string(number);
      bot.display_name = bot.owner = bot.name;
      bot.token_hash.fill(static_cast<std::uint8_t>(number));
      batch.bots.push_back(bot);
      EXPECT_TRUE(store_.Commit(batch).ok());
      bots_.push_back(bot);
    }
  }

  // A rated match of 2 to 4 bots, of versions "1" to "3", in any order of ids.
  void Play() {
    const std::int64_t id = NewId();
    std::vector<RatedFinish> seats;
    std::set<std::size_t> sat;
    const std::size_t size = 2 + random_.Below(3);
    while (sat.size() < size) sat.insert(random_.Below(kBots));
    for (const std::size_t bot : sat)
      seats.push_back({bots_[bot], 1 + static_cast<int>(random_.Below(size)),
                       random_.Chance(10) ? SeatEnd::kNoShow : SeatEnd::kCompleted,
                       std::to_string(1 + random_.Below(1 + played_.size() % 3))});
    CommitRated(store_, {id}, seats);
    played_.push_back({id});
  }
  // Takes a result back, or gives it again.
  void Correct() {
    if (played_.empty()) return;
    const match::MatchId match = played_[random_.Below(played_.size())];
    if (!struck_.erase(match)) struck_.insert(match);
    store::Batch batch;
    batch.rating_changes.push_back({match, !struck_.contains(match)});
    EXPECT_TRUE(store_.Commit(batch).ok());
  }
  void Happen() { random_.Chance(15) ? Correct() : Play(); }
  Changes All() { return *store_.RatedResults(0, 1'000'000); }
  RatedSide SomeSide() {
    const auto bot = static_cast<std::int64_t>(1 + random_.Below(kBots));
    return {{bot}, random_.Chance(50) ? "" : std::to_string(1 + random_.Below(3))};
  }

  // Matches end in another order than they were asked for.
  std::int64_t NewId() {
    std::int64_t id = 0;
    do {
      id = static_cast<std::int64_t>(played_.size() + 1 + random_.Below(20));
    } while (!used_.insert(id).second);
    return id;
  }

  store::MemoryStore store_;
  test::SplitMix random_{7};
  std::vector<store::Bot> bots_;
  std::vector<match::MatchId> played_;
  std::set<std::int64_t> used_;
  std::set<match::MatchId> struck_;
};

// All is more than a little, and nobody waits.
RatingLimits NothingHere() {
  RatingLimits limits;
  limits.first_wait = limits.command_wait = milliseconds(0);
  limits.little_work = -1;
  return limits;
}

// --- what readers see ------------------------------------------------------------------------

TEST_F(BackgroundTest, BeforeTheFirstBoardNobodyIsShownAnEmptyOne) {
  Play();
  Ratings ratings(store_, NothingHere());
  ratings.LeaveWorkTo([](bool) {});
  const auto none = [] { return absl::StatusOr<Ratings::LeagueMatches>(Ratings::LeagueMatches()); };
  EXPECT_TRUE(absl::IsUnavailable(ratings.Leaderboard(false).status()));
  EXPECT_TRUE(absl::IsUnavailable(ratings.LeaderboardOf({1}, none, false).status()));
  EXPECT_TRUE(absl::IsUnavailable(ratings.TextOf({{1}}).status()));
  EXPECT_TRUE(absl::IsUnavailable(ratings.HeadToHead({{1}, ""}, {{2}, ""}, {}).status()));
  EXPECT_TRUE(absl::IsUnavailable(ratings.HistoryOf({{1}, ""}, 10).status()));
  ratings.Work();
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, 1);
  EXPECT_TRUE(ratings.HistoryOf({{1}, ""}, 10).ok());
}

TEST_F(BackgroundTest, ReadersGetTheBoardThatIsReadyAndAskForTheNext) {
  Play();
  int asked = 0;
  Ratings ratings(store_, NothingHere());
  ratings.LeaveWorkTo([&](bool) { ++asked; });
  ratings.Work();
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, 1);
  EXPECT_EQ(asked, 0);
  Play();
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, 1);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(ratings.HeadToHead({{1}, ""}, {{2}, ""}, {})->last.as_of, 2);  // needs no fit
  ratings.Work();
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, 2);
}

TEST_F(BackgroundTest, LittleWorkIsDoneByTheReaderSoThatHeSeesTheLastMatch) {
  Ratings ratings(store_);
  ratings.LeaveWorkTo([](bool) {});
  ratings.Work();
  for (int i = 1; i <= 100; ++i) {
    Play();
    EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, i);
    EXPECT_EQ(Shown(**ratings.Leaderboard(false)), Naive(All(), i, false, true));
  }
}

TEST_F(BackgroundTest, MuchNewsIsLeftToTheBackground) {
  RatingLimits limits;
  limits.little_news = 10;
  Ratings ratings(store_, limits);
  ratings.LeaveWorkTo([](bool) {});
  ratings.Work();
  for (int i = 0; i < 11; ++i) Play();
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, 0);
  ratings.Work();
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, 11);
}

TEST_F(BackgroundTest, ACommandWaitsForABoardOfNowOrGetsNone) {
  Play();
  Ratings ratings(store_, NothingHere());
  bool works = false;
  ratings.LeaveWorkTo([&](bool urgent) {
    if (urgent && works) ratings.Work();
  });
  ratings.Work();
  EXPECT_TRUE(ratings.TextOf({{1}}).ok());
  Play();
  EXPECT_TRUE(absl::IsUnavailable(ratings.TextOf({{1}}).status()));
  works = true;
  const auto text = ratings.TextOf({{1}, {2}, {3}, {4}, {5}, {6}});
  ASSERT_TRUE(text.ok());
  Ratings fresh(store_);
  EXPECT_EQ(*text, *fresh.TextOf({{1}, {2}, {3}, {4}, {5}, {6}}));
}

TEST_F(BackgroundTest, StoppingSendsThoseAwayWhoWait) {
  RatingLimits limits;
  limits.first_wait = std::chrono::hours(1);
  Ratings ratings(store_, limits);
  ratings.LeaveWorkTo([](bool) {});
  std::thread reader(
      [&] { EXPECT_TRUE(absl::IsUnavailable(ratings.Leaderboard(false).status())); });
  ratings.Stop();
  reader.join();
  EXPECT_FALSE(ratings.Work());
  EXPECT_TRUE(absl::IsUnavailable(ratings.Leaderboard(false).status()));
}

TEST_F(BackgroundTest, ALeaguesBoardFollowsItsMatchesAsTheyAreFiled) {
  for (const bool in_background : {false, true}) {
    Ratings ratings(store_, in_background ? NothingHere() : RatingLimits());
    ratings.LeaveWorkTo([](bool) {});
    ratings.Work();
    const auto is_of_league = [](match::MatchId id) { return id.number % 3 == 0; };
    const auto matches = [&]() -> absl::StatusOr<Ratings::LeagueMatches> {
      return Ratings::LeagueMatches{{{1}, {*used_.rbegin()}, is_of_league}, 1};
    };
    for (int i = 0; i < 40; ++i) {
      Happen();
      auto board = ratings.LeaderboardOf({1}, matches, true);
      if (in_background) {
        ratings.Work();
        board = ratings.LeaderboardOf({1}, matches, true);
      }
      ASSERT_TRUE(board.ok());
      EXPECT_EQ((*board)->last.as_of, static_cast<std::int64_t>(All().size()));
      std::set<match::MatchId> of_league = {{0}};
      for (const std::int64_t id : used_)
        if (is_of_league({id})) of_league.insert({id});
      EXPECT_EQ(Shown(**board), Naive(All(), (*board)->last.as_of, true, true, of_league));
    }
  }
}

// --- the same numbers whenever what is done --------------------------------------------------

TEST_F(BackgroundTest, EveryViewShowsWhatCountingFromTheBeginningGivesInAnyInterleaving) {
  Ratings ratings(store_, NothingHere());
  ratings.LeaveWorkTo([](bool) {});
  ratings.Work();
  for (int step = 0; step < 600; ++step) {
    const std::size_t what = random_.Below(10);
    if (what < 4) {
      Happen();
    } else if (what < 6) {
      ratings.Work();
    } else if (what < 8) {
      const bool all_versions = random_.Chance(50);
      const auto board = *ratings.Leaderboard(all_versions);
      EXPECT_EQ(Shown(*board), Naive(All(), board->last.as_of, all_versions, true));
    } else if (what < 9) {
      const RatedSide side = SomeSide();
      const std::vector<RatingPoint> points = *ratings.HistoryOf(side, 100);
      for (const RatingPoint& point : points) {
        const Figures figures = Naive(All(), point.last.as_of, true, false);
        const auto found = figures.find({side.bot, point.version});
        ASSERT_NE(found, figures.end());
        EXPECT_EQ(std::to_string(point.standing.rating_tenths) + " +-" +
                      std::to_string(point.standing.plus_minus_tenths) + " " +
                      std::to_string(point.matches),
                  found->second);
      }
    } else {
      const RatedSide first = SomeSide();
      const RatedSide second = SomeSide();
      if (first.bot == second.bot) continue;
      EXPECT_EQ(ratings.HeadToHead(first, second, {})->matches, NaiveDuel(All(), first, second));
    }
  }
  while (ratings.Work()) {
  }
  const auto last = static_cast<std::int64_t>(All().size());
  EXPECT_EQ((*ratings.Leaderboard(false))->last.as_of, last);
  EXPECT_EQ(Shown(**ratings.Leaderboard(false)), Naive(All(), last, false, true));
  Ratings fresh(store_);
  for (std::int64_t bot = 1; bot <= kBots; ++bot) {
    const auto points = *ratings.HistoryOf({{bot}, ""}, 100);
    const auto anew = *fresh.HistoryOf({{bot}, ""}, 100);
    ASSERT_EQ(points.size(), anew.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(points[i].last.as_of, anew[i].last.as_of);
      EXPECT_EQ(points[i].version, anew[i].version);
      EXPECT_EQ(points[i].standing, anew[i].standing);
    }
  }
}

TEST_F(BackgroundTest, ALongLogIsSearchedLikeAShortOne) {
  for (int i = 0; i < 10'000; ++i) Happen();  // more than two pieces
  const Changes all = All();
  RatedLogReader reader;
  ASSERT_TRUE(reader.CatchUp(store_).ok());
  const RatedLog& log = reader.log();
  const auto numbers_if = [&](const auto& pass) {
    std::vector<std::int64_t> numbers;
    for (const store::RatedResult& change : all)
      if (pass(change)) numbers.push_back(change.as_of);
    return numbers;
  };
  const auto sits = [](const store::RatedResult& change, match::BotId bot) {
    return std::ranges::any_of(change.seats, [&](const auto& seat) { return seat.bot == bot; });
  };
  std::vector<std::int64_t> numbers;
  const auto take = [&](const RatedChange& change, std::span<const RatedSeat> seats) {
    numbers.push_back(change.as_of);
    const store::RatedResult& stored = all[static_cast<std::size_t>(change.as_of - 1)];
    EXPECT_EQ(change.match, stored.match);
    EXPECT_EQ(change.counts, stored.counts);
    EXPECT_EQ(change.finished_ms, stored.finished_ms);
    ASSERT_EQ(seats.size(), stored.seats.size());
    for (std::size_t i = 0; i < seats.size(); ++i) {
      EXPECT_EQ(log.versions()[seats[i].version()],
                (RatedVersion{stored.seats[i].bot, stored.seats[i].version}));
      EXPECT_EQ(seats[i].place(), stored.seats[i].place);
      EXPECT_EQ(seats[i].end(), stored.seats[i].end);
    }
  };
  log.ForEachOf({2}, 5'000, take);
  EXPECT_EQ(numbers, numbers_if([&](const auto& c) { return c.as_of > 5'000 && sits(c, {2}); }));
  numbers.clear();
  log.ForEachOfBoth({3}, {5}, take);
  EXPECT_EQ(numbers, numbers_if([&](const auto& c) { return sits(c, {3}) && sits(c, {5}); }));
  numbers.clear();
  log.ForEach(4'000, 9'000, take);
  EXPECT_EQ(numbers, numbers_if([](const auto& c) { return c.as_of > 4'000 && c.as_of <= 9'000; }));
  std::set<std::int64_t> within;
  log.ForEachWithin(0, log.as_of(), {100}, {200}, [&](const RatedChange& change, auto) {
    if (change.match.number >= 100 && change.match.number <= 200) within.insert(change.as_of);
  });
  const auto expected =
      numbers_if([](const auto& c) { return c.match.number >= 100 && c.match.number <= 200; });
  EXPECT_EQ(std::vector(within.begin(), within.end()), expected);
}

// --- the thread ------------------------------------------------------------------------------

TEST(RestTest, IsLongerIfNobodyWaits) {
  EXPECT_EQ(RestAfter(milliseconds(300), true), milliseconds(900));
  EXPECT_EQ(RestAfter(milliseconds(300), false), milliseconds(9'000));
  EXPECT_EQ(RestAfter(milliseconds(1), true), milliseconds(3));
  EXPECT_EQ(RestAfter(milliseconds(1), false), milliseconds(1'000));
}

TEST_F(BackgroundTest, TheThreadMakesWhatACommandNeedsAndStops) {
  RatingLimits limits;
  limits.little_work = -1;
  limits.first_wait = limits.command_wait = std::chrono::minutes(5);
  Ratings ratings(store_, limits);
  const RatingsThread thread(ratings);
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i)
    readers.emplace_back([&] {
      for (int look = 0; look < 50; ++look) {
        EXPECT_TRUE(ratings.Leaderboard(look % 2 == 0).ok());
        EXPECT_TRUE(ratings.HistoryOf({{1}, ""}, 5).ok());
        EXPECT_TRUE(ratings.HeadToHead({{1}, ""}, {{2}, ""}, {}).ok());
      }
    });
  for (int i = 1; i <= 20; ++i) {
    Play();
    ASSERT_TRUE(ratings.TextOf({{1}}).ok());
    const auto board = *ratings.Leaderboard(false);
    EXPECT_EQ(board->last.as_of, i);
    EXPECT_EQ(Shown(*board), Naive(All(), i, false, true));
  }
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace taki::service
