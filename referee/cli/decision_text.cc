#include "referee/cli/decision_text.h"

#include "referee/cli/event_text.h"
#include "referee/cli/json.h"
#include "referee/cli/match_text.h"

namespace taki::cli {
namespace {

std::string ClockTimeText(std::int64_t unix_ms) {
  const std::string ms = std::to_string(1'000 + unix_ms % 1'000).substr(1);
  return SecondText(unix_ms) + "." + ms;
}

std::string MicrosecondsText(std::int32_t us) {
  return std::to_string(us / 1'000) + "." + std::to_string(us % 1'000 / 100) + " ms";
}

}  // namespace

std::string ActionsText(const Actions& actions) {
  std::string text;
  for (const v1::Action& action : actions) text += (text.empty() ? "" : " ") + ActionText(action);
  return OrDash(text);
}

std::string VerdictText(const v1::Verdict& verdict) {
  return ShortName(v1::VerdictKind_descriptor(), verdict.kind());
}

std::string WhyText(const v1::Verdict& verdict) {
  if (verdict.kind() == v1::VERDICT_KIND_ACCEPTED) return "";
  const std::string rule = verdict.rule_id().empty() ? "" : verdict.rule_id() + ": ";
  return Escaped(rule + verdict.text());
}

std::string ReplyText(const v1::RecordedReply& reply) {
  if (reply.applied_size() == 0) return OrDash(Escaped(reply.not_applied()));
  const std::string applied = ActionsText(reply.applied());
  return reply.not_applied().empty() ? applied : applied + " " + Escaped(reply.not_applied());
}

DecisionRows RowsOf(const v1::DecisionRecord& record) {
  DecisionRows rows;
  const std::string charged = DurationText(record.times().charged_ms());
  for (int i = 0; i < record.replies_size(); ++i) {
    const v1::RecordedReply& reply = record.replies(i);
    const bool closed_it =
        record.fate() == v1::DECISION_FATE_ANSWERED && i + 1 == record.replies_size();
    rows.push_back({ReplyText(reply), VerdictText(reply.verdict()), closed_it ? charged : "",
                    WhyText(reply.verdict())});
  }
  switch (record.fate()) {
    case v1::DECISION_FATE_TIMED_OUT:
      rows.push_back({"-", "TIMED_OUT", charged,
                      "the referee played " + Escaped(record.default_action().notation())});
      break;
    case v1::DECISION_FATE_FORFEITED:
      rows.push_back({"-", "FORFEITED", "", Text(record.forfeit_reason())});
      break;
    case v1::DECISION_FATE_WITHDRAWN:
      rows.push_back({"-", "WITHDRAWN", "", "the match ended first"});
      break;
    case v1::DECISION_FATE_OPEN: rows.push_back({"-", "OPEN", "", "not answered yet"}); break;
    default: break;
  }
  return rows;
}

void PrintQuestion(const v1::Match& match, const v1::DecisionRecord& record, Context& context) {
  const Painter painter = context.OutPainter();
  const v1::Decision& decision = record.decision();
  std::string hand;
  for (const auto& card : decision.observation().hand()) hand += " " + Escaped(card.notation());
  context.out() << painter(Color::kBold, Escaped(match.match_id())) << "  decision "
                << decision.decision_id() << "  "
                << ShortName(v1::DecisionKind_descriptor(), decision.kind()) << "  seat "
                << SeatText(match, record.seat()) << '\n'
                << painter.Cards(PositionText(decision.observation().state())) << '\n'
                << painter.Cards("hand" + hand) << '\n'
                << painter.Cards("legal " + ActionsText(decision.legal_actions())) << "\n\n";
}

void PrintTimes(const v1::DecisionRecord& record, Context& context) {
  const v1::DecisionTimes& times = record.times();
  if (times.sent_ms() == 0) return;
  context.out() << "sent " << ClockTimeText(times.sent_ms());
  if (times.read_ms() != 0) context.out() << ", read " << ClockTimeText(times.read_ms());
  context.out() << " UTC; charged " << DurationText(times.charged_ms()) << ", "
                << DurationText(times.time_bank_ms()) << " left in the bank";
  if (times.grace_ms() != 0)
    context.out() << "; " << DurationText(times.grace_ms()) << " of grace for being away";
  if (times.loop_lag_ms() != 0)
    context.out() << "; the referee stood still for " << DurationText(times.loop_lag_ms())
                  << ", not charged";
  if (times.has_round_trip_us())
    context.out() << "; round trip " << MicrosecondsText(times.round_trip_us());
  context.out() << '\n';
}

}  // namespace taki::cli
