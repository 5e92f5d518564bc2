// Whole leagues as a referee tells them: what the fake referee holds. Made by hand, result by
// result, so that what the client makes of them is checked against nothing of its own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "taki/v1/league_service.pb.h"

namespace taki::test {

struct CannedLeague {
  v1::League league;
  std::vector<v1::Entrant> entrants;
  v1::LeagueProgress progress;
  std::vector<v1::Fixture> fixtures;
  std::vector<v1::Standing> standings;
  std::vector<v1::BracketRound> bracket;
  // After the introduction: news, and progress between them.
  std::vector<v1::WatchLeagueResponse> stream;

  // A league of `bots`, seeded in this order, RUNNING, without fixtures.
  CannedLeague(const std::string& id, const std::string& name, v1::LeagueFormat format,
               const std::vector<std::string>& bots);

  std::string id() const { return league.league_id(); }
  v1::Entrant& entrant(const std::string& bot);

  // The next fixture, READY, with these bots on its slots.
  v1::Fixture& AddFixture(v1::Section section, int round, const std::vector<std::string>& bots);
  // A match of fixture `number` that is over and counts: bots with their places.
  v1::FixtureMatch& Play(int number, const std::vector<std::pair<std::string, int>>& places);
  // A match of it that came to nothing.
  v1::FixtureMatch& PlayVoid(int number, const std::string& reason);
  // The next row of the table: points, then the values of the tie-breaks of the settings.
  v1::Standing& AddStanding(const std::string& bot, int place, double points,
                            const std::vector<double>& tie_breaks,
                            const std::vector<int>& place_counts);

  // The next entry of the log; its time is a second after the one before.
  v1::LeagueNews& AddNews(v1::LeagueNewsKind kind);
  // Progress as it is when so many matches are over and so many are running.
  void AddProgress(v1::LeagueState state, int done, int running);

 private:
  int matches_ = 0;
};

// l-000001 `autumn`, FINISHED: a round robin of alice, bob, carol and dave at tables of two, with a
// void attempt, a draw, a bot that was withdrawn and its walkover. Its stream tells all of it.
CannedLeague Autumn();

// l-000002 `tables`, RUNNING: five bots, tables of three, thirds of points, one disqualified.
CannedLeague Tables();

}  // namespace taki::test
