// The program `taki`. All that it does is in run.h; here it meets the process.
#include <pwd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "referee/cli/run.h"
#include "referee/cli/tty.h"

namespace {

std::optional<std::string> Environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value != nullptr && *value != '\0') return value;
  // Containers and services often run without it; who the user is is known all the same.
  if (name == "USER")
    if (const passwd* user = getpwuid(getuid()); user != nullptr) return user->pw_name;
  return std::nullopt;
}

// The terminal's size, at least 60 columns and 10 rows; 80 columns where there is none, so that
// what is piped is always the same.
void Measure(taki::cli::Surroundings& around) {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return;
  around.columns = std::max<int>(60, size.ws_col);
  around.rows = std::max<int>(10, size.ws_row);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  taki::cli::Surroundings around{std::cin, std::cout, std::cerr, Environment};
  around.out_is_terminal = isatty(STDOUT_FILENO) != 0;
  around.err_is_terminal = isatty(STDERR_FILENO) != 0;
  if (around.out_is_terminal) Measure(around);
  around.open_terminal = taki::cli::OpenTty;
  return static_cast<int>(taki::cli::Run(std::vector<std::string>(argv + 1, argv + argc), around));
}
