// The fair deal TAKI-DEAL-1 against the vectors of tests/data/shuffle.json, and the deal of a match
// (docs/rules.md R2).
#include "referee/rules/deal.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::rules {
namespace {

const nlohmann::json& Vectors() {
  static const nlohmann::json vectors = [] {
    std::ifstream file(TAKI_SOURCE_DIR "/tests/data/shuffle.json");
    return nlohmann::json::parse(file);
  }();
  return vectors;
}

std::string BytesOf(const std::string& hex) {
  std::vector<std::uint8_t> bytes(hex.size() / 2);
  EXPECT_TRUE(ParseHex(hex, bytes));
  return {bytes.begin(), bytes.end()};
}

std::uint32_t WordOf(const std::string& hex) {
  return static_cast<std::uint32_t>(std::stoul(hex, nullptr, 16));
}

// One shuffle of the file.
struct Vector {
  explicit Vector(const nlohmann::json& json)
      : deal_id(json["deal_id"]),
        ruleset(json["ruleset"]),
        purpose(json["purpose"]),
        index(json["index"]) {
    EXPECT_TRUE(ParseHex(json["seed"].get<std::string>(), seed));
    for (const std::string hex : json["entropy"]) entropy.push_back(BytesOf(hex));
    key = DeriveKey(deal_id, ruleset, seed, entropy);
  }
  std::string deal_id, ruleset, purpose;
  std::uint32_t index;
  Seed seed;
  std::vector<std::string> entropy;
  DealKey key;
};

TEST(FairDealTest, FileHasAllVectors) {
  EXPECT_EQ(Vectors()["shuffles"].size(), 15u);
  EXPECT_EQ(Vectors()["below"].size(), 12u);
}

TEST(FairDealTest, CommitsAndDerivesTheKeyAsTheVectorsSay) {  // R2.5
  for (const auto& json : Vectors()["shuffles"]) {
    const Vector vector(json);
    EXPECT_EQ(Hex(Commitment(vector.deal_id, vector.ruleset, vector.seed)), json["commitment"])
        << json["name"];
    EXPECT_EQ(Hex(vector.key), json["key"]) << json["name"];
  }
}

TEST(FairDealTest, StreamsTheWordsOfTheVectors) {  // R2.5
  for (const auto& json : Vectors()["shuffles"]) {
    const Vector vector(json);
    WordStream words(vector.key, vector.purpose, vector.index);
    for (const std::string word : json["first_words"])
      EXPECT_EQ(words.Next(), WordOf(word)) << json["name"];
  }
}

TEST(FairDealTest, ShufflesAsTheVectorsSay) {  // R2.5
  for (const auto& json : Vectors()["shuffles"]) {
    const Vector vector(json);
    std::vector<int> permutation(json["n"].get<std::size_t>());
    std::iota(permutation.begin(), permutation.end(), 0);
    WordStream words(vector.key, vector.purpose, vector.index);
    Shuffle(words, std::span(permutation));
    EXPECT_EQ(permutation, json["permutation"].get<std::vector<int>>()) << json["name"];
  }
}

TEST(FairDealTest, SeatsAsTheVectorsSay) {  // purpose "seats", R2.4
  for (const auto& json : Vectors()["shuffles"]) {
    const Vector vector(json);
    if (vector.purpose != "seats") continue;
    const auto seating = RandomSeating(vector.key, json["n"]);
    for (std::size_t seat = 0; seat < json["n"]; ++seat)
      EXPECT_EQ(seating[seat], json["permutation"][seat]);
  }
}

TEST(FairDealTest, RejectsWordsThatWouldBeUnfair) {
  for (const auto& json : Vectors()["below"]) {
    std::size_t used = 0;
    const auto next = [&] { return WordOf(json["words"].at(used++)); };
    EXPECT_EQ(BelowFrom(next, json["n"]), json["result"]) << json.dump();
    EXPECT_EQ(used, json["words_used"]) << json.dump();
  }
}

TEST(FairDealTest, EntropyOfEachSeatCounts) {
  const std::vector<std::string> none, empty{"", ""}, one{"a", ""}, other{"", "a"};
  const Seed seed{};
  const std::vector<DealKey> keys{DeriveKey("m", "r", seed, none), DeriveKey("m", "r", seed, empty),
                                  DeriveKey("m", "r", seed, one), DeriveKey("m", "r", seed, other)};
  for (std::size_t a = 0; a < keys.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(keys[a], keys[b]) << a << " " << b;
}

// --- the deal of a match ---

DealKey KeyOf(int number) {
  DealKey key{};
  key[0] = static_cast<std::uint8_t>(number);
  key[1] = static_cast<std::uint8_t>(number >> 8);
  return key;
}

// The deck as the key orders it, top card first.
std::vector<Card> DeckOf(const DealKey& key) {
  const auto canonical = CanonicalDeck();
  std::vector<Card> deck(canonical.begin(), canonical.end());
  WordStream words(key, "deck", 0);
  Shuffle(words, std::span(deck));
  return deck;
}

std::vector<Card> PileOf(const Position& position) {
  const auto top = position.pile.begin() + position.pile_top;
  return {top, top + position.pile_size};
}

TEST(DealTest, SeatsTwoToTen) {  // R2.1
  for (int seats = 2; seats <= 10; ++seats) {
    const Position position = Deal({.ruleset = {}, .seats = seats, .key = {}});
    EXPECT_EQ(position.seats, seats);
    EXPECT_EQ(position.remaining, SeatSet::FirstN(seats));
    EXPECT_EQ(CountCards(position), 116);
    EXPECT_EQ(NextSeat(position, Seat(0)), Seat(1));
    EXPECT_EQ(NextSeat(position, Seat(seats - 1)), Seat(0)) << "left of the highest seat is seat 0";
  }
}

TEST(DealDeathTest, OtherNumbersOfSeatsAreOurOwnFault) {  // R2.1
  EXPECT_DEATH(Deal({.ruleset = {}, .seats = 1, .key = {}}), "check failed");
  EXPECT_DEATH(Deal({.ruleset = {}, .seats = 11, .key = {}}), "check failed");
}

TEST(DealTest, GivesOneCardAtATimeFromTheTopSeatZeroFirst) {  // R2.2
  for (const int seats : {2, 5, 10}) {
    const Position position = Deal({.ruleset = {}, .seats = seats, .key = KeyOf(seats)});
    const std::vector<Card> deck = DeckOf(KeyOf(seats));
    for (int seat = 0; seat < seats; ++seat) {
      CardSet hand;
      for (int card = 0; card < 8; ++card)
        hand.Add(deck[static_cast<std::size_t>(card * seats + seat)]);
      EXPECT_EQ(position.hands[Seat(seat).index()], hand) << "seat " << seat << " of " << seats;
    }
  }
}

TEST(DealTest, FirstStageSaysHowManyCards) {  // R2.2, R9.5
  const Ruleset ruleset =
      *ParseRuleset("taki/1 stages=3,9 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10000");
  const Position position = Deal({.ruleset = ruleset, .seats = 4, .key = {}});
  for (std::size_t seat = 0; seat < 4; ++seat) EXPECT_EQ(position.hands[seat].size(), 3);
  EXPECT_EQ(position.pile_size, 116 - 4 * 3 - 1);
}

TEST(DealTest, TurnsOverTheNextCard) {  // R2.3
  const std::vector<Card> deck = DeckOf(KeyOf(1));
  ASSERT_TRUE(deck[16].has_color());
  const Position position = Deal({.ruleset = {}, .seats = 2, .key = KeyOf(1)});
  EXPECT_EQ(position.leading, deck[16]);
  EXPECT_EQ(position.top, deck[16]);
  EXPECT_EQ(position.leading_color, deck[16].color());
  EXPECT_EQ(PileOf(position), std::vector<Card>(deck.begin() + 17, deck.end()));
}

// The first key whose turned card satisfies `wanted`.
template <class Wanted>
int FindDeal(Wanted wanted) {
  for (int number = 0; number < 5'000; ++number)
    if (wanted(DeckOf(KeyOf(number)))) return number;
  ADD_FAILURE() << "no such deal among 5000";
  return 0;
}

TEST(DealTest, IgnoresTheActionOfATurnedCard) {  // R2.3
  for (const Face face :
       {Face::kStop, Face::kPlusTwo, Face::kChangeDirection, Face::kPlus, Face::kTaki}) {
    const int number = FindDeal([face](const std::vector<Card>& deck) {
      return deck[24].has_color() && deck[24].face() == face;
    });
    const Position position = Deal({.ruleset = {}, .seats = 3, .key = KeyOf(number)});
    ASSERT_EQ(position.leading.face(), face);
    EXPECT_EQ(position.turn, Seat(0)) << "a Stop skips nobody";
    EXPECT_EQ(position.stack, 0) << "a +2 is no stack";
    EXPECT_EQ(position.direction, 1) << "a Change Direction reverses nothing";
    EXPECT_EQ(position.phase, Phase::kTurn) << "a Plus obliges nobody";
    EXPECT_FALSE(position.taki_open) << "a TAKI is not open";
    const Card same_symbol(position.leading.color() == Color::kRed ? Color::kBlue : Color::kRed,
                           face);
    Position holding = position;
    holding.hands[0].Clear();
    holding.hands[0].Add(same_symbol);
    EXPECT_FALSE(Check(holding, Seat(0), Action::Play(same_symbol))) << "its symbol counts";
  }
}

TEST(DealTest, PutsColorlessCardsToTheBottomUntilOneHasAColor) {  // R2.3
  const int number = FindDeal([](const std::vector<Card>& deck) {
    return !deck[16].has_color() && !deck[17].has_color() && deck[18].has_color();
  });
  const std::vector<Card> deck = DeckOf(KeyOf(number));
  const Position position = Deal({.ruleset = {}, .seats = 2, .key = KeyOf(number)});
  EXPECT_EQ(position.leading, deck[18]);
  std::vector<Card> pile(deck.begin() + 19, deck.end());
  pile.push_back(deck[16]);
  pile.push_back(deck[17]);
  EXPECT_EQ(PileOf(position), pile);
  EXPECT_EQ(CountCards(position), 116);
}

TEST(DealTest, SeatZeroBegins) {  // R2.4
  for (int number = 0; number < 200; ++number)
    EXPECT_EQ(Asked(Deal({.ruleset = {}, .seats = 2 + number % 9, .key = KeyOf(number)})),
              SeatSet::Of(Seat(0)));
}

TEST(DealTest, IsAPureFunctionOfItsKey) {  // R2.5
  const rules::Setup setup{.ruleset = {}, .seats = 4, .key = KeyOf(7)};
  EXPECT_EQ(PositionHash(Deal(setup)), PositionHash(Deal(setup)));
  rules::Setup other = setup;
  other.key = KeyOf(8);
  EXPECT_NE(PositionHash(Deal(setup)), PositionHash(Deal(other)));
}

}  // namespace
}  // namespace taki::rules
