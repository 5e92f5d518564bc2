#include "referee/service/sight.h"

namespace taki::service {

std::optional<grpc::Status> Look(const Backend& backend, const grpc::ServerContext& context,
                                 const store::MatchRow& row, Sight& sight) {
  sight.revealed = store::IsRevealed(row.state);
  if (sight.revealed) return std::nullopt;
  Caller caller;
  if (const auto error = backend.auth.WhoCalls(context.client_metadata(), caller))
    return ToGrpcStatus(*error);
  sight.organiser = caller.organiser;
  for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat)
    if (caller.bot == row.config.seats[seat].bot)
      sight.own.Add(rules::Seat(static_cast<int>(seat)));
  return std::nullopt;
}

grpc::Status OnlyForItsBot(const store::MatchRow& row, std::optional<rules::Seat> seat) {
  std::string whose;
  for (std::size_t i = 0; i < row.config.seats.size(); ++i) {
    if (seat && seat->index() != i) continue;
    if (!whose.empty()) whose += i + 1 == row.config.seats.size() ? " or " : ", ";
    whose += row.config.seats[i].name;
  }
  return ToGrpcStatus({Reason::kMatchNotOver,
                       "The match is not over, and until then a decision is told only to the bot "
                       "that was asked: call with the token of " +
                           whose + ", or ask again when it is over.",
                       {},
                       {},
                       0});
}

}  // namespace taki::service
