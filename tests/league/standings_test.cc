// Points and tie-breaks: the reference values of FIDE's own program, and that order decides
// nothing.
#include "referee/league/standings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tests/support/splitmix.h"

namespace taki::league {
namespace {

using ::testing::ElementsAre;

constexpr TieBreak kAll[] = {
    TieBreak::kDirectEncounter, TieBreak::kWins,   TieBreak::kBuchholzCut1, TieBreak::kBuchholz,
    TieBreak::kSonnebornBerger, TieBreak::kStages, TieBreak::kLot};

ScoredGame::Seat Seat(Entrant entrant, double points, int place, int stages = 0) {
  return {entrant, static_cast<std::int64_t>(points * static_cast<double>(kPoint)), place, stages};
}

// A match by the places of those who sat in it.
ScoredGame Match(const std::vector<Entrant>& seats, const std::vector<std::int32_t>& places) {
  const auto units = PointsByPlace(places);
  ScoredGame game;
  for (std::size_t i = 0; i < seats.size(); ++i)
    game.seats.push_back({seats[i], units[i], places[i], 0});
  return game;
}

// Lots by number: entrant 0 has the best.
std::vector<std::int64_t> LotsByNumber(int entrants) {
  std::vector<std::int64_t> lots(static_cast<std::size_t>(entrants));
  for (std::size_t i = 0; i < lots.size(); ++i) lots[i] = entrants - static_cast<std::int64_t>(i);
  return lots;
}

std::vector<Standing> Rank(int entrants, const std::vector<ScoredGame>& games,
                           std::vector<TieBreak> tie_breaks, int seats = 2) {
  std::vector<Entrant> members(static_cast<std::size_t>(entrants));
  std::iota(members.begin(), members.end(), 0);
  return RankTable(tie_breaks, seats, members, games, LotsByNumber(entrants));
}

std::vector<Entrant> Order(const std::vector<Standing>& table) {
  std::vector<Entrant> order;
  for (const Standing& row : table) order.push_back(row.entrant);
  return order;
}

// --- the reference events of pairing.json

const nlohmann::json& Events() {
  static const nlohmann::json vectors = [] {
    std::ifstream file(TAKI_SOURCE_DIR "/tests/data/pairing.json");
    return nlohmann::json::parse(file);
  }();
  return vectors.at("swiss").at("events");
}

void AddGame(const nlohmann::json& json, std::vector<ScoredGame>& games) {
  const int a = json[0].get<int>() - 1, b = json[1].get<int>() - 1;
  const std::string code = json[2];
  const bool played = code == "10" || code == "01";
  const bool first = code[0] == '1' || code[0] == '+';
  games.push_back({{Seat(a, first ? 1 : 0, played ? (first ? 1 : 2) : 0),
                    Seat(b, first ? 0 : 1, played ? (first ? 2 : 1) : 0)}});
}

std::vector<ScoredGame> GamesOf(const nlohmann::json& event) {
  std::vector<ScoredGame> games;
  for (const auto& round : event.at("rounds")) {
    for (const auto& game : round.at("games")) AddGame(game, games);
    if (!round.at("bye").is_null())
      games.push_back({{Seat(round.at("bye")[0].get<int>() - 1, 1, 0)}});
  }
  return games;
}

std::int64_t Units(const nlohmann::json& row, const char* key) {
  return static_cast<std::int64_t>(row.at(key).get<double>() * static_cast<double>(kPoint));
}

// The rank inside the tie, from 1; 0 if the direct encounter decides nothing in it.
int DirectEncounterRank(const std::vector<Standing>& table, const Standing& row) {
  int rank = 1;
  bool decides = false;
  for (const Standing& other : table) {
    if (other.points != row.points) continue;
    if (other.tie_breaks[0] > row.tie_breaks[0]) ++rank;
    decides = decides || other.tie_breaks[0] != row.tie_breaks[0];
  }
  return decides ? rank : 0;
}

TEST(StandingsTest, TieBreaksAreThoseOfFidesProgram) {
  for (const auto& event : Events()) {
    SCOPED_TRACE(event.at("seed").get<int>());
    const int players = event.at("players");
    const auto table =
        Rank(players, GamesOf(event), std::vector<TieBreak>(std::begin(kAll), std::end(kAll)));
    for (const Standing& row : table) {
      SCOPED_TRACE(row.entrant + 1);
      const auto& expected = event.at("tiebreaks")[static_cast<std::size_t>(row.entrant)];
      ASSERT_EQ(expected.at("StartNo").get<double>(), row.entrant + 1);
      EXPECT_EQ(row.points, Units(expected, "PTS"));
      EXPECT_EQ(std::to_string(DirectEncounterRank(table, row)),
                expected.at("DE").get<std::string>());
      EXPECT_EQ(row.wins + row.byes, expected.at("WIN").get<double>());
      EXPECT_EQ(row.tie_breaks[1], expected.at("WON").get<double>());
      EXPECT_EQ(row.tie_breaks[2], Units(expected, "BH/C1"));
      EXPECT_EQ(row.tie_breaks[3], Units(expected, "BH"));
      EXPECT_EQ(row.tie_breaks[4], Units(expected, "SB"));
    }
  }
}

TEST(StandingsTest, PointsAreTheShareOfBeatenOpponents) {
  EXPECT_THAT(PointsByPlace({1, 2}), ElementsAre(kPoint, 0));
  EXPECT_THAT(PointsByPlace({3, 1, 2, 4}), ElementsAre(kPoint / 3, kPoint, 2 * kPoint / 3, 0));
}

TEST(StandingsTest, SharedPlacesAreAveraged) {
  EXPECT_THAT(PointsByPlace({1, 1}), ElementsAre(kPoint / 2, kPoint / 2));
  EXPECT_THAT(PointsByPlace({1, 2, 2}), ElementsAre(kPoint, kPoint / 4, kPoint / 4));
  EXPECT_THAT(PointsByPlace({1, 1, 3, 4, 5, 6, 7, 8, 8, 8}),
              ElementsAre(kPoint * 17 / 18, kPoint * 17 / 18, kPoint * 7 / 9, kPoint * 6 / 9,
                          kPoint * 5 / 9, kPoint * 4 / 9, kPoint * 3 / 9, kPoint / 9, kPoint / 9,
                          kPoint / 9));
}

TEST(StandingsTest, DirectEncounterNeedsThatAllTiedHaveMet) {
  // 0, 1 and 2 have a point each; 1 has beaten 0, and 2 has met neither.
  const std::vector<ScoredGame> games = {Match({1, 0}, {1, 2}), Match({0, 3}, {1, 2}),
                                         Match({2, 4}, {1, 2})};
  EXPECT_THAT(Order(Rank(5, games, {TieBreak::kDirectEncounter})), ElementsAre(0, 1, 2, 3, 4));
}

TEST(StandingsTest, DirectEncounterOfTwo) {
  const std::vector<ScoredGame> games = {Match({1, 0}, {1, 2}), Match({0, 2}, {1, 2})};
  EXPECT_THAT(Order(Rank(3, games, {TieBreak::kDirectEncounter})), ElementsAre(1, 0, 2));
}

TEST(StandingsTest, WhoWouldBeFirstAnywayIsAheadThoughNotAllHaveMet) {
  // 0, 1 and 2 have two points; 2 has beaten both others, who have not met.
  const std::vector<ScoredGame> games = {Match({2, 0}, {1, 2}), Match({2, 1}, {1, 2}),
                                         Match({0, 3}, {1, 2}), Match({0, 4}, {1, 2}),
                                         Match({1, 3}, {1, 2}), Match({1, 4}, {1, 2})};
  EXPECT_THAT(Order(Rank(5, games, {TieBreak::kDirectEncounter})), ElementsAre(2, 0, 1, 3, 4));
}

TEST(StandingsTest, WhoIsStillLevelIsComparedAgainAmongThemselves) {
  // Of four with equal points 3 has lost to all; 0, 1 and 2 have beaten each other in a ring.
  const std::vector<ScoredGame> games = {
      Match({0, 1}, {1, 2}), Match({1, 2}, {1, 2}), Match({2, 0}, {1, 2}), Match({0, 3}, {1, 2}),
      Match({1, 3}, {1, 2}), Match({2, 3}, {1, 2}), Match({3, 4}, {1, 2}), Match({3, 5}, {1, 2})};
  const auto table = Rank(6, games, {TieBreak::kDirectEncounter});
  EXPECT_THAT(Order(table), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(table[0].tie_breaks[0], 1);
  EXPECT_EQ(table[2].tie_breaks[0], 1);
  EXPECT_EQ(table[3].tie_breaks[0], 0);
}

TEST(StandingsTest, TwoWhoMetMoreOftenThanTheOthersAreNotHelpedByIt) {
  // All three have two points. 0 and 1 met three times, 2 met each of them once.
  const std::vector<ScoredGame> games = {Match({0, 1}, {1, 2}), Match({1, 0}, {1, 2}),
                                         Match({0, 1}, {1, 2}), Match({2, 0}, {1, 2}),
                                         Match({1, 2}, {1, 2}), Match({2, 3}, {1, 2})};
  EXPECT_THAT(Order(Rank(4, games, {TieBreak::kDirectEncounter})), ElementsAre(0, 1, 2, 3));
}

TEST(StandingsTest, BuchholzOfATableIsTheAverageOfTheOpponents) {
  const std::vector<ScoredGame> games = {Match({0, 1, 2, 3}, {1, 2, 3, 4})};
  const auto table = Rank(4, games, {TieBreak::kBuchholz, TieBreak::kSonnebornBerger}, 4);
  EXPECT_EQ(table[0].tie_breaks[0], kPoint / 3);      // (2/3 + 1/3 + 0) / 3
  EXPECT_EQ(table[3].tie_breaks[0], 2 * kPoint / 3);  // (1 + 2/3 + 1/3) / 3
  EXPECT_EQ(table[0].tie_breaks[1], kPoint / 3);
  EXPECT_EQ(table[2].tie_breaks[1], 0);  // it has beaten one with nothing
}

TEST(StandingsTest, ANoShowIsNobodysOpponent) {
  ScoredGame game = Match({0, 1, 2}, {1, 2, 3});
  game.seats[2].place = 0;  // it did not come
  const auto table = Rank(3, {game}, {TieBreak::kBuchholz}, 3);
  EXPECT_EQ(table[0].tie_breaks[0], kPoint / 2);  // one opponent only
  EXPECT_EQ(table[2].matches, 0);
  EXPECT_EQ(table[2].place_counts, (std::vector<std::int32_t>{0, 0, 0}));
}

TEST(StandingsTest, TheOrderOfResultsDecidesNothing) {
  test::SplitMix chance(7);
  for (int run = 0; run < 200; ++run) {
    const int entrants = 2 + static_cast<int>(chance.Below(12));
    const std::size_t seats =
        2 + chance.Below(std::min<std::size_t>(4, static_cast<std::size_t>(entrants) - 1));
    std::vector<ScoredGame> games;
    std::vector<Entrant> all(static_cast<std::size_t>(entrants));
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t g = 0; g < 1 + chance.Below(30); ++g) {
      for (std::size_t i = 0; i < seats; ++i)
        std::swap(all[i], all[i + chance.Below(all.size() - i)]);
      std::vector<std::int32_t> places;
      for (std::size_t i = 0; i < seats; ++i) places.push_back(static_cast<std::int32_t>(i) + 1);
      if (chance.Chance(20)) places[1] = 1;
      games.push_back(
          Match({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(seats)}, places));
    }
    std::vector<TieBreak> tie_breaks(std::begin(kAll), std::end(kAll));
    for (std::size_t i = 0; i < tie_breaks.size() - 1; ++i)
      std::swap(tie_breaks[i], tie_breaks[i + chance.Below(tie_breaks.size() - 1 - i)]);
    const auto lots = LotsByNumber(entrants);
    const auto width = static_cast<std::int32_t>(seats);
    const auto table = RankTable(tie_breaks, width, all, games, lots);
    for (std::size_t i = games.size(); i-- > 1;) std::swap(games[i], games[chance.Below(i + 1)]);
    for (ScoredGame& game : games) std::reverse(game.seats.begin(), game.seats.end());
    for (std::size_t i = all.size(); i-- > 1;) std::swap(all[i], all[chance.Below(i + 1)]);
    EXPECT_EQ(RankTable(tie_breaks, width, all, games, lots), table);
  }
}

}  // namespace
}  // namespace taki::league
