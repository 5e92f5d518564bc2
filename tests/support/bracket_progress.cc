#include "tests/support/bracket_progress.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "referee/league/at.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

bool Contains(const std::vector<int>& v, int x) {
  return std::find(v.begin(), v.end(), x) != v.end();
}
bool IsDecided(FixtureStatus status) {
  return status != FixtureStatus::kPending && status != FixtureStatus::kReady;
}

class Resolver {
 public:
  explicit Resolver(const Bracket& bracket)
      : bracket_(bracket),
        known_(bracket.fixtures.size()),
        settled_(bracket.fixtures.size()),
        withdrawn_(static_cast<std::size_t>(bracket.entrants)) {}

  void Take(const BracketEvent& event) {
    switch (event.kind) {
      case BracketEvent::Kind::kBegun: return SettleWhatItRestsOn(event.fixture);
      case BracketEvent::Kind::kResult: return TakeResult(event.fixture, event.order);
      case BracketEvent::Kind::kWithdrawn: At(withdrawn_, event.entrant) = true; return;
      case BracketEvent::Kind::kReinstated: At(withdrawn_, event.entrant) = false; return;
    }
  }

  // What follows from what is known now.
  std::vector<FixtureProgress> All() && {
    for (int fixture = 0; fixture < Size(known_); ++fixture)
      if (!At(settled_, fixture)) At(known_, fixture) = Resolve(fixture);
    return std::move(known_);
  }

 private:
  void TakeResult(int fixture, const std::vector<int>& order) {
    TAKI_CHECK(!At(settled_, fixture) && order.size() >= 2);
    SettleWhatItRestsOn(fixture);
    FixtureProgress progress;
    progress.status = FixtureStatus::kPlayed;
    progress.slots = SlotsOf(fixture);
    for (const int entrant : order) {
      TAKI_CHECK(Contains(progress.slots, entrant) && !Contains(progress.order, entrant));
      progress.order.push_back(entrant);
    }
    for (const int entrant : progress.slots)
      if (entrant != kNobody && !Contains(order, entrant)) progress.order.push_back(entrant);
    Settle(fixture, std::move(progress));
  }

  // From now on no withdrawal or reinstatement changes how those fixtures were decided.
  void SettleWhatItRestsOn(int fixture) {
    const BracketFixture& plan = At(bracket_.fixtures, fixture);
    for (const Source& source : plan.slots)
      if (source.kind == Source::Kind::kPlace) SettleAsItStands(source.number);
    if (plan.reset_of >= 0) SettleAsItStands(plan.reset_of);
  }

  void SettleAsItStands(int fixture) {
    if (At(settled_, fixture)) return;
    SettleWhatItRestsOn(fixture);
    FixtureProgress progress = Resolve(fixture);
    TAKI_CHECK(IsDecided(progress.status));
    Settle(fixture, std::move(progress));
  }

  void Settle(int fixture, FixtureProgress progress) {
    At(known_, fixture) = std::move(progress);
    At(settled_, fixture) = true;
  }

  // Requires: all that it draws from is in known_. It has no result.
  FixtureProgress Resolve(int fixture) const {
    FixtureProgress progress;
    progress.slots = SlotsOf(fixture);
    const int first = At(bracket_.fixtures, fixture).reset_of;
    if (first >= 0 && !IsDecided(At(known_, first).status)) return progress;
    if (first >= 0 && !NeedsReset(At(known_, first)))
      progress.status = FixtureStatus::kNotNeeded;
    else if (!Contains(progress.slots, kUnknown))
      Decide(progress);
    return progress;
  }

  std::vector<int> SlotsOf(int fixture) const {
    std::vector<int> slots;
    for (const Source& source : At(bracket_.fixtures, fixture).slots) slots.push_back(Who(source));
    return slots;
  }

  int Who(const Source& source) const {
    if (source.kind == Source::Kind::kSeed) return source.number;
    if (source.kind == Source::Kind::kBye) return kNobody;
    const FixtureProgress& from = At(known_, source.number);
    if (!IsDecided(from.status)) return kUnknown;
    return source.place < Size(from.order) ? At(from.order, source.place) : kNobody;
  }

  // Both have lost once: the losers' champion, on the second slot, has won.
  static bool NeedsReset(const FixtureProgress& grand_final) {
    return grand_final.order.size() == 2 && grand_final.order[0] == grand_final.slots[1];
  }

  // By who is there and who has withdrawn. Requires: no slot is unknown.
  void Decide(FixtureProgress& progress) const {
    std::vector<int> there, away;
    for (const int entrant : progress.slots)
      if (entrant != kNobody) (At(withdrawn_, entrant) ? away : there).push_back(entrant);
    if (there.size() >= 2) {
      progress.status = FixtureStatus::kReady;
      progress.players = std::move(there);
    } else if (there.empty()) {
      progress.status = FixtureStatus::kEmpty;
    } else {
      progress.status = away.empty() ? FixtureStatus::kBye : FixtureStatus::kWalkover;
      progress.order = std::move(there);
      progress.order.insert(progress.order.end(), away.begin(), away.end());
    }
  }

  const Bracket& bracket_;
  std::vector<FixtureProgress> known_;
  std::vector<bool> settled_;  // [fixture]: known_ of it will not change any more
  std::vector<bool> withdrawn_;
};

// Which places of which fixtures go on to another fixture, the second grand final if it is needed.
std::vector<std::vector<bool>> GoesOn(const Bracket& bracket,
                                      const std::vector<FixtureProgress>& fixtures) {
  std::vector<std::vector<bool>> goes_on;
  for (const BracketFixture& fixture : bracket.fixtures) goes_on.emplace_back(fixture.slots.size());
  for (std::size_t f = 0; f < bracket.fixtures.size(); ++f) {
    const BracketFixture& fixture = bracket.fixtures[f];
    if (fixture.reset_of >= 0) {
      if (fixtures[f].status != FixtureStatus::kNotNeeded)
        At(goes_on, fixture.reset_of).assign(2, true);
    } else {
      for (const Source& source : fixture.slots)
        if (source.kind == Source::Kind::kPlace)
          At(At(goes_on, source.number), source.place) = true;
    }
  }
  return goes_on;
}

std::vector<std::vector<int>> Ranking(const Bracket& bracket,
                                      const std::vector<FixtureProgress>& fixtures) {
  constexpr std::pair<int, int> kStillIn{-1, 0};
  std::vector<std::pair<int, int>> key(static_cast<std::size_t>(bracket.entrants), kStillIn);
  const auto goes_on = GoesOn(bracket, fixtures);
  for (std::size_t f = 0; f < fixtures.size(); ++f) {
    const int stage = bracket.fixtures[f].stage;
    const std::vector<int>& order = fixtures[f].order;
    for (std::size_t place = 0; place < order.size(); ++place)
      if (!goes_on[f][place]) At(key, order[place]) = {stage, static_cast<int>(place)};
    if (fixtures[f].status == FixtureStatus::kEmpty)
      for (const int entrant : fixtures[f].slots)
        if (entrant != kNobody) At(key, entrant) = {stage, Size(fixtures[f].slots) - 1};
  }
  std::map<std::pair<int, int>, std::vector<int>> by_key;
  for (int entrant = 0; entrant < bracket.entrants; ++entrant)
    by_key[At(key, entrant)].push_back(entrant);
  std::vector<std::vector<int>> ranking;
  ranking.reserve(by_key.size());
  for (auto& [unused, entrants] : by_key) ranking.push_back(std::move(entrants));
  return ranking;
}

}  // namespace

BracketProgress Progress(const Bracket& bracket, std::span<const BracketEvent> events) {
  Resolver resolver(bracket);
  for (const BracketEvent& event : events) resolver.Take(event);
  BracketProgress progress;
  progress.fixtures = std::move(resolver).All();
  progress.done = std::all_of(progress.fixtures.begin(), progress.fixtures.end(),
                              [](const FixtureProgress& f) { return IsDecided(f.status); });
  progress.ranking = Ranking(bracket, progress.fixtures);
  return progress;
}

}  // namespace taki::league::pairing
