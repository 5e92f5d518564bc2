// How much of a reply counts, and why the rest does not (docs/rules.md R11.4, docs/protocol.md).
// Internal to this room.
//
// Pure functions of a position and a reply.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "referee/match/input.h"
#include "referee/match/record.h"
#include "referee/rules/position.h"

namespace taki::match {

inline constexpr std::size_t kMaxReplyActions = 128;

// The token of an action that could not be read.
inline constexpr std::string_view kUnreadable = "?";
inline constexpr std::string_view kUnreadableText =
    "the action could not be read; send one of the actions of docs/notation.md";
// What breaks no rule of the game but is no answer either: none at all, too many, unreadable.
inline constexpr std::string_view kNoAnswerRule = "R11.4";

struct ReplyReading {
  // Legal one after the other from the position on; the turn goes on at least until the last of
  // them.
  absl::InlinedVector<rules::Action, 2> applied;
  std::string rest;  // the other tokens, a space between
  // Of the first token of `rest` (or of the reply as a whole), if it was refused; empty if the rest
  // is ignored: the turn had ended, a window had opened, or was answered.
  std::string rule;
  std::string text;
  int refused_index = -1;
};

// Requires: seat is asked in `position`.
ReplyReading ReadReply(const rules::Position& position, rules::Seat seat,
                       std::span<const SentAction> actions);

// What goes on record of it, uncharged.
Record RecordOf(const ReplyReading& reading, rules::Seat seat, DecisionId decision);

// All tokens of a reply, a space between: two replies say the same exactly if these are equal.
std::string ReplyTokens(std::span<const SentAction> actions);

// True if the turn that `position` was in when `turns_ended` turns had ended goes on without a
// question to others.
bool TurnGoesOn(const rules::Position& position, std::uint16_t turns_ended);

}  // namespace taki::match
