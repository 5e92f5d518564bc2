// How the state of fixtures follows from the facts.
#include <algorithm>
#include <set>
#include <utility>

#include "referee/league/book.h"
#include "referee/match/record.h"

namespace taki::league {

void Book::Derive(std::int32_t first) {
  std::set<std::int32_t> todo{first};
  while (!todo.empty()) {
    const std::int32_t index = *todo.begin();
    todo.erase(todo.begin());
    const bool was_settled = IsSettled(index);
    const std::vector<Entrant> before = fixture(index).placing;
    DeriveOne(index);
    if (was_settled == IsSettled(index) && before == fixture(index).placing) continue;
    for (const std::int32_t dependent : notes(index).dependents) todo.insert(dependent);
    if (fixture(index).section != Section::kGroup) continue;
    Group& group = groups_[At(fixture(index).group - 1)];
    if (group.final || group.unsettled > 0) continue;
    RankGroup(group);
    todo.insert(group.dependents.begin(), group.dependents.end());
  }
}

void Book::DeriveAll() {
  progress_ = {};
  open_.clear();
  std::fill(unsettled_waves_.begin(), unsettled_waves_.end(), 0);
  for (Group& group : groups_) {
    group.unsettled = 0;
    if (!group.final) group.ranking.reset();
  }
  for (std::int32_t index = 0; index < fixture_count(); ++index) {
    if (!notes(index).final) fixtures_[At(index)].state = FixtureState::kPending;
    notes_[At(index)].next.reset();
    Account(index, 1);
  }
  for (std::int32_t index = 0; index < fixture_count(); ++index) {
    DeriveOne(index);
    if (fixture(index).section != Section::kGroup) continue;
    Group& group = groups_[At(fixture(index).group - 1)];
    if (!group.final && group.unsettled == 0) RankGroup(group);
  }
}

// Requires: what it draws from is derived.
void Book::DeriveOne(std::int32_t index) {
  Account(index, -1);
  if (!notes(index).final) {
    FillSlots(index);
    const std::vector<Entrant>& slots = fixture(index).slots;
    const bool known = std::find(slots.begin(), slots.end(), kUnknown) == slots.end();
    if (known && notes(index).needed)
      TakeJudgement(index, Judge(fixture(index), notes(index).facts, notes(index).rule,
                                 {.presence = presence_,
                                  .entrants = entrants_,
                                  .event_seed = &event_seed_,
                                  .closed_seq = closed_seq_,
                                  .void_limit = config_.void_limit}));
    else
      Settle(index);
  }
  RefreshCounts(index);
  Account(index, 1);
}

void Book::FillSlots(std::int32_t index) {
  Fixture& fixture = fixtures_[At(index)];
  FixtureNotes& notes = notes_[At(index)];
  if (IsFiled(index)) return;
  if (notes.reset_of >= 0) {
    const Fixture& first = fixtures_[At(notes.reset_of)];
    // Both have lost once: the losers' champion, on the second slot, has won.
    notes.needed = first.placing.size() == 2 && first.placing[0] == first.slots[1];
    fixture.slots = notes.needed ? first.slots : std::vector<Entrant>{kUnknown, kUnknown};
    return;
  }
  for (std::size_t i = 0; i < fixture.sources.size(); ++i)
    if (fixture.sources[i].kind == Source::Kind::kPlace ||
        fixture.sources[i].kind == Source::Kind::kGroupPlace)
      fixture.slots[i] = WhoComesFrom(fixture.sources[i]);
}

Entrant Book::WhoComesFrom(const Source& source) const {
  const auto place = At(source.place - 1);
  if (source.kind == Source::Kind::kGroupPlace) {
    const auto& ranking = groups_[At(source.number - 1)].ranking;
    if (!ranking) return kUnknown;
    return place < ranking->size() ? (*ranking)[place] : kNobody;
  }
  const std::int32_t from = source.number - 1;
  if (!IsSettled(from) || notes(from).closed) return kUnknown;
  const std::vector<Entrant>& placing = fixture(from).placing;
  return place < placing.size() ? placing[place] : kNobody;
}

// The best who are still there; those who have left come last, struck ones not at all.
void Book::RankGroup(Group& group) {
  std::vector<ScoredGame> games;
  for (const std::int32_t index : group.fixtures) AddScores(index, games);
  std::vector<Entrant> members;
  for (const Entrant entrant : group.members)
    if (!IsStruck(entrant)) members.push_back(entrant);
  group.ranking.emplace();
  for (const Standing& row : RankTable(config_.tie_breaks, config_.seats, members, games, lots_))
    group.ranking->push_back(row.entrant);
  std::stable_partition(group.ranking->begin(), group.ranking->end(),
                        [this](Entrant entrant) { return IsActive(entrant); });
}

void Book::Settle(std::int32_t index) {
  Fixture& fixture = fixtures_[At(index)];
  FixtureNotes& notes = notes_[At(index)];
  const bool unneeded = notes.reset_of >= 0 && IsSettled(notes.reset_of) && !notes.needed;
  notes.closed = IsClosed() && !unneeded;
  fixture.state = notes.closed || unneeded ? FixtureState::kCancelled : FixtureState::kPending;
  fixture.decision = Decision::kNone;
  fixture.placing.clear();
  notes.games.clear();
  notes.next.reset();
  const auto filled = std::count_if(fixture.slots.begin(), fixture.slots.end(),
                                    [](Entrant entrant) { return entrant != kNobody; });
  notes.matches_left =
      fixture.state == FixtureState::kPending && filled >= 2 ? FewestMatches(notes.rule) : 0;
}

void Book::TakeJudgement(std::int32_t index, Judgement judgement) {
  Fixture& fixture = fixtures_[At(index)];
  FixtureNotes& notes = notes_[At(index)];
  fixture.state = judgement.state;
  fixture.decision = judgement.decision;
  fixture.placing = std::move(judgement.placing);
  notes.closed = judgement.closed;
  notes.games = std::move(judgement.games);
  notes.next = std::move(judgement.next);
  notes.matches_left = judgement.matches_left;
}

void Book::RefreshCounts(std::int32_t index) {
  Fixture& fixture = fixtures_[At(index)];
  const FixtureNotes& notes = notes_[At(index)];
  for (Attempt& attempt : fixture.attempts) attempt.counts = false;
  const auto is_struck = [&](Entrant entrant) { return notes.rule.strikes && IsStruck(entrant); };
  for (const GameResult& game : notes.games)
    if (game.kind == GameResult::Kind::kPlayed)
      fixture.attempts[At(game.attempt)].counts =
          ScoreWithout(fixture, game, is_struck).has_value();
}

void Book::Account(std::int32_t index, std::int32_t sign) {
  const Fixture& fixture = fixtures_[At(index)];
  const FixtureNotes& notes = notes_[At(index)];
  const bool settled = IsSettled(index);
  if (notes.needed) {
    progress_.fixtures_total += sign;
    if (settled)
      progress_.fixtures_done += sign;
    else
      unsettled_waves_[At(notes.wave - 1)] += sign;
    progress_.matches_total += sign * (settled ? 0 : notes.matches_left);
  }
  if (fixture.section == Section::kGroup && (!settled || notes.closed))
    groups_[At(fixture.group - 1)].unsettled += sign;
  for (const Attempt& attempt : fixture.attempts) {
    if (attempt.counts) progress_.matches_done += sign;
    if (attempt.counts) progress_.matches_total += sign;
    if (!attempt.over) progress_.matches_running += sign;
    if (attempt.annulled || (attempt.over && attempt.outcome->ending == match::MatchEnding::kVoid))
      progress_.matches_void += sign;
  }
  if (notes.next && sign > 0)
    open_.insert(index);
  else if (notes.next)
    open_.erase(index);
}

}  // namespace taki::league
