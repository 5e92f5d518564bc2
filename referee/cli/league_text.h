// A league for people: its head, its progress, its fixtures. Pure functions; everything that a
// referee said comes back escaped.
#pragma once

#include <string>
#include <vector>

#include "referee/cli/context.h"
#include "taki/v1/league.pb.h"

namespace taki::cli {

std::string Text(v1::LeagueState state);         // "RUNNING"
std::string Text(v1::LeagueFormat format);       // "ROUND_ROBIN"
std::string Text(v1::FixtureState state);        // "DECIDED"
std::string Text(v1::FixtureDecision decision);  // "WALKOVER"; "-" if it is not decided
std::string Text(v1::EntrantStatus status);      // "ACTIVE"
bool IsOver(v1::LeagueState state);              // FINISHED or ABORTED
Color ColorOf(v1::LeagueState state);

// "12 of 45 matches, 4 running, 1 void"; without "of 45" if there is no end.
std::string ProgressText(const v1::LeagueProgress& progress);
// What there is to play before anything was: "45 matches, 45 fixtures, 9 rounds".
std::string PlanText(const v1::LeagueProgress& progress);
// "3", "5-8", "-".
std::string PlacesText(int from, int to);
// "1st", "2nd", "11th".
std::string Ordinal(int number);

// Where a fixture stands: "round 3", "group 2, round 1", "losers' round 4", "grand final", "reset".
std::string RoundText(const v1::Fixture& fixture);
// Who is on a slot or, while that is not known, who will be: "alice", "winner of #5", "2nd of group
// 1", "seed 4", "nobody". `at_table`: of more than two, where it is "1st of #5".
std::string SlotText(const v1::FixtureSlot& slot, bool at_table = false);
// The points that `bot` has in the matches of `fixture` that count: a win is one, at a table the
// share of beaten opponents (docs/competitions.md).
double PointsIn(const v1::Fixture& fixture, const std::string& bot);
// "alice 1, bob 0"; without points while there are none.
std::string SlotsInBrief(const v1::Fixture& fixture);

// "l-000007  autumn  RUNNING": what a command that changed a league says.
void PrintLine(const v1::League& league, Context& context);
// The first part of `taki league status`: what the league is, its settings, progress, times, lots.
void PrintHead(const v1::League& league, const v1::LeagueProgress& progress, Context& context);
// The settings alone, with the bots if they are told.
void PrintSettings(const v1::LeagueConfig& config, Context& context);
// One row a fixture.
void PrintFixtures(const std::vector<v1::Fixture>& fixtures, Context& context);

}  // namespace taki::cli
