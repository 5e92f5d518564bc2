// The rows of the leaderboard (docs/ratings.md).
#include "referee/rating/leaderboard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::rating {
namespace {

using Match = std::vector<Finish>;
using Rows = std::vector<LeaderboardRow>;

class LeaderboardTest : public testing::Test {
 protected:
  void Have(PlayerId id, std::string label) {
    players_.push_back({id, std::move(label), true, {}});
  }
  void Played(const Match& match, int times = 1) {
    for (int i = 0; i < times; ++i) results_.Add(match);
  }
  Rows Make() {
    const auto rankings = results_.Snapshot();
    return MakeLeaderboard(players_, *rankings, FitPlackettLuce(*rankings));
  }
  LeaderboardRow RowOf(const std::string& label) {
    for (LeaderboardRow& row : Make())
      if (row.label == label) return row;
    ADD_FAILURE() << "no row " << label;
    return {};
  }
  // "ann bob cat"
  std::string Order() {
    std::string order;
    for (const LeaderboardRow& row : Make()) order += (order.empty() ? "" : " ") + row.label;
    return order;
  }
  std::string RankOf(const std::string& label) {
    const Standing standing = RowOf(label).standing.value();
    return std::to_string(standing.rank_from) + "-" + std::to_string(standing.rank_to);
  }

  std::vector<Player> players_;
  Results results_;
};

TEST_F(LeaderboardTest, OfNobodyIsEmpty) { EXPECT_TRUE(Make().empty()); }

TEST_F(LeaderboardTest, ShowsTheFitRoundedToTenths) {
  Have(1, "ann");
  Have(2, "bob");
  Played({{1, 1}, {2, 2}}, 7);
  Played({{2, 1}, {1, 2}}, 3);
  const Standing ann = RowOf("ann").standing.value(), bob = RowOf("bob").standing.value();
  EXPECT_EQ(ann.rating_tenths, 695) << "69.547 in tests/data/rating_plackett_luce.json";
  EXPECT_EQ(ann.plus_minus_tenths, 1133) << "113.276";
  EXPECT_EQ(bob.rating_tenths, -695);
}

TEST_F(LeaderboardTest, PutsTheBestFirst) {
  Have(1, "ann");
  Have(2, "bob");
  Have(3, "cat");
  Played({{2, 1}, {1, 2}, {3, 3}}, 5);
  EXPECT_EQ(Order(), "bob ann cat");
}

TEST_F(LeaderboardTest, OrdersEqualRatingsByLabel) {
  Have(1, "cat");
  Have(2, "bob");
  Have(3, "ann");
  for (const PlayerId winner : {1u, 2u, 3u})
    Played({{winner, 1}, {winner % 3 + 1, 2}, {(winner + 1) % 3 + 1, 2}});
  EXPECT_EQ(Order(), "ann bob cat");
}

TEST_F(LeaderboardTest, InventsNothingForWhoHasNotPlayed) {
  Have(1, "ann");
  Have(2, "bob");
  Have(3, "aaron");
  Played({{1, 1}, {2, 2}});
  EXPECT_EQ(Order(), "ann bob aaron") << "behind all who have a rating";
  const LeaderboardRow row = RowOf("aaron");
  EXPECT_FALSE(row.standing);
  EXPECT_TRUE(row.provisional);
  EXPECT_EQ(row.matches, 0);
  EXPECT_TRUE(row.finishes.empty());
}

TEST_F(LeaderboardTest, WhoHasNotPlayedMovesNobodysRating) {
  Have(1, "ann");
  Have(2, "bob");
  Played({{1, 1}, {2, 2}}, 5);
  const Rows before = Make();
  Have(3, "cat");
  Rows after = Make();
  after.pop_back();
  EXPECT_EQ(after, before);
}

TEST_F(LeaderboardTest, GivesRanksAsIntervals) {
  Have(1, "ann");
  Have(2, "bob");
  Have(3, "cat");
  Have(4, "dan");
  Played({{1, 1}, {2, 2}, {3, 2}, {4, 4}}, 40);
  Played({{1, 1}, {3, 2}, {2, 3}, {4, 4}}, 10);
  Played({{1, 1}, {2, 2}, {3, 3}, {4, 4}}, 11);
  EXPECT_EQ(RankOf("ann"), "1-1");
  EXPECT_EQ(RankOf("bob"), "2-3");
  EXPECT_EQ(RankOf("cat"), "2-3");
  EXPECT_EQ(RankOf("dan"), "4-4");
}

TEST_F(LeaderboardTest, OneMatchSeparatesNobody) {
  Have(1, "ann");
  Have(2, "bob");
  Played({{1, 1}, {2, 2}});
  EXPECT_EQ(RankOf("ann"), "1-2");
  EXPECT_EQ(RankOf("bob"), "1-2");
}

TEST_F(LeaderboardTest, CountsPlacesWithThoseAbove) {
  for (const PlayerId id : {1u, 2u, 3u, 4u}) Have(id, std::string(1, static_cast<char>('a' + id)));
  Played({{1, 1}, {2, 2}, {3, 2}, {4, 3}});
  Played({{4, 1}, {1, 1}}, 2);
  const LeaderboardRow row = RowOf("e");
  EXPECT_EQ(row.finishes, (std::vector<std::int64_t>{2, 0, 0, 1})) << "fourth behind two seconds";
  EXPECT_EQ(row.matches, 3);
  EXPECT_EQ(row.wins, 2) << "a shared first place is one";
  EXPECT_EQ(row.places_sum, 2 * 1 + 4);
  EXPECT_EQ(RowOf("d").finishes, (std::vector<std::int64_t>{0, 1}));
}

TEST_F(LeaderboardTest, IsProvisionalBelowThirtyMatches) {
  Have(1, "ann");
  Have(2, "bob");
  Played({{1, 1}, {2, 2}}, 15);
  Played({{2, 1}, {1, 2}}, 14);
  EXPECT_LE(RowOf("ann").standing->plus_minus_tenths, 1500);
  EXPECT_TRUE(RowOf("ann").provisional);
  Played({{2, 1}, {1, 2}});
  EXPECT_FALSE(RowOf("ann").provisional);
}

TEST_F(LeaderboardTest, IsProvisionalWhileItsIntervalIsWide) {
  Have(1, "ann");
  Have(2, "bob");
  Played({{1, 1}, {2, 2}}, 1000);
  EXPECT_GT(RowOf("ann").standing->plus_minus_tenths, 1500);
  EXPECT_TRUE(RowOf("ann").provisional);
}

TEST_F(LeaderboardTest, UnlistedPlayersCountInTheFitButHaveNoRowAndTakeNoRank) {
  Have(1, "ann");
  Have(2, "bob 2");
  Have(3, "bob 1");
  Played({{3, 1}, {1, 2}}, 50);
  Played({{1, 1}, {2, 2}}, 50);
  const LeaderboardRow before = RowOf("ann");
  EXPECT_EQ(before.standing->rank_from, 2);
  players_.back().listed = false;
  const LeaderboardRow after = RowOf("ann");
  EXPECT_EQ(Order(), "ann bob 2");
  EXPECT_EQ(after.standing->rating_tenths, before.standing->rating_tenths);
  EXPECT_EQ(after.standing->rank_from, 1);
}

TEST_F(LeaderboardTest, HandsFaultsOnWithTheirDenominators) {
  Have(1, "ann");
  players_[0].faults[Fault::kTimeout] = {3, 4000};
  players_[0].faults[Fault::kNoShow] = {1, 9};
  const LeaderboardRow row = RowOf("ann");
  EXPECT_EQ(row.faults[Fault::kTimeout], (Rate{3, 4000}));
  EXPECT_EQ(row.faults[Fault::kNoShow], (Rate{1, 9}));
  EXPECT_EQ(row.faults[Fault::kIllegalAction], (Rate{0, 0})) << "not known";
}

TEST(FaultTest, EachHasItsOwnName) {
  std::set<std::string_view> names;
  for (std::size_t fault = 0; fault < kFaults; ++fault)
    names.insert(FaultName(static_cast<Fault>(fault)));
  EXPECT_EQ(names.size(), kFaults);
  EXPECT_EQ(FaultName(Fault::kTimeout), "timeout");
  EXPECT_EQ(FaultName(Fault::kForfeitDisconnected), "forfeit_disconnected");
  EXPECT_EQ(FaultName(Fault::kNoShow), "no_show");
}

TEST_F(LeaderboardTest, TheOrderOfInputDoesNotMatter) {
  test::SplitMix random(1);
  for (PlayerId id = 0; id < 20; ++id) Have(id, "bot" + std::to_string(id % 5));
  std::vector<Match> matches(500);
  for (Match& match : matches)
    for (PlayerId seat = 0, first = static_cast<PlayerId>(random.Below(16)); seat < 4; ++seat)
      match.push_back({first + seat, static_cast<int>(random.Below(3))});
  for (const Match& match : matches) Played(match);
  const Rows rows = Make();
  for (int round = 0; round < 3; ++round) {
    std::reverse(players_.begin(), players_.begin() + 5 + 5 * round);
    std::rotate(matches.begin(), matches.begin() + 77, matches.end());
    results_ = Results();
    for (Match& match : matches) {
      std::reverse(match.begin(), match.end());
      Played(match);
    }
    EXPECT_EQ(Make(), rows) << round;
  }
}

TEST_F(LeaderboardTest, RanksHoldWhoeverIsCompared) {
  test::SplitMix random(2);
  for (PlayerId id = 0; id < 30; ++id) Have(id, "bot" + std::to_string(id));
  for (int i = 0; i < 2000; ++i) {
    const PlayerId a = static_cast<PlayerId>(random.Below(30));
    const PlayerId b = (a + 1 + static_cast<PlayerId>(random.Below(29))) % 30;
    const bool a_wins = a + random.Below(30) < b + random.Below(30);
    Played({{a, a_wins ? 1 : 2}, {b, a_wins ? 2 : 1}});
  }
  const Rows rows = Make();
  for (const LeaderboardRow& row : rows) {
    int above = 0, below = 0;
    for (const LeaderboardRow& other : rows) {
      const int apart = other.standing->rating_tenths - row.standing->rating_tenths;
      const int reach = other.standing->plus_minus_tenths + row.standing->plus_minus_tenths;
      above += apart > reach;
      below += -apart > reach;
    }
    EXPECT_EQ(row.standing->rank_from, above + 1);
    EXPECT_EQ(row.standing->rank_to, 30 - below);
  }
  EXPECT_GT(rows.back().standing->rank_from, 10) << "some are apart";
}

}  // namespace
}  // namespace taki::rating
