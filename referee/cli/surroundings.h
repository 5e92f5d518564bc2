// What the program has around it, handed in so that a test runs a command without a process.
#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "referee/cli/terminal.h"

namespace taki::cli {

struct Surroundings {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  // An environment variable; nothing if it is not set or empty.
  std::function<std::optional<std::string>(const std::string& name)> env;
  bool out_is_terminal = false;  // colours
  bool err_is_terminal = false;  // progress
  int columns = 80;              // how wide a line may get
  int rows = 24;                 // how many lines a terminal shows
  // Takes the whole terminal; gives nothing if there is none. Not set: there is none.
  std::function<std::unique_ptr<Terminal>()> open_terminal{};
};

}  // namespace taki::cli
