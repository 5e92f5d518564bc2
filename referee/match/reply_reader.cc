#include "referee/match/reply_reader.h"

#include <algorithm>

#include "referee/match/text.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::match {
namespace {

// Members without a meaning (the colour of a red seven) may hold anything: only what the token says
// counts.
rules::Action WhatItSays(const rules::Action& action) {
  using rules::Action;
  if (action.kind != Action::Kind::kPlay) return {action.kind, {}, {}, false};
  if (action.card == rules::kChangeColorCard)
    return Action::PlayChangeColor(action.color, action.last_card);
  return Action::Play(action.card, action.last_card);
}

void AppendToken(std::string& tokens, const SentAction& sent) {
  if (!tokens.empty()) tokens += ' ';
  if (sent.action) {
    tokens += rules::Token(*sent.action);
  } else {
    tokens += kUnreadable;
  }
}

// Refuses the action at `index`, or the whole reply.
void Refuse(ReplyReading& reading, int index, std::string_view rule, std::string_view text) {
  reading.rule = rule;
  reading.text = text;
  reading.refused_index = index;
}

// Takes the action at `index` if it is legal in `position`.
bool Take(ReplyReading& reading, const rules::Position& position, rules::Seat seat,
          std::span<const SentAction> actions, std::size_t index) {
  const SentAction& sent = actions[index];
  if (!sent.action) {
    Refuse(reading, static_cast<int>(index), kNoAnswerRule,
           sent.problem.empty() ? kUnreadableText : std::string_view(sent.problem));
    return false;
  }
  const rules::Action action = WhatItSays(*sent.action);
  if (const auto violation = rules::Check(position, seat, action)) {
    Refuse(reading, static_cast<int>(index), violation->rule, violation->text);
    return false;
  }
  reading.applied.push_back(action);
  return true;
}

// Takes the second action and those after it, each where the ones before it have led.
void TakeTheOthers(ReplyReading& reading, const rules::Position& position, rules::Seat seat,
                   std::span<const SentAction> actions) {
  rules::Position ahead = position;
  rules::NoEvents unheard;
  for (std::size_t index = 1; index < actions.size(); ++index) {
    rules::Apply(ahead, seat, reading.applied.back(), unheard);
    if (!TurnGoesOn(ahead, position.turns_ended)) return;
    if (!Take(reading, ahead, seat, actions, index)) return;
  }
}

}  // namespace

ReplyReading ReadReply(const rules::Position& position, rules::Seat seat,
                       std::span<const SentAction> actions) {
  ReplyReading reading;
  if (actions.empty()) {
    Refuse(reading, -1, kNoAnswerRule, "`actions` is empty; send at least one action");
    return reading;
  }
  if (actions.size() > kMaxReplyActions) {
    Refuse(reading, -1, kNoAnswerRule,
           Concat("`actions` holds ", actions.size(), " actions; send at most ", kMaxReplyActions));
    reading.rest = kUnreadable;
    return reading;
  }
  // In a window the first action is the answer, and it ends the matter (R7.4).
  if (Take(reading, position, seat, actions, 0) && actions.size() > 1 &&
      position.phase != rules::Phase::kWindow)
    TakeTheOthers(reading, position, seat, actions);
  for (std::size_t index = reading.applied.size(); index < actions.size(); ++index)
    AppendToken(reading.rest, actions[index]);
  return reading;
}

Record RecordOf(const ReplyReading& reading, rules::Seat seat, DecisionId decision) {
  return {.kind = reading.applied.empty() ? Record::Kind::kRefusal : Record::Kind::kReply,
          .seat = seat,
          .decision = decision,
          .actions = reading.applied,
          .rest = reading.rest,
          .rule = reading.rule,
          .strike = !reading.rule.empty()};
}

std::string ReplyTokens(std::span<const SentAction> actions) {
  std::string tokens;
  for (const SentAction& sent : actions.first(std::min(actions.size(), kMaxReplyActions + 1)))
    AppendToken(tokens, sent);
  return tokens;
}

bool TurnGoesOn(const rules::Position& position, std::uint16_t turns_ended) {
  return !position.over() && position.phase != rules::Phase::kWindow &&
         position.turns_ended == turns_ended;
}

}  // namespace taki::match
