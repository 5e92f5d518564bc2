// What one caller may see of one match before it is over: the rights of all calls that tell hidden
// cards or answers (fault S6). Internal to this room; thread-safe.
#pragma once

#include <grpcpp/server_context.h>

#include <optional>
#include <string>

#include "referee/rules/seat.h"
#include "referee/service/call.h"
#include "store/rows.h"

namespace taki::service {

struct Sight {
  bool revealed = false;   // the match is over: everybody sees all
  bool organiser = false;  // no hidden card, but no delay either
  rules::SeatSet own{};    // the seats of the bot that calls: it sees what it has seen already

  bool Sees(rules::Seat seat) const { return revealed || own.Contains(seat); }
  // What everyone sees, also of a match that is shown to the public with a delay.
  bool WithoutDelay() const { return revealed || organiser || !own.empty(); }
};

// The status that refuses the call, or nothing: a token that is nobody's. Of a match that is over
// no token is looked at.
std::optional<grpc::Status> Look(const Backend& backend, const grpc::ServerContext& context,
                                 const store::MatchRow& row, Sight& sight);

// MATCH_NOT_OVER, which says whose token is needed: of the bot on `seat`, or of any of the match.
grpc::Status OnlyForItsBot(const store::MatchRow& row, std::optional<rules::Seat> seat);

}  // namespace taki::service
