// What differs from format to format: which fixtures there are, and what the table is. Internal to
// this room.
//
// A schedule has no state of its own: everything is in the book, so that it can be derived anew.
#pragma once

#include <memory>
#include <vector>

#include "referee/league/book.h"

namespace taki::league {

class Schedule {
 public:
  static std::unique_ptr<const Schedule> Of(const LeagueConfig& config);
  virtual ~Schedule() = default;

  // Adds the fixtures that are known at the start. Seeds are frozen.
  virtual void Begin(Book& book) const = 0;
  // Takes back what was paired by results but of which nothing was filed yet: before all is derived
  // anew.
  virtual void Forget(Book&) const {}
  // Adds what the results so far allow to pair. Called when something has changed.
  virtual void Extend(Book&) const {}
  // Whether more fixtures will come though all that there are are settled.
  virtual bool HasMore(const Book&) const { return false; }
  // Adds to `progress` the rounds that are still to be paired.
  virtual void Foresee(const Book&, Progress&) const {}
  // The table: sorted by (group, place, seed).
  virtual std::vector<Standing> Standings(const Book& book) const;
};

// --- shared by the schedules

// The table of `members` by the games of these fixtures: the disqualified last, without a place.
std::vector<Standing> TableOf(const Book& book, const std::vector<Entrant>& members,
                              const std::vector<std::int32_t>& fixtures);
std::vector<Entrant> BySeed(const Book& book);            // all
std::vector<std::int32_t> AllFixtures(const Book& book);  // indices

std::unique_ptr<const Schedule> MakeRoundRobin();
std::unique_ptr<const Schedule> MakeSwiss();
std::unique_ptr<const Schedule> MakeBracket();
std::unique_ptr<const Schedule> MakeGroups();
std::unique_ptr<const Schedule> MakeGauntlet();
std::unique_ptr<const Schedule> MakeLadder();

}  // namespace taki::league
