// How --help looks: CLI11's layout, with a value's name but not its checks, at most 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace taki::cli {

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat() { column_width(28); }

  // "\n\n" between the groups of options, once.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  // " MS": the name of the value alone.
  std::string make_option_opts(const CLI::Option* option) const override;
  // "BOT BOT...", "ID", "[ID|FILE]...".
  std::string make_option_usage(const CLI::Option* option) const override;
  // Of a command, with a line about the flags that all commands take.
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace taki::cli
