// What can reach a match machine: everything that ever changes it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/match/config.h"
#include "referee/match/instant.h"
#include "referee/rules/action.h"

namespace taki::match {

// One action of a reply as it arrived. What could not be read as an action (unset oneof, unknown
// enum value, notation that does not parse) is an illegal action, never a default: `problem` then
// names the field and what to do.
struct SentAction {
  std::optional<rules::Action> action{};
  std::string problem{};  // set exactly when `action` is not
};

// The seat's bot is ready, with up to 32 bytes of entropy. `version` is what the seat is recorded
// with.
struct Ready {
  rules::Seat seat{};
  std::string entropy{};
  std::string version{};
};
// `arrived` is when it was read from the wire; it alone decides lateness: arrived <= deadline is in
// time (T4).
struct Reply {
  rules::Seat seat{};
  DecisionId decision;
  std::vector<SentAction> actions{};
  Instant arrived;
};
struct TimeUp {};  // some deadline may have passed
struct Joined {
  rules::Seat seat{};
};  // its bot can be reached (again)
struct Left {
  rules::Seat seat{};
};  // its bot cannot be reached
struct Resign {
  rules::Seat seat{};
};
struct Disqualify {
  rules::Seat seat{};
};
struct Abort {
  std::string reason{};
};  // UPPER_SNAKE: the match becomes VOID (R11.8)

using Input = std::variant<Ready, Reply, TimeUp, Joined, Left, Resign, Disqualify, Abort>;

}  // namespace taki::match
