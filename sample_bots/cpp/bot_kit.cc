#include "sample_bots/cpp/bot_kit.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <variant>

#include "absl/synchronization/mutex.h"
#include "sample_bots/cpp/client.h"
#include "sample_bots/cpp/options.h"
#include "sample_bots/cpp/player.h"

namespace taki::bot_kit {
namespace {

std::uint64_t seed = 0;  // of Chance; set once by RunBot

// FNV-1a over the bytes of `text`, going on from `hash`.
std::uint64_t Hash(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// The finaliser of splitmix64: every bit of the answer depends on every bit of `x`.
std::uint64_t Mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Control characters of a text from elsewhere must not reach a terminal.
std::string Printable(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return text;
}

}  // namespace

int Chance(const Decision& decision, int n) {
  const std::uint64_t match = Hash(0xcbf29ce484222325 ^ Mixed(seed), decision.match_id());
  const auto decision_id = static_cast<std::uint64_t>(decision.decision_id());
  const std::uint64_t word = Mixed(match + decision_id * 0x9e3779b97f4a7c15);
  return static_cast<int>((word >> 32) * static_cast<std::uint64_t>(n) >> 32);
}

int RunBot(int argc, char** argv, const Bot& bot) {
  const std::variant<Options, int> parsed = ParseOptions(argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) return *code;
  const auto& options = std::get<Options>(parsed);
  seed = options.seed;
  // Debian's Abseil looks for deadlocks at each lock that gRPC takes: 4 % of a bot's time.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  const std::string name(BaseName(argv[0]));
  const Log log = [&](bool important, const std::string& line) {
    if (!important && options.quiet) return;
    std::fprintf(stderr, "%s: %s\n", name.c_str(), Printable(line).c_str());
  };
  Player player(options, bot, log);
  return PlayUntilDone(options, player, log);
}

}  // namespace taki::bot_kit
