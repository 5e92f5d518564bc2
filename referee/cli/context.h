// What every command is handed: the flags that all commands share, and the ways to the outside.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "referee/cli/client.h"
#include "referee/cli/endpoint.h"
#include "referee/cli/exit_code.h"
#include "referee/cli/surroundings.h"
#include "referee/cli/text.h"

namespace taki::cli {

class Context {
 public:
  explicit Context(Surroundings& surroundings) : around(surroundings) {}

  // The referee, for a command that needs the organiser's (or a bot's) token, and for one that does
  // not. The connection is made at the first call of a service.
  Client& WithToken();
  Client& WithoutToken();

  std::ostream& out() { return around.out; }
  std::ostream& err() { return around.err; }
  int width() const { return around.columns; }
  // Colours only on a terminal, and not if NO_COLOR is set or TERM is dumb.
  Painter OutPainter() const;

  Surroundings& around;
  EndpointFlags endpoint;
  int timeout_s = 10;
  bool json = false;

 private:
  Client& Open(std::optional<Found> token);
  std::unique_ptr<Client> client_;
};

// A command that was chosen on the command line and waits to be run.
using Command = std::function<ExitCode(Context&)>;

}  // namespace taki::cli
