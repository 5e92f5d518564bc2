#include "referee/match/decision_log.h"

#include <algorithm>

#include "referee/rules/check.h"

namespace taki::match {

DecisionId DecisionLog::Ask(rules::Seat seat) {
  Entry& entry = entries_.emplace_back();
  entry.seat = static_cast<std::uint8_t>(seat.number());
  return DecisionId{asked()};
}

void DecisionLog::CloseAnswered(DecisionId id, const Answer& answer) {
  Entry& entry = Open(id);
  entry.fate = Fate::kAnswered;
  entry.tokens_at = static_cast<std::uint32_t>(tokens_.size());
  entry.tokens_size = static_cast<std::uint16_t>(answer.tokens.size());
  entry.applied = static_cast<std::uint8_t>(answer.applied);
  entry.refused = !answer.rule.empty();
  entry.strikes = static_cast<std::int16_t>(answer.strikes);
  entry.charged_ms = answer.charged_ms;
  entry.bank_left_ms = answer.bank_left_ms;
  tokens_ += answer.tokens;
  if (entry.refused) refusals_.push_back({id, std::string(answer.rule), answer.text});
}

void DecisionLog::Close(DecisionId id, Fate fate) { Open(id).fate = fate; }

bool DecisionLog::AskedOf(DecisionId id, rules::Seat seat) const {
  return id.number >= 1 && id.number <= asked() && At(id).seat == seat.number();
}

DecisionLog::Answer DecisionLog::AnswerTo(DecisionId id) const {
  const Entry& entry = At(id);
  TAKI_CHECK(entry.fate == Fate::kAnswered);
  Answer answer;
  answer.tokens = std::string_view(tokens_).substr(entry.tokens_at, entry.tokens_size);
  answer.applied = entry.applied;
  answer.charged_ms = entry.charged_ms;
  answer.bank_left_ms = entry.bank_left_ms;
  answer.strikes = entry.strikes;
  if (entry.refused) {
    const auto refusal = std::find_if(refusals_.begin(), refusals_.end(),
                                      [&](const Refusal& each) { return each.id == id; });
    TAKI_CHECK(refusal != refusals_.end());
    answer.rule = refusal->rule;
    answer.text = refusal->text;
  }
  return answer;
}

DecisionLog::Entry& DecisionLog::Open(DecisionId id) {
  TAKI_CHECK(id.number >= 1 && id.number <= asked());
  Entry& entry = entries_[id.number - 1];
  TAKI_CHECK(entry.fate == Fate::kOpen);  // I3
  return entry;
}

}  // namespace taki::match
