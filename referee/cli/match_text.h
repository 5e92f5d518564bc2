// A match for people: its head, its seats, times and durations. Pure functions; everything that a
// referee said comes back escaped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/cli/context.h"
#include "taki/v1/match.pb.h"

namespace taki::cli {

std::string DayText(std::int64_t unix_ms);     // "2026-12-01" (UTC)
std::string SecondText(std::int64_t unix_ms);  // "2026-12-01 18:30:05"; "-" for 0
std::string DurationText(std::int64_t ms);     // "35 ms", "1.2 s", "3 min 20 s"

std::string HexOf(const std::string& bytes);  // "0a1b"

std::string StagesText(const v1::Ruleset& ruleset);   // "8,7,6,5,4,3,2,1"
std::string RulesText(const v1::Ruleset& ruleset);    // what else a ruleset says
std::string ClockText(const v1::TimeControl& clock);  // "1.0 s a move and ..."

std::string Text(v1::MatchState state);    // "RUNNING"
std::string Text(v1::MatchEnding ending);  // "COMPLETED"; "-" if not over
std::string Text(v1::SeatEnd end);         // "TIMEOUT"; "-" if not over
bool IsOver(v1::MatchState state);         // FINISHED or VOID: its record is whole
Color ColorOf(v1::MatchState state);

// "bob 1, alice 2": the seats by place; in seat order while there are none.
std::string SeatsInBrief(const v1::Match& match);

// Why it ended, as a sentence with its rule: "bob emptied the hand of the last stage (R9.2)." Empty
// while it is not over.
std::string EndingSentence(const v1::Match& match);

// The head of `taki match show`: what the match is, its ruleset, clock, times and fair deal.
void PrintHead(const v1::Match& match, Context& context);
// One row a seat, by place; only who sits where while it is not over.
void PrintSeats(const v1::Match& match, Context& context);

}  // namespace taki::cli
