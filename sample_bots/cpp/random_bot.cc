// Plays one legal action, each with the same chance; with --seed N the same ones in each run.
#include "sample_bots/cpp/bot_kit.h"

using namespace taki::bot_kit;

Actions Choose(const Decision& decision) {
  const int chosen = Chance(decision, decision.legal_actions_size());
  return {decision.legal_actions(chosen).notation()};
}

int main(int argc, char** argv) { return RunBot(argc, argv, Choose); }
