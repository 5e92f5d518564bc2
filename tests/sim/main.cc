// The seeded simulator: referee_sim [--verbose] SEED COUNT | --list FILE
//
// Runs COUNT seeds from SEED on (or those of a list), prints the first broken promise of each seed
// that breaks one, and a summary of what was met. Exit code 0 if no seed did, 1 if one did, 2 if it
// was called wrongly. A seed that fails is played again by `referee_sim SEED 1 --verbose`.
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sim/simulation.h"

namespace {

using taki::sim::Simulation;

// A broken check of the product (TAKI_CHECK) aborts: the seed must be known then too.
char aborted[64] = "";
void OnAbort(int) {
  std::size_t size = 0;
  while (aborted[size] != '\0') ++size;
  [[maybe_unused]] const auto written = write(STDOUT_FILENO, aborted, size);
}

std::optional<std::uint64_t> Number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Arguments {
  std::vector<std::uint64_t> seeds;
  bool verbose = false;
};

// Each line: a seed, and why it is there. Empty lines and those with # count for nothing.
bool ReadList(const std::string& path, std::vector<std::uint64_t>& seeds) {
  std::ifstream file(path);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto seed = Number(line.substr(0, line.find(' ')));
    if (!seed) return false;
    seeds.push_back(*seed);
  }
  return true;
}

std::optional<Arguments> Parse(int argc, char** argv) {
  Arguments arguments;
  std::vector<std::uint64_t> numbers;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--verbose") {
      arguments.verbose = true;
    } else if (argument == "--list" && i + 1 < argc) {
      if (!ReadList(argv[++i], arguments.seeds)) return std::nullopt;
    } else if (const auto number = Number(argument)) {
      numbers.push_back(*number);
    } else {
      return std::nullopt;
    }
  }
  if (numbers.size() == 2)
    for (std::uint64_t i = 0; i < numbers[1]; ++i) arguments.seeds.push_back(numbers[0] + i);
  else if (!numbers.empty() || arguments.seeds.empty())
    return std::nullopt;
  return arguments;
}

// Whether the seed kept every promise, and gave the same trace twice if `twice`.
bool RunSeed(std::uint64_t seed, bool verbose, bool twice,
             std::map<std::string, std::int64_t>& tally) {
  std::snprintf(aborted, sizeof aborted, "seed %llu: aborted\n",
                static_cast<unsigned long long>(seed));
  Simulation simulation(seed, verbose);
  simulation.Run();
  for (const auto& [what, times] : simulation.tally()) tally[what] += times;
  for (const std::string& fault : simulation.faults())
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), fault.c_str());
  if (!simulation.faults().empty()) return false;
  if (!twice) return true;
  Simulation again(seed, false);
  again.Run();
  if (again.trace() == simulation.trace()) return true;
  std::printf("seed %llu: two runs differ\n", static_cast<unsigned long long>(seed));
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = Parse(argc, argv);
  if (!arguments) {
    std::fprintf(stderr, "usage: referee_sim [--verbose] SEED COUNT | --list FILE\n");
    return 2;
  }
  std::signal(SIGABRT, OnAbort);
  std::map<std::string, std::int64_t> tally;
  int failed = 0;
  for (const std::uint64_t seed : arguments->seeds)
    if (!RunSeed(seed, arguments->verbose, seed % 25 == 0, tally)) ++failed;
  for (const auto& [what, times] : tally)
    std::printf("%10lld %s\n", static_cast<long long>(times), what.c_str());
  std::printf("%zu seeds, %d failed\n", arguments->seeds.size(), failed);
  return failed == 0 ? 0 : 1;
}
