#include "referee/cli/context.h"

namespace taki::cli {

Client& Context::Open(std::optional<Found> token) {
  if (!client_)
    client_ =
        std::make_unique<Client>(FindServer(endpoint, around), std::move(token), timeout_s * 1'000);
  return *client_;
}

Client& Context::WithToken() { return Open(RequireToken(endpoint, around)); }
Client& Context::WithoutToken() { return Open(NamedToken(endpoint, around)); }

Painter Context::OutPainter() const {
  const bool dumb = around.env("TERM").value_or("") == "dumb";
  return Painter(around.out_is_terminal && !dumb && !around.env("NO_COLOR"));
}

}  // namespace taki::cli
