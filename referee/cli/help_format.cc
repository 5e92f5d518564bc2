#include "referee/cli/help_format.h"

namespace taki::cli {

std::string HelpFormat::make_help(const CLI::App* app, std::string name,
                                  CLI::AppFormatMode mode) const {
  std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = help.find("\n\n\n"); at != std::string::npos; at = help.find("\n\n\n", at))
    help.erase(at, 1);
  return help;
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  const std::string name = option->get_type_name();
  const std::string own = name.substr(0, name.find(':'));  // a check's description follows
  return own.empty() || option->get_positional() ? "" : " " + own;
}

std::string HelpFormat::make_option_usage(const CLI::Option* option) const {
  std::string usage = make_option_name(option, true);
  if (option->get_expected_min() > 1) usage += " " + usage;
  if (!option->get_required()) usage = "[" + usage + "]";
  return option->get_expected_max() > 1 ? usage + "..." : usage;
}

std::string HelpFormat::make_footer(const CLI::App* app) const {
  const std::string own = CLI::Formatter::make_footer(app);
  if (app->get_parent() == nullptr) return own;
  return "Every command takes --server, --token, --token-file, --timeout and --json\n"
         "too: see taki --help.\n\n" +
         own;
}

}  // namespace taki::cli
