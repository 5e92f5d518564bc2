#include "tests/cli/canned_bracket.h"

#include <algorithm>

#include "referee/rules/check.h"
#include "tests/support/bracket_progress.h"

namespace taki::test {
namespace {

using namespace league::pairing;

v1::Section SectionOf(Part part) {
  switch (part) {
    case Part::kMain: return v1::SECTION_WINNERS;
    case Part::kLosers: return v1::SECTION_LOSERS;
    case Part::kThirdPlace: return v1::SECTION_THIRD_PLACE;
    case Part::kGrandFinal: return v1::SECTION_GRAND_FINAL;
  }
  return v1::SECTION_UNSPECIFIED;
}

void SetStatus(FixtureStatus status, v1::Fixture& fixture) {
  switch (status) {
    case FixtureStatus::kPending: return fixture.set_state(v1::FIXTURE_STATE_PENDING);
    case FixtureStatus::kReady: return fixture.set_state(v1::FIXTURE_STATE_READY);
    case FixtureStatus::kEmpty:
    case FixtureStatus::kNotNeeded: return fixture.set_state(v1::FIXTURE_STATE_CANCELLED);
    default: break;
  }
  fixture.set_state(v1::FIXTURE_STATE_DECIDED);
  fixture.set_decision(status == FixtureStatus::kPlayed ? v1::FIXTURE_DECISION_PLAYED
                       : status == FixtureStatus::kBye  ? v1::FIXTURE_DECISION_BYE
                                                        : v1::FIXTURE_DECISION_WALKOVER);
}

void SetSource(const Source& source, v1::FixtureSlot& slot) {
  if (source.kind == Source::Kind::kBye) return;
  const bool seed = source.kind == Source::Kind::kSeed;
  slot.set_source(seed ? v1::SLOT_SOURCE_SEED : v1::SLOT_SOURCE_PLACE);
  slot.set_number(source.number + 1);
  if (!seed) slot.set_place(source.place + 1);
}

// Plays all that can be played.
std::vector<BracketEvent> Play(const Bracket& plan, const Winner& winner) {
  std::vector<BracketEvent> events;
  for (bool played = true; played;) {
    played = false;
    const BracketProgress progress = Progress(plan, events);
    for (std::size_t i = 0; i < progress.fixtures.size(); ++i) {
      const FixtureProgress& fixture = progress.fixtures[i];
      if (fixture.status != FixtureStatus::kReady) continue;
      std::vector<int> order = fixture.players;
      const auto first = winner(static_cast<int>(i) + 1, order[0], order[1]);
      if (!first) continue;
      std::stable_partition(order.begin(), order.end(), [&](int one) { return one == *first; });
      events.push_back({.kind = BracketEvent::Kind::kResult,
                        .fixture = static_cast<int>(i),
                        .order = std::move(order)});
      played = true;
    }
  }
  return events;
}

}  // namespace

std::optional<int> BetterSeed(int, int one, int other) { return std::min(one, other); }

Winner BetterSeedUpTo(int fixtures) {
  return [fixtures](int number, int one, int other) {
    return number <= fixtures ? BetterSeed(number, one, other) : std::nullopt;
  };
}

Winner Upsets(std::vector<int> upsets) {
  return [upsets = std::move(upsets)](int number, int one, int other) {
    const bool upset = std::find(upsets.begin(), upsets.end(), number) != upsets.end();
    return std::optional(upset ? std::max(one, other) : std::min(one, other));
  };
}

v1::GetBracketResponse BracketOf(const Bracket& plan, const std::vector<std::string>& bots,
                                 const Winner& winner) {
  const BracketProgress progress = Progress(plan, Play(plan, winner));
  const auto name = [&](int entrant) { return bots.at(static_cast<std::size_t>(entrant)); };
  v1::GetBracketResponse response;
  for (std::size_t i = 0; i < plan.fixtures.size(); ++i) {
    const BracketFixture& planned = plan.fixtures[i];
    const FixtureProgress& so_far = progress.fixtures[i];
    v1::BracketRound* round = nullptr;
    for (auto& other : *response.mutable_rounds())
      if (other.section() == SectionOf(planned.part) && other.round() == planned.round + 1)
        round = &other;
    if (round == nullptr) {
      round = response.add_rounds();
      round->set_section(SectionOf(planned.part));
      round->set_round(planned.round + 1);
    }
    v1::Fixture& fixture = *round->add_fixtures();
    fixture.set_fixture_id(static_cast<int>(i) + 1);
    fixture.set_section(round->section());
    fixture.set_round(round->round());
    fixture.set_number_in_round(planned.number + 1);
    SetStatus(so_far.status, fixture);
    for (std::size_t n = 0; n < planned.slots.size(); ++n) {
      v1::FixtureSlot& slot = *fixture.add_slots();
      SetSource(planned.slots[n], slot);
      if (so_far.slots[n] >= 0) slot.set_bot(name(so_far.slots[n]));
      slot.set_nobody(so_far.slots[n] == kNobody);
    }
    for (const int entrant : so_far.order) fixture.add_placing(name(entrant));
  }
  return response;
}

v1::Fixture& FixtureOf(v1::GetBracketResponse& bracket, int number) {
  for (auto& round : *bracket.mutable_rounds())
    for (auto& fixture : *round.mutable_fixtures())
      if (fixture.fixture_id() == number) return fixture;
  TAKI_CHECK(false);
  return *bracket.mutable_rounds(0)->mutable_fixtures(0);
}

void AddGame(v1::Fixture& fixture, const std::string& winner, const std::string& loser) {
  v1::FixtureMatch& match = *fixture.add_matches();
  match.set_over(true);
  match.set_counts(true);
  v1::FixtureSeat& first = *match.add_seats();
  first.set_bot(winner);
  first.set_place(1);
  v1::FixtureSeat& second = *match.add_seats();
  second.set_bot(loser);
  second.set_place(2);
}

std::vector<std::string> Names(int count) {
  static const std::vector<std::string> kNames = {
      "alice", "bob",  "carol", "dave",  "erin", "frank", "grace", "heidi",
      "ivan",  "judy", "karl",  "laura", "mike", "nina",  "oscar", "peggy"};
  return {kNames.begin(), kNames.begin() + count};
}

}  // namespace taki::test
