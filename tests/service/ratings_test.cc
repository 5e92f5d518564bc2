// Leaderboard, head-to-head and rating history over results that a test writes down.
#include "referee/service/ratings.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "store/memory_store.h"
#include "tests/service/rated_results.h"

namespace taki::service {
namespace {

using rules::SeatEnd;

class RatingsTest : public testing::Test {
 protected:
  // One seat of a match: who, on which place, and how.
  struct Seat {
    std::string bot;
    int place;
    SeatEnd end = SeatEnd::kCompleted;
    std::string version = "1";
  };

  RatingsTest() {
    for (const char* name : {"alice", "bob", "carol", "dave"}) {
      store::Batch batch;
      store::Bot bot;
      bot.id = {static_cast<std::int64_t>(bots_.size()) + 1};
      bot.name = name;
      bot.display_name = name;
      bot.owner = "tests";
      bot.token_hash.fill(static_cast<std::uint8_t>(bot.id.number));
      batch.bots.push_back(bot);
      batch.versions.push_back({bot.id, "1", 0});
      bots_[name] = bot.id;
      EXPECT_TRUE(store_.Commit(batch).ok());
    }
  }

  // A rated match between `seats`, played and over.
  match::MatchId Played(const std::vector<Seat>& seats) {
    std::vector<RatedFinish> finishes;
    for (const Seat& seat : seats)
      finishes.push_back({*store_.GetBot(seat.bot), seat.place, seat.end, seat.version});
    CommitRated(store_, {++last_match_}, finishes);
    return {last_match_};
  }
  void Beats(const std::string& winner, const std::string& loser, int times = 1) {
    for (int i = 0; i < times; ++i) Played({{winner, 1}, {loser, 2}});
  }
  void Counts(match::MatchId match, bool counts) {
    store::Batch batch;
    batch.rating_changes.push_back({match, counts});
    EXPECT_TRUE(store_.Commit(batch).ok());
  }
  // "alice/1 42.0 2 matches; ..." of the rows in order.
  static std::string Text(const Board& board) {
    std::string text;
    for (const Board::Row& row : board.rows) {
      if (!text.empty()) text += "; ";
      text += row.bot.name + "/" + row.version + " ";
      text += row.figures.standing ? std::to_string(row.figures.standing->rating_tenths) + " +-" +
                                         std::to_string(row.figures.standing->plus_minus_tenths)
                                   : "-";
      text += " " + std::to_string(row.figures.matches) + " matches";
    }
    return text;
  }
  std::string Shown(bool all_versions = false) {
    return Text(**ratings_.Leaderboard(all_versions));
  }
  // By somebody who has not looked before.
  std::string ShownAnew(bool all_versions = false) {
    Ratings fresh(store_);
    return Text(**fresh.Leaderboard(all_versions));
  }
  const Board::Row& RowOf(const std::string& bot, bool all_versions = false) {
    board_ = *ratings_.Leaderboard(all_versions);
    for (const Board::Row& row : board_->rows)
      if (row.bot.name == bot) return row;
    ADD_FAILURE() << bot << " has no row";
    return board_->rows.at(0);
  }

  store::MemoryStore store_;
  std::map<std::string, match::BotId> bots_;
  Ratings ratings_{store_};
  std::shared_ptr<const Board> board_;
  std::int64_t last_match_ = 0;
};

using LeaderboardTest = RatingsTest;

TEST_F(LeaderboardTest, IsEmptyBeforeTheFirstResult) {
  const auto board = *ratings_.Leaderboard(false);
  EXPECT_TRUE(board->rows.empty());
  EXPECT_EQ(board->last.as_of, 0);
}

TEST_F(LeaderboardTest, WhoWinsIsAbove) {
  Beats("bob", "alice", 3);
  Beats("carol", "bob", 3);
  const auto board = *ratings_.Leaderboard(false);
  ASSERT_EQ(board->rows.size(), 3u);
  EXPECT_EQ(board->rows[0].bot.name, "carol");
  EXPECT_EQ(board->rows[2].bot.name, "alice");
  EXPECT_EQ(board->last.as_of, 6);
  EXPECT_EQ(board->last.match.number, 6);
}

TEST_F(LeaderboardTest, FollowsTheResultsAndIsWhatANewOneWouldBe) {
  for (int i = 0; i < 5; ++i) {
    Beats(i % 2 == 0 ? "alice" : "bob", "carol");
    Played({{"dave", 1}, {"alice", 2}, {"bob", 2}});
    EXPECT_EQ(Shown(), ShownAnew());
    EXPECT_EQ(Shown(true), ShownAnew(true));
  }
}

TEST_F(LeaderboardTest, ATakenBackResultLeavesNoTrace) {
  Beats("alice", "bob", 2);
  const std::string before = Shown();
  const auto struck = Played({{"carol", 1}, {"bob", 2}, {"alice", 3}});  // carol's first
  Shown();
  Counts(struck, false);
  EXPECT_EQ(Shown(), before);
  EXPECT_EQ(ShownAnew(), before);
  Counts(struck, true);
  const std::string reinstated = Shown();
  EXPECT_NE(reinstated, before);
  EXPECT_EQ(ShownAnew(), reinstated);
}

TEST_F(LeaderboardTest, TheOrderOfResultsMovesNothing) {
  Beats("alice", "bob", 2);
  Beats("carol", "alice");
  Played({{"bob", 1}, {"dave", 2}, {"alice", 3}});
  const std::string one = Shown();
  for (std::int64_t match = 1; match <= 4; ++match) Counts({match}, false);
  for (std::int64_t match = 4; match >= 1; --match) Counts({match}, true);
  EXPECT_EQ(ShownAnew(), one);
}

TEST_F(LeaderboardTest, ANoShowIsNoResultButAFault) {
  Played({{"alice", 1}, {"bob", 2}, {"carol", 3, SeatEnd::kNoShow}});
  EXPECT_EQ(RowOf("alice").figures.matches, 1);
  EXPECT_EQ((*ratings_.Leaderboard(false))->rows.size(), 2u);  // carol has not played yet
  Beats("carol", "bob");
  EXPECT_EQ(RowOf("carol").figures.matches, 1);
  EXPECT_EQ(RowOf("carol").figures.faults[rating::Fault::kNoShow], (rating::Rate{1, 2}));
  EXPECT_EQ(RowOf("alice").figures.faults[rating::Fault::kNoShow], (rating::Rate{0, 1}));
}

TEST_F(LeaderboardTest, ForfeitsAreCountedByKind) {
  Played({{"alice", 1}, {"bob", 2, SeatEnd::kTimeout}});
  Played({{"alice", 1}, {"bob", 2, SeatEnd::kDisconnected}});
  Beats("bob", "alice");
  const rating::FaultTable& faults = RowOf("bob").figures.faults;
  EXPECT_EQ(faults[rating::Fault::kForfeitTimeout], (rating::Rate{1, 3}));
  EXPECT_EQ(faults[rating::Fault::kForfeitDisconnected], (rating::Rate{1, 3}));
  EXPECT_EQ(faults[rating::Fault::kForfeitResigned], (rating::Rate{0, 3}));
}

TEST_F(LeaderboardTest, TheVersionOfTheNewestMatchIsTheCurrentOne) {
  Beats("alice", "bob", 2);
  const auto newer = Played({{"bob", 1}, {"alice", 2, SeatEnd::kCompleted, "2"}});
  EXPECT_EQ(RowOf("alice").version, "2");
  EXPECT_EQ(RowOf("alice").figures.matches, 1);
  EXPECT_EQ((*ratings_.Leaderboard(true))->rows.size(), 3u);  // alice twice
  Played({{"bob", 1}, {"alice", 2, SeatEnd::kNoShow}});       // shows no version
  EXPECT_EQ(RowOf("alice").version, "2");
  Counts(newer, false);
  EXPECT_EQ(RowOf("alice").version, "1");
  Beats("alice", "bob");  // back to the old one
  Counts(newer, true);
  EXPECT_EQ(RowOf("alice").version, "1");
  EXPECT_EQ(Shown(), ShownAnew());
}

TEST_F(LeaderboardTest, OfSomeMatchesOnlyThoseCount) {
  Beats("alice", "bob", 3);
  Beats("carol", "dave", 2);
  const auto matches = [] { return absl::StatusOr<Ratings::LeagueMatches>({{{4}, {5}, {}}, 0}); };
  const auto board = ratings_.LeaderboardOf({1}, matches, false);
  ASSERT_TRUE(board.ok());
  ASSERT_EQ((*board)->rows.size(), 2u);
  EXPECT_EQ((*board)->rows[0].bot.name, "carol");
  EXPECT_EQ((*board)->rows[0].figures.matches, 2);
}

TEST_F(LeaderboardTest, RatingsForALeagueAreTheNumbersOfTheBoard) {
  Beats("alice", "bob", 3);
  const std::int32_t tenths = RowOf("alice").figures.standing->rating_tenths;
  EXPECT_GT(tenths, 0);
  const std::string elo = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  EXPECT_EQ(*ratings_.TextOf({bots_.at("carol"), bots_.at("bob"), bots_.at("alice")}),
            "2:-" + elo + " 1:" + elo);
}

TEST_F(LeaderboardTest, ManyAskAtOnceAndSeeTheSameAtTheSameAsOf) {
  Beats("alice", "bob");
  std::mutex mutex;
  std::map<std::int64_t, std::string> shown;  // by as_of
  const auto look = [&] {
    for (int i = 0; i < 50; ++i) {
      const auto board = *ratings_.Leaderboard(i % 2 == 0);
      EXPECT_TRUE(ratings_.HeadToHead({bots_.at("alice"), ""}, {bots_.at("bob"), ""}, {}).ok());
      EXPECT_FALSE(ratings_.HistoryOf({bots_.at("alice"), ""}, 3)->empty());
      std::lock_guard lock(mutex);
      const auto [known, is_new] = shown.emplace(board->last.as_of, Text(*board));
      EXPECT_EQ(known->second, Text(*board));
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(look);
  for (int i = 0; i < 40; ++i) Beats(i % 3 == 0 ? "bob" : "alice", i % 3 == 0 ? "alice" : "carol");
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Shown(), ShownAnew());
}

using HeadToHeadTest = RatingsTest;

TEST_F(HeadToHeadTest, CountsWhoStoodBeforeTheOther) {
  Beats("alice", "bob", 2);
  Beats("bob", "alice");
  Played({{"carol", 1}, {"bob", 2}, {"alice", 3}});
  Played({{"carol", 1}, {"bob", 2}, {"alice", 2}});
  Beats("alice", "carol");
  Played({{"alice", 1}, {"carol", 2}, {"bob", 3, SeatEnd::kNoShow}});
  const auto duel = ratings_.HeadToHead({bots_.at("alice"), ""}, {bots_.at("bob"), ""}, {});
  ASSERT_TRUE(duel.ok());
  EXPECT_EQ(duel->matches, (rating::HeadToHead{.wins = 2, .losses = 2, .draws = 1}));
  EXPECT_EQ(duel->verdict, rating::SprtVerdict::kContinue);
  EXPECT_EQ(duel->last.as_of, 7);
}

TEST_F(HeadToHeadTest, AVersionCanBeNamed) {
  Beats("alice", "bob");
  Played({{"alice", 1, SeatEnd::kCompleted, "2"}, {"bob", 2}});
  const auto of = [&](const std::string& version) {
    return ratings_.HeadToHead({bots_.at("alice"), version}, {bots_.at("bob"), ""}, {})
        ->matches.wins;
  };
  EXPECT_EQ(of(""), 2);
  EXPECT_EQ(of("2"), 1);
  EXPECT_EQ(of("3"), 0);
}

TEST_F(HeadToHeadTest, StruckResultsDoNotCount) {
  Beats("alice", "bob");
  const auto struck = Played({{"alice", 1}, {"bob", 2}});
  Counts(struck, false);
  const auto wins = [&] {
    return ratings_.HeadToHead({bots_.at("alice"), ""}, {bots_.at("bob"), ""}, {})->matches.wins;
  };
  EXPECT_EQ(wins(), 1);
  Counts(struck, true);
  EXPECT_EQ(wins(), 2);
}

TEST_F(HeadToHeadTest, TheTestDecidesWhenItKnowsAndStaysWithIt) {
  Beats("alice", "bob", 60);
  Beats("bob", "alice", 60);
  const auto duel = ratings_.HeadToHead({bots_.at("alice"), ""}, {bots_.at("bob"), ""}, {});
  EXPECT_EQ(duel->verdict, rating::SprtVerdict::kAcceptH1);
  EXPECT_LT(duel->llr, duel->upper);
}

using RatingHistoryTest = RatingsTest;

TEST_F(RatingHistoryTest, TellsWhatTheLeaderboardShowed) {
  std::vector<std::int32_t> shown;
  for (int i = 0; i < 10; ++i) {
    Beats(i % 3 == 0 ? "bob" : "alice", i % 3 == 0 ? "alice" : "bob");
    shown.push_back(RowOf("alice").figures.standing->rating_tenths);
  }
  const auto points = ratings_.HistoryOf({bots_.at("alice"), ""}, 100);
  ASSERT_TRUE(points.ok());
  ASSERT_EQ(points->size(), 10u);
  for (std::size_t i = 0; i < points->size(); ++i) {
    EXPECT_EQ((*points)[i].standing.rating_tenths, shown[i]) << i;
    EXPECT_EQ((*points)[i].last.as_of, static_cast<std::int64_t>(i) + 1);
    EXPECT_EQ((*points)[i].matches, static_cast<std::int64_t>(i) + 1);
  }
}

TEST_F(RatingHistoryTest, KeepsAFewEvenlySpreadPointsOfManyAndTheLast) {
  for (int i = 0; i < 301; ++i) {
    Beats(i % 3 == 0 ? "bob" : "alice", i % 3 == 0 ? "alice" : "bob");
    if (i % 50 == 0) {
      ASSERT_TRUE(ratings_.HistoryOf({bots_.at("alice"), ""}, 5).ok());
    }
  }
  const auto points = *ratings_.HistoryOf({bots_.at("alice"), ""}, 100);
  EXPECT_EQ(points.size(), 38u);  // every eighth, and the last one
  EXPECT_EQ(points[1].last.as_of, 16);
  EXPECT_EQ(points.back().last.as_of, 301);
  EXPECT_EQ(points.back().standing.rating_tenths, RowOf("alice").figures.standing->rating_tenths);
  Ratings fresh(store_);
  const auto anew = *fresh.HistoryOf({bots_.at("alice"), ""}, 100);
  ASSERT_EQ(anew.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_EQ(anew[i].standing.rating_tenths, points[i].standing.rating_tenths);
  EXPECT_EQ(ratings_.HistoryOf({bots_.at("alice"), ""}, 4)->size(), 4u);
  EXPECT_EQ(ratings_.HistoryOf({bots_.at("alice"), ""}, 1)->back().last.as_of, 301);
}

TEST_F(RatingHistoryTest, FollowsTheVersionThatPlays) {
  Beats("alice", "bob", 2);
  Played({{"bob", 1}, {"alice", 2, SeatEnd::kCompleted, "2"}});
  Beats("bob", "carol");
  const auto points = *ratings_.HistoryOf({bots_.at("alice"), ""}, 100);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[1].version, "1");
  EXPECT_EQ(points[2].version, "2");
  EXPECT_EQ(points[3].version, "2");  // moved by a match of others
  EXPECT_EQ(ratings_.HistoryOf({bots_.at("alice"), "1"}, 100)->back().version, "1");
  EXPECT_TRUE(ratings_.HistoryOf({bots_.at("dave"), ""}, 100)->empty());
}

}  // namespace
}  // namespace taki::service
