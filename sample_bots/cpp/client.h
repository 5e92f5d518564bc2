// The transport of a bot: one Play stream after another to one referee, with the waits between
// them. All gRPC of the kit is in client.cc.
#pragma once

#include "sample_bots/cpp/options.h"
#include "sample_bots/cpp/player.h"

namespace taki::bot_kit {

// Plays on the calling thread until there is a reason to stop, and returns the exit code
// (bot_kit.h). `player` and `log` must outlive the call.
int PlayUntilDone(const Options& options, Player& player, const Log& log);

}  // namespace taki::bot_kit
