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

void AddMatchStart(CLI::App& match, Command& chosen);
void AddMatchWatch(CLI::App& match, Command& chosen);
void AddMatchList(CLI::App& match, Command& chosen);
void AddMatchShow(CLI::App& match, Command& chosen);
void AddMatchRecord(CLI::App& match, Command& chosen);
void AddMatchVerify(CLI::App& match, Command& chosen);

}  // namespace taki::cli
