// The items of Play and WatchMatch, and what bots say.
#include <string>
#include <utility>
#include <variant>

#include "referee/rules/check.h"
#include "referee/service/convert.h"

namespace taki::service {
namespace {

v1::DecisionKind KindToProto(match::DecisionKind kind) {
  switch (kind) {
    case match::DecisionKind::kTurn: return v1::DECISION_KIND_TURN;
    case match::DecisionKind::kRun: return v1::DECISION_KIND_RUN;
    case match::DecisionKind::kAfterPlus: return v1::DECISION_KIND_AFTER_PLUS;
    case match::DecisionKind::kAfterKing: return v1::DECISION_KIND_AFTER_KING;
    case match::DecisionKind::kWindow: return v1::DECISION_KIND_WINDOW;
  }
  return v1::DECISION_KIND_UNSPECIFIED;
}

v1::VerdictKind KindToProto(match::VerdictKind kind) {
  switch (kind) {
    case match::VerdictKind::kAccepted: return v1::VERDICT_KIND_ACCEPTED;
    case match::VerdictKind::kIllegal: return v1::VERDICT_KIND_ILLEGAL;
    case match::VerdictKind::kStale: return v1::VERDICT_KIND_STALE;
    case match::VerdictKind::kExpired: return v1::VERDICT_KIND_EXPIRED;
    case match::VerdictKind::kDuplicateConflict: return v1::VERDICT_KIND_DUPLICATE_CONFLICT;
    case match::VerdictKind::kMatchOver: return v1::VERDICT_KIND_MATCH_OVER;
  }
  return v1::VERDICT_KIND_UNSPECIFIED;
}

v1::NoticeKind KindToProto(host::Notice::Kind kind) {
  switch (kind) {
    case host::Notice::Kind::kSuperseded: return v1::NOTICE_KIND_SUPERSEDED;
    case host::Notice::Kind::kDraining: return v1::NOTICE_KIND_DRAINING;
    case host::Notice::Kind::kRateLimited: return v1::NOTICE_KIND_RATE_LIMITED;
    case host::Notice::Kind::kMalformed: return v1::NOTICE_KIND_MALFORMED;
    case host::Notice::Kind::kUnexpected: return v1::NOTICE_KIND_UNEXPECTED;
  }
  return v1::NOTICE_KIND_UNSPECIFIED;
}

// One overload an item: what a bot is told.
struct ToBot {
  const PlayStyle& style;
  v1::PlayItem* out;

  void operator()(const host::Welcome& welcome) const {
    v1::Welcome* to = out->mutable_welcome();
    to->set_bot(welcome.bot);
    to->set_bot_version(welcome.version);
    to->set_session(welcome.session);
    to->set_server_version(style.server_version.data(), style.server_version.size());
    to->set_protocol_version(kProtocolVersion);
    to->set_rules_version(rules::kRulesVersion);
    v1::Limits* limits = to->mutable_limits();
    limits->set_message_size_bytes_max(welcome.limits.message_size_bytes_max);
    limits->set_matches_max(welcome.limits.matches_per_bot_max);
    limits->set_messages_per_second_max(welcome.limits.messages_per_second_max);
    limits->set_ping_interval_ms(welcome.limits.ping_interval_ms);
  }
  void operator()(const host::MatchAssigned& assigned) const {
    v1::MatchAssigned* to = out->mutable_match_assigned();
    ToProto(assigned.intro, to);
    to->set_seat(assigned.seat.number());
    to->set_ready_time_left_ms(assigned.ready_time_left_ms);
  }
  void operator()(const host::MatchStarted& started) const {
    v1::MatchStarted* to = out->mutable_match_started();
    to->set_match_id(match::ToString(started.match));
    for (const std::string& part : started.entropy) to->add_entropy(part);
    ToProto(started.view, to->mutable_observation());
  }
  void operator()(const host::SeatEvent& event) const { ToProto(event, out->mutable_event()); }
  void operator()(const host::AskDecision& ask) const {
    v1::Decision* to = out->mutable_decision();
    ToProto(ask, to);
    if (style.omit_legal_actions) return;
    for (const rules::Action& action : ask.decision.legal) ToProto(action, to->add_legal_actions());
  }
  void operator()(const host::GiveVerdict& given) const { ToProto(given, out->mutable_verdict()); }
  void operator()(const host::GiveSnapshot& given) const {
    v1::Snapshot* to = out->mutable_snapshot();
    to->set_match_id(match::ToString(given.intro.config->id));
    ToProto(given.intro, to->mutable_assigned());
    to->mutable_assigned()->set_seat(given.seat.number());
    for (const std::string& part : given.entropy) to->add_entropy(part);
    ToProto(given.snapshot.view, to->mutable_observation());
    to->set_last_seq(static_cast<std::int32_t>(given.snapshot.last_seq));
    to->set_time_bank_ms(given.snapshot.bank_left_ms);
    to->set_strikes(given.snapshot.strikes);
  }
  void operator()(const host::MatchFinished& finished) const {
    ToProto(finished, out->mutable_match_finished());
  }
  void operator()(const host::Ping& ping) const { out->mutable_ping()->set_ping_id(ping.id); }
  void operator()(const host::Notice& notice) const {
    v1::Notice* to = out->mutable_notice();
    to->set_kind(KindToProto(notice.kind));
    to->set_text(notice.text);
    to->set_match_id(notice.match);
    to->set_retry_after_ms(notice.retry_after_ms);
  }
  template <class ForWatchers>
  void operator()(const ForWatchers&) const {
    TAKI_CHECK(false && "an item for watchers was sent to a bot");
  }
};

// One overload an item: what a watcher is told.
struct ToWatcher {
  v1::WatchMatchResponse* out;

  void operator()(const host::WatchIntro& intro) const {
    ToProto(intro.row, intro.display_names, out->mutable_match());
  }
  void operator()(const host::WatchStart& start) const {
    ToProto(start.state, out->mutable_start());
  }
  void operator()(const host::WatchEvent& event) const {
    out->mutable_event()->set_seq(static_cast<std::int32_t>(event.seq));
    ToPublicProto(event.event, out->mutable_event()->mutable_event());
  }
  void operator()(const host::MatchFinished& finished) const {
    ToProto(finished, out->mutable_finished());
  }
  void operator()(const host::Heartbeat& heartbeat) const {
    out->mutable_heartbeat()->set_last_seq(static_cast<std::int32_t>(heartbeat.last_seq));
  }
  template <class ForBots>
  void operator()(const ForBots&) const {
    TAKI_CHECK(false && "an item for bots was sent to a watcher");
  }
};

Said ReplyFrom(const v1::Reply& reply) {
  return host::ReplySaid{reply.match_id(), reply.decision_id(), FromProto(reply.actions())};
}

Said HelloFrom(const v1::Hello& hello) {
  std::string kit = hello.kit_name();
  if (!hello.kit_version().empty()) kit += " " + hello.kit_version();
  return host::HelloSaid{hello.bot_version(), std::move(kit), hello.max_matches()};
}

}  // namespace

void ToProto(const host::Item& item, const PlayStyle& style, v1::PlayItem* out) {
  std::visit(ToBot{style, out}, item);
}

void ToProto(const host::AskDecision& ask, v1::Decision* out) {
  const match::Decision& decision = ask.decision;
  out->set_match_id(match::ToString(ask.match));
  out->set_decision_id(static_cast<std::int32_t>(decision.id.number));
  out->set_kind(KindToProto(decision.kind));
  ToProto(decision.view, out->mutable_observation());
  out->set_time_left_ms(decision.time_left_ms);
  out->set_move_time_ms(decision.move_time_ms);
  out->set_time_bank_ms(decision.bank_left_ms);
  out->set_strikes(decision.strikes);
  out->set_strike_limit(decision.strike_limit);
  out->set_previous_charged_ms(decision.previous_charged_ms);
  out->set_asked_again(decision.asked_again);
}

void ToProto(const host::GiveVerdict& given, v1::Verdict* out) {
  const match::Verdict& verdict = given.verdict;
  out->set_match_id(match::ToString(given.match));
  out->set_decision_id(static_cast<std::int32_t>(verdict.decision.number));
  out->set_kind(KindToProto(verdict.kind));
  out->set_rule_id(verdict.rule);
  out->set_text(verdict.text);
  out->set_applied_actions(verdict.applied);
  if (verdict.refused_index >= 0) out->set_refused_index(verdict.refused_index);
  out->set_charged_ms(verdict.charged_ms);
  out->set_time_bank_ms(verdict.bank_left_ms);
  out->set_strikes(verdict.strikes);
  for (const rules::Action& action : verdict.recorded) ToProto(action, out->add_recorded());
}

void ToProto(const host::Item& item, v1::WatchMatchResponse* out) {
  std::visit(ToWatcher{out}, item);
}

std::vector<match::SentAction> FromProto(
    const google::protobuf::RepeatedPtrField<v1::Action>& actions) {
  std::vector<match::SentAction> sent;
  const int count = std::min(actions.size(), kMaxReplyActions + 1);
  sent.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    match::SentAction action = FromProto(actions[i]);
    if (!action.action) action.problem.insert(0, "actions[" + std::to_string(i) + "].");
    sent.push_back(std::move(action));
  }
  return sent;
}

Said FromProto(const v1::PlayRequest& request) {
  switch (request.message_case()) {
    case v1::PlayRequest::kHello: return HelloFrom(request.hello());
    case v1::PlayRequest::kReady:
      return host::ReadySaid{request.ready().match_id(), request.ready().entropy()};
    case v1::PlayRequest::kReply: return ReplyFrom(request.reply());
    case v1::PlayRequest::kResign: return host::ResignSaid{request.resign().match_id()};
    case v1::PlayRequest::kPong: return host::PongSaid{request.pong().ping_id()};
    case v1::PlayRequest::MESSAGE_NOT_SET: break;
  }
  return host::Malformed{
      "the message says nothing that is known here: set hello, ready, reply, resign or pong"};
}

}  // namespace taki::service
