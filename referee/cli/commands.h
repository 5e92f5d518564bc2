// The commands of `taki`, one file each (bot_list.cc, match_show.cc, ...).
//
// Each function adds one subcommand with its options and its help; when the command line chose it,
// `chosen` is set. Nothing else happens before the whole command line was found to be right.
#pragma once

#include <CLI/CLI.hpp>

#include "referee/cli/context.h"

namespace taki::cli {

void AddBotRegister(CLI::App& bot, Command& chosen);
void AddBotList(CLI::App& bot, Command& chosen);
void AddBotRotate(CLI::App& bot, Command& chosen);
void AddBotRatings(CLI::App& bot, Command& chosen);
void AddBotShow(CLI::App& bot, Command& chosen);

void AddMatchStart(CLI::App& match, Command& chosen);
void AddMatchWatch(CLI::App& match, Command& chosen);
void AddMatchList(CLI::App& match, Command& chosen);
void AddMatchShow(CLI::App& match, Command& chosen);
void AddMatchReplay(CLI::App& match, Command& chosen);
void AddMatchWhy(CLI::App& match, Command& chosen);
void AddMatchDecision(CLI::App& match, Command& chosen);
void AddMatchResend(CLI::App& match, Command& chosen);
void AddMatchRecord(CLI::App& match, Command& chosen);
void AddMatchVerify(CLI::App& match, Command& chosen);
void AddMatchVoid(CLI::App& match, Command& chosen);
void AddMatchRequeue(CLI::App& match, Command& chosen);

void AddExport(CLI::App& root, Command& chosen);
void AddLeaderboard(CLI::App& root, Command& chosen);
void AddCompare(CLI::App& root, Command& chosen);

void AddLeagueCreate(CLI::App& league, Command& chosen);
void AddLeagueEnter(CLI::App& league, Command& chosen);
void AddLeagueWithdraw(CLI::App& league, Command& chosen);
void AddLeagueDisqualify(CLI::App& league, Command& chosen);
void AddLeagueReinstate(CLI::App& league, Command& chosen);
void AddLeagueStart(CLI::App& league, Command& chosen);
void AddLeaguePause(CLI::App& league, Command& chosen);
void AddLeagueResume(CLI::App& league, Command& chosen);
void AddLeagueDrain(CLI::App& league, Command& chosen);
void AddLeagueAbort(CLI::App& league, Command& chosen);
void AddLeagueStatus(CLI::App& league, Command& chosen);
void AddLeagueTable(CLI::App& league, Command& chosen);
void AddLeagueCrosstable(CLI::App& league, Command& chosen);
void AddLeagueBracket(CLI::App& league, Command& chosen);
void AddLeagueFixtures(CLI::App& league, Command& chosen);
void AddLeagueRequeue(CLI::App& league, Command& chosen);
void AddLeagueWatch(CLI::App& league, Command& chosen);
void AddLeagueList(CLI::App& league, Command& chosen);

}  // namespace taki::cli
