#include "sample_bots/cpp/options.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <random>

#include "sample_bots/cpp/bot_kit.h"

namespace taki::bot_kit {
namespace {

constexpr const char* kDefaultServer = "127.0.0.1:7450";

std::uint64_t AnySeed() {
  std::random_device entropy;
  return std::uint64_t{entropy()} << 32 | entropy();
}

// The first line of `path`, or nothing if it cannot be read.
std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

void Declare(CLI::App& app, Options& options, std::string& token_file, bool& once) {
  app.add_option("--server", options.server, "The referee, host:port")
      ->envname("TAKI_SERVER")
      ->capture_default_str();
  app.add_option("--token", options.token,
                 "The bot's token; better by --token-file or TAKI_TOKEN: others can read command "
                 "lines")
      ->envname("TAKI_TOKEN");
  app.add_option("--token-file", token_file, "A file whose first line is the token");
  app.add_option("--bot-version", options.bot_version, "What the bot says its version is")
      ->capture_default_str();
  app.add_option("--max-matches", options.max_matches,
                 "The most matches at once; 0: as many as the referee allows")
      ->check(CLI::Range(0, 10'000))
      ->capture_default_str();
  auto* games = app.add_option("--games", options.games,
                               "Stop when so many matches are finished and none is going on");
  games->check(CLI::Range(1, 1'000'000'000));
  app.add_flag("--once", once, "The same as --games 1")->excludes(games);
  app.add_option("--give-up", options.give_up_s,
                 "Stop when no referee was found for so many seconds; 0: try for ever")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  app.add_flag("--tls", options.tls, "Connect with TLS");
  app.add_option("--tls-ca", options.tls_ca, "With TLS; trust the certificates in this PEM file")
      ->check(CLI::ExistingFile);
  app.add_option("--seed", options.seed, "Makes the bot's chance repeatable");
  app.add_flag("--quiet", options.quiet, "Log only what goes wrong");
}

}  // namespace

std::variant<Options, int> ParseOptions(int argc, char** argv) {
  Options options{.server = kDefaultServer, .token = {}, .tls_ca = {}, .seed = AnySeed()};
  std::string token_file;
  bool once = false;
  CLI::App app("A bot for the TAKI referee.");
  Declare(app, options, token_file, once);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  if (once) options.games = 1;
  options.tls = options.tls || !options.tls_ca.empty();
  if (!token_file.empty()) options.token = FirstLine(token_file);
  if (!options.token.starts_with("taki_")) {
    std::cerr
        << "No token that begins with taki_: give --token-file FILE, or set TAKI_TOKEN. `taki "
           "bot register` makes one.\n";
    return kUsage;
  }
  return options;
}

}  // namespace taki::bot_kit
