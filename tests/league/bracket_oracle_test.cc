// Brackets as a league plays them against the plain resolver of bracket_progress.h, which reads the
// same events anew each time.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/league/league_driver.h"
#include "tests/support/bracket_progress.h"

namespace taki::league {
namespace {

using Kind = LogEntry::Kind;
using pairing::BracketEvent;
using pairing::FixtureStatus;

pairing::Bracket PlanOf(const LeagueConfig& config, int bots) {
  if (config.format == Format::kDoubleElimination) return pairing::DoubleElimination(bots);
  if (config.seats == 2) return pairing::SingleElimination(bots, config.third_place);
  return pairing::TableElimination(bots, config.seats, config.advance);
}

// Entrant and seed are the same here: both from 0.
class Oracle {
 public:
  Oracle(const LeagueConfig& config, int bots)
      : two_seats_(config.seats == 2), plan_(PlanOf(config, bots)) {}

  void Note(const League& league, const LogEntry& entry) {
    const int bot = static_cast<int>(entry.bot.number) - 1;
    const int fixture = entry.slot.fixture.number - 1;
    switch (entry.kind) {
      case Kind::kFiled:
        fixture_of_[entry.match] = fixture;
        if (entry.slot.attempt == 1)
          events_.push_back({BracketEvent::Kind::kBegun, fixture, {}, -1});
        break;
      case Kind::kFinished: NoteResult(league, fixture_of_[entry.match]); break;
      case Kind::kWithdrawn:
      case Kind::kDisqualified:
        events_.push_back({BracketEvent::Kind::kWithdrawn, -1, {}, bot});
        break;
      case Kind::kReinstated:
        events_.push_back({BracketEvent::Kind::kReinstated, -1, {}, bot});
        break;
      default: break;
    }
  }

  void Compare(const League& league) const {
    const auto progress = pairing::Progress(plan_, events_);
    ASSERT_EQ(progress.fixtures.size(), league.fixtures().size());
    for (std::size_t i = 0; i < progress.fixtures.size(); ++i) {
      SCOPED_TRACE(i + 1);
      CompareFixture(progress.fixtures[i], league.fixtures()[i]);
    }
    EXPECT_EQ(progress.done, league.state() == LeagueState::kFinished);
    CompareRanking(progress.ranking, league.Standings());
  }

 private:
  void NoteResult(const League& league, int index) {
    const Fixture& fixture = league.fixtures()[static_cast<std::size_t>(index)];
    if (fixture.decision != Decision::kPlayed) return;
    events_.push_back({BracketEvent::Kind::kResult, index, fixture.placing, -1});
  }

  void CompareFixture(const pairing::FixtureProgress& expected, const Fixture& actual) const {
    if (expected.status != FixtureStatus::kNotNeeded &&
        !(actual.section == Section::kGrandFinal && actual.round == 2)) {
      ASSERT_EQ(expected.slots, actual.slots);
    }
    switch (expected.status) {
      case FixtureStatus::kPending: ASSERT_EQ(actual.state, FixtureState::kPending); return;
      case FixtureStatus::kReady:
        ASSERT_TRUE(actual.state == FixtureState::kReady || actual.state == FixtureState::kPlaying);
        return;
      case FixtureStatus::kNotNeeded:
      case FixtureStatus::kEmpty: ASSERT_EQ(actual.state, FixtureState::kCancelled); return;
      case FixtureStatus::kPlayed: ASSERT_EQ(actual.decision, Decision::kPlayed); break;
      case FixtureStatus::kBye: ASSERT_EQ(actual.decision, Decision::kBye); break;
      case FixtureStatus::kWalkover: ASSERT_EQ(actual.decision, Decision::kWalkover); break;
    }
    // Who had left before it could play at a table is not placed by the league.
    if (two_seats_) {
      ASSERT_EQ(expected.order, actual.placing);
    }
    ASSERT_EQ(expected.order[0], actual.placing[0]);
  }

  // Of two seats: both order everybody alike, the disqualified left aside.
  void CompareRanking(const std::vector<std::vector<int>>& expected,
                      const std::vector<Standing>& table) const {
    if (!two_seats_) return;
    std::map<Entrant, Standing> rows;
    for (const Standing& row : table) rows[row.entrant] = row;
    std::int32_t before = 0;
    for (const std::vector<int>& sharing : expected) {
      std::int32_t placed = 0;
      for (const int entrant : sharing)
        placed += rows[entrant].status == EntrantStatus::kDisqualified ? 0 : 1;
      for (const int entrant : sharing) {
        if (rows[entrant].status == EntrantStatus::kDisqualified) continue;
        ASSERT_EQ(rows[entrant].place_from, before + 1) << "entrant " << entrant;
        ASSERT_EQ(rows[entrant].place_to, before + placed);
      }
      before += placed;
    }
  }

  bool two_seats_;
  pairing::Bracket plan_;
  std::vector<BracketEvent> events_;
  std::map<match::MatchId, int> fixture_of_;
};

void PlayAgainstOracle(const LeagueConfig& config, std::int32_t bots, std::uint64_t seed) {
  LeagueDriver driver(config, seed, seed);
  Oracle oracle(config, bots);
  driver.Enter(bots);
  driver.Start();
  driver.after_each = [&] { oracle.Note(driver.league(), driver.log().back()); };
  test::SplitMix chance(seed);
  while (!driver.IsOver()) {
    const match::BotId bot{1 +
                           static_cast<std::int64_t>(chance.Below(static_cast<std::size_t>(bots)))};
    const League& league = driver.league();
    if (chance.Chance(15)) {
      if (league.CanReinstate(bot).ok())
        driver.Apply(Kind::kReinstated, bot.number);
      else if (league.CanDisqualify(bot).ok() && chance.Chance(70))
        driver.Apply(Kind::kDisqualified, bot.number);
      else if (league.CanWithdraw(bot).ok() && chance.Chance(40))
        driver.Apply(Kind::kWithdrawn, bot.number);
    }
    if (driver.IsOver()) break;
    driver.File(1 + static_cast<int>(chance.Below(3)));
    while (!driver.running().empty()) driver.FinishOne(chance.Below(driver.running().size()));
    oracle.Compare(driver.league());
    if (testing::Test::HasFatalFailure()) return;
  }
  oracle.Compare(driver.league());
}

TEST(BracketOracleTest, TheLeagueResolvesBracketsAsThePlanSays) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    test::SplitMix chance(seed * 77);
    const bool doubled = chance.Chance(50);
    LeagueConfig config =
        ConfigOf(doubled ? Format::kDoubleElimination : Format::kSingleElimination,
                 doubled || chance.Chance(60) ? 2 : 3 + static_cast<std::int32_t>(chance.Below(4)));
    config.third_place = !doubled && config.seats == 2 && chance.Chance(50);
    if (config.seats > 2)
      config.advance =
          1 + static_cast<std::int32_t>(chance.Below(static_cast<std::size_t>(config.seats) - 1));
    const std::int32_t bots = config.seats + static_cast<std::int32_t>(chance.Below(31));
    SCOPED_TRACE(testing::Message() << Name(config.format) << " seed " << seed << " bots " << bots
                                    << " seats " << config.seats);
    PlayAgainstOracle(config, bots, seed);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace taki::league
