// What one decision was, for whoever may know it.
#include <algorithm>

#include "referee/service/convert.h"

namespace taki::service {
namespace {

v1::DecisionFate FateToProto(match::DecisionFate fate) {
  switch (fate) {
    case match::DecisionFate::kOpen: return v1::DECISION_FATE_OPEN;
    case match::DecisionFate::kAnswered: return v1::DECISION_FATE_ANSWERED;
    case match::DecisionFate::kTimedOut: return v1::DECISION_FATE_TIMED_OUT;
    case match::DecisionFate::kForfeited: return v1::DECISION_FATE_FORFEITED;
    case match::DecisionFate::kWithdrawn: return v1::DECISION_FATE_WITHDRAWN;
  }
  return v1::DECISION_FATE_UNSPECIFIED;
}

// Null: it was not recorded.
const store::InputTiming* TimingOf(const DecisionPlace& place, const match::Record* record) {
  if (record == nullptr) return nullptr;
  const auto found = std::lower_bound(place.timings.begin(), place.timings.end(), record->input_no,
                                      [](const store::InputTiming& timing, std::uint32_t input_no) {
                                        return timing.input_no < input_no;
                                      });
  return found != place.timings.end() && found->input_no == record->input_no ? &*found : nullptr;
}

void ReplyToProto(const match::ReplyStory& reply, const DecisionPlace& place,
                  v1::RecordedReply* out) {
  for (const rules::Action& action : reply.record->actions) ToProto(action, out->add_applied());
  out->set_not_applied(reply.record->rest);
  ToProto(host::GiveVerdict{place.row.config.id, reply.verdict}, out->mutable_verdict());
  if (const store::InputTiming* timing = TimingOf(place, reply.record))
    out->set_read_ms(place.row.started_ms + timing->read_after_ms);
}

void TimesToProto(const match::DecisionStory& story, const DecisionPlace& place,
                  v1::DecisionTimes* out) {
  out->set_time_bank_ms(story.bank_left_ms);
  if (story.closed_by != nullptr) {
    out->set_charged_ms(story.closed_by->charged_ms);
    out->set_grace_ms(story.closed_by->grace_ms);
  }
  // A refusal leaves the decision open, but knows when it was sent.
  const match::Record* last = story.closed_by;
  if (last == nullptr && !story.replies.empty()) last = story.replies.back().record;
  const store::InputTiming* timing = TimingOf(place, last);
  if (timing == nullptr) return;
  out->set_sent_ms(place.row.started_ms + timing->sent_after_ms);
  if (story.closed_by != nullptr) out->set_read_ms(place.row.started_ms + timing->read_after_ms);
  out->set_loop_lag_ms(timing->lag_ms);
  if (timing->round_trip_us >= 0) out->set_round_trip_us(timing->round_trip_us);
}

}  // namespace

void ToProto(const match::DecisionStory& story, const DecisionPlace& place,
             v1::DecisionRecord* out) {
  out->set_match_id(match::ToString(place.row.config.id));
  out->set_seat(story.decision.seat.number());
  v1::Decision* decision = out->mutable_decision();
  ToProto(host::AskDecision{place.row.config.id, story.decision}, decision);
  if (place.omit_observation) {
    decision->clear_observation();
  } else {
    for (const rules::Action& action : story.decision.legal)
      ToProto(action, decision->add_legal_actions());
  }
  for (const match::ReplyStory& reply : story.replies)
    ReplyToProto(reply, place, out->add_replies());
  out->set_fate(FateToProto(story.fate));
  if (story.fate == match::DecisionFate::kTimedOut)
    ToProto(story.closed_by->actions[0], out->mutable_default_action());
  if (story.fate == match::DecisionFate::kForfeited)
    out->set_forfeit_reason(ToProto(story.closed_by->end));
  TimesToProto(story, place, out->mutable_times());
  out->set_strikes(story.strikes);
}

}  // namespace taki::service
