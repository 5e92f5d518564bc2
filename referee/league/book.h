// Everything that a league's log has led to: what the formats (schedule.h) read and add to.
// Internal to this room.
//
// It keeps two kinds of things. Facts stay: who was entered, withdrawn or disqualified by which
// entry of the log, what was filed, how it ended, what is final. All else is derived from them, so
// that taking a fact back (a reinstatement, an annulled result) leaves no trace. A result derives
// anew only what depends on it; the rare entries derive everything (DeriveAll).
//
// Final: once a match of a fixture was filed, everything that this fixture rests on keeps its
// decision for good, and the fixture its slots.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "referee/league/fixture.h"
#include "referee/league/judge.h"
#include "referee/league/league.h"
#include "referee/league/score.h"
#include "referee/league/standings.h"

namespace taki::league {

// Of a fixture, beyond Fixture itself. `final` and `facts` are facts, all else is derived.
struct FixtureNotes {
  FixtureRule rule;
  std::int32_t reset_of =
      -1;                  // index of the grand final that it repeats; it is played only if needed
  std::int32_t stage = 0;  // brackets: how good it is to go out here, 0 the best
  std::int32_t wave = 1;   // which round it is in the order of play, over all sections
  std::vector<std::int32_t> dependents;  // indices of the fixtures that draw from it

  FixtureFacts facts;
  bool final = false;

  std::vector<GameResult> games;
  std::optional<Wanted> next;
  std::int32_t matches_left = 0;
  bool closed = false;  // cancelled because the league was drained or aborted
  bool needed = true;   // of a reset: whether it is known to be played
};

// Of an entrant, beyond EntrantInfo.
struct Player {
  std::int32_t left_seq = 0;          // fact: withdrawn by an organiser
  std::int32_t disqualified_seq = 0;  // fact
  std::int32_t withdrawn_seq = 0;     // by an organiser or by its no-shows
  std::int32_t no_shows = 0;
};

// A group of GROUPS_THEN_BRACKET.
struct Group {
  std::vector<Entrant> members;        // in the order of seeds
  std::vector<std::int32_t> fixtures;  // indices
  std::vector<std::int32_t> dependents;
  std::int32_t unsettled = 0;                   // fixtures; derived
  bool final = false;                           // fact
  std::optional<std::vector<Entrant>> ranking;  // if complete, best first; derived unless final
};

class Book {
 public:
  Book(LeagueId id, LeagueConfig config, const rules::Bytes32& event_seed);

  // --- before the start
  void Enter(match::BotId bot, const std::string& owner);
  void Leave(Entrant entrant);  // it is not entered any more
  // Seeds are frozen. `ratings`: [entrant].
  void Seed(const std::vector<std::optional<double>>& ratings);

  // --- building (schedules)
  // Returns its index. What it draws from is there already.
  std::int32_t Add(Fixture fixture, const FixtureRule& rule, std::int32_t stage = 0,
                   std::int32_t reset_of = -1);
  void AddGroup(std::vector<Entrant> members);  // its fixtures follow
  // Takes away fixtures from `index` on, of which none was filed (Swiss).
  void Drop(std::int32_t index);

  // --- facts
  void File(std::int32_t index, match::MatchId match, std::int32_t game,
            std::vector<Entrant> seats);
  // True if a bot is withdrawn by it (no_show_limit): then all must be derived.
  bool Finish(match::MatchId match, const Outcome& outcome, std::int32_t seq);
  void Annul(match::MatchId match);
  void Requeue(std::int32_t index, std::int32_t game);
  void Close(std::int32_t seq) { closed_seq_ = seq; }
  void Withdraw(Entrant entrant, std::int32_t seq);
  void Disqualify(Entrant entrant, std::int32_t seq);
  void Reinstate(Entrant entrant);

  // --- deriving
  void Derive(std::int32_t index);  // and what depends on it
  void DeriveAll();                 // all fixtures that there are

  // --- reading
  const LeagueConfig& config() const { return config_; }
  LeagueId id() const { return id_; }
  const rules::Bytes32& event_seed() const { return event_seed_; }
  const std::vector<EntrantInfo>& entrants() const { return entrants_; }
  const Player& player(Entrant entrant) const { return players_[At(entrant)]; }
  std::int32_t size() const { return static_cast<std::int32_t>(entrants_.size()); }
  Entrant BySeed(std::int32_t seed) const { return by_seed_[At(seed - 1)]; }
  std::optional<Entrant> Find(match::BotId bot) const;
  bool IsActive(Entrant entrant) const {
    return entrants_[At(entrant)].status == EntrantStatus::kActive;
  }
  std::vector<Entrant> Active() const;  // in the order of seeds
  bool IsStruck(Entrant entrant) const { return player(entrant).disqualified_seq != 0; }

  const std::vector<Fixture>& fixtures() const { return fixtures_; }
  const Fixture& fixture(std::int32_t index) const { return fixtures_[At(index)]; }
  const FixtureNotes& notes(std::int32_t index) const { return notes_[At(index)]; }
  std::int32_t fixture_count() const { return static_cast<std::int32_t>(fixtures_.size()); }
  const std::vector<Group>& groups() const { return groups_; }
  bool IsSettled(std::int32_t index) const {
    const FixtureState state = fixture(index).state;
    return state == FixtureState::kDecided || state == FixtureState::kCancelled;
  }
  bool IsFiled(std::int32_t index) const { return !fixture(index).attempts.empty(); }
  bool IsClosed() const { return closed_seq_ != 0; }
  // Indices of the fixtures that have something to be filed now.
  const std::set<std::int32_t>& open() const { return open_; }
  // A match by its fixture's index and its index in Fixture::attempts.
  std::optional<std::pair<std::int32_t, std::int32_t>> FindMatch(match::MatchId match) const;
  // All that are over, in the order in which they ended, as above.
  const std::vector<std::pair<std::int32_t, std::int32_t>>& finishes() const { return finishes_; }
  std::int32_t running() const { return progress_.matches_running; }
  std::int32_t unsettled() const { return progress_.fixtures_total - progress_.fixtures_done; }
  Progress progress() const;

  // What the standings count of these fixtures.
  void AddScores(std::int32_t index, std::vector<ScoredGame>& games) const;
  // [entrant]: for the last tie-break, the greater the better.
  const std::vector<std::int64_t>& lots() const { return lots_; }

 private:
  static std::size_t At(std::int32_t index) { return static_cast<std::size_t>(index); }

  void Attend(std::int32_t index, std::int32_t attempt, bool& withdrew);
  void AttendAll();
  void RefreshPresence(Entrant entrant);
  void MakeFinal(std::int32_t index);
  void MakeFinalWhatItRestsOn(std::int32_t index);
  void MakeGroupFinal(std::int32_t group);

  void DeriveOne(std::int32_t index);
  void FillSlots(std::int32_t index);
  Entrant WhoComesFrom(const Source& source) const;
  void RankGroup(Group& group);
  void Settle(std::int32_t index);  // without a judgement: slots unknown, or not needed
  void TakeJudgement(std::int32_t index, Judgement judgement);
  void RefreshCounts(std::int32_t index);
  // Adds (sign 1) or takes away (-1) what a fixture contributes to progress, open() and its group.
  void Account(std::int32_t index, std::int32_t sign);

  LeagueId id_;
  LeagueConfig config_;
  rules::Bytes32 event_seed_;
  std::vector<EntrantInfo> entrants_;
  std::vector<Player> players_;
  std::vector<Presence> presence_;
  std::map<match::BotId, Entrant> by_bot_;
  std::vector<Entrant> by_seed_;
  std::vector<std::int64_t> lots_;
  std::int32_t closed_seq_ = 0;

  std::vector<Fixture> fixtures_;
  std::vector<FixtureNotes> notes_;
  std::vector<Group> groups_;
  std::map<match::MatchId, std::pair<std::int32_t, std::int32_t>> matches_;
  std::vector<std::pair<std::int32_t, std::int32_t>> finishes_;

  std::set<std::int32_t> open_;
  Progress progress_;                          // but for round and rounds
  std::vector<std::int32_t> unsettled_waves_;  // [wave - 1]: fixtures not settled
};

}  // namespace taki::league
