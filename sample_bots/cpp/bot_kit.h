// The C++ kit for TAKI bots: a bot is one function from a decision to actions, the kit does the
// rest.
//
//   Actions Choose(const Decision& decision) { return {decision.legal_actions(0).notation()}; }
//   int main(int argc, char** argv) { return RunBot(argc, argv, Choose); }
//
// The kit connects (flags, environment: docs/bots.md), says Hello, answers Ready with entropy of
// its own, hands each decision to the bot, and connects again when the stream breaks. Asked the
// same decision again, it gives the answer it gave before, so nothing is ever answered twice in two
// ways. It logs what the author should know to stderr: results, and replies that were refused.
//
// Everything runs on the thread that called RunBot. While the bot thinks, its other matches
// wait, and their clocks run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sample_bots/cpp/hand.h"
#include "taki/v1/play_service.pb.h"

namespace taki::bot_kit {

using v1::Decision;

// What a bot does with a decision: 1 to 128 actions in notation (docs/notation.md), played in this
// order until the turn ends, for example {"RT", "R5", "R3!", "close"}. `decision.legal_actions`
// lists what may come first.
using Actions = std::vector<std::string>;
using Bot = std::function<Actions(const Decision&)>;

// What RunBot returns, for main to return.
enum ExitCode : int {
  kDone = 0,         // it has finished as many matches as --games says
  kUsage = 2,        // a flag is wrong, or there is no token
  kRefused = 3,      // the referee refuses this bot, and trying again would not help
  kSuperseded = 4,   // another program plays with this bot's token
  kUnreachable = 5,  // no referee for as long as --give-up says
};

// Plays until there is a reason to stop. Without --games that is only a refusal.
int RunBot(int argc, char** argv, const Bot& bot);

// A number from 0 to n-1 (n > 0), all equally likely: a pure function of --seed, the match and the
// decision, so that the same question gets the same answer. Without --seed it differs from run to
// run. Meaningful once RunBot has been called.
int Chance(const Decision& decision, int n);

}  // namespace taki::bot_kit
