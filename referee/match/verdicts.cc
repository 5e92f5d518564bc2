#include "referee/match/verdicts.h"

#include "referee/match/text.h"
#include "referee/rules/check.h"
#include "referee/rules/notation.h"

namespace taki::match {
namespace {

// The first `count` of `tokens`, as actions.
std::vector<rules::Action> ParseTokens(std::string_view tokens, std::int32_t count) {
  std::vector<rules::Action> actions;
  for (; count > 0; --count) {
    const std::string_view token = tokens.substr(0, tokens.find(' '));
    const auto action = rules::ParseAction(token);
    TAKI_CHECK(action.has_value());
    actions.push_back(*action);
    tokens.remove_prefix(std::min(tokens.size(), token.size() + 1));
  }
  return actions;
}

Verdict ConflictVerdict(const MatchState& state, DecisionId id, rules::Seat seat) {
  const DecisionLog::Answer answer = state.log().AnswerTo(id);
  Verdict verdict = NewVerdict(state, id, seat, VerdictKind::kDuplicateConflict);
  verdict.text = Concat("decision ", id.number, " was already answered with `", answer.tokens,
                        "`, and that stands; answer each decision once");
  verdict.applied = answer.applied;
  verdict.charged_ms = answer.charged_ms;
  verdict.recorded = ParseTokens(answer.tokens, answer.applied);
  return verdict;
}

}  // namespace

Verdict VerdictOnAnswer(const MatchState& state, DecisionId id, rules::Seat seat,
                        const ReplyReading& reading) {
  const bool nothing = reading.applied.empty();
  Verdict verdict = nothing ? NewVerdict(state, id, seat, VerdictKind::kIllegal)
                            : RecordedVerdict(state, id, seat);
  verdict.rule = reading.rule;
  verdict.text = reading.text;
  verdict.refused_index = reading.refused_index;
  return verdict;
}

Verdict VerdictOnClosed(const MatchState& state, const Reply& reply) {
  const DecisionLog& log = state.log();
  const bool asked = log.AskedOf(reply.decision, reply.seat);
  const DecisionLog::Fate fate = asked ? log.fate(reply.decision) : DecisionLog::Fate::kWithdrawn;
  const bool answered = fate == DecisionLog::Fate::kAnswered;
  if (answered && log.AnswerTo(reply.decision).tokens == ReplyTokens(reply.actions))
    return RecordedVerdict(state, reply.decision, reply.seat);  // N9
  if (state.state() != Match::State::kAssigned && !state.Plays(reply.seat))
    return NewVerdict(state, reply.decision, reply.seat, VerdictKind::kMatchOver);  // G8
  if (answered) return ConflictVerdict(state, reply.decision, reply.seat);          // N10
  if (fate == DecisionLog::Fate::kTimedOut)
    return NewVerdict(state, reply.decision, reply.seat, VerdictKind::kExpired);
  return NewVerdict(state, reply.decision, reply.seat, VerdictKind::kStale);  // N11, G2
}

Verdict RecordedVerdict(const MatchState& state, DecisionId id, rules::Seat seat) {
  const DecisionLog::Answer answer = state.log().AnswerTo(id);
  Verdict verdict = NewVerdict(state, id, seat, VerdictKind::kAccepted);
  if (!answer.rule.empty()) {
    verdict.kind = VerdictKind::kIllegal;
    verdict.rule = answer.rule;
    verdict.text = answer.text;
    verdict.refused_index = answer.applied;
  }
  verdict.applied = answer.applied;
  verdict.charged_ms = answer.charged_ms;
  verdict.bank_left_ms = answer.bank_left_ms;
  verdict.strikes = answer.strikes;
  return verdict;
}

Verdict NewVerdict(const MatchState& state, DecisionId id, rules::Seat seat, VerdictKind kind) {
  Verdict verdict;
  verdict.decision = id;
  verdict.kind = kind;
  verdict.bank_left_ms = state.bank_left_ms(seat);
  verdict.strikes = state.strikes(seat);
  switch (kind) {
    case VerdictKind::kStale:
      verdict.text = Concat("decision ", id.number,
                            " is not open for this seat; answer the decision asked last, once");
      break;
    case VerdictKind::kExpired:
      verdict.text = Concat("the time for decision ", id.number,
                            " was up (R11.1), and the referee has acted for the seat (R11.3)");
      break;
    case VerdictKind::kMatchOver:
      verdict.text = state.state() == Match::State::kOver ? "the match is over"
                                                          : "this seat has forfeited the match";
      break;
    case VerdictKind::kAccepted:
    case VerdictKind::kIllegal:
    case VerdictKind::kDuplicateConflict: break;
  }
  return verdict;
}

}  // namespace taki::match
